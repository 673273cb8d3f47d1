// Questions to the server that change nothing: the tiles for a hex, a run being built, a past run.

import { notice, one } from "../dom.js";

const LOST = "The server does not answer. Nothing was changed; try again.";

/** Send the fields of #carry and some more; gives the JSON that comes back, or null after saying what went wrong. */
export const ask = async (table, address, values = {}) => {
  const body = new URLSearchParams({ ...table.carry(), ...values });
  const headers = { "X-CSRFToken": one("#act [name=csrfmiddlewaretoken]").value, "HX-Request": "true" };
  let answer;
  try {
    answer = await fetch(address, { method: "POST", body, headers });
  } catch {
    notice(LOST);
    return null;
  }
  const data = await answer.json().catch(() => ({ message: LOST }));
  if (!answer.ok) {
    notice(data.message || LOST, "refused");
    return null;
  }
  return data;
};

/** An element with attributes and children. */
export const make = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "html") made.innerHTML = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
};

/** A button that makes a move through the form that carries all moves. */
export const moveButton = (move, attributes, ...children) => make("button", { form: "act", name: "move", value: move, ...attributes }, ...children);
