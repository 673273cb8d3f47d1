// Every page: theme, notices, copying, dropping files, the seats of a new table.

import { all, one, onClick } from "./dom.js";

const root = document.documentElement;
const csrf = () => JSON.parse(document.body.getAttribute("hx-headers:inherited"))["X-CSRFToken"];
const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

export const turnTheme = () => {
  const theme = dark() ? "light" : "dark";
  root.dataset.theme = theme;
  const body = new URLSearchParams({ theme });
  return fetch("/preferences/", { method: "POST", body, headers: { "X-CSRFToken": csrf(), "HX-Request": "true" } });
};

onClick("#theme", turnTheme);
onClick("[data-dismiss]", (button) => button.closest(".notice").remove());
onClick("[data-sure]", (button, event) => { if (!confirm(button.dataset.sure)) event.preventDefault(); });
onClick("[data-copy]", (button) => {
  const from = one(button.dataset.copy);
  from.select();
  navigator.clipboard?.writeText(from.value).catch(() => {});
  button.textContent = "Copied";
});

const showSeats = (seats) => {
  const count = Number(one("[name=players]:checked")?.value || 2);
  const bots = one("[name=kind]:checked")?.value === "bots";
  for (const seat of all("[data-seat]", seats)) {
    seat.hidden = Number(seat.dataset.seat) > count;
    const who = one("select", seat); // against bots the first seat is a person's, the others code's
    if (seat.dataset.seat === "1") who.disabled = bots;
    else if (bots && !who.value) { who.value = "clerk"; who.dataset.filled = "1"; }
    else if (!bots && who.dataset.filled) { who.value = ""; delete who.dataset.filled; }
    const called = (!who.disabled && who.selectedOptions[0].dataset.name) || "Player";
    one("input", seat).placeholder = `${called} ${seat.dataset.seat}`; // the name of a seat that gets none here
  }
};
const seats = one("#seats");
if (seats) {
  document.addEventListener("change", () => showSeats(seats));
  showSeats(seats);
}

const drop = one("#drop");
if (drop) {
  for (const name of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", event.type === "dragover");
    });
  }
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    one("input[type=file]", drop).files = event.dataTransfer.files;
    drop.requestSubmit();
  });
}
