// Theme, notices, copying, dropping files, the seats of a new table.
(() => {
  const root = document.documentElement;
  const csrf = () => JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  const all = (query, from = document) => [...from.querySelectorAll(query)];

  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const turnTheme = () => {
    const theme = dark() ? "light" : "dark";
    root.dataset.theme = theme;
    const body = new URLSearchParams({ theme });
    fetch("/preferences/", { method: "POST", body, headers: { "X-CSRFToken": csrf(), "HX-Request": "true" } });
  };
  document.getElementById("theme")?.addEventListener("click", turnTheme);

  document.addEventListener("click", (event) => {
    const at = event.target.closest("[data-dismiss], [data-copy], [data-sure]");
    if (!at) return;
    if (at.matches("[data-dismiss]")) at.closest(".notice").remove();
    if (at.matches("[data-copy]")) {
      const from = document.querySelector(at.dataset.copy);
      from.select();
      navigator.clipboard?.writeText(from.value).catch(() => {});
      at.textContent = "Copied";
    }
    if (at.matches("[data-sure]") && !confirm(at.dataset.sure)) event.preventDefault();
  });

  const seats = document.getElementById("seats");
  if (seats) {
    const show = () => {
      const count = Number(document.querySelector("[name=players]:checked")?.value || 2);
      const bots = document.querySelector("[name=kind]:checked")?.value === "bots";
      for (const seat of all("[data-seat]", seats)) {
        seat.hidden = Number(seat.dataset.seat) > count;
        const who = seat.querySelector("select"); // against bots the first seat is a person's, the others code's
        if (seat.dataset.seat === "1") who.disabled = bots;
        else if (bots && !who.value) { who.value = "clerk"; who.dataset.filled = "1"; }
        else if (!bots && who.dataset.filled) { who.value = ""; delete who.dataset.filled; }
      }
    };
    document.addEventListener("change", show);
    show();
  }

  const drop = document.getElementById("drop");
  if (drop) {
    const stop = (event) => { event.preventDefault(); drop.classList.toggle("over", event.type === "dragover"); };
    for (const name of ["dragover", "dragleave", "drop"]) document.addEventListener(name, stop);
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      drop.querySelector("input[type=file]").files = event.dataTransfer.files;
      drop.requestSubmit();
    });
  }

  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.target.matches?.("[data-clear]") && event.detail.successful) event.target.reset();
  });
  document.body.addEventListener("htmx:sendError", () => {
    document.getElementById("notice").innerHTML =
      '<div class="notice problem"><p>The server does not answer. Your move was not confirmed; try again, nothing is made twice.</p></div>';
  });
  window.railhead = { all, csrf, turnTheme };
})();
