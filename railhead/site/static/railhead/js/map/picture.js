// The map as it is shown: parts are exchanged hex by hex, what can be chosen is lit, routes are drawn along the track.

import { all, one } from "../dom.js";

const SVG = "http://www.w3.org/2000/svg";

export const picture = () => one("#board > svg");
export const hexOf = (id) => document.getElementById(`hex-${id}`);

const parsed = (markup) => {
  const holder = document.createElementNS(SVG, "svg");
  holder.innerHTML = markup;
  return holder.firstElementChild;
};

/** Put parts of another picture of the same map in place; nothing else is touched. */
export const exchange = (changes) => {
  for (const [layer, parts] of Object.entries(changes)) {
    const group = document.getElementById(`map-${layer}`);
    for (const [id, markup] of Object.entries(parts)) {
      const old = document.getElementById(id);
      if (!markup) old?.remove();
      else if (old) {
        const focused = document.activeElement === old;
        old.replaceWith(parsed(markup));
        if (focused) document.getElementById(id)?.focus({ preventScroll: true });
      } else group?.append(parsed(markup));
    }
  }
};

/** What the page knows of the position, as the server wrote it. */
export const mapData = () => JSON.parse(one("#map-data")?.dataset.json || "{}");

const glow = (hexes, powers) => {
  let layer = one("#map-glow");
  if (!layer) {
    layer = document.createElementNS(SVG, "g");
    layer.id = "map-glow";
    layer.setAttribute("class", "over");
    one("#map-labels")?.before(layer);
  }
  const rings = [...hexes.map((hex) => [hex, ["glow", "glow-in"]]), ...powers.map((hex) => [hex, ["glow-power"]])];
  layer.replaceChildren(...rings.map(([hex, names]) => {
    const ring = document.createElementNS(SVG, "g");
    ring.setAttribute("transform", hex.getAttribute("transform"));
    for (const name of names) {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", name);
      path.setAttribute("d", one(".ground", hex).getAttribute("d"));
      path.setAttribute("transform", "scale(.94)");
      ring.append(path);
    }
    return ring;
  }));
};

/**
 * Light what can be chosen: hexes ("K4") and cities ("K4.0"). Only lit hexes are stops of the Tab key.
 * Hexes on which the viewer holds a power have a quiet ring; they belong to no step.
 */
export const light = (lit, powers = []) => {
  const svg = picture();
  if (!svg) return;
  const hexes = new Set(lit.map((name) => name.split(".")[0]));
  const cities = new Set(lit.filter((name) => name.includes(".")));
  svg.classList.toggle("choosing", hexes.size > 0);
  let first = true;
  const shining = [];
  for (const hex of all(".hex[data-hex]", svg)) {
    const on = hexes.has(hex.dataset.hex);
    hex.dataset.label ??= hex.getAttribute("aria-label");
    hex.classList.toggle("lit", on);
    hex.setAttribute("aria-label", on ? `${hex.dataset.label}, can be chosen` : hex.dataset.label);
    hex.setAttribute("tabindex", on || (!hexes.size && first) ? "0" : "-1");
    first = false;
    document.getElementById(`label-${hex.dataset.hex}`)?.classList.toggle("dim", hexes.size > 0 && !on);
    if (on) shining.push(hex);
    for (const city of all("[data-city]", hex)) city.classList.toggle("lit", cities.has(`${hex.dataset.hex}.${city.dataset.city}`));
  }
  glow(shining, powers.filter((id) => !hexes.has(id)).map(hexOf).filter(Boolean));
};

/** Write a number on hexes, such as what a lay there brings; warm above zero, cool below. */
export const write = (numbers) => {
  const most = Math.max(...Object.values(numbers).map(Math.abs), 1);
  for (const [id, number] of Object.entries(numbers)) {
    const hex = hexOf(id);
    if (!hex) continue;
    const sign = document.createElementNS(SVG, "g");
    sign.setAttribute("transform", hex.getAttribute("transform"));
    const tint = document.createElementNS(SVG, "path");
    tint.setAttribute("d", one(".ground", hex).getAttribute("d"));
    tint.setAttribute("fill", number >= 0 ? "#c8102e" : "#0057b8");
    tint.setAttribute("fill-opacity", String(0.12 + 0.4 * Math.abs(number) / most));
    const words = document.createElementNS(SVG, "text");
    words.setAttribute("class", "on-tile place gain");
    words.setAttribute("y", "12");
    words.textContent = number > 0 ? `+${number}` : String(number);
    sign.append(tint, words);
    one("#map-glow")?.append(sign);
  }
};

/** Draw routes: pieces by hex, and the numbers of the trains above the map. */
export const drawRoutes = (ways = {}, badges = "") => {
  for (const old of all("#map-hexes .ways")) old.replaceChildren();
  for (const [hex, markup] of Object.entries(ways)) {
    const group = hexOf(hex)?.querySelector(".ways");
    if (group) group.innerHTML = markup;
  }
  const numbers = one("#map-numbers");
  if (numbers) numbers.innerHTML = badges;
};

/**
 * A tile over a hex as if it were laid; it takes no clicks, so that the hex below is turned by them.
 * Name and values of the hex would lie on its stations and values: they step back, the card of the fan has the name.
 */
export const ghost = (hexId, markup) => {
  one("#map-ghost")?.remove();
  one(".under-ghost")?.classList.remove("under-ghost");
  const hex = markup && hexOf(hexId);
  if (!hex) return;
  document.getElementById(`label-${hexId}`)?.classList.add("under-ghost");
  const size = one(".ground", hex).getBBox();
  const tile = parsed(markup);
  for (const [name, value] of Object.entries({ x: size.x - 3, y: size.y - 3, width: size.width + 6, height: size.height + 6 })) {
    tile.setAttribute(name, value);
  }
  tile.setAttribute("aria-hidden", "true");
  const holder = document.createElementNS(SVG, "g");
  holder.id = "map-ghost";
  holder.setAttribute("class", "over");
  holder.setAttribute("transform", hex.getAttribute("transform"));
  holder.append(tile);
  one("#map-labels").before(holder);
};

/** Mark hexes with a class, and take it off the others. */
export const mark = (hexes, name) => {
  for (const old of all(`.hex.${name}`)) old.classList.remove(name);
  for (const id of hexes) hexOf(id)?.classList.add(name);
};

const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const middle = (node) => { const at = node.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; };

/** Move the focus from a hex to its neighbour in the direction of an arrow key. */
export const walk = (hex, key) => {
  const [x, y] = DIRECTIONS[key];
  const [hx, hy] = middle(hex);
  let best = null, least = Infinity;
  for (const other of all("#board .hex[data-hex]")) {
    const [ox, oy] = middle(other);
    const along = (ox - hx) * x + (oy - hy) * y, aside = Math.abs((ox - hx) * y) + Math.abs((oy - hy) * x);
    if (other !== hex && along > 1 && along + 2.2 * aside < least) { best = other; least = along + 2.2 * aside; }
  }
  best?.focus();
};
export const isArrow = (key) => key in DIRECTIONS;
