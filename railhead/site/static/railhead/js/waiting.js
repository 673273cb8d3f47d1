// A table that waits for players: reload the page when somebody sits down or leaves.

const { stream } = document.querySelector("[data-stream]").dataset;
new EventSource(stream).addEventListener("seats", () => location.reload());
