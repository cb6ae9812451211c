// The screen in a hall: turns through the slides of an event, a screenful of rows at a time. What is new comes as on the
// event's other pages (live.js, htmx); what is shown stays while nobody answers, with the time when it was last right.
// Keys: arrows turn, space pauses, n shows the pairings by name or leaves them out, f fills the screen.

const SECONDS = 12; // for each screenful

const hall = document.querySelector(".hall");
const part = document.getElementById("live-part");
const stale = hall.querySelector(".hall-stale");
const wide = matchMedia("(min-aspect-ratio: 5/4) and (min-width: 50rem)");
const language = document.documentElement.lang;

// A slide as it came; its rows are taken out, in pieces that stay together, and shown a screenful at a time.
class Slide {
  constructor(section) {
    this.section = section;
    this.name = section.dataset.slide;
    this.box = section.querySelector(".hall-columns");
    this.table = this.box?.querySelector("table");
    if (!this.table) return;
    this.pieces = [...this.table.tBodies].map((body) => [...body.rows]);
    if (this.name === "names") {
      const order = new Intl.Collator(language);
      this.pieces[0].sort((one, other) => order.compare(one.cells[0].textContent, other.cells[0].textContent));
    }
    this.table.replaceChildren(this.table.tHead, document.createElement("tbody"));
    this.second = this.table.cloneNode(true);
  }

  // Measures what fits; the slide has to be in sight.
  measure() {
    this.screens = [[]];
    if (!this.table) return;
    this.fill([this.pieces.flat()]);
    const room = this.box.clientHeight - this.table.tHead.offsetHeight;
    const height = (rows) => rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
    if (height(this.pieces.flat()) <= room) {
      this.screens = [[this.pieces.flat()]];
      return;
    }
    this.fill([this.pieces.flat(), []]); // two narrow columns: rows may be higher
    const columns = [[]];
    let left = room;
    for (const piece of this.pieces) {
      const whole = this.pieces.length > 1 && height(piece) <= room;
      for (const rows of whole ? [piece] : piece.map((row) => [row])) {
        const needed = height(rows);
        if (needed > left && columns.at(-1).length) {
          columns.push([]);
          left = room;
        }
        columns.at(-1).push(...rows);
        left -= needed;
      }
    }
    const most = wide.matches ? 2 : 1;
    this.screens = [];
    for (let first = 0; first < columns.length; first += most) this.screens.push(columns.slice(first, first + most));
    // A last screenful of one column is as wide as the others are.
    if (most === 2 && this.screens.at(-1).length === 1) this.screens.at(-1).push([]);
  }

  fill([left, right]) {
    this.table.tBodies[0].replaceChildren(...left);
    this.second.tBodies[0].replaceChildren(...(right ?? []));
    this.box.replaceChildren(this.table, ...(right && wide.matches ? [this.second] : []));
    this.second.classList.toggle("empty", !right?.length);
  }

  show(screen) {
    if (this.table) this.fill(this.screens[screen]);
  }
}

let slides = [];
let places = []; // all screenfuls: [slide, which of it]
let at = 0;
let since = performance.now();
let paused = false;
let names = null; // by name: yes, no, or as the event stands
let fresh = new Date();

const take = () => (slides = [...hall.querySelectorAll("[data-slide]")].map((section) => new Slide(section)));

const only = (slide) => {
  for (const { section } of slides) section.hidden = section !== slide.section;
};

const show = () => {
  const [slide, screen] = places[at];
  only(slide);
  slide.show(screen);
  hall.querySelector("[data-place]").textContent = `${at + 1} / ${places.length}`;
};

const arrange = () => {
  const [before, screen] = places[at] ?? [];
  const byName = names ?? !part.querySelector("[data-slide=names][data-left-out]");
  hall.querySelector("[data-do=names]").setAttribute("aria-pressed", byName);
  places = slides.flatMap((slide) => {
    if (slide.name === "names" && !byName) return [];
    only(slide);
    slide.measure();
    return slide.screens.map((_rows, number) => [slide, number]);
  });
  const same = places.filter(([slide]) => slide.name === before?.name);
  at = Math.max(0, places.indexOf(same[Math.min(screen ?? 0, same.length - 1)]));
  show();
};

const step = (by) => {
  at = (at + by + places.length) % places.length;
  since = performance.now();
  const turned = places[at][0].section;
  turned.classList.remove("turned");
  show();
  void turned.offsetWidth; // so that the same slide moves again
  turned.classList.add("turned");
};

const duration = (seconds) => {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.slice(parts[0] ? 0 : 1).map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
};

const clock = () => {
  const now = new Date();
  const time = now.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const next = [...part.querySelectorAll("[data-at]")].find((item) => new Date(item.dataset.at) > now);
  const left = next && Math.ceil((new Date(next.dataset.at) - now) / 1000);
  const words = next ? `${next.textContent}${left < 86400 ? ` (${duration(left)})` : ""}` : "";
  for (const element of hall.querySelectorAll("[data-clock]")) element.textContent = time;
  for (const element of hall.querySelectorAll("[data-next]")) element.textContent = words;
  const away = document.querySelector("[data-away]:not([hidden])") !== null; // away.js
  if (!away) fresh = now;
  const said = away ? stale.dataset.words.replace("TIME", fresh.toLocaleTimeString(language, { hourCycle: "h23" })) : "";
  if (stale.textContent !== said) stale.textContent = said;
};

const DEEDS = {
  back: () => step(-1),
  on: () => step(1),
  pause: () => {
    paused = !paused;
    since = performance.now();
    hall.querySelector("[data-do=pause]").setAttribute("aria-pressed", paused);
  },
  names: () => {
    names = hall.querySelector("[data-do=names]").getAttribute("aria-pressed") !== "true";
    arrange();
    if (names) step(places.findIndex(([slide]) => slide.name === "names") - at);
  },
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
};
const KEYS = { ArrowLeft: "back", ArrowRight: "on", " ": "pause", n: "names", f: "full" };

document.addEventListener("keydown", (event) => {
  const deed = KEYS[event.key];
  if (!deed || event.ctrlKey || event.metaKey || event.altKey || (event.key === " " && event.target.closest("button, a"))) return;
  event.preventDefault();
  DEEDS[deed]();
});
hall.addEventListener("click", (event) => DEEDS[event.target.closest("[data-do]")?.dataset.do]?.());

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== part) return;
  take();
  arrange();
  clock();
});
addEventListener("resize", arrange);
document.fonts?.ready.then(arrange);

// The screen of a laptop stays on; where that is refused it is set there.
const wake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
document.addEventListener("visibilitychange", wake);
wake();

document.documentElement.classList.add("in-hall");
take();
arrange();
clock();
setInterval(() => {
  clock();
  if (!paused && places.length > 1 && performance.now() - since >= SECONDS * 1000) step(1);
}, 1000);
