// A click on the map: what is there and what can be done there.

import { wasDragged } from "./board.js";
import { all, one, onClick } from "./dom.js";

const narrow = window.matchMedia("(max-width: 62rem)");

const mark = (hexes, name = "chosen") => {
  for (const old of all(`.hex.${name}`)) old.classList.remove(name);
  for (const id of hexes) document.getElementById(`hex-${id}`)?.classList.add(name);
};

// The tile that would be laid, shown on the map
const unghost = () => all(".ghost-tile").forEach((old) => old.remove());
const ghost = () => {
  unghost();
  const chosen = one("#place .turned input:checked");
  const hex = one("#place .place-panel")?.dataset.hex;
  const target = hex && document.getElementById(`hex-${hex}`);
  const ground = target?.querySelector(".ground");
  if (!chosen || !ground) return;
  const size = ground.getBBox();
  const copy = chosen.parentElement.querySelector("svg").cloneNode(true);
  for (const [name, value] of Object.entries({ x: size.x - 3, y: size.y - 3, width: size.width + 6, height: size.height + 6 })) {
    copy.setAttribute(name, value);
  }
  copy.setAttribute("class", "rh tile ghost-tile");
  copy.setAttribute("aria-hidden", "true");
  target.append(copy);
};

const turn = (by) => {
  const inputs = all("#place .turned input");
  const now = inputs.findIndex((input) => input.checked);
  if (now < 0) return;
  const next = inputs[(now + by + inputs.length) % inputs.length];
  next.checked = true;
  next.focus({ preventScroll: true });
  ghost();
};

const neighbours = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const walk = (hex, [x, y]) => {
  const centre = (node) => { const at = node.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; };
  const [hx, hy] = centre(hex);
  let best = null, least = Infinity;
  for (const other of all("#board .hex[data-hex]")) {
    const [ox, oy] = centre(other);
    const along = (ox - hx) * x + (oy - hy) * y, aside = Math.abs((ox - hx) * y) + Math.abs((oy - hy) * x);
    if (other !== hex && along > 1 && along + 2.2 * aside < least) { best = other; least = along + 2.2 * aside; }
  }
  best?.focus();
};

const byHand = () => one("#by-hand[open] [name=active]:checked")?.closest(".by-hand-train").querySelector(".hexes");

export const start = (table) => {
  const open = async (hex) => {
    if (!one("#place")) return;
    mark([hex]);
    await htmx.ajax("POST", table.root.dataset.place.replace("HEX", encodeURIComponent(hex)), { source: "#carry", target: "#place", swap: "innerHTML" });
    ghost();
    if (narrow.matches) one("#place .place-panel")?.scrollIntoView({ block: "start" });
    (one("#place input:checked") || one("#place button.large") || one("#place button"))?.focus({ preventScroll: true });
  };
  const close = () => {
    const hex = one("#place .place-panel")?.dataset.hex;
    one("#place")?.replaceChildren();
    mark([]);
    unghost();
    if (hex) document.getElementById(`hex-${hex}`)?.focus({ preventScroll: true });
  };
  onClick("#board .hex[data-hex]", (hex) => {
    if (wasDragged()) return;
    const list = byHand();
    if (list) list.value = `${list.value} ${hex.dataset.hex}`.trim(); else open(hex.dataset.hex);
  });
  onClick("[data-hex-button]", ({ dataset }) => open(dataset.hexButton));
  onClick("[data-close-place]", close);
  document.addEventListener("change", (event) => { if (event.target.matches("#place .turned input")) ghost(); });
  document.addEventListener("railhead:found", ({ detail }) => mark(detail.hexes, "found"));
  document.addEventListener("railhead:updated", ({ detail }) => {
    if (detail.version === detail.before) return;
    one("#place")?.replaceChildren();
    unghost();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { close(); return; }
    const hex = event.target.closest?.("#board .hex");
    if (hex && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); hex.dispatchEvent(new MouseEvent("click", { bubbles: true })); }
    if (hex && neighbours[event.key]) { event.preventDefault(); walk(hex, neighbours[event.key]); }
    if (event.target.matches?.("#place input[type=radio]") && event.key === "Enter") { event.preventDefault(); event.target.form.requestSubmit(); }
  });
  table.keys.set("m", { does: () => (one("#board .hex.lit") || one("#board .hex"))?.focus(), says: "go to the first lit hex" });
  table.keys.set("r", { does: () => turn(1), says: "turn the tile" });
};
