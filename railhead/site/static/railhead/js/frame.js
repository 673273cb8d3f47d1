// The frame: the switch and its pin, the rail's width, the tabs, the sheet on phones, what is loaded when opened.

import { all, keep, kept, one, onClick } from "./dom.js";

const NARROWEST = 280;
const WIDEST = 720;
const FOLDED = "folded";

const connection = () => {
  document.addEventListener("railhead:connection", ({ detail }) => {
    document.documentElement.toggleAttribute("data-offline", !detail.there);
  });
};

const switcher = (table) => {
  const show = (stage) => table.live({ stage, was: "" });
  onClick("[data-stage-link]", (link, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link.dataset.stageLink);
  });
  const path = location.pathname;
  const pin = () => {
    const pinned = one("#pin").getAttribute("aria-pressed") === "true";
    document.cookie = pinned ? `pin=; path=${path}; max-age=0; samesite=lax` : `pin=${table.stage()}; path=${path}; max-age=31536000; samesite=lax`;
    table.live({ stage: "", was: "" });
  };
  onClick("#pin", pin);
  table.keys.set("p", { does: pin, says: "pin the stage, or take the pin off" });
  ["auction", "trading", "map", "market", "sheet"].forEach((stage, at) => {
    table.keys.set(String(at + 1), { does: () => show(stage), says: `show the ${stage} stage` });
  });
};

const railWidth = (table) => {
  const { root } = table;
  const edge = one("#edge");
  const set = (width) => {
    root.classList.toggle(FOLDED, width === FOLDED);
    if (width === FOLDED) return;
    const pixels = Math.min(Math.max(Number(width), NARROWEST), WIDEST);
    root.style.setProperty("--rail", `${pixels}px`);
    edge.setAttribute("aria-valuenow", String(pixels));
  };
  const change = (width) => { set(width); keep("rail", String(width)); };
  edge.setAttribute("aria-valuemin", String(NARROWEST));
  edge.setAttribute("aria-valuemax", String(WIDEST));
  edge.setAttribute("aria-valuenow", "380");
  if (kept("rail")) set(kept("rail"));
  edge.addEventListener("pointerdown", (event) => {
    edge.setPointerCapture(event.pointerId);
    const end = one("#rail").getBoundingClientRect().right;
    const drag = (to) => change(end - to.clientX < NARROWEST / 2 ? FOLDED : Math.round(end - to.clientX));
    edge.addEventListener("pointermove", drag);
    edge.addEventListener("pointerup", () => edge.removeEventListener("pointermove", drag), { once: true });
  });
  const fold = () => change(root.classList.contains(FOLDED) ? 380 : FOLDED);
  edge.addEventListener("dblclick", fold);
  edge.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: 20, ArrowRight: -20 }[event.key];
    if (by) change(one("#rail").offsetWidth + by);
    if (event.key === "Enter") fold();
  });
  table.keys.set("f", { does: fold, says: "fold the rail away, or unfold it" });
};

/** The sheet on phones: all of it, or the decision alone. */
const raise = (tall) => {
  one("#rail").classList.toggle("tall", tall);
  one("#sheet").setAttribute("aria-expanded", String(tall));
};

const tabs = (table) => {
  const rail = one("#rail");
  const unread = one("#unread");
  const messages = () => Number(one("#chat-messages").dataset.count);
  const name = `chat ${table.root.dataset.game}`;
  const count = () => {
    if (rail.dataset.tab === "chat") keep(name, String(messages()));
    const left = messages() - Number(kept(name) || 0);
    unread.hidden = left <= 0;
    unread.textContent = left > 0 ? String(left) : "";
  };
  const open = (tab) => {
    rail.dataset.tab = tab;
    for (const link of all("[role=tab]")) {
      link.setAttribute("aria-selected", String(link.dataset.tab === tab));
      link.tabIndex = link.dataset.tab === tab ? 0 : -1;
    }
    one("#carry [name=tab]").value = tab;
    count();
    if (["charts", "rules", "table"].includes(tab)) table.live({ tab, only: "more,carry" });
    if (tab === "chat") one("#chat-messages").scrollTop = 1e6;
  };
  onClick("[role=tab]", (link, event) => {
    event.preventDefault();
    open(link.dataset.tab);
    raise(true); // on phones a tab is seen in the tall sheet alone
  });
  one(".tab-bar").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const links = all("[role=tab]").filter((link) => link.offsetWidth);
    const next = links[(links.indexOf(event.target) + by + links.length) % links.length];
    next.focus();
    open(next.dataset.tab);
  });
  document.addEventListener("railhead:updated", ({ detail }) => { if (detail.parts.includes("chat-messages")) count(); });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "chat-form" && ctx.response.status < 400) ctx.sourceElement.reset();
  });
  table.keys.set("l", { does: () => open("log"), says: "open the log" });
  table.keys.set("c", { does: () => { open("chat"); one("#say")?.focus(); }, says: "open the chat" });
  if (kept(name) === null) keep(name, String(messages()));
  count();
};

const loaded = () => document.addEventListener("toggle", (event) => {
  const { load, into } = event.target.dataset;
  if (!load || !event.target.open) return;
  htmx.ajax("POST", load, { source: "#carry", target: one(into, event.target), swap: "innerHTML" });
}, true);

const enlarge = () => onClick("[data-large]", (button) => {
  const picture = one(button.dataset.large)?.cloneNode(true);
  if (!picture) return;
  const view = Object.assign(document.createElement("dialog"), { className: "large-view" });
  view.setAttribute("aria-label", picture.getAttribute("aria-label") || "Picture");
  const close = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: "Close" });
  const inside = Object.assign(document.createElement("div"), { className: "large-picture" });
  inside.append(picture);
  view.append(close, inside);
  view.addEventListener("click", (event) => { if (event.target === view || event.target === close) view.close(); });
  view.addEventListener("close", () => view.remove());
  document.body.append(view);
  view.showModal();
});

/** An open menu lies over the log or the map: it closes when something else is clicked, and on Escape. */
const menus = () => {
  const open = () => all("details[open]:has(> .pop)");
  document.addEventListener("click", ({ target }) => {
    for (const menu of open()) if (!menu.contains(target)) menu.open = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    for (const menu of key === "Escape" ? open() : []) {
      menu.open = false;
      one("summary", menu).focus();
    }
  });
};

/** A hidden stage keeps no controls and is fetched again when it is shown. The map stays, because it is large. */
const clearHidden = (table) => {
  const clear = () => {
    for (const stage of all(".stage:not(#stage-map)")) {
      if (stage.id === `stage-${table.stage()}`) continue;
      stage.replaceChildren();
      stage.dataset.part = "";
    }
  };
  document.addEventListener("railhead:stage", clear);
};

export const start = (table) => {
  connection();
  clearHidden(table);
  switcher(table);
  railWidth(table);
  tabs(table);
  loaded();
  enlarge();
  menus();
  onClick("#sheet", () => raise(!one("#rail").classList.contains("tall")));
  onClick("[data-whole-log]", (link, event) => {
    event.preventDefault();
    htmx.ajax("GET", link.dataset.wholeLog, { target: "#log", swap: "outerMorph" });
  });
  onClick("[data-step-input]", (button) => {
    const input = one("input", button.parentElement);
    if (Number(button.dataset.stepInput) > 0) input.stepUp(); else input.stepDown();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
};
