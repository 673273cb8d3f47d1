// Small helpers that every module uses.

export const one = (query, from = document) => from.querySelector(query);
export const all = (query, from = document) => [...from.querySelectorAll(query)];

/** Call `act(element, event)` when something that matches `query` is clicked. */
export const onClick = (query, act) => document.addEventListener("click", (event) => {
  const found = event.target.closest?.(query);
  if (found) act(found, event);
});

/** Read and keep a value of this browser; nothing happens where storage is closed. */
export const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
export const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* private window */ } };

/** Say something in the page's place for notices. */
export const notice = (text, kind = "problem") => {
  const place = one("#notice");
  if (!place) return;
  const box = Object.assign(document.createElement("div"), { className: `notice ${kind}` });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: "×" });
  close.dataset.dismiss = "";
  close.setAttribute("aria-label", "Close this notice");
  box.append(Object.assign(document.createElement("p"), { textContent: text }), close);
  place.replaceChildren(box);
};
