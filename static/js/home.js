// The fight on the landing page: while it is in sight it plays a few times, then the board rests as it began. It never
// plays for who wants nothing to move.

import { Battles } from "./battles.js";

const ROUNDS = 3;
const BEFORE = 900; // milliseconds that the board is shown before the first move
const AFTER = 2200; // and as it is in the end
const room = document.querySelector("[data-fight]");
const list = room.querySelector("[data-happened]");
const area = room.querySelector(".board-area");
const still = area.querySelector("svg.board");
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const battles = new Battles(() => room, room.dataset.size.split(" ").map(Number));
const pause = (time) => new Promise((done) => setTimeout(done, time));
let seen = false;
let rounds = 0;
let playing = false;

const play = async () => {
  if (playing) return;
  playing = true;
  while (seen && rounds < ROUNDS && !reduced.matches) {
    rounds += 1;
    await pause(BEFORE);
    const drawing = still.cloneNode(true);
    battles.play({ drawing, trays: [] }, Number(room.dataset.fight), list);
    while (battles.playing) await pause(100);
    drawing.classList.remove("stage");
    still.replaceWith(drawing);
    await pause(AFTER);
    drawing.replaceWith(still);
  }
  playing = false;
};

new IntersectionObserver(
  ([entry]) => {
    seen = entry.isIntersecting;
    if (seen) play();
  },
  { threshold: 0.6 },
).observe(area);

// Who comes back to the page as it was left, by the button of the browser, may be signed in by now.
addEventListener("pageshow", (event) => event.persisted && location.reload());
