// Looking back: every moment has an address, and the browser's Back goes from moment to moment.

import { one, onClick } from "./dom.js";

const PAUSE = 120; // milliseconds without a change before a dragged slider asks

export const start = (table) => {
  const show = (at) => table.live({ at, branch: "" });
  const go = (at) => {
    const address = at === "" ? location.pathname : `?at=${at}`;
    if (`${location.pathname}${location.search}` !== new URL(address, location.href).pathname + new URL(address, location.href).search) {
      history.pushState({ at }, "", address);
    }
    return show(at);
  };
  const step = (by) => {
    const slider = one("#slider");
    const to = Math.min(Math.max(Number(slider.value) + by, 0), Number(slider.max));
    return go(to >= Number(slider.max) ? "" : String(to));
  };
  addEventListener("popstate", () => show(new URLSearchParams(location.search).get("at") ?? ""));

  onClick("[data-at]", (link, event) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(link.dataset.at).then(() => table.tell("found", { hexes: (link.dataset.hexes || "").split(" ").filter(Boolean) }));
  });
  onClick("[data-step]", (link, event) => { event.preventDefault(); step(Number(link.dataset.step)); });

  let wait = 0;
  document.addEventListener("input", (event) => {
    if (event.target.id !== "slider") return;
    one("#slider-text").textContent = `move ${event.target.value} of ${event.target.max}`;
    clearTimeout(wait);
    wait = setTimeout(() => step(0), PAUSE);
  });
  document.addEventListener("railhead:updated", ({ detail }) => {
    if (detail.parts.includes("history")) one("#slider").value = one("#slider").getAttribute("value");
    one("#marks")?.setAttribute("viewBox", `0 0 ${Math.max(Number(one("#slider").max), 1)} 30`); // marks stand still, the line grows
    const at = one("#carry [name=branch]").value ? "" : one("#carry [name=at]").value;
    if (at === "" && location.search.includes("at=")) history.replaceState({}, "", location.pathname);
  });
  table.keys.set("[", { does: () => step(-1), says: "one move back" });
  table.keys.set("]", { does: () => step(1), says: "one move on" });
};
