// The first table of a person: five things are pointed at, once.

import { all, keep, kept, one } from "./dom.js";

const SEEN = "pointers";
const THINGS = [
  ["#stage", "The stage shows what the decision is about. What lies on it can be clicked."],
  ["#switch", "Look at something else here, or with the keys 1 to 5. The pin keeps it."],
  ["#now", "Who acts, for what, and with how much money."],
  ["#tools", "Undo is free. What if tries moves out without making them."],
  ["#history", "Every move can be looked at again. The key ? shows all keys."],
];

export const start = () => {
  if (kept(SEEN) || navigator.webdriver) return;
  let at = 0;
  const box = Object.assign(document.createElement("aside"), { id: "pointers" });
  box.setAttribute("aria-label", "First steps");
  const text = document.createElement("p");
  const next = Object.assign(document.createElement("button"), { type: "button", className: "small" });
  const done = Object.assign(document.createElement("button"), { type: "button", className: "small quiet", textContent: "I know my way" });
  const end = () => {
    keep(SEEN, "seen");
    all(".pointed").forEach((old) => old.classList.remove("pointed"));
    box.remove();
  };
  const show = () => {
    all(".pointed").forEach((old) => old.classList.remove("pointed"));
    if (at >= THINGS.length) { end(); return; }
    const [query, words] = THINGS[at];
    one(query)?.classList.add("pointed");
    text.textContent = words;
    next.textContent = at + 1 < THINGS.length ? `Next (${at + 1} of ${THINGS.length})` : "Play";
  };
  next.addEventListener("click", () => { at += 1; show(); });
  done.addEventListener("click", end);
  box.append(text, next, done);
  document.body.append(box);
  show();
};
