// What the map shows besides: names, coordinates, tile numbers, whose stations, last runs, tiles of some day.

import { all, keep, kept, one } from "../dom.js";
import { ask } from "./ask.js";
import { drawRoutes, mapData } from "./picture.js";

const PLAYER_COLOURS = ["#c8102e", "#0057b8", "#00796b", "#e36c00", "#5a3fc0", "#b5179e"];
const root = document.documentElement;

/** Rings in the colours of presidents around the stations of their companies. */
const colourStations = () => {
  const on = root.dataset.players === "on";
  const owners = mapData().owners || {};
  for (const station of all("#board .station")) {
    const rim = one(".station-rim", station);
    const at = owners[station.dataset.station];
    const ringed = on && at !== undefined;
    rim?.setAttribute("stroke", ringed ? PLAYER_COLOURS[at % PLAYER_COLOURS.length] : "#191a17");
    rim?.setAttribute("stroke-width", ringed ? "7" : "1.8");
  }
};

export const createSwitches = (table) => {
  const set = (name, on) => { root.dataset[name] = on ? "on" : "off"; };
  const show = () => {
    for (const box of all("#map-switches [data-switch]")) box.checked = root.dataset[box.dataset.switch] === "on";
    colourStations();
  };
  for (const [name, usual] of Object.entries({ coordinates: "on", names: "on", numbers: "on", players: "off", later: "off" })) {
    set(name, (kept(`map ${name}`) || usual) === "on");
  }
  document.addEventListener("change", async ({ target }) => {
    if (target.matches("#map-switches [data-switch]")) {
      set(target.dataset.switch, target.checked);
      keep(`map ${target.dataset.switch}`, target.checked ? "on" : "off");
      colourStations();
    }
    if (target.matches("#past-run")) {
      const data = mapData();
      if (!target.value) { drawRoutes(data.ways, data.badges); return; }
      const run = await ask(table, table.root.dataset.run.replace("COMPANY", encodeURIComponent(target.value)));
      if (run) drawRoutes(run.ways, run.badges); else target.value = "";
    }
  });
  return { show };
};
