// Running trains: the best run is drawn at once; clicks on the map change the route of the chosen train.
//
// A click on a stop takes it out or adds it, a click on track between two stops takes another way. The server
// says after every click what the run earns and what is wrong with it, and offers it only if it may be made.

import { one } from "../dom.js";
import { ask, make, moveButton } from "./ask.js";
import { drawRoutes, mapData, mark } from "./picture.js";

/** `drawn` is called when the best run is on the map. */
export const createRun = (table, drawn = () => {}) => {
  let draft = null; // what the server said last
  let active = 0;
  let version = -1;
  let company = ""; // whose run it is
  let changed = false;
  const holder = () => one("#run-bar");

  const isRunning = () => Boolean(mapData().running);

  const send = async (values = {}) => {
    const data = await ask(table, table.root.dataset.draft, values);
    if (!data || !isRunning()) return;
    draft = data;
    active = Math.min(active, Math.max(draft.routes.length - 1, 0));
    render();
    if (!changed) drawn();
  };
  const best = () => { changed = false; return send(); };
  const clickHex = (hex, stop) => {
    changed = true;
    return send({ routes: JSON.stringify(draft.routes), active: String(active), hex, stop: stop || "" });
  };
  const clear = () => {
    changed = true;
    const routes = draft.routes.map((route, at) => (at === active ? { ...route, stops: [], legs: [] } : route));
    return send({ routes: JSON.stringify(routes) });
  };

  const line = (train, at) => {
    const stops = train.stops.map(({ text }) => text).join(" – ") || "stays idle";
    const row = make("button", { type: "button", class: "run-train", "aria-pressed": String(at === active) },
      make("span", { class: `route-badge route-${at + 1}` }, String(at + 1)), make("b", {}, train.train),
      make("span", { class: "run-stops" }, stops), make("b", { class: "num" }, train.value || "—"),
      train.fault ? make("span", { class: "run-fault" }, train.fault) : "");
    row.addEventListener("click", () => { active = at; render(); });
    return row;
  };

  const button = (text, act, title) => {
    const made = make("button", { type: "button", class: "small", title }, text);
    made.addEventListener("click", act);
    return made;
  };

  const render = () => {
    if (!holder()) return;
    if (!draft) { holder().replaceChildren(); return; }
    const go = draft.move
      ? moveButton(draft.move, { class: "large run-go" }, "Run for ", make("span", { class: "price" }, draft.revenue),
        draft.subsidy ? ` and ${draft.subsidy} for the treasury` : "", draft.proven ? make("span", { class: "seal" }, "proven best") : "")
      : make("p", { class: "why-text", role: "status" }, draft.fault);
    const notes = [draft.note, draft.move && draft.short ? `${draft.short} less than the best run.` : ""].filter(Boolean);
    holder().replaceChildren(
      make("div", { class: "run-sum" }, go, ...notes.map((text) => make("p", { class: "fine", role: "status" }, text))),
      make("div", { class: "run-trains", role: "group", "aria-label": "Trains" }, ...draft.lines.map(line)),
      make("p", { class: "run-tools" }, changed ? button("Best run again", best, "Draw the best run (B)") : "", button("Clear this train", clear, "Start this route anew"),
        make("span", { class: "fine" }, "Click a stop to add it or take it out, track between stops to take another way.")));
    drawRoutes(draft.ways, draft.badges);
    mark((draft.routes[active]?.stops || []).map((stop) => stop.split(".")[0]), "on-route");
  };

  /** The position has changed, or the page is new: begin with the best run, or show what was run. */
  const refresh = () => {
    const data = mapData();
    if (!isRunning()) {
      draft = null;
      version = -1;
      holder()?.replaceChildren();
      mark([], "on-route");
      drawRoutes(data.ways, data.badges);
      return;
    }
    if (version !== data.version) {
      version = data.version;
      if (changed && draft && company === data.running) { // somebody else has moved: the half-built run stays
        send({ routes: JSON.stringify(draft.routes) });
        return;
      }
      company = data.running;
      active = 0;
      drawRoutes(data.ways, data.badges);
      best();
    } else render();
  };

  const nextTrain = () => { if (draft?.routes.length) { active = (active + 1) % draft.routes.length; render(); } };
  return { isRunning, clickHex, refresh, best, nextTrain, ready: () => draft !== null };
};
