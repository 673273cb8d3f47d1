// A table that waits for players: show the page anew when somebody sits down or gets up.

const { stream } = document.querySelector("[data-stream]").dataset;
new EventSource(stream).addEventListener("seats", () => location.reload());
