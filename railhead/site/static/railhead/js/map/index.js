// The map stage: what clicks, keys and the wheel do on it, and what happens when the position changes.

import { one, onClick } from "../dom.js";
import { createFan } from "./fan.js";
import { exchange, isArrow, light, mapData, mark, walk, write } from "./picture.js";
import { createRun } from "./run.js";
import { createSwitches } from "./switches.js";
import * as view from "./view.js";

const WRITING = "input:not([type=radio], [type=range], [type=checkbox]), textarea, select";
const SOON = 70; // milliseconds that a pointer rests on a hex before its tiles are asked for

/** The stop that a click points at: a city, a town, or none in particular. */
const stopAt = (target, hex) => {
  const at = target.closest("[data-city], [data-town]");
  const number = at?.dataset.city ?? at?.dataset.town;
  return number === undefined ? "" : `${hex.dataset.hex}.${number}`;
};

export const start = (table) => {
  const fan = createFan(table);
  const { begin } = view.start(table, fan.place);
  const run = createRun(table, begin);
  const switches = createSwitches(table);

  const show = () => {
    if (!one("#board > svg")) return;
    light(mapData().lit || [], mapData().powers || []);
    begin();
    switches.show();
    run.refresh();
  };

  onClick("#board .hex[data-hex]", (hex, event) => {
    if (view.wasDragged()) return;
    if (run.isRunning() && run.ready()) run.clickHex(hex.dataset.hex, stopAt(event.target, hex));
    else fan.open(hex.dataset.hex, stopAt(event.target, hex));
  });
  onClick("[data-hex-button]", async (button, event) => {
    event.preventDefault();
    if (table.stage() !== "map") await table.live({ stage: "map", was: "" }); // a power used while shares are traded
    fan.open(button.dataset.hexButton, "", button.dataset.powers);
  });
  document.addEventListener("click", (event) => { // a click on the open map puts the fan away
    if (fan.isOpen() && event.target.matches?.("#board, #board > svg") && !view.wasDragged()) fan.close();
  });

  let resting = 0;
  document.addEventListener("pointerover", (event) => {
    const hex = event.target.closest?.("#board .hex.lit");
    clearTimeout(resting);
    if (hex && event.pointerType === "mouse") resting = setTimeout(() => fan.fetchHex(hex.dataset.hex), SOON);
  });
  one("#stage").addEventListener("wheel", (event) => { // over the chosen hex the wheel turns its tile
    const hex = event.target.closest("#board .hex");
    if (!fan.isOpen() || hex?.dataset.hex !== fan.hex()) return;
    event.preventDefault();
    event.stopPropagation();
    fan.turnBy(event.deltaY > 0 ? 1 : -1);
  }, { passive: false, capture: true });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.(WRITING)) return;
    if (fan.isOpen()) {
      const act = {
        Escape: () => fan.close(), r: () => fan.turnBy(1), R: () => fan.turnBy(-1),
        ArrowRight: () => fan.turnBy(1), ArrowLeft: () => fan.turnBy(-1), ArrowDown: () => fan.nextTile(1), ArrowUp: () => fan.nextTile(-1),
      }[event.key];
      if (act) { event.preventDefault(); event.stopPropagation(); act(); return; }
      if (event.key === "Enter" && event.target.closest?.("#board .hex")?.dataset.hex === fan.hex()) { event.preventDefault(); fan.layNow(); return; }
    }
    const hex = event.target.closest?.("#board .hex");
    if (hex && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); hex.dispatchEvent(new MouseEvent("click", { bubbles: true })); }
    if (hex && isArrow(event.key)) { event.preventDefault(); walk(hex, event.key); }
  }, { capture: true });

  document.addEventListener("htmx:after:swap", () => { // the best lays have arrived: their gains stand on the map
    const found = one(".lays[data-gains]");
    if (!found) return;
    light(mapData().lit || [], mapData().powers || []);
    write(JSON.parse(found.dataset.gains));
    found.removeAttribute("data-gains");
  });
  document.addEventListener("railhead:found", ({ detail }) => mark(detail.hexes, "found"));
  document.addEventListener("railhead:updated", ({ detail }) => {
    const news = one("#board-changes");
    if (detail.parts.includes("board-changes") && news?.dataset.json) {
      const board = one("#board");
      if (board.dataset.part === news.dataset.before) {
        exchange(JSON.parse(news.dataset.json));
        board.dataset.part = news.dataset.after;
      } else { // an update was missed: ask for the whole map
        board.dataset.part = "";
        table.live();
      }
      news.removeAttribute("data-json");
    }
    if (!detail.parts.some((part) => part === "board" || part === "board-changes" || part === "stage-map")) return;
    show();
    if (detail.version !== detail.before || fan.isOutdated()) fan.refresh();
  });
  document.addEventListener("railhead:stage", () => { fan.close(false); show(); });
  window.addEventListener("resize", fan.place);

  table.keys.set("m", { does: () => (one("#board .hex.lit") || one("#board .hex[tabindex='0']"))?.focus(), says: "go to the first lit hex" });
  table.keys.set("r", { does: () => fan.turnBy(1), says: "turn the tile" });
  table.keys.set("b", { does: () => run.isRunning() && run.best(), says: "draw the best run" });
  table.keys.set("v", { does: run.nextTrain, says: "change the next train's route" });
  show();
};
