// Whose turn it is: the title of the page, a bell, a notice of the browser; and asking before a move.

import { one } from "./dom.js";

const { dataset: wishes } = document.documentElement;

const bell = () => {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = 880;
  loud.gain.setValueAtTime(0.12, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 1.1);
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 1.1);
};

/** The position that the page shows: of the game, of its history, or after moves that are tried out, if there are any. */
const shown = () => {
  const [seq, at, branch] = ["seq", "at", "branch"].map((name) => one(`#carry [name=${name}]`).value);
  return branch === "[]" ? seq : [seq, at, branch].filter(Boolean).join();
};

export const start = (table) => {
  const { title } = document;
  let was = one("#status").dataset.turn;
  let position = shown();
  const look = () => {
    const { turn } = one("#status").dataset;
    document.title = turn ? `● ${title}` : title;
    if (turn && !was) {
      if (wishes.sound === "on") bell();
      if (wishes.notices === "on" && document.hidden && Notification.permission === "granted") {
        new Notification("Your turn", { body: one("#now-sentence").textContent });
      }
    }
    was = turn;
  };
  if (wishes.notices === "on" && window.Notification?.permission === "default") Notification.requestPermission();
  document.addEventListener("railhead:updated", () => {
    look();
    if (shown() === position) return;
    position = shown();
    one("#hint")?.replaceChildren();
    one("#now").scrollTop = 0;
  });
  table.root.addEventListener("submit", (event) => {
    const { submitter } = event;
    const asks = submitter?.dataset.ask || (wishes.confirm === "on" && submitter?.matches("[name=move], [name=named]") && "Make this move?");
    if (asks && !confirm(asks)) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);
  look();
};
