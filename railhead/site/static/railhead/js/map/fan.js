// Laying track and placing stations: a click on a hex opens a fan of the tiles that fit around it.
//
// Another click on the hex, the wheel, R or the arrows turn the chosen tile through its different positions;
// the tick or Enter lays it, Esc leaves no trace. On phones the fan is a sheet at the lower edge.

import { one } from "../dom.js";
import { ask, make, moveButton } from "./ask.js";
import { cardPoint, fanPoints } from "./fan_layout.js";
import { ghost, hexOf, mapData, mark } from "./picture.js";

const narrow = window.matchMedia("(max-width: 62rem)");
const TILE = 74;

export const createFan = (table) => {
  const known = new Map(); // what the server said about hexes of the version that is shown
  let version = -1;
  let shown = null; // { hex, data, tile, turn }
  let made = false; // a move was made from the fan: the next position closes it
  const holder = () => one("#fan");

  /** Which position of the game is shown: now, an earlier one, or one that is tried out. */
  const moment = () => `${table.carry().at ?? ""} ${table.carry().branch ?? ""}`;

  /** `powers`: also what another player at this browser may do there out of turn. */
  const fetchHex = (hex, powers = "") => {
    const now = mapData().version;
    if (now !== version) { known.clear(); version = now; }
    const key = `${moment()} ${hex} ${powers}`;
    if (!known.has(key)) known.set(key, ask(table, table.root.dataset.fan.replace("HEX", encodeURIComponent(hex)), { powers }));
    return known.get(key);
  };

  const tileNow = () => shown?.data.tiles[shown.tile];
  const turnNow = () => tileNow()?.turns[shown.turn];

  const close = (back = true) => {
    if (!shown) return;
    const { hex } = shown;
    shown = null;
    holder()?.replaceChildren();
    holder()?.classList.remove("open");
    mark([], "chosen");
    ghost(hex, "");
    if (back) hexOf(hex)?.focus({ preventScroll: true });
  };

  const tileButton = (choice, at) => {
    const turn = choice.turns[shown.tile === at ? shown.turn : 0];
    const words = `${choice.special ? `${choice.verb}: tile` : "Tile"} ${choice.tile}${choice.left ? `, ${choice.left}` : ""}${turn.price ? `, ${turn.price}` : ""}`;
    const button = make("button", { type: "button", class: `fan-tile${choice.special ? " special" : ""}`, "aria-label": words, title: words, "aria-pressed": String(shown.tile === at) },
      make("span", { class: "fan-picture", html: turn.picture }),
      turn.price ? make("span", { class: "price" }, turn.price) : "");
    button.addEventListener("click", () => (shown.tile === at ? turnBy(1) : choose(at)));
    return button;
  };

  const about = ({ name, hex, centres }) => {
    const list = centres.map((centre) => {
      const parts = [centre.name || centre.type, centre.value, centre.stations.join(", ")];
      return make("li", {}, parts.filter(Boolean).join(" · "));
    });
    const cross = make("button", { type: "button", class: "plain fan-close", "aria-label": `Close ${hex}` }, "×");
    cross.addEventListener("click", () => close());
    return [make("header", {}, make("h3", {}, name || "Hex", " ", make("span", { class: "fine" }, hex)), cross), list.length ? make("ul", { class: "centres" }, ...list) : ""];
  };

  const layCard = () => {
    const tile = tileNow(), turn = turnNow();
    const left = tile.turns.length > 1 ? `${shown.turn + 1} of ${tile.turns.length} positions` : "one position";
    const lay = moveButton(turn.move, { class: "large fan-lay", "aria-label": `${turn.text}, ${left}${turn.price ? `, ${turn.price}` : ", free"}` },
      make("span", { "aria-hidden": "true" }, "✓ "), tile.verb, turn.price ? make("span", { class: "price" }, turn.price) : "");
    const again = make("button", { type: "button", class: "fan-turn", title: "Turn (R)" }, "⟳ Turn");
    again.addEventListener("click", () => turnBy(1));
    return [
      make("p", { class: "fan-words", "aria-live": "polite" }, turn.text, turn.effect ? make("span", { class: "fine" }, ` ${turn.effect}`) : ""),
      tile.power ? make("p", { class: "fine" }, tile.power) : "",
      make("p", { class: "fine" }, [left, tile.left, turn.left && `treasury ${turn.left}`].filter(Boolean).join(" · ")),
      make("div", { class: "fan-row" }, lay, tile.turns.length > 1 ? again : ""),
    ];
  };

  const others = ({ others: moves, tiles }) => moves.map((choice, at) => moveButton(choice.move, { class: `move${!tiles.length && !at ? " large" : ""}` },
    make("span", { class: "what" }, choice.text), choice.price ? make("span", { class: "price" }, choice.price) : "",
    make("span", { class: "effect" }, [choice.effect, choice.left && `treasury ${choice.left}`].filter(Boolean).join(" · "))));

  const later = (tiles) => (!tiles.length ? "" : make("details", { open: document.documentElement.dataset.later === "on" },
    make("summary", {}, "What could lie here some day"),
    make("div", { class: "manifest" }, ...tiles.map((tile) => make("figure", {}, make("span", { html: tile.picture }), make("figcaption", {}, tile.tile))))));

  const render = (focus = true) => {
    const { data } = shown;
    const card = make("div", { class: "fan-card", role: "dialog", "aria-label": `${data.name || "Hex"} ${data.hex}` }, ...about(data),
      ...(data.tiles.length ? layCard() : []), ...others(data), data.why ? make("p", { class: "why-text" }, data.why) : "", later(data.later));
    const tiles = make("div", { class: "fan-tiles" }, ...data.tiles.map(tileButton));
    holder().replaceChildren(tiles, card);
    for (const button of card.querySelectorAll("[name=move]")) button.addEventListener("click", () => { made = true; });
    holder().classList.add("open");
    place();
    ghost(data.hex, turnNow()?.picture || "");
    if (focus) (one(".fan-lay", card) || one("button.large", card) || one(".fan-close", card)).focus({ preventScroll: true });
  };

  /** Put tiles and card around the hex; on a narrow screen the style sheet makes a sheet of them. */
  const place = () => {
    const hex = shown && hexOf(shown.hex);
    if (!hex || !holder()) return;
    const frame = one("#frame").getBoundingClientRect();
    const ground = one(".ground", hex).getBoundingClientRect();
    const centre = { x: ground.x + ground.width / 2 - frame.x, y: ground.y + ground.height / 2 - frame.y };
    const half = Math.max(ground.width, ground.height) / 2;
    const tiles = [...one(".fan-tiles", holder()).children];
    const card = one(".fan-card", holder());
    if (narrow.matches) {
      for (const item of [...tiles, card]) item.removeAttribute("style");
      return;
    }
    const points = fanPoints(tiles.length, centre, half + TILE * 0.62, TILE, frame);
    points.forEach((point, at) => {
      tiles[at].style.left = `${Math.round(point.x - TILE / 2)}px`;
      tiles[at].style.top = `${Math.round(point.y - TILE / 2)}px`;
    });
    const reach = points.reduce((far, point) => Math.max(far, Math.abs(point.x - centre.x) + TILE / 2), half) + 10;
    const { x, y } = cardPoint(centre, reach, { width: card.offsetWidth, height: card.offsetHeight }, frame);
    card.style.left = `${x}px`;
    card.style.top = `${y}px`;
  };

  const choose = (tile, turn = 0) => {
    if (!shown) return;
    Object.assign(shown, { tile, turn });
    render();
  };
  const turnBy = (by) => {
    const turns = tileNow()?.turns.length;
    if (turns) choose(shown.tile, (shown.turn + by + turns) % turns);
  };
  const nextTile = (by) => {
    const tiles = shown?.data.tiles.length;
    if (tiles) choose((shown.tile + by + tiles) % tiles);
  };

  /** Show what can be done on a hex; what is about the city that was pointed at comes first. */
  const open = async (hex, stop = "", powers = "") => {
    if (!holder()) return;
    if (shown?.hex === hex) { if (tileNow()) turnBy(1); else close(); return; }
    if (shown) close(false);
    mark([hex], "chosen");
    const data = await fetchHex(hex, powers);
    if (!data) { known.clear(); mark([], "chosen"); return; }
    const city = Number(stop.split(".").pop() || -1);
    data.others.sort((a, b) => (JSON.parse(b.move).city === city) - (JSON.parse(a.move).city === city));
    shown = { hex, data, powers, tile: 0, turn: 0, moment: moment() };
    made = false;
    render();
  };

  const isOutdated = () => shown !== null && shown.moment !== moment();

  /** After somebody's move, or at another moment: what is still possible stays open, what is not goes away. */
  const refresh = async () => {
    if (!shown) return;
    const mine = made;
    made = false;
    const { hex, tile, turn, powers } = shown;
    const was = tileNow()?.tile;
    if (mine || !mapData().lit?.some((name) => name.split(".")[0] === hex)) { close(false); return; }
    const data = await fetchHex(hex, powers);
    if (!data || shown?.hex !== hex) return;
    const same = data.tiles[tile]?.tile === was;
    shown = { hex, data, powers, tile: same ? tile : 0, turn: same && turn < (data.tiles[tile]?.turns.length ?? 0) ? turn : 0, moment: moment() };
    render(false);
  };

  const isOpen = () => shown !== null;
  const layNow = () => one(".fan-lay", holder())?.click();
  return { open, close, refresh, isOutdated, turnBy, nextTile, place, isOpen, layNow, fetchHex, hex: () => shown?.hex };
};
