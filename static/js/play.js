// The table of a game in play. A turn is picked square by square: the legal turns lie in the fragment, so what may be
// chosen next lights up without asking the server. Without this file the page has a list of all turns and a button.

const root = document.getElementById("play");
const { Battles } = await import(root.dataset.battles); // its address holds its digest, which only the server knows
const words = JSON.parse(root.dataset.words);
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

// ---- turns as steps: a square to choose on the board, or something to choose by a button ----

// What differs only in a piece or rank and in a square is written once (play/table/turns.py).
const unpack = (text) =>
  text.split(" ").filter(Boolean).flatMap((one) => {
    const [head, squares] = one.split("@");
    if (squares === undefined) return [one];
    const cut = Math.max(head.lastIndexOf("*"), head.lastIndexOf("+")) + 1;
    return head.slice(cut).split(",").flatMap((name) => squares.split(",").map((square) => `${head.slice(0, cut)}${name}@${square}`));
  });

const square = (name) => ({ square: name });
const act = (name, values) => ({ act: name, ...values });

// The name of a square, as the server writes it.
const SQUARE = root.dataset.squareName;
const MOVE = new RegExp(`^(${SQUARE}(?:-${SQUARE}){0,2})?(.*)$`);
const FREED = new RegExp(`^=(${SQUARE})`);

// The steps of a turn in notation (docs/notation.md), in the order in which a player chooses them.
const stepsOf = (turn) => {
  if (turn === "*0" || turn === "+0") return [act("decline")];
  const part = turn.match(MOVE);
  const path = part[1] ? part[1].split("-") : [];
  const steps = path.length ? [square(path[0])] : [];
  if (path.length > 1) steps.push(square(path[path.length - 1]));
  if (path.length > 2) steps.push({ square: path[1], via: true });
  let rest = part[2];
  const alone = !path.length;
  if (rest.startsWith("*")) {
    const [piece, where] = rest.slice(1).split("@");
    steps.push(act("rescue"), { act: "piece", piece }, square(where));
  } else if (rest.startsWith("+")) {
    const [rank, where] = rest.slice(1).split("@");
    steps.push(act(root.querySelector(".table") ? "lay" : "enter"), { act: "rank", rank }, square(where));
  } else if (rest.startsWith(">")) steps.push(square(rest.slice(1)));
  else if (rest === "!") steps.push(act("shuffle"));
  else if (rest === "?0") steps.push(act("hand"));
  else if (rest.startsWith("=") && rest.includes(":")) {
    const [where, rank] = rest.slice(1).split(":");
    steps.push(act("name"), square(where), { act: "rank", rank });
  } else {
    const freed = rest.match(FREED);
    if (freed) {
      steps.push(square(freed[1]));
      rest = rest.slice(freed[0].length);
    }
    if (rest.startsWith("?")) {
      const aims = rest.slice(1).split(",");
      if (path.length === 1 && !alone) steps.push(act("line"), ...aims.map(square));
      else steps.push(act("claim", { where: aims[0] }));
    }
  }
  return steps;
};

const keyOf = (step) => (step.act ? `${step.act} ${step.piece ?? step.rank ?? step.where ?? ""}` : step.square);

// Every turn as a way through a tree; `turn` marks where one ends.
const treeOf = (turns) => {
  const top = { next: new Map() };
  for (const turn of turns) {
    const steps = stepsOf(turn);
    // Two cards that are looked at may be chosen in either order.
    const ways = steps[1]?.act === "line" && steps.length === 4 ? [steps, [steps[0], steps[1], steps[3], steps[2]]] : [steps];
    for (const way of ways) {
      let at = top;
      for (const step of way) {
        const key = keyOf(step);
        if (!at.next.has(key)) at.next.set(key, { step, next: new Map() });
        at = at.next.get(key);
      }
      at.turn = turn;
    }
  }
  return top;
};

// ---- the squares: buttons over the drawing, that are moved along when the drawing is replaced ----

class Squares {
  constructor(choose) {
    const [box, size, ...all] = root.dataset.grid.split(";").map((part) => part.split(" "));
    const [left, top, width, height] = box.map(Number);
    const [wide, high] = size.map(Number);
    this.layer = make("div", "squares");
    this.layer.setAttribute("role", "group");
    this.layer.setAttribute("aria-label", words.board);
    this.all = new Map();
    for (const [name, x, y] of all) {
      const button = make("button", "square");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.square = name;
      Object.assign(button.style, {
        left: `${((x - left) / width) * 100}%`,
        top: `${((y - top) / height) * 100}%`,
        width: `${(wide / width) * 100}%`,
        height: `${(high / height) * 100}%`,
      });
      this.layer.append(button);
      this.all.set(name, { name, button, x: Number(x), y: Number(y), words: "" });
    }
    this.current = all[0][0];
    this.layer.addEventListener("click", (event) => {
      const name = event.target.closest("button")?.dataset.square; // none between the squares, and where a drag ends
      if (!name) return;
      this.focus(name, false);
      choose(name);
    });
    this.layer.addEventListener("keydown", (event) => this.key(event));
  }

  // Lays the buttons over the present drawing and reads what stands where from the table in words.
  attach(focused) {
    const area = table().querySelector(".board-area");
    if (!area) return;
    area.append(this.layer);
    area.querySelector("svg").setAttribute("aria-hidden", "true");
    area.querySelector("svg").removeAttribute("role");
    const columns = [...table().querySelectorAll(".board-table thead th")].map((cell) => cell.textContent);
    for (const row of table().querySelectorAll(".board-table tbody tr")) {
      const number = row.querySelector("th").textContent;
      row.querySelectorAll("td").forEach((cell, place) => {
        const found = this.all.get(columns[place] + number);
        if (found) found.words = cell.textContent.trim();
      });
    }
    this.all.get(this.current).button.tabIndex = 0;
    if (focused) this.all.get(this.current).button.focus({ preventScroll: true });
  }

  // Marks what may be chosen and what is.
  mark(open, picked) {
    for (const one of this.all.values()) {
      const { name, button } = one;
      const can = open.has(name);
      const chosen = picked.includes(name);
      const kind = `square${can ? " can" : ""}${can && one.words ? " taken" : ""}${chosen ? " picked" : ""}`;
      if (button.className !== kind) button.className = kind;
      const label = [name, one.words || words.empty, can && words.marked, chosen && words.picked].filter(Boolean).join(", ");
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    }
  }

  focus(name, really = true) {
    this.all.get(this.current).button.tabIndex = -1;
    this.current = name;
    const { button } = this.all.get(name);
    button.tabIndex = 0;
    if (really) button.focus();
  }

  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (!way || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const here = this.all.get(this.current);
    let best = null;
    for (const one of this.all.values()) {
      const ahead = (one.x - here.x) * way[0] + (one.y - here.y) * way[1];
      const aside = Math.abs((one.x - here.x) * way[1]) + Math.abs((one.y - here.y) * way[0]);
      if (ahead > 0 && (!best || ahead + aside * 4 < best.far)) best = { far: ahead + aside * 4, name: one.name };
    }
    if (best) this.focus(best.name);
  }
}

// ---- choosing a turn ----

class Table {
  constructor() {
    this.squares = new Squares((name) => this.choose(name));
    this.way = []; // the steps chosen so far
    this.listen();
    this.show();
  }

  // Takes up a fragment: what is chosen stays if it still may be.
  show(focused = false) {
    const shown = table();
    const before = this.turns;
    this.ply = shown.dataset.ply;
    this.turns = shown.dataset.turns ?? "";
    this.mine = "mine" in shown.dataset;
    this.lost = new Map((shown.dataset.lost ?? "").split(";").filter(Boolean).map((one) => one.split("=")));
    this.unknown = new Map((shown.dataset.unknown ?? "").split(" ").filter(Boolean).map((one) => one.split("=")));
    this.guesses = new Map((shown.dataset.guesses ?? "").split(" ").filter(Boolean).map((one) => one.split("=")));
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
    this.sending = false;
    if (before !== this.turns) this.way = [];
    if (!this.unknown.has(this.guessing)) this.guessing = null;
    this.squares.attach(focused);
    this.draw();
    tick();
  }

  // The board as it was drawn last, with nothing chosen and nothing sent.
  renew() {
    this.squares.layer.remove();
    this.squares = new Squares((name) => this.choose(name));
    this.way = [];
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

  // A square was chosen by mouse, finger or Enter.
  choose(name) {
    if (this.sending || !this.prompt) return;
    const next = this.at.next.get(name);
    if (next) {
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
  go(key) {
    this.way.push(key);
    let node = this.at;
    while (!node.turn && node.next.size === 1) {
      const [only, following] = [...node.next][0];
      if (!following.step.act && !following.step.via) break;
      this.way.push(only);
      node = following;
    }
    if (node.turn && !node.next.size) this.finish(node.turn);
    else this.draw();
  }

  finish(turn) {
    if ("confirm" in root.dataset) this.draw(put(words.send, { turn }), turn);
    else this.send(turn);
  }

  back() {
    if (this.guessing) this.guessing = null;
    else if (!this.way.length) return false;
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
  draw(text, turn) {
    if (!this.prompt) return;
    const node = this.at;
    const open = new Set(turn ? [] : [...node.next.values()].filter((one) => one.step.square).map((one) => one.step.square));
    // Before anything is chosen only the keyboard needs to hear which pieces can move.
    this.squares.mark(open, this.guessing ? [this.guessing] : this.picked);
    this.squares.layer.classList.toggle("begun", this.way.length > 0 || "pending" in table().dataset);
    this.buttons(node, turn);
    this.prompt.textContent = text ?? this.question(node);
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
    if (turn) button(words.yes, () => this.send(turn), true);
    else {
      if (node.turn) button(words.end, () => this.finish(node.turn), true);
      for (const [key, { step }] of this.named(node)) button(this.label(step), () => this.go(key));
    }
    if (this.guessing) this.guessButtons(button);
    if (this.way.length || this.guessing) button(turn ? words.cancel : words.back, () => this.back());
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

  send(turn) {
    if (this.sending) return;
    this.sending = true;
    this.turn = turn;
    field.value = turn;
    field.disabled = false;
    this.tell(words.sending);
    form.requestSubmit();
  }

  // It did not get through: nothing is lost.
  failed(status) {
    if (!this.sending) return;
    this.sending = false;
    const turn = this.turn;
    this.draw(status === 403 ? words.out : words.failed, turn);
    this.choices.firstElementChild.textContent = words.again;
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

// ---- clocks ----

let lapsed = ""; // the deadline that was asked about

// The service ends a game soon after its grace of five seconds; should its worker be away, the page has it do so.
const judge = async () => {
  await fetch(root.dataset.due, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
  document.body.dispatchEvent(new CustomEvent("changed"));
};

const tick = () => {
  const now = Date.now() - skew;
  for (const clock of root.querySelectorAll("[data-deadline]")) {
    const left = Math.floor((Number(clock.dataset.deadline) - now) / 1000);
    const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
    let text = `${minutes}:${String(left % 60).padStart(2, "0")}`;
    const said = clock.closest("[data-days]")?.dataset ?? words;
    if (left <= 0) text = said.late ?? "0:00"; // until the game says how it ended
    else if (days) text = put(said.days, { days, hours });
    else if (hours) text = put(said.hours, { hours, minutes });
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", left < 60);
    if (!said.late && left < -6 && lapsed !== clock.dataset.deadline) {
      lapsed = clock.dataset.deadline;
      judge();
    }
  }
};
setInterval(tick, 1000);

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
    if (!this.near || !told.length) return;
    if (!this.ply || Number(told[0].dataset.ply) > this.ply + 1) {
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
  game.renew();
  document.body.dispatchEvent(new CustomEvent("changed"));
});

const game = new Table();
const moves = new Moves();
let open = new Map(); // what the reader has opened or closed under the board
let focused = false; // whether the board had the keyboard
let asked = ""; // how a rematch stands
const rematch = () => table().querySelector("[data-asked]")?.textContent ?? "";

const size = root.dataset.grid.split(";")[1].split(" ").map(Number);
const battles = new Battles(table, size);
let before = null; // the board, while something new takes its place

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "table") return;
  // An answer that was overtaken by a newer one is dropped.
  const version = /data-version="(\d+)"/.exec(event.detail.serverResponse ?? "")?.[1];
  if (version === undefined || Number(version) < Number(table().dataset.version)) event.detail.shouldSwap = false;
  focused = Boolean(document.activeElement?.closest(".squares, .choices"));
  // What is new is as it comes; what was there stays as its reader left it.
  open = new Map([...table().querySelectorAll("details")].map((part) => [part.dataset.keep, part.open]));
  before = battles.before();
  asked = table().querySelector(".ending") ? rematch() : null;
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "table" && event.target.id !== "table") return;
  for (const part of table().querySelectorAll("details")) part.open = open.get(part.dataset.keep) ?? part.open;
  const [ply, mine] = [game.ply, game.mine];
  field.disabled = true;
  for (const dialog of root.querySelectorAll("dialog[open]")) dialog.close();
  game.show(focused);
  moves.follow();
  const list = table().querySelector("[data-happened]");
  if (before && list) battles.play(before, Number(ply ?? 0), list);
  before = null;
  const trouble = table().querySelector("[data-trouble]")?.textContent;
  const said = [...table().querySelectorAll("[data-happened] [data-ply]")]
    .filter((one) => Number(one.dataset.ply) >= Math.max(Number(ply ?? 0) + 1, 1) || one.dataset.ply === String(game.ply))
    .map((one) => one.querySelector("[data-say]").textContent.trim().replace(/\s+/g, " "))
    .join(" ");
  const ending = [...table().querySelectorAll(".ending h2, .ending > p:not(.buttons)")].map((part) => part.textContent);
  const turn = game.mine && !mine ? words.yourTurn : "";
  if (trouble) say(trouble);
  else if (asked !== null) {
    // It was over before; new is how a rematch stands.
    if (rematch() && rematch() !== asked) say(rematch());
  } else if (ending.length) {
    say([said, ...ending].join(" "));
    // Who looks at the board of a phone sees how it ended, and what may be done now; who writes is left in peace.
    if (!document.activeElement?.closest("input, textarea")) {
      table().querySelector(".ending").scrollIntoView({ block: "nearest" });
    }
  } else if (game.ply !== ply || turn) say([said, turn].filter(Boolean).join(" "));
});

for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => {
    if (event.target === form) game.failed(event.detail.xhr?.status);
  });
}

document.body.addEventListener("marked", (event) => {
  if (event.detail?.trouble) game.tell(event.detail.trouble);
});
export { stepsOf, treeOf, unpack };
