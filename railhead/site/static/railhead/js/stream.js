// News from the server: somebody moved, sat down, asked something or said something.

import { one } from "./dom.js";

const SOON = 1000, LATE = 30000; // milliseconds between attempts to connect again, at first and at most

export const start = (table) => {
  let version = Number(one("#status").dataset.version);
  let newest = version;
  let underWay = 0; // the answer to your own move may arrive before the stream does
  let shown = version; // when the last answer had come
  let pause = 0; // how long to wait before asking again, where an answer brought nothing or did not come
  let timer = 0;
  const ask = () => { timer = 0; table.live(); };
  const catchUp = () => { if (!underWay && !timer && newest !== version) timer = setTimeout(ask, pause); };
  document.addEventListener("railhead:updated", (event) => { version = event.detail.version; });
  document.addEventListener("htmx:before:request", () => { underWay += 1; });
  document.addEventListener("htmx:finally:request", () => {
    underWay = Math.max(underWay - 1, 0);
    if (newest < version) newest = version;
    pause = newest !== version && shown === version ? Math.min(Math.max(pause * 2, SOON), LATE) : 0;
    shown = version;
    catchUp();
  });

  const seen = (event) => {
    newest = Number(JSON.parse(event.data).version ?? newest);
    catchUp();
  };
  let news = null;
  let wait = SOON;
  const listen = () => {
    news = new EventSource(table.root.dataset.stream);
    news.addEventListener("moved", seen);
    news.addEventListener("hello", (event) => {
      wait = SOON;
      table.tell("connection", { there: true });
      seen(event);
    });
    news.addEventListener("seats", () => table.live());
    news.addEventListener("asked", () => table.live());
    news.addEventListener("chat", () => table.live({ only: "chat" }));
    news.addEventListener("error", () => {
      table.tell("connection", { there: false });
      if (news.readyState !== EventSource.CLOSED) return;
      setTimeout(listen, wait); // the browser gives up after an answer such as 502; a table does not
      wait = Math.min(wait * 2, LATE);
    });
  };
  listen();
  addEventListener("pagehide", () => news.close());
};
