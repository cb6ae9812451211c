// The table of a game in play. A turn is picked square by square: the legal turns lie in the fragment, so what may be
// chosen next lights up without asking the server. Without this file the page has a list of all turns and a button.

import { Battles } from "./battles.js";
import { drawingOf, isOf, putIn } from "./change.js";
import { muteBy, sound } from "./sounds.js";
import { Squares } from "./squares.js";
import { keyOf, treeOf, unpack } from "./turns.js";

const root = document.getElementById("play");
const words = JSON.parse(root.dataset.words);
const live = root.dataset.pace === "live";
const form = document.getElementById("play-form");
const field = form.querySelector("[data-turn]");
const announcer = root.querySelector("[data-announce]");
const skew = Date.now() - Number(root.dataset.now);

const put = (text, values) => text.replace(/%\((\w+)\)[sd]/g, (_all, name) => values[name]);
const make = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};
const table = () => document.getElementById("table");
const say = (text) => {
  announcer.textContent = "";
  requestAnimationFrame(() => (announcer.textContent = text));
};

// ---- choosing a turn ----

class Table {
  constructor() {
    this.squares = this.newSquares();
    this.way = []; // the steps chosen so far
    this.asked = null; // a turn that waits to be confirmed, or to be sent again: { turn, text, button }
    this.prepared = null; // the squares of a turn that is sent as soon as it may be, or the first of them
    this.listen();
    this.show();
  }

  newSquares() {
    return new Squares(root, words, {
      choose: (name) => this.choose(name),
      lift: (name, really) => this.lift(name, really),
      drop: (from, to) => this.drop(from, to),
    });
  }

  // Takes up a fragment: what is chosen stays if it still may be.
  show(focused = false) {
    const shown = table();
    const before = this.turns;
    if (Number(shown.dataset.ply ?? 0) < Number(this.ply ?? 0)) this.prepared = null; // moves were taken back
    this.ply = shown.dataset.ply;
    this.turns = shown.dataset.turns ?? "";
    this.mine = "mine" in shown.dataset;
    this.lost = new Map((shown.dataset.lost ?? "").split(";").filter(Boolean).map((part) => part.split("=")));
    this.unknown = new Map((shown.dataset.unknown ?? "").split(" ").filter(Boolean).map((part) => part.split("=")));
    this.guesses = new Map((shown.dataset.guesses ?? "").split(" ").filter(Boolean).map((part) => part.split("=")));
    this.tree = treeOf(unpack(this.turns));
    // What leaves no choice at the start, such as laying a card, is not asked.
    while (!this.tree.turn && this.tree.next.size === 1) {
      const [only] = this.tree.next.values();
      if (!only.step.act || !only.next.size) break;
      this.tree = only;
    }
    this.prompt = shown.querySelector("[data-prompt]");
    this.waiting = this.prompt?.textContent ?? "";
    this.choices = shown.querySelector("[data-choices]");
    root.classList.toggle("offered", Boolean(shown.querySelector('.offers [value^="accept"]')));
    this.squares.handOver(() => {}); // what was drawn has been drawn anew
    this.sending = false;
    if (before !== this.turns) {
      this.way = [];
      this.asked = null;
    }
    if (!this.prompt) this.prepared = null;
    if (!this.unknown.has(this.guessing)) this.guessing = null;
    this.squares.attach(shown, focused);
    this.draw();
    tick();
    if (this.mine && this.prepared) this.play(this.prepared);
  }

  // The board as it was drawn last, with nothing chosen and nothing sent.
  renew() {
    this.squares.layer.remove();
    this.squares = this.newSquares();
    this.way = [];
    this.asked = this.prepared = null;
    this.guessing = null;
    field.disabled = true;
    this.show();
  }

  get at() {
    return this.way.reduce((node, key) => node.next.get(key), this.tree);
  }

  get picked() {
    let node = this.tree;
    const found = [];
    for (const key of this.way) {
      node = node.next.get(key);
      if (node.step.square) found.push(node.step.square);
    }
    return found;
  }

  // What may follow a piece or a card that is chosen first. That of the only rank there is was not asked.
  after(name) {
    const { tree } = this;
    return tree.next.get(name) ?? (tree.step?.rank && keyOf(tree.step) === name ? tree : undefined);
  }

  // Whether the piece on a square, or a card, may be dragged; `really` when a drag begins.
  lift(name, really) {
    if (this.sending || !this.prompt || past.shown) return false;
    const step = this.after(name)?.step;
    const mine = this.mine ? (step?.square || step?.rank) && !this.tree.turn : this.preparable(name);
    if (!mine) return this.mine && this.ownAt(name); // it comes back with the reason
    if (!really) return true;
    battles.end();
    if (this.mine) {
      this.way = this.tree.next.has(name) ? [name] : [];
      this.asked = null;
      this.guessing = null;
      this.draw();
    } else this.prepare([name]);
    return true;
  }

  // A piece was dragged to a square, or to none.
  drop(from, to) {
    if (!to || to === from) this.draw();
    else if (!this.mine) this.prepare([from, to]);
    else if (this.after(from)?.next.has(to)) this.go(to);
    else if (!this.squares.all.has(from)) this.tell(put(words.notThere, { square: to }));
    else {
      // The server knows why not.
      this.way = [];
      this.draw();
      this.send(`${from}-${to}`, false);
    }
  }

  // A piece for which a turn can be prepared while the other side is to move.
  preparable(name) {
    return live && !this.mine && !("pending" in table().dataset) && this.ownAt(name) && !root.classList.contains("deals");
  }

  // Keeps a turn until it is one's own, or the first square of one, or nothing.
  prepare(squares) {
    this.prepared = squares;
    this.draw(squares?.length === 2 ? put(words.prepared, { turn: squares.join("-") }) : squares ? put(words.prepareTo, { square: squares[0] }) : "");
    say(this.prompt.textContent);
  }

  // Plays a prepared turn if it is legal now.
  play([from, to]) {
    this.prepared = null;
    if (!to) return this.draw();
    const next = this.tree.next.get(from)?.next.get(to);
    if (!next) return this.tell(put(words.notNow, { turn: `${from}-${to}` }));
    this.way = [from];
    this.go(to, true);
  }

  // A square was chosen by mouse, finger or Enter.
  choose(name) {
    if (past.shown) return past.leave();
    if (this.sending || !this.prompt) return;
    if (!this.mine && (this.prepared || this.preparable(name))) {
      const [from, to] = this.prepared ?? [];
      if (from === name || to) this.prepare(to && from !== name && this.preparable(name) ? [name] : null);
      else this.prepare(from ? [from, name] : [name]);
      return;
    }
    this.asked = null;
    const next = this.at.next.get(name);
    if (!next && this.after(name) === this.tree) this.draw(); // the only card there is
    else if (next) {
      this.guessing = null;
      this.go(name);
    } else if (this.way.length && this.tree.next.has(name)) {
      // Another piece instead of the one chosen; the same one again puts it down.
      const same = this.way[0] === name;
      this.way = [];
      if (same) this.draw(words.choose);
      else this.go(name);
    } else if (this.unknown.has(name) && root.dataset.guess && !this.way.length) {
      this.guessing = name;
      this.draw(put(words.guess, { square: name }));
    } else if (this.way.length) this.tell(put(words.notThere, { square: name }));
    else this.tell(!this.mine ? words.wait : this.ownAt(name) ? put(words.none, { square: name }) : words.notYours);
  }

  ownAt(name) {
    return Boolean(this.squares.all.get(name)?.words) && !this.unknown.has(name);
  }

  // Takes a step, and those after it that leave no choice; a turn that is complete is sent.
  go(key, unasked = false) {
    this.way.push(key);
    let node = this.at;
    while (!node.turn && node.next.size === 1) {
      const [only, following] = [...node.next][0];
      if (!following.step.act && !following.step.via) break;
      this.way.push(only);
      node = following;
    }
    if (node.turn && !node.next.size) this.finish(node.turn, unasked);
    else this.draw();
  }

  finish(turn, unasked = false) {
    if ("confirm" in root.dataset && !unasked) this.ask({ turn, text: put(words.send, { turn }), button: words.yes });
    else this.send(turn);
  }

  // Shows a turn that is complete, with a button that sends it.
  ask(asked) {
    this.asked = asked;
    this.draw();
  }

  back() {
    if (past.shown) return past.leave();
    if (this.guessing) this.guessing = null;
    else if (this.prepared) {
      this.prepare(null);
      return true;
    } else if (!this.way.length && !this.asked) return false;
    this.asked = null;
    this.way = [];
    this.draw();
    say(this.prompt.textContent);
    return true;
  }

  tell(text) {
    if (this.prompt) this.prompt.textContent = text;
    say(text);
  }

  // Shows what may be chosen now: squares light up, all else is a button.
  draw(text = this.asked?.text) {
    if (!this.prompt) return;
    const node = this.at;
    const turn = this.asked?.turn;
    const open = new Set(turn ? [] : [...node.next.values()].filter((next) => next.step.square).map((next) => next.step.square));
    // Before anything is chosen only the keyboard needs to hear which pieces can move.
    this.squares.mark(open, this.guessing ? [this.guessing] : this.picked, this.prepared ?? []);
    this.squares.layer.classList.toggle("begun", this.way.length > 0 || "pending" in table().dataset);
    this.squares.layer.classList.toggle("draggable", this.mine || live);
    this.squares.layer.classList.toggle("lays", [...this.tree.next.values(), this.tree].some((one) => one.step?.rank));
    this.buttons(node, turn);
    this.prompt.textContent = text || this.question(node);
    if (this.way.length || text) say(this.prompt.textContent);
  }

  question(node) {
    if (!this.way.length) return this.waiting;
    const steps = [...node.next.values()].map((one) => one.step);
    if (steps.some((step) => step.act === "piece")) return words.which;
    if (steps.some((step) => step.act === "rank")) return words.rank;
    if (steps.some((step) => step.via)) return words.via;
    const last = node.step;
    if (this.way.length === 1 && last.square) {
      const cards = steps.some((step) => step.act) || root.querySelector(".board.table");
      return put(cards ? words.target : words.to, { square: last.square });
    }
    if (node.turn || steps.some((step) => step.act)) return words.what;
    return this.picked.length > 1 && this.way.some((key) => key.startsWith("line")) ? words.second : words.place;
  }

  buttons(node, turn) {
    if (!this.choices) return;
    const had = this.choices.contains(document.activeElement);
    const made = [];
    const button = (text, act, primary = false) => {
      const one = make("button", primary ? "button primary" : "button", text);
      one.type = "button";
      one.addEventListener("click", act);
      made.push(one);
    };
    if (turn) button(this.asked.button, () => this.send(turn), true);
    else if (this.guessing) this.guessButtons(button);
    else {
      if (node.turn) button(words.end, () => this.finish(node.turn), true);
      for (const [key, { step }] of this.named(node)) button(this.label(step), () => this.go(key));
    }
    if (this.way.length || this.guessing || this.prepared || turn) button(turn || this.prepared ? words.cancel : words.back, () => this.back());
    this.choices.replaceChildren(...made);
    if (had || (made.length && this.byKey && this.way.length && !this.opensSquares(node))) made[0]?.focus();
  }

  opensSquares(node) {
    return [...node.next.values()].some((one) => one.step.square);
  }

  // Pieces of one name are one choice: which of two lost Scouts comes back is the same to everybody.
  named(node) {
    const found = new Map();
    for (const [key, next] of node.next) {
      if (!next.step.act) continue;
      const label = this.label(next.step);
      if (!found.has(label)) found.set(label, [key, next]);
    }
    return found.values();
  }

  label(step) {
    if (step.act === "piece") return this.lost.get(step.piece) ?? step.piece;
    if (step.act === "rank") return words.ranks[step.rank] ?? step.rank;
    if (step.act === "claim") return put(words.claim, { square: step.where });
    return words[step.act];
  }

  guessButtons(button) {
    const piece = this.unknown.get(this.guessing);
    const send = (symbol) => {
      this.guessing = null;
      htmx.ajax("POST", root.dataset.guess, { source: form, swap: "none", target: announcer, values: { piece, symbol } });
    };
    for (const [symbol, name] of Object.entries(words.ranks)) button(name, () => send(symbol), this.guesses.get(piece) === symbol);
    if (this.guesses.has(piece)) button(words.noGuess, () => send(""));
  }

  // Sends a turn and draws it at once.
  send(turn, drawn = true) {
    if (this.sending) return;
    this.sending = true;
    this.turn = turn;
    field.value = turn;
    field.disabled = false;
    const path = drawn ? this.picked : [];
    if (path.length > 1 && !root.classList.contains("deals")) {
      battles.end();
      this.squares.send(path[0], path[1]);
      sound("move");
    }
    this.tell(words.sending);
    form.requestSubmit();
  }

  // It did not get through: nothing is lost. What went wrong on the way is sent again once somebody answers (away.js).
  failed(status) {
    if (!this.sending) return;
    this.sending = false;
    this.squares.unsend();
    this.ask({ turn: this.turn, text: status === 403 ? words.out : words.failed, button: words.again });
  }

  listen() {
    root.addEventListener("keydown", (event) => {
      this.byKey = true;
      if (event.key === "Escape" && !event.target.closest("dialog, input, textarea, select") && this.back()) {
        event.preventDefault();
        this.squares.focus(this.squares.current);
      }
    });
    root.addEventListener("pointerdown", () => (this.byKey = false));
    root.addEventListener("click", (event) => {
      const ask = event.target.closest("[data-ask]");
      if (ask && !event.metaKey && !event.ctrlKey) {
        event.preventDefault();
        root.querySelector(`[data-dialog="${ask.dataset.ask}"]`).showModal();
      }
      event.target.closest("[data-close]")?.closest("dialog").close();
    });
  }
}

// ---- the panels beside the board, and the bar that shows them ----

const tabs = [...root.querySelectorAll("[data-tab-of]")];
const narrow = matchMedia("(max-width: 57.99rem) and (orientation: portrait)");

const TAB = `vexillum-tab-${root.dataset.live}`; // kept for the session, so a form that is sent comes back to its panel

const openTab = (slug, { scroll = narrow.matches, focus = false } = {}) => {
  root.dataset.tab = slug;
  sessionStorage.setItem(TAB, slug);
  for (const tab of tabs) {
    const chosen = tab.dataset.tabOf === slug;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen && focus) tab.focus();
  }
  if (scroll) root.querySelector(slug === "moves" ? ".moves" : slug === "about" ? ".about" : ".more").scrollIntoView({ block: "nearest" });
};
root.querySelector(".tabs").addEventListener("click", (event) => {
  const slug = event.target.closest("[data-tab-of]")?.dataset.tabOf;
  if (slug) openTab(slug);
});
root.querySelector(".tabs").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const at = tabs.findIndex((tab) => tab.dataset.tabOf === root.dataset.tab);
  openTab(tabs[(at + step + tabs.length) % tabs.length].dataset.tabOf, { scroll: false, focus: true });
});
root.addEventListener("click", (event) => {
  if (event.target.closest('a[href="#talk"]')) openTab("talk");
});

const keptTab = sessionStorage.getItem(TAB) ?? (root.querySelector(".about .call-state") ? "about" : "moves");
if (tabs.some((tab) => tab.dataset.tabOf === keptTab)) openTab(keptTab, { scroll: false });

const offersToggle = root.querySelector("[data-offers]");
const showOffers = (shown) => {
  root.classList.toggle("offers-open", shown);
  offersToggle.setAttribute("aria-expanded", String(shown));
};
offersToggle.addEventListener("click", () => showOffers(!root.classList.contains("offers-open")));
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-offers]")) showOffers(false);
});
muteBy(root.querySelector("[data-mute]"));

// ---- the past: a move of the list shows the board as it was ----

class Past {
  constructor() {
    this.shown = 0; // the ply that is looked at
    this.asked = 0;
    root.querySelector("[data-moves]").addEventListener("click", (event) => {
      const link = event.target.closest("a[data-to-ply]");
      if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      this.look(Number(link.dataset.toPly));
    });
    root.querySelector("[data-moves]").addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || !this.shown) return;
      event.preventDefault();
      this.look(this.shown + step);
    });
  }

  // Shows the board after a ply; the last one is the present.
  async look(ply) {
    const last = Number(table().dataset.ply ?? 0);
    this.asked = ply;
    if (ply < 0 || ply >= last) return this.leave();
    let markup;
    try {
      const answer = await fetch(`${root.dataset.past}${ply}/?flip=${root.dataset.flip}`);
      if (!answer.ok) return;
      markup = await answer.text();
    } catch {
      return; // offline: the board stays
    }
    const area = table().querySelector(".board-area");
    const drawing = new DOMParser().parseFromString(markup, "text/html").querySelector("svg.board");
    if (this.asked !== ply || !area || !drawing) return;
    battles.end();
    this.remove();
    this.shown = ply;
    drawing.classList.add("past");
    area.prepend(document.importNode(drawing, true));
    const back = make("button", "button primary back-to-now", words.now);
    back.type = "button";
    back.addEventListener("click", () => this.leave());
    area.append(back);
    root.classList.add("in-past");
    this.mark();
    game.tell(put(words.past, { ply, last }));
  }

  mark() {
    for (const link of root.querySelectorAll("[data-moves] a[data-to-ply]")) {
      if (Number(link.dataset.toPly) === this.shown) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  remove() {
    for (const part of root.querySelectorAll(".board.past, .back-to-now")) part.remove();
  }

  // Back to now.
  leave() {
    if (!this.shown) return false;
    this.shown = 0;
    this.remove();
    root.classList.remove("in-past");
    this.mark();
    game.draw();
    say(words.present);
    return true;
  }
}

// ---- clocks ----

const lapsed = new Set(); // the deadlines that were asked about
let warned = ""; // the deadline whose last ten seconds have sounded

// The service ends a game itself soon after its grace; a page whose clock stands at zero has it look at once.
const judge = async () => {
  await fetch(root.dataset.due, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
  document.body.dispatchEvent(new CustomEvent("changed"));
};

const TENTHS = 10; // seconds below which a live clock shows tenths

const tick = () => {
  const now = Date.now() - skew;
  let quick = false;
  for (const clock of root.querySelectorAll("[data-deadline]")) {
    // A bank stands while a turn is free, with what is left of that beside it.
    const free = Math.max(0, Number(clock.dataset.free ?? 0) - now);
    const rest = (Number(clock.dataset.deadline) - now - free) / 1000;
    if (clock.dataset.free) clock.dataset.plus = free ? `+${Math.ceil(free / 1000)}` : "";
    const left = Math.floor(rest);
    const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
    let text = `${minutes}:${String(left % 60).padStart(2, "0")}`;
    const said = clock.closest("[data-days]")?.dataset ?? words;
    if (rest <= 0) text = said.late ?? "0:00.0"; // until the game says how it ended
    else if (days) text = put(said.days, { days, hours });
    else if (hours) text = put(said.hours, { hours, minutes });
    else if (live && !said.late && rest < TENTHS) text = `0:0${rest.toFixed(1)}`.replace("0:010", "0:10");
    if (clock.textContent !== text) clock.textContent = text;
    if (!clock.title) clock.title = new Date(Number(clock.dataset.deadline)).toLocaleString(document.documentElement.lang);
    clock.classList.toggle("short", left < (live ? 30 : 3600));
    if (said.late) continue;
    quick ||= live && rest > 0 && rest < TENTHS + 1;
    const own = clock.closest(".own");
    if (live && own && rest > 0 && rest < TENTHS && warned !== clock.dataset.deadline) {
      warned = clock.dataset.deadline;
      sound("low");
    }
    if (rest <= GRACE && !lapsed.has(clock.dataset.deadline)) {
      lapsed.add(clock.dataset.deadline);
      judge();
    }
  }
  clearTimeout(ticking);
  ticking = setTimeout(tick, quick ? 100 : 1000 - ((Date.now() - skew) % 1000));
};
const GRACE = -Number(root.dataset.grace); // seconds
let ticking = 0;

// ---- the list of moves: read when it comes into sight, then kept up to date from the fragment ----

class Moves {
  constructor() {
    this.list = root.querySelector("[data-moves]");
    this.chunk = Number(this.list.dataset.chunk);
    this.seats = root.classList.contains("four") ? 4 : 2;
    this.ply = 0;
    this.near = false;
    const sight = new IntersectionObserver((seen) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      sight.disconnect();
      this.near = true;
      this.follow();
    });
    sight.observe(this.list);
  }

  async read() {
    const ply = Number(table().dataset.ply);
    this.first = Math.floor((ply - 1) / this.chunk);
    const markup = await this.fetch(this.first);
    if (markup === null) return;
    this.list.innerHTML = markup;
    this.ply = ply;
    this.earlier();
    this.list.scrollTop = this.list.scrollHeight;
    this.follow();
  }

  async fetch(number) {
    try {
      const answer = await fetch(`${this.list.dataset.at}${number}/`);
      return answer.ok ? await answer.text() : null;
    } catch {
      return null; // the link to the replay stays
    }
  }

  earlier() {
    this.list.querySelector("[data-earlier]")?.remove();
    if (!this.first) return;
    const button = make("button", "button small", put(words.earlier, {}));
    button.type = "button";
    button.dataset.earlier = "";
    button.addEventListener("click", async () => {
      const markup = await this.fetch(this.first - 1);
      if (markup === null) return;
      const from = this.list.scrollHeight;
      this.first -= 1;
      this.list.insertAdjacentHTML("afterbegin", markup);
      this.earlier();
      this.list.scrollTop += this.list.scrollHeight - from;
      this.list.focus({ preventScroll: true });
    });
    this.list.prepend(button);
  }

  // Adds the turns that are new, or reads the list if it is not there yet or more of them are new than the page was told.
  follow() {
    const ply = Number(table().dataset.ply ?? 0);
    const told = [...table().querySelectorAll("[data-happened] [data-ply]")];
    if (!this.near) return;
    if (!ply) {
      if (this.ply) this.list.replaceChildren();
      this.ply = 0;
      return;
    }
    // Moves that were taken back are still in the list.
    if (!this.ply || ply < this.ply || Number(told[0]?.dataset.ply) > this.ply + 1) {
      this.read();
      return;
    }
    for (const one of told) this.tell(Number(one.dataset.ply), one.dataset);
    this.ply = ply;
  }

  tell(ply, told) {
    const found = this.list.querySelector(`a[data-to-ply="${ply}"]`);
    if (!found && ply < this.ply) return; // in a chunk that is not shown
    const link = found ?? this.added(ply);
    const parts = [make("span", "visually-hidden", told.words), make("span", "notation", told.move)];
    if (told.clash) parts.push(make("span", "clash", told.clash));
    for (const part of parts.slice(1)) part.setAttribute("aria-hidden", "true");
    link.replaceChildren(...parts);
    if (!found) this.list.scrollTop = this.list.scrollHeight;
  }

  added(ply) {
    let rows = this.list.querySelector("ol:last-of-type");
    if ((ply - 1) % this.seats === 0) {
      const number = make("li", "turn-number", (ply - 1) / this.seats + 1);
      number.setAttribute("aria-hidden", "true");
      rows.append(number);
    } else if ((ply - 1) % this.seats === 2) [...rows.querySelectorAll(".turn-number")].at(-1)?.classList.add("tall");
    const item = make("li");
    const link = make("a");
    link.href = `?view=${root.querySelector(".clocks .own")?.dataset.seat ?? ""}&ply=${ply}`;
    link.dataset.toPly = ply;
    item.append(link);
    rows.append(item);
    return link;
  }
}

// ---- what goes wrong, and what htmx does ----

// A fault of a script left the choice half made: it begins anew, from what the server has now.
document.body.addEventListener("fault", () => {
  lost = true;
  game.renew();
  document.body.dispatchEvent(new CustomEvent("changed"));
});

const past = new Past();
const size = root.dataset.grid.split(";")[1].split(" ").map(Number);
const battles = new Battles(table, size);
const game = new Table();
const moves = new Moves();
let open = new Map(); // what the reader has opened or closed under the board
let focused = false; // whether the board had the keyboard
let asked = ""; // how a rematch stands
const rematch = () => table().querySelector("[data-asked]")?.textContent ?? "";
let before = null; // the board, while something new takes its place
let lost = false; // the table may not be what the server takes it for

// Who knows what is shown answers with what one ply has changed since.
document.addEventListener("htmx:configRequest", (event) => {
  const { elt, parameters, triggeringEvent } = event.detail;
  if (elt !== form && (elt.id !== "table" || triggeringEvent?.type !== "changed")) return;
  if (!lost) parameters.since = table().dataset.version;
  lost = false;
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "table") return;
  // An answer that was overtaken by a newer one is dropped.
  const version = /data-version="(\d+)"/.exec(event.detail.serverResponse ?? "")?.[1];
  if (version === undefined || Number(version) < Number(table().dataset.version)) event.detail.shouldSwap = false;
  focused = Boolean(document.activeElement?.closest(".squares, .choices"));
  // What is new is as it comes; what was there stays as its reader left it.
  open = new Map([...table().querySelectorAll("details")].map((part) => [part.dataset.keep, part.open]));
  past.leave();
  if (event.detail.xhr.status !== 200) game.squares.unsend(); // refused: the piece is back before the reason is read
  asked = table().querySelector(".ending") ? rematch() : null;
  const change = event.detail.shouldSwap && changeIn(event.detail.serverResponse);
  if (!change) before = battles.before();
  else {
    event.detail.shouldSwap = false;
    putChange(change);
  }
});

const changeIn = (markup) => {
  if (!markup.includes(" data-since=")) return null;
  return new DOMParser().parseFromString(markup, "text/html").getElementById("table");
};

const putChange = (change) => {
  if (!isOf(table(), change)) {
    lost = true;
    return document.body.dispatchEvent(new CustomEvent("changed"));
  }
  const corners = change.querySelector("[data-squares]")?.dataset.squares.split(";");
  before = corners ? battles.beside(drawingOf(table()), corners) : battles.before();
  if (corners) game.squares.handOver(before.leave, corners);
  putIn(table(), change, before.leave);
  htmx.trigger(table(), "htmx:afterSwap", { target: table() }); // as if it had been drawn anew
};

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "table" && event.target.id !== "table") return;
  for (const part of table().querySelectorAll("details")) part.open = open.get(part.dataset.keep) ?? part.open;
  const [ply, mine] = [game.ply, game.mine];
  const offered = root.classList.contains("offered");
  field.disabled = true;
  for (const dialog of root.querySelectorAll("dialog[open]")) dialog.close();
  game.show(focused);
  moves.follow();
  const list = table().querySelector("[data-happened]");
  if (before && list) battles.play(before, Number(ply ?? 0), list);
  before = null;
  const trouble = table().querySelector("[data-trouble]")?.textContent;
  const fresh = [...table().querySelectorAll("[data-happened] [data-ply]")].filter((item) => Number(item.dataset.ply) > Number(ply ?? 0));
  const said = fresh.map((item) => item.querySelector("[data-say]").textContent.trim().replace(/\s+/g, " ")).join(" ");
  const ending = [...table().querySelectorAll(".ending h2, .ending > p:not(.buttons)")].map((part) => part.textContent);
  const turn = game.mine && !mine;
  if (trouble) say(trouble);
  else if (asked !== null) {
    // It was over before; new is how a rematch stands.
    if (rematch() && rematch() !== asked) say(rematch());
  } else if (ending.length) {
    say([said, ...ending].join(" "));
    sound("end");
    // Who looks at the board of a phone sees how it ended, and what may be done now; who writes is left in peace.
    if (!document.activeElement?.closest("input, textarea")) {
      table().querySelector(".ending").scrollIntoView({ block: "nearest" });
    }
  } else {
    if (Number(game.ply) < Number(ply ?? 0)) say([words.takenBack, turn ? words.yourTurn : ""].join(" "));
    else if (fresh.length || turn) say([said, turn ? words.yourTurn : ""].filter(Boolean).join(" "));
    if (root.classList.contains("offered") && !offered) sound("offer");
    else if (turn) sound("turn");
    else if (fresh.length && !fresh.some((item) => item.dataset.fight) && mine === game.mine) sound("move");
  }
  if (turn && document.hidden) notify();
});

// What a battle sounds like, as its outcome is shown (battles.js).
document.addEventListener("battle", ({ detail: { result, bomb, seats } }) => {
  const own = root.querySelector(".clocks .own")?.dataset.seat;
  if (bomb) sound("bomb");
  else if (result === "both") sound("both");
  else sound((result === "win") === (seats.split(" ")[0] === own) ? "won" : "lost");
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id === "talk-new" && event.detail.target.textContent.trim()) sound("message");
});

// ---- one's turn, told by the browser while the tab is hidden ----

const NOTIFY = "vexillum-notify";
const wish = root.querySelector("[data-notify]");
const wished = () => "Notification" in window && Notification.permission === "granted" && localStorage.getItem(NOTIFY) === "1";
const notify = () => {
  if (!wished()) return;
  const notice = new Notification(words.yourTurn, { body: document.title, tag: root.dataset.live });
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
  });
};
if (wish && "Notification" in window) {
  const button = wish.querySelector("button");
  const show = () => button.setAttribute("aria-pressed", String(wished()));
  wish.hidden = false;
  button.addEventListener("click", async () => {
    const on = !wished() && (await Notification.requestPermission()) === "granted";
    localStorage.setItem(NOTIFY, on ? "1" : "0");
    show();
  });
  show();
}

for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => {
    if (event.target === form) game.failed(event.detail.xhr?.status);
  });
}

document.body.addEventListener("marked", (event) => {
  if (event.detail?.trouble) game.tell(event.detail.trouble);
});
