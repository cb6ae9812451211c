// Plays on a board what happened since its drawing was made: pieces go their way, and the two of an attack stand face up
// on the square for a while before the loser goes to its tray. The drawing that was there before lies over the new one
// until all is played; the squares to choose from lie over both, so nobody waits for it: a tap or a key ends it.
//
// Each ply is an element of the list at the board (games/presentation/last_plies.py): `data-ply`, `data-way`, `data-fight`,
// `data-at`, `data-seats`, `data-cleared`, and a template with the pieces of an attack and those that stand there then.

const MEETING = 1000; // milliseconds that both pieces of an attack stand face up
const WAY = 260; // for the way of a piece
const LEAVING = 320; // for the way to a tray
const GROWN = 1.15; // how much larger than on the board they stand
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";

const corners = (text) => (text ? text.split(";").map((one) => one.split(" ").map(Number)) : []);
const at = ([x, y]) => `translate(${x} ${y})`;
const shift = ([x, y], scale) => `translate(${x}px, ${y}px)${scale === undefined ? "" : ` scale(${scale})`}`;

class Battles {
  // `room()` gives the element with the board and the trays, `size` how wide and high a piece is in the drawing.
  constructor(room, size) {
    this.room = room;
    this.size = size;
    this.waiting = []; // plies that are yet to be played
    this.stage = null; // the drawing that is played on
    this.left = null; // if it has only the pieces of some squares and the rest is seen below it: the corners of these
    this.known = 0; // the last ply that is on it, or will be
    this.trays = [];
    // A click, so that who only scrolls goes on seeing it.
    for (const name of ["click", "keydown"]) document.addEventListener(name, () => this.end(), true);
    document.addEventListener("visibilitychange", () => document.hidden || this.seen?.());
  }

  area() {
    return this.room()?.querySelector(".board-area");
  }

  allTrays() {
    return [...(this.room()?.querySelectorAll(".trays") ?? [])];
  }

  get playing() {
    return this.stage !== null;
  }

  // Takes what the board shows before something new takes its place. Give the result to `play`.
  before() {
    const area = this.area();
    if (this.left) this.end();
    return { drawing: this.stage ?? area?.querySelector("svg.board"), trays: this.playing ? this.trays : this.allTrays() };
  }

  // The same where only some squares are drawn anew: `leave` takes the pieces that stood there.
  beside(drawing, corners) {
    const trays = this.playing ? this.trays : this.allTrays();
    if (this.playing && !this.left) return { drawing: this.stage, trays, leave: (piece) => piece.remove() };
    if (!this.left) for (const piece of drawing.querySelectorAll(":scope > .fresh")) piece.classList.remove("fresh");
    const stage = this.stage ?? drawing.cloneNode(false);
    const known = this.playing ? this.left : new Set(); // where what stands now is yet to be played
    const leave = (piece) => (known.has(piece.getAttribute("transform")) ? piece.remove() : stage.append(piece));
    return { drawing: stage, trays, leave, left: new Set([...known, ...corners.map((corner) => `translate(${corner})`)]) };
  }

  // Plays those plies of a list that are new since `ply` on the drawing of `before`. What does not follow it is not played.
  play({ drawing, trays, left = null }, ply, list) {
    const plies = [...list.querySelectorAll("[data-ply]")];
    const from = Math.max(this.playing ? this.known : 0, ply);
    const fresh = plies.filter((one) => Number(one.dataset.ply) > from);
    if (!drawing || (!this.playing && !fresh.length)) return this.end();
    if (Number(plies.at(-1)?.dataset.ply ?? 0) < from) return this.end(); // moves were taken back
    if (fresh.length && Number(fresh[0].dataset.ply) !== from + 1) return this.end();
    if (reduced.matches && !this.playing && !fresh.some((one) => one.dataset.fight)) return this.end();
    // A list may be replaced while its plies are played: what is left to do is told by their elements alone.
    const words = new Map(plies.map((one) => [one.dataset.ply, one]));
    this.waiting = this.waiting.map((one) => words.get(one.dataset.ply) ?? one);
    this.waiting.push(...fresh);
    this.known = Number(plies.at(-1)?.dataset.ply ?? ply);
    this.list = list;
    const began = this.playing;
    this.stage = drawing;
    this.left = left;
    drawing.classList.add("stage");
    drawing.setAttribute("aria-hidden", "true");
    drawing.removeAttribute("data-way");
    this.area().insertBefore(drawing, this.area().querySelector(".squares"));
    this.area().classList.add("staged");
    this.area().classList.toggle("partly", left !== null);
    this.keepTrays(trays);
    this.veil();
    if (!began) this.run();
  }

  // The trays stay as they were until all is played: the pieces are yet to go there.
  keepTrays(old) {
    const now = this.allTrays();
    this.after = now.map((tray, place) => (tray === this.trays[place] ? this.after[place] : [...tray.childNodes]));
    this.trays = now;
    now.forEach((tray, place) => old[place] && tray.replaceChildren(...[...old[place].childNodes]));
  }

  // The words of a ply come when it is played.
  veil() {
    const later = new Set(this.waiting.map((one) => one.dataset.ply));
    for (const one of this.list.querySelectorAll("[data-ply]")) one.classList.toggle("later", later.has(one.dataset.ply));
  }

  async run() {
    const mine = (this.turn = Symbol("run"));
    const going = () => this.turn === mine && this.stage;
    while (going() && this.waiting.length) {
      // What happens while nobody looks is shown to who comes back.
      if (document.hidden) await new Promise((seen) => (this.seen = seen));
      const ply = this.waiting.shift();
      this.veil();
      await this.one(ply, going);
    }
    if (going()) this.end();
  }

  async one(ply, going) {
    const { way, fight } = ply.dataset;
    for (const mark of this.stage.querySelectorAll(":scope > .from, :scope > .to, :scope > .part, :scope > .fight")) mark.remove();
    const template = ply.querySelector("template")?.content.querySelector("svg");
    const drawn = template ? [...template.children].map((one) => document.importNode(one, true)) : [];
    const fighters = drawn.filter((one) => one.classList.contains("fighter"));
    const path = corners(way);
    const sent = this.stage.querySelector(":scope > g.sent"); // drawn where it goes before the server had answered
    sent?.classList.remove("sent");
    const piece = path.length > 1 ? (sent ?? this.standing(path[0])) : null;
    if (fight) await this.fight(ply, piece, sent ? [] : path, fighters, going);
    else if (piece) {
      if (!sent) await this.go(piece, path, going);
      piece.setAttribute("transform", at(path.at(-1)));
    }
    if (!going()) return;
    for (const corner of corners(ply.dataset.cleared)) this.standing(corner)?.remove();
    for (const one of drawn) {
      if (fighters.includes(one)) continue;
      this.stage.querySelector(`:scope > g[transform="${one.getAttribute("transform")}"]`)?.remove();
      this.stage.append(one);
    }
    if (!fight && this.waiting.length) await this.pause(240, going);
  }

  standing(corner) {
    return this.stage.querySelector(`:scope > g[transform="${at(corner)}"]:not(.guess)`);
  }

  // A piece slides along its way.
  async go(piece, path, going) {
    const guess = this.stage.querySelector(`:scope > g.guess[transform="${at(path[0])}"]`);
    guess?.remove();
    this.stage.append(piece);
    if (reduced.matches) return;
    await this.animate(piece, path.map((corner) => ({ transform: shift(corner) })), WAY, going);
  }

  // Both stand face up over the square, the attacker at the left; after a while the loser has a cross.
  async fight(ply, piece, path, fighters, going) {
    const corner = corners(ply.dataset.at)[0];
    if (piece && path.length) await this.go(piece, path, going);
    if (!going()) return;
    piece?.remove();
    const [wide, high] = this.size;
    const [left, top, width, height] = this.stage.getAttribute("viewBox").split(" ").map(Number);
    const [across, tall] = [2 * wide * GROWN + 14, high * GROWN + 10];
    const x = Math.min(Math.max(corner[0] + wide / 2 - across / 2, left + 1), left + width - across - 1);
    const y = Math.min(Math.max(corner[1] + high / 2 - tall / 2, top + 1), top + height - tall - 1);
    const meeting = document.createElementNS(SVG, "g");
    meeting.setAttribute("class", "meeting");
    const ground = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ x, y, width: across, height: tall, rx: 6 })) ground.setAttribute(name, value);
    meeting.append(ground);
    const places = [0, 1].map((place) => [x + 4 + place * (wide * GROWN + 6), y + 5]);
    fighters.forEach((one, place) => {
      one.setAttribute("transform", `${at(places[place])} scale(${GROWN})`);
      meeting.append(one);
    });
    this.stage.append(meeting);
    await this.pause(MEETING * 0.5, going);
    if (!going()) return;
    const lost = { win: [1], loss: [0], both: [0, 1] }[ply.dataset.fight];
    const { fight: result, seats: between } = ply.dataset;
    document.dispatchEvent(new CustomEvent("battle", { detail: { result, seats: between, bomb: "bomb" in ply.dataset } }));
    for (const place of lost) {
      fighters[place].firstElementChild.classList.add("beaten");
      fighters[place].append(this.cross(wide, high));
    }
    await this.pause(MEETING * 0.5, going);
    if (!going()) return;
    const seats = ply.dataset.seats.split(" ");
    if (!reduced.matches) {
      ground.remove();
      for (const square of corners(ply.dataset.cleared)) this.standing(square)?.remove();
      await Promise.all(
        fighters.map((one, place) => {
          const there = lost.includes(place) ? this.tray(seats[place]) : null;
          const home = there ?? this.homeOf(ply, corner, place);
          return this.animate(one, [{ transform: shift(places[place], GROWN) }, { transform: shift(home, there ? 0.6 : 1) }], LEAVING, going);
        }),
      );
    }
    meeting.remove();
  }

  // Where the one that is left goes: a piece to the square; a card strikes from its place.
  homeOf(ply, corner, place) {
    const from = corners(ply.dataset.cleared)[0];
    return place === 0 && !ply.dataset.way && from ? from : corner;
  }

  // A cross in the lower corner: what it was must stay readable.
  cross(wide, high) {
    const cross = document.createElementNS(SVG, "g");
    for (const kind of ["halo", "cross"]) {
      const line = document.createElementNS(SVG, "path");
      line.setAttribute("class", kind);
      line.setAttribute("d", `M${wide - 12} ${high - 12}l12 12m0-12l-12 12`);
      cross.append(line);
    }
    return cross;
  }

  // The middle of a seat's tray, in units of the drawing.
  tray(seat) {
    const tray = this.room().querySelector(`[data-tray="${seat}"]`);
    const matrix = this.stage.getScreenCTM();
    if (!tray || !matrix) return null;
    const box = tray.getBoundingClientRect();
    const point = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(matrix.inverse());
    return [point.x - this.size[0] / 2, point.y - this.size[1] / 2];
  }

  async animate(element, frames, duration, going) {
    if (!going()) return;
    this.moving = element.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" });
    const moving = this.moving;
    await moving.finished.catch(() => {});
    if (going()) moving.cancel();
  }

  pause(duration, going) {
    return new Promise((done) => {
      this.wake = done;
      setTimeout(done, going() ? duration : 0);
    });
  }

  // Shows the board as it is now, whatever is yet to be played.
  end() {
    if (!this.stage) return;
    this.turn = null;
    this.waiting = [];
    this.wake?.();
    this.stage.remove();
    this.stage = this.left = null;
    this.area()?.classList.remove("staged", "partly");
    this.trays.forEach((tray, place) => tray.replaceChildren(...this.after[place]));
    this.trays = [];
    this.veil();
  }
}

export { Battles };
