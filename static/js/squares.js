// The squares of a table: buttons over the drawing, that are moved along when the drawing is replaced. A square is chosen
// by a tap, a click or a key, and a piece may be dragged by mouse, pen or finger. So may a card of a hand, which is named
// by the step of a turn that it stands for: `rank 9`.

import { cellsOf, drawingOf } from "./change.js";

const FAR = 6; // pixels that a pointer moves before it drags

const placed = ([x, y]) => `translate(${x} ${y})`;
const covers = (element, { clientX, clientY }) => {
  const box = element.getBoundingClientRect();
  return clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
};

class Squares {
  // `choose(name)` takes a square; `lift(name)` says whether the piece there may be dragged; `drop(from, to)` takes a
  // piece that was dragged, to a square or to nowhere (null).
  constructor(root, words, { choose, lift, drop }) {
    const [box, size, ...all] = root.dataset.grid.split(";").map((part) => part.split(" "));
    const [left, top, width, height] = box.map(Number);
    const [wide, high] = size.map(Number);
    this.words = words;
    this.lift = lift;
    this.drop = drop;
    this.size = [wide, high];
    this.layer = document.createElement("div");
    this.layer.className = "squares";
    this.layer.setAttribute("role", "group");
    this.layer.setAttribute("aria-label", words.board);
    this.all = new Map();
    for (const [name, x, y] of all) {
      const button = document.createElement("button");
      button.className = "square";
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
      if (this.dragged) return;
      const name = event.target.closest("button")?.dataset.square; // none between the squares, and where a drag ends
      const card = name ? null : this.card(event);
      if (name) this.focus(name, false);
      if (name || (card && this.lift(card.name, false))) choose(name ?? card.name);
    });
    this.layer.addEventListener("keydown", (event) => this.key(event));
    this.layer.addEventListener("pointerdown", (event) => this.down(event));
    this.layer.addEventListener("pointermove", (event) => this.move(event));
    this.layer.addEventListener("pointerup", (event) => this.up(event));
    for (const name of ["pointercancel", "lostpointercapture"]) {
      // A finger's pointer is first the button's, which loses it to the layer as a drag begins.
      this.layer.addEventListener(name, (event) => event.target === this.layer && this.letGo());
    }
  }

  // Lays the buttons over the present drawing and reads what stands where from the table in words.
  attach(table, focused) {
    const area = table.querySelector(".board-area");
    if (!area) return;
    this.letGo();
    this.drawing = drawingOf(table);
    area.append(this.layer);
    this.drawing.setAttribute("aria-hidden", "true");
    this.drawing.removeAttribute("role");
    for (const [name, cell] of cellsOf(table)) {
      const square = this.all.get(name);
      if (square) square.words = cell.textContent.trim();
    }
    this.all.get(this.current).button.tabIndex = 0;
    if (focused) this.all.get(this.current).button.focus({ preventScroll: true });
  }

  // Marks what may be chosen, what is, and what is prepared for later.
  mark(open, picked, prepared) {
    for (const square of this.all.values()) {
      const { name, button } = square;
      const can = open.has(name);
      const chosen = picked.includes(name);
      const later = prepared.includes(name);
      const kinds = ["square", can && "can", can && square.words && "taken", chosen && "picked", later && "prepared"];
      const kind = kinds.filter(Boolean).join(" ");
      if (button.className !== kind) button.className = kind;
      const { words } = this;
      const parts = [name, square.words || words.empty, can && words.marked, chosen && words.picked, later && words.later];
      const label = parts.filter(Boolean).join(", ");
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
    for (const square of this.all.values()) {
      const ahead = (square.x - here.x) * way[0] + (square.y - here.y) * way[1];
      const aside = Math.abs((square.x - here.x) * way[1]) + Math.abs((square.y - here.y) * way[0]);
      if (ahead > 0 && (!best || ahead + aside * 4 < best.far)) best = { far: ahead + aside * 4, name: square.name };
    }
    if (best) this.focus(best.name);
  }

  // ---- pieces of the drawing ----

  corner(name) {
    const { x, y } = this.all.get(name);
    return [x, y];
  }

  piece(name) {
    return this.drawing?.querySelector(`:scope > g[transform="${placed(this.corner(name))}"]:not(.guess, .fight)`) ?? null;
  }

  // The card of a hand under a pointer: the last one drawn lies on top.
  card(event) {
    const under = [...this.drawing.querySelectorAll(":scope > .hand > g")].filter((card) => covers(card, event));
    const piece = under.at(-1);
    return piece ? { piece, name: `rank ${[...piece.querySelectorAll("use")].at(-1).getAttribute("href").split("#")[1]}` } : null;
  }

  // Draws a turn before the server has answered: the piece on its new square, or beside the one that it attacks.
  send(from, to) {
    const piece = this.piece(from);
    if (!piece) return;
    const enemy = this.piece(to);
    const [x, y] = this.corner(to);
    const aside = enemy ? this.size[0] * 0.22 : 0;
    this.sent = { piece, from: this.corner(from), to: [x, y], enemy };
    this.drawing.append(piece);
    piece.setAttribute("transform", placed([x - aside, y]));
    piece.classList.add("sent");
    enemy?.setAttribute("transform", placed([x + aside, y]));
  }

  // Gives what was drawn so to who draws these squares anew, or all; a turn that is not of these squares is taken back. A
  // piece that is held is put back, or it would not be found on its square.
  handOver(leave, corners) {
    this.letGo();
    if (!this.sent) return;
    const { piece, from, to, enemy } = this.sent;
    if (corners && ![from, to].every((corner) => corners.includes(corner.join(" ")))) return this.unsend();
    this.sent = null;
    enemy?.setAttribute("transform", placed(to));
    for (const part of [enemy, piece]) if (part) leave(part);
  }

  // Takes it back.
  unsend() {
    if (!this.sent) return;
    const { piece, from, to, enemy } = this.sent;
    this.sent = null;
    piece.classList.remove("sent");
    piece.setAttribute("transform", placed(from));
    enemy?.setAttribute("transform", placed(to));
  }

  // ---- dragging ----

  down(event) {
    this.dragged = false;
    const square = event.target.closest("button")?.dataset.square;
    const { name, piece } = square ? { name: square } : (this.card(event) ?? {});
    if (!name || event.button !== 0 || !event.isPrimary || !this.lift(name, false)) return;
    this.held = { name, id: event.pointerId, x: event.clientX, y: event.clientY, card: piece, piece: null };
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    if (!held.piece) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      held.piece = held.card ?? this.piece(held.name);
      if (!held.piece || !this.lift(held.name, true)) {
        this.held = null;
        return;
      }
      this.dragged = true;
      this.layer.setPointerCapture(held.id);
      this.layer.classList.add("dragging");
      held.piece.classList.add("dragged");
      held.home = [held.piece.getAttribute("transform"), held.piece.parentNode, held.piece.nextSibling];
      this.drawing.append(held.piece);
    }
    const matrix = this.drawing.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [wide, high] = this.size;
    const scale = event.pointerType === "touch" ? 1.5 : 1.15; // a finger covers what it holds
    const above = event.pointerType === "touch" ? high * 0.9 : 0;
    held.piece.setAttribute("transform", `${placed([point.x - (wide * scale) / 2, point.y - (high * scale) / 2 - above])} scale(${scale})`);
    const over = this.at(event);
    if (over !== held.over) {
      this.all.get(held.over)?.button.classList.remove("over");
      this.all.get(over)?.button.classList.add("over");
      held.over = over;
    }
  }

  // The square under a pointer, or null.
  at(event) {
    return [...this.all.values()].find(({ button }) => covers(button, event))?.name ?? null;
  }

  up(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    const to = held.piece ? this.at(event) : null;
    const dragged = held.piece !== null;
    this.letGo();
    if (dragged) this.drop(held.name, to);
  }

  // Puts a piece that is held back to its square.
  letGo() {
    const { held } = this;
    if (!held) return;
    this.held = null;
    this.layer.classList.remove("dragging");
    this.all.get(held.over)?.button.classList.remove("over");
    if (!held.piece) return;
    held.piece.classList.remove("dragged");
    const [transform, parent, next] = held.home;
    held.piece.setAttribute("transform", transform);
    parent.insertBefore(held.piece, next);
    if (this.layer.hasPointerCapture(held.id)) this.layer.releasePointerCapture(held.id);
  }
}

export { Squares };
