// The keyboard: one key for each thing, and `?` to show them all.

import { all, one } from "./dom.js";
import { turnTheme } from "./site.js";

const WRITING = "input:not([type=radio], [type=range], [type=checkbox]), textarea, select";

const press = (query) => () => { const button = one(query); if (button && !button.disabled) button.click(); };
const CHOICES = ["#run-bar .run-go", "#moves button.large", "#stage button[form=act]", "#moves button", ".pass-form button", "#now button"];
const inSight = (button) => button.offsetWidth && !button.disabled;
const firstChoice = () => CHOICES.map((query) => all(query).find(inSight)).find(Boolean)?.focus();

const help = (keys) => () => {
  if (one("#keys")) { one("#keys").close(); return; }
  const view = Object.assign(document.createElement("dialog"), { id: "keys", className: "keys-view" });
  const list = document.createElement("dl");
  for (const [key, { says }] of keys) {
    const row = document.createElement("div");
    const term = document.createElement("dt");
    term.append(Object.assign(document.createElement("kbd"), { textContent: key }));
    row.append(term, Object.assign(document.createElement("dd"), { textContent: says }));
    list.append(row);
  }
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "Close" });
  close.addEventListener("click", () => view.close());
  view.setAttribute("aria-labelledby", "keys-title");
  view.append(Object.assign(document.createElement("h2"), { id: "keys-title", textContent: "Keys" }), list, close);
  view.addEventListener("close", () => view.remove());
  document.body.append(view);
  view.showModal();
};

export const start = ({ keys }) => {
  keys.set("n", { does: firstChoice, says: "go to the first choice" });
  keys.set("s", { does: press(".pass-form button"), says: "pass, skip or finish" });
  keys.set("z", { does: press("#undo"), says: "undo" });
  keys.set("y", { does: press("#redo"), says: "redo" });
  keys.set("h", { does: press("#ask-hint"), says: "ask for a hint" });
  keys.set("w", { does: press("#what-if"), says: "try moves out" });
  keys.set("t", { does: turnTheme, says: "light or dark" });
  keys.set("?", { does: help(keys), says: "show these keys" });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.(WRITING) || (all("dialog[open]").length && event.key !== "?")) return;
    const key = keys.get(event.key);
    if (!key) return;
    event.preventDefault();
    key.does();
  });
};
