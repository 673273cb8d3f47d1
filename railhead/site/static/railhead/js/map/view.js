// Pan, zoom and touch on the map. The view box stays when the map is updated.

import { all, one, onClick } from "../dom.js";

const ROOM = 260, NEAREST = 1100; // room around what is lit, and the least that is shown, in units of the picture
const HEX = 180, SMALLEST = 38; // the width of a hex in those units, and the fewest pixels at which it is easily hit

let dragged = 0;
/** Whether the pointer was used to drag the map rather than to click on it. */
export const wasDragged = () => dragged > 6;

/** `moved` is called when another part of the map is shown. */
export const start = (table, moved = () => {}) => {
  const holder = one("#stage");
  const svg = () => one("#board > svg");
  let whole = null;
  let box = null;

  const read = () => { // the whole map, also when a part of it is shown
    const { dataset } = svg();
    dataset.whole ??= svg().getAttribute("viewBox");
    return dataset.whole.split(" ").map(Number);
  };
  const show = () => {
    svg().setAttribute("viewBox", (box || whole).map((n) => +n.toFixed(1)).join(" "));
    moved();
  };
  // Where hexes come out too small to point at, what can be chosen, or the best run, is brought near. That happens
  // once, until something else can be chosen.
  const tooSmall = () => {
    const rect = svg().getBoundingClientRect();
    return rect.width > 0 && Math.min(rect.width / whole[2], rect.height / whole[3]) * HEX < SMALLEST;
  };
  let near = "";
  const approach = () => {
    const lit = all(".hex.lit, .hex.on-route", svg());
    const key = lit.map((hex) => hex.id).join(" ");
    if (key === near || !tooSmall()) return;
    if (near && !key) box = null;
    near = key;
    if (!lit.length) return;
    const at = lit.map((hex) => hex.transform.baseVal[0].matrix);
    const [xs, ys] = [at.map((m) => m.e), at.map((m) => m.f)];
    const [left, top] = [Math.min(...xs) - ROOM, Math.min(...ys) - ROOM];
    const [wide, high] = [Math.max(...xs) + ROOM - left, Math.max(...ys) + ROOM - top];
    const width = Math.min(Math.max(wide, NEAREST, high * whole[2] / whole[3]), whole[2]);
    const height = width * whole[3] / whole[2];
    box = width < whole[2] * 0.8 ? [left + wide / 2 - width / 2, top + high / 2 - height / 2, width, height] : null;
  };
  // On phones the buttons lie over the map: where they would cover something to choose, they change sides.
  const stepAside = () => {
    const buttons = one("#stage-map .zoom");
    if (!buttons) return;
    buttons.classList.remove("aside");
    const at = buttons.getBoundingClientRect();
    const covers = (hex) => {
      const place = one(".ground", hex).getBoundingClientRect();
      return place.right > at.left && place.left < at.right && place.bottom > at.top && place.top < at.bottom;
    };
    buttons.classList.toggle("aside", all(".hex.lit", svg()).some(covers));
  };
  const begin = () => {
    if (!svg()) return;
    const fresh = read();
    if (!whole || fresh[2] !== whole[2]) { whole = fresh; box = null; }
    approach();
    show();
    stepAside();
  };

  const unit = () => {
    const now = box || whole;
    const rect = svg().getBoundingClientRect();
    const scale = Math.max(now[2] / rect.width, now[3] / rect.height);
    return { now, rect, scale };
  };
  const zoom = (factor, x, y) => {
    const { now, rect, scale } = unit();
    const px = x ?? rect.left + rect.width / 2;
    const py = y ?? rect.top + rect.height / 2;
    const cx = now[0] + now[2] / 2 + (px - rect.left - rect.width / 2) * scale;
    const cy = now[1] + now[3] / 2 + (py - rect.top - rect.height / 2) * scale;
    const width = Math.min(Math.max(now[2] * factor, whole[2] / 8), whole[2] * 1.3);
    const by = width / now[2];
    box = [cx - (cx - now[0]) * by, cy - (cy - now[1]) * by, width, now[3] * by];
    show();
  };
  const pan = (dx, dy) => {
    const { now, scale } = unit();
    box = [now[0] - dx * scale, now[1] - dy * scale, now[2], now[3]];
    show();
  };
  const fit = () => { box = null; show(); };

  holder.addEventListener("wheel", (event) => {
    if (!event.target.closest("#frame") || event.defaultPrevented) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
  }, { passive: false });
  onClick("[data-zoom]", ({ dataset }) => { if (dataset.zoom === "fit") fit(); else zoom(dataset.zoom === "in" ? 1 / 1.3 : 1.3); });

  const down = new Map();
  let gap = 0;
  holder.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#board")) return;
    down.set(event.pointerId, [event.clientX, event.clientY]);
    if (down.size === 1) dragged = 0;
    gap = 0;
  });
  window.addEventListener("pointermove", (event) => {
    const last = down.get(event.pointerId);
    if (!last) return;
    const here = [event.clientX, event.clientY];
    if (down.size === 1) {
      const dx = here[0] - last[0], dy = here[1] - last[1];
      dragged += Math.abs(dx) + Math.abs(dy);
      if (dragged > 6) { pan(dx, dy); one("#board").classList.add("dragging"); }
    }
    down.set(event.pointerId, here);
    if (down.size === 2) {
      const [a, b] = [...down.values()];
      const now = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (gap) zoom(gap / now, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      gap = now;
      dragged = 99;
    }
  });
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, (event) => {
    down.delete(event.pointerId);
    one("#board")?.classList.remove("dragging");
  });
  table.keys.set("+", { does: () => zoom(1 / 1.3), says: "map larger" });
  table.keys.set("-", { does: () => zoom(1.3), says: "map smaller" });
  table.keys.set("0", { does: fit, says: "whole map" });
  return { begin };
};
