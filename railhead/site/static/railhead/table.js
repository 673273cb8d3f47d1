// What a click on the map means, history, keys, the sheet on phones, the bell.
(() => {
  const table = document.getElementById("table");
  if (!table) return;
  const { all } = window.railhead;
  const one = (query) => document.querySelector(query);
  const carry = () => Object.fromEntries(all("#carry input").map((input) => [input.name, input.value]));
  const live = (values) => htmx.ajax("POST", table.dataset.live, { swap: "none", target: "#carry", values: { ...carry(), always: "1", ...values } });

  const toTop = () => { one("#rail").scrollTop = one("#now").scrollTop = 0; };
  const narrow = window.matchMedia("(max-width: 62rem)");

  // Places
  const mark = (hex, name = "chosen") => {
    for (const old of all(`.hex.${name}`)) old.classList.remove(name);
    for (const id of hex ? hex.split(" ") : []) document.getElementById(`hex-${id}`)?.classList.add(name);
  };
  const openPlace = (hex) => {
    if (!one("#place")) return;
    mark(hex);
    toTop();
    return htmx.ajax("POST", table.dataset.place.replace("HEX", encodeURIComponent(hex)), { target: "#place", values: carry() }).then(() => {
      ghost();
      if (narrow.matches) one("#place .place-panel")?.scrollIntoView({ block: "start" });
      (one("#place input:checked") || one("#place button.large") || one("#place button"))?.focus({ preventScroll: true });
    });
  };
  const closePlace = () => {
    const hex = one("#place .place-panel")?.dataset.hex;
    if (one("#place")) one("#place").replaceChildren();
    mark("");
    unghost();
    if (hex) document.getElementById(`hex-${hex}`)?.focus({ preventScroll: true });
  };

  // The tile that would be laid, shown on the map
  const unghost = () => all(".ghost-tile").forEach((old) => old.remove());
  const ghost = () => {
    unghost();
    const chosen = one("#place .turned input:checked");
    const hex = one("#place .place-panel")?.dataset.hex;
    const target = hex && document.getElementById(`hex-${hex}`);
    const ground = target?.querySelector(".ground");
    if (!chosen || !ground) return;
    const size = ground.getBBox();
    const copy = chosen.parentElement.querySelector("svg").cloneNode(true);
    copy.setAttribute("x", size.x - 3); copy.setAttribute("y", size.y - 3);
    copy.setAttribute("width", size.width + 6); copy.setAttribute("height", size.height + 6);
    copy.setAttribute("class", "rh tile ghost-tile");
    copy.setAttribute("aria-hidden", "true");
    target.append(copy);
  };

  // Building a run by clicks
  const byHand = () => one("#by-hand[open] [name=active]:checked")?.closest(".by-hand-train").querySelector(".hexes");

  document.addEventListener("click", (event) => {
    const hex = event.target.closest("#board .hex");
    if (hex && !window.railhead.map.wasDragged()) {
      const list = byHand();
      if (list) list.value = `${list.value} ${hex.dataset.hex}`.trim(); else openPlace(hex.dataset.hex);
      return;
    }
    const at = event.target.closest("[data-hex-button], [data-close-place], [data-at], [data-step], [data-large], [data-show], #sheet");
    if (!at) return;
    if (at.dataset.hexButton) openPlace(at.dataset.hexButton);
    else if (at.matches("[data-close-place]")) closePlace();
    else if (at.dataset.at !== undefined) live({ at: at.dataset.at, branch: "" }).then(() => mark(at.dataset.hexes || "", "found"));
    else if (at.dataset.show) live({ tab: at.dataset.tab, only: "tab" }).then(() => one(at.dataset.show)?.scrollIntoView({ block: "start" }));
    else if (at.dataset.large) enlarge(at.dataset.large);
    else if (at.dataset.step) step(Number(at.dataset.step));
    else if (at.id === "sheet") at.setAttribute("aria-expanded", String(one("#rail").classList.toggle("tall")));
  });
  document.addEventListener("change", (event) => { if (event.target.matches("#place .turned input")) ghost(); });
  one("#frame").addEventListener("wheel", (event) => { if (event.altKey) turn(event.deltaY > 0 ? 1 : -1); }, { passive: true });
  const turn = (by) => {
    const inputs = all("#place .turned input");
    const now = inputs.findIndex((input) => input.checked);
    if (now < 0) return;
    const next = inputs[(now + by + inputs.length) % inputs.length];
    next.checked = true; next.focus({ preventScroll: true });
    ghost();
  };

  // A picture of the rail, large
  const enlarge = (query) => {
    const picture = one(query)?.cloneNode(true);
    if (!picture) return;
    const view = document.createElement("dialog");
    view.className = "large-view";
    view.setAttribute("aria-label", picture.getAttribute("aria-label") || "Picture");
    const close = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: "Close" });
    const frame = Object.assign(document.createElement("div"), { className: "large-picture" });
    frame.append(picture);
    view.append(close, frame);
    view.addEventListener("click", (event) => { if (event.target === view || event.target === close) view.close(); });
    view.addEventListener("close", () => view.remove());
    document.body.append(view);
    view.showModal();
  };

  // History
  const step = (by) => {
    const slider = one("#slider");
    const to = Math.min(Math.max(Number(slider.value) + by, 0), Number(slider.max));
    return live({ at: to >= Number(slider.max) ? "" : String(to), branch: "" });
  };
  let wait = 0;
  document.addEventListener("input", (event) => {
    if (event.target.id !== "slider") return;
    one("#slider-text").textContent = `move ${event.target.value} of ${event.target.max}`;
    clearTimeout(wait);
    wait = setTimeout(() => step(0).then(() => one("#slider")?.focus()), 120);
  });

  // Keys
  const press = (query) => { const button = one(query); if (button && !button.disabled) button.click(); };
  const keys = {
    z: () => press("#undo"), y: () => press("#redo"), "[": () => step(-1), "]": () => step(1), t: () => window.railhead.turnTheme(),
    w: () => press(".tools [value=begin]"), m: () => one("#board .hex.lit, #board .hex")?.focus(), n: () => (one("#moves button.large, #moves button") || one("#now button"))?.focus(),
    r: () => turn(1), "+": () => window.railhead.map.zoom(1 / 1.3), "-": () => window.railhead.map.zoom(1.3), "0": () => window.railhead.map.fit(),
  };
  const neighbours = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const walk = (hex, [x, y]) => {
    const centre = (node) => { const at = node.getBoundingClientRect(); return [at.x + at.width / 2, at.y + at.height / 2]; };
    const [hx, hy] = centre(hex);
    let best = null, least = Infinity;
    for (const other of all("#board .hex")) {
      const [ox, oy] = centre(other);
      const along = (ox - hx) * x + (oy - hy) * y, aside = Math.abs((ox - hx) * y) + Math.abs((oy - hy) * x);
      if (other !== hex && along > 1 && along + 2.2 * aside < least) { best = other; least = along + 2.2 * aside; }
    }
    best?.focus();
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=radio]):not([type=range]), textarea, select");
    if (event.key === "Escape") { closePlace(); return; }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const hex = event.target.closest("#board .hex");
    if (hex && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); hex.dispatchEvent(new MouseEvent("click", { bubbles: true })); return; }
    if (hex && neighbours[event.key]) { event.preventDefault(); walk(hex, neighbours[event.key]); return; }
    const tab = event.target.closest("[role=tab]");
    if (tab && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      const tabs = all("[role=tab]");
      const next = tabs[(tabs.indexOf(tab) + (event.key === "ArrowRight" ? 1 : -1) + tabs.length) % tabs.length];
      next.focus(); next.click(); return;
    }
    if (event.target.matches("input[type=radio]") && event.key === "Enter") { event.preventDefault(); event.target.form.requestSubmit(); return; }
    if (event.target.matches("input") && event.key !== "Escape") return;
    keys[event.key]?.();
  });

  // On a narrow screen the open tab is in sight
  const showTab = () => {
    const tab = one("[role=tab][aria-selected=true]");
    if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;
  };
  document.body.addEventListener("htmx:afterSettle", showTab);
  showTab();

  // Whose turn
  let turnWas = one("#status").dataset.turn;
  const bell = () => {
    const audio = new AudioContext();
    const tone = audio.createOscillator(), loud = audio.createGain();
    tone.frequency.value = 880; tone.type = "sine";
    loud.gain.setValueAtTime(0.12, audio.currentTime); loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 1.1);
    tone.connect(loud).connect(audio.destination); tone.start(); tone.stop(audio.currentTime + 1.1);
  };
  const title = document.title;
  const noteTurn = () => {
    const turn = one("#status").dataset.turn;
    document.title = turn ? `● ${title}` : title;
    if (turn && !turnWas) {
      if (document.documentElement.dataset.sound === "on") bell();
      if (document.documentElement.dataset.notices === "on" && document.hidden && Notification.permission === "granted") new Notification("Your turn", { body: one("#now-sentence").textContent });
    }
    turnWas = turn;
  };
  if (document.documentElement.dataset.notices === "on" && window.Notification?.permission === "default") Notification.requestPermission();
  document.body.addEventListener("htmx:afterSettle", noteTurn);

  // Focus stays where it was when a tab was pressed; a confirmed move may ask first
  document.body.addEventListener("htmx:confirm", (event) => {
    if (document.documentElement.dataset.confirm !== "on" || !event.detail.path?.endsWith("/move/")) return;
    event.preventDefault();
    if (confirm("Make this move?")) event.detail.issueRequest(true);
  });
  // What comes next stands at the top of the rail, wherever the button stood that was pressed; a hint is brought into sight
  document.body.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "hint") event.target.scrollIntoView({ block: "nearest" }); });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && /\/(move|branch|undo|bargain)\/$/.test(event.detail.pathInfo?.requestPath || "")) toTop();
  });
  noteTurn();
})();
