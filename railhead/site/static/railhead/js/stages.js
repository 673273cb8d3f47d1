// The stages beside the map: what a click would bring, par cells on the market, sorting the sheet.

import { all, one, onClick } from "./dom.js";

/** A small box that says what the control under the pointer or with the focus does. */
const says = () => {
  const box = Object.assign(document.createElement("div"), { id: "says", role: "tooltip", hidden: true });
  document.body.append(box);
  const show = (control) => {
    box.textContent = control.dataset.says;
    box.hidden = false;
    const at = control.getBoundingClientRect();
    const wide = box.offsetWidth;
    const high = box.offsetHeight;
    box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - wide - 8))}px`;
    box.style.top = `${at.bottom + high + 10 < innerHeight ? at.bottom + 6 : at.top - high - 6}px`;
  };
  const find = (event) => event.target.closest?.("[data-says]");
  for (const name of ["pointerover", "focusin"]) {
    document.addEventListener(name, (event) => { if (find(event)?.dataset.says) show(find(event)); else box.hidden = true; });
  }
  document.addEventListener("scroll", () => { box.hidden = true; }, true);
  document.addEventListener("railhead:updated", () => { box.hidden = true; });
};

/** Scroll a box sideways until what matches is in sight. The page stays where it is. */
const bringIntoSight = (box, query) => {
  const found = box ? all(query, box) : [];
  if (!found.length) return;
  const frame = box.getBoundingClientRect();
  const places = found.map((thing) => thing.getBoundingClientRect());
  const left = Math.min(...places.map((place) => place.left)) - frame.left;
  const right = Math.max(...places.map((place) => place.right)) - frame.right;
  if (right > 0) box.scrollLeft += Math.min(right, left);
  else if (left < 0) box.scrollLeft += left;
};

const market = () => one("#stage-trading .market-picture");

/** When the market is first shown, its markers are in sight. Afterwards it stays where one leaves it. */
const showMarkers = () => {
  let shown = false;
  const show = () => {
    if (shown || !market()?.offsetWidth) return;
    shown = true;
    bringIntoSight(market(), ".marker");
    const { left } = market().getBoundingClientRect();
    const cut = all(".market-cell", market()).map((cell) => cell.getBoundingClientRect().left - left).filter((gap) => gap <= 0);
    if (cut.length) market().scrollLeft += Math.max(...cut) - 2; // no cell is cut in two
  };
  show();
  document.addEventListener("railhead:stage", show);
};

/** On phones the players stand in a row that scrolls; the one who acts is in sight. */
const showActor = () => { for (const strip of all(".strip")) bringIntoSight(strip, ".seat.acting"); };

/** Prices at which a company can be started: the cells of the market light up, and can be clicked themselves. */
const pars = () => {
  let company = "";
  const cells = () => all("#stage-trading .market-cell");
  const light = (charter) => {
    company = charter?.dataset.company ?? "";
    const there = new Set(charter ? all(".par-price[data-cell]", charter).map((button) => button.dataset.cell) : []);
    for (const cell of cells()) cell.classList.toggle("lit", there.has(cell.dataset.cell));
    bringIntoSight(market(), ".market-cell.lit");
  };
  const enter = (event) => {
    const charter = event.target.closest?.("#stage-trading .charter");
    if (charter && one(".par-price[data-cell]", charter)) light(charter);
  };
  document.addEventListener("pointerover", enter);
  document.addEventListener("focusin", enter);
  /** Where the price of one company alone is to be set, its cells are lit from the start. */
  const lightTheOnly = () => {
    const found = all("#stage-trading .charter").filter((charter) => one(".par-price[data-cell]", charter));
    light(found.length === 1 ? found[0] : null);
  };
  lightTheOnly();
  document.addEventListener("railhead:updated", ({ detail }) => { if (detail.parts.includes("stage-trading")) lightTheOnly(); });
  onClick("#stage-trading .market-cell.lit", (cell) => {
    one(`#charter-${CSS.escape(company)} .par-price[data-cell="${cell.dataset.cell}"]`)?.click();
  });
};

const figure = (cell) => {
  const text = cell?.textContent.replace(/[,\s]/g, "") ?? "";
  const number = Number.parseFloat(text.replace(/^[^\d−-]+/, "").replace("−", "-"));
  return Number.isNaN(number) ? text.toLowerCase() : number;
};

const sorting = () => onClick(".sortable th[scope=col]", (head) => {
  const table = head.closest("table");
  const at = [...head.parentElement.children].indexOf(head);
  const down = head.getAttribute("aria-sort") !== "descending";
  for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = all("tbody tr", table);
  const compare = (a, b) => (typeof a === typeof b ? (a > b) - (a < b) : typeof a === "number" ? 1 : -1);
  rows.sort((a, b) => (down ? -1 : 1) * compare(figure(a.children[at]), figure(b.children[at])));
  one("tbody", table).append(...rows);
});

export const start = (table) => {
  says();
  showMarkers();
  showActor();
  document.addEventListener("railhead:updated", showActor);
  pars();
  sorting();
  onClick("[data-focus]", (link, event) => {
    event.preventDefault();
    table.live({ focus: link.getAttribute("aria-pressed") === "true" ? "" : link.dataset.focus, stage: "market" });
  });
};
