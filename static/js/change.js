// Puts into the table what one ply has changed (play/table/table.py), instead of drawing the whole table anew.

const KEPT = ["ply", "version"];
const OPTIONAL = ["mine", "pending", "turns", "lost", "unknown", "guesses"];

const drawingOf = (table) => table.querySelector(".board-area > svg.board:not(.stage, .past)");

// The cells of the board as a table, by the names of their squares.
const cellsOf = (table) => {
  const columns = [...table.querySelectorAll(".board-table thead th")].map((cell) => cell.textContent);
  const cells = new Map();
  for (const row of table.querySelectorAll(".board-table tbody tr")) {
    const number = row.querySelector("th").textContent;
    row.querySelectorAll("td").forEach((cell, place) => cells.set(columns[place] + number, cell));
  }
  return cells;
};

// Whether a change is of what the table shows: of its version, drawn in the same way, and with the same guesses.
const isOf = (table, change) =>
  change.dataset.since === table.dataset.version
  && ["drawn", "guesses"].every((name) => change.dataset[name] === table.dataset[name]);

// Takes what is drawn on some squares off a board and gives it to `leave`, and draws what stands there now.
const redraw = (drawing, change, leave) => {
  for (const name of ["aria-label", "data-way"]) {
    if (change.hasAttribute(name)) drawing.setAttribute(name, change.getAttribute(name));
    else drawing.removeAttribute(name);
  }
  for (const mark of drawing.querySelectorAll(":scope > .from, :scope > .to, :scope > .part, :scope > .fight")) mark.remove();
  for (const piece of drawing.querySelectorAll(":scope > .moved")) piece.classList.remove("moved");
  for (const corner of change.dataset.squares.split(";")) {
    for (const piece of drawing.querySelectorAll(`:scope > g[transform="translate(${corner})"]`)) leave(piece);
  }
  const first = drawing.querySelector(":scope > g.piece");
  for (const part of [...change.children]) {
    part.classList.add("fresh");
    if (part.localName === "g") drawing.append(part);
    else drawing.insertBefore(part, first);
  }
};

// `leave` takes the pieces that go from their squares.
const putIn = (table, change, leave) => {
  for (const name of [...KEPT, ...OPTIONAL]) {
    if (name in change.dataset) table.dataset[name] = change.dataset[name];
    else delete table.dataset[name];
  }
  for (const part of change.querySelectorAll("[data-fragment]")) {
    table.querySelector(`[data-fragment="${part.dataset.fragment}"]`).replaceWith(part);
  }
  const drawn = change.querySelector("svg[data-squares]");
  if (!drawn) return;
  redraw(drawingOf(table), drawn, leave);
  const cells = cellsOf(table);
  for (const item of change.querySelectorAll("[data-cell]")) cells.get(item.dataset.cell).textContent = item.textContent;
};

export { cellsOf, drawingOf, isOf, putIn };
