// What goes to the server and comes back: which parts the page has, where a button leads, what went wrong.

import { all, notice, one } from "./dom.js";

const LOST = "The server does not answer. Your move was not confirmed; try again, nothing is made twice.";
const BROKEN = "The server could not do that, and nothing has changed. Try again, or reload the page.";

const THINKING = "Looking for a good move…";

/** The hint stands below the choices, perhaps out of sight. */
const showHint = () => one("#hint").scrollIntoView({ block: "nearest" });

const had = () => all("[data-part]").filter((part) => part.dataset.part).map((part) => `${part.dataset.of ?? part.id}:${part.dataset.part}`).join(" ");
const version = () => Number(one("#status").dataset.version);
const stage = () => one("#switch").dataset.stage;

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`railhead:${name}`, { detail }));

/** What an update must not touch: whether details are open, and what a script says about an element. */
const keepOpen = {
  htmx_before_morph_attr: (element, { attrName }) => !(attrName === "open" && element.tagName === "DETAILS"),
};

export const connect = (root) => {
  htmx.registerExtension("railhead-keep", keepOpen);
  const carry = () => Object.fromEntries(all("#carry input").map((input) => [input.name, input.value]));
  const live = (values = {}) => htmx.ajax("POST", root.dataset.live, { source: "#carry", swap: "none", values: { always: "1", ...values } });

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    const { request } = ctx;
    const to = request.submitter?.getAttribute?.("formaction");
    if (to) request.action = to;
    if (request.body?.set) request.body.set("have", had());
    if (request.submitter?.id === "ask-hint") {
      Object.assign(ctx, { target: one("#hint"), swap: "innerHTML" });
      one("#hint").replaceChildren(Object.assign(document.createElement("p"), { className: "fine", textContent: THINKING }));
      showHint();
    }
  });

  let shown = { version: version(), stage: stage() };
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target?.id === "hint") showHint();
    const parts = [...(ctx.text || "").matchAll(/<hx-partial hx-target="#([\w-]+)"/g)].map((found) => found[1]);
    if (!parts.length) return;
    const before = shown;
    shown = { version: version(), stage: stage() };
    if (!/class="notice/.test(ctx.text)) one("#notice").replaceChildren();
    tell("updated", { parts, version: shown.version, before: before.version });
    if (shown.stage !== before.stage) tell("stage", { stage: shown.stage });
  });
  document.addEventListener("htmx:error", () => {
    one("#hint")?.replaceChildren();
    notice(LOST);
  });
  document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
    if (ctx.response.status >= 500) notice(BROKEN);
  });
  return { root, live, carry, stage, tell, keys: new Map() };
};
