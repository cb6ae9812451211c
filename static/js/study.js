// A study: keys that step along it, and drawing or playing by hand on its board. Everything works without it, by links and forms; the
// parts of the page are exchanged by htmx, so nothing here is kept but what the hand is to do.

const FIELDS = "input, textarea, select, [contenteditable]";
const NS = "http://www.w3.org/2000/svg";
const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
let hand = "";
let stroke = null;

const study = () => document.getElementById("study");

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest(FIELDS) || event.target.closest("[tabindex='0']")) return;
  const step = KEYS[event.key] && document.querySelector(`[data-step="${KEYS[event.key]}"]:not([aria-disabled="true"])`);
  if (!step) return;
  event.preventDefault();
  step.click();
});

// -- what is typed ----------------------------------------------------------------------------------
// A comment that is not kept yet waits at its place while its writer steps, draws and plays.

const drafts = new Map();

function comment() {
  const field = document.getElementById("study-text");
  if (!field) return null;
  const place = new URL(field.form.action).searchParams;
  return { field, place: `${place.get("line")} ${place.get("ply")}`, unkept: field.value !== field.defaultValue };
}

function trouble(seen) {
  document.querySelector("[data-study-trouble]")?.toggleAttribute("hidden", !seen);
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const here = comment();
  trouble(false);
  if (!here) return;
  if (here.unkept && event.detail.elt !== here.field.form) drafts.set(here.place, here.field.value);
  else drafts.delete(here.place);
});

for (const failure of ["htmx:responseError", "htmx:sendError"]) document.addEventListener(failure, () => trouble(true));

window.addEventListener("beforeunload", (event) => {
  if (drafts.size || comment()?.unkept) event.preventDefault();
});

// -- by hand ----------------------------------------------------------------------------------------

function middles() {
  const told = document.querySelector("[data-middles]")?.dataset.middles ?? "";
  return told.split(";").filter(Boolean).map((one) => one.split(" ")).map(([name, x, y]) => ({ name, x: Number(x), y: Number(y) }));
}

function squareAt(board, event) {
  const matrix = board.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  let best = null;
  let nearest = 32 * 32;
  for (const one of middles()) {
    const far = (one.x - point.x) ** 2 + (one.y - point.y) ** 2;
    if (far < nearest) [best, nearest] = [one, far];
  }
  return best;
}

function show() {
  for (const button of document.querySelectorAll("[data-hand]")) {
    button.setAttribute("aria-pressed", String(button.dataset.hand === hand));
  }
  study()?.classList.toggle("by-hand", hand !== "");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-hand]");
  if (button) {
    hand = hand === button.dataset.hand ? "" : button.dataset.hand;
    show();
  }
  const copy = event.target.closest("[data-copy-link]");
  if (copy) {
    navigator.clipboard.writeText(document.getElementById(copy.dataset.copyLink).value).then(() => {
      copy.textContent = copy.dataset.done;
    });
  }
});

document.addEventListener("pointerdown", (event) => {
  const board = event.target.closest("[data-middles] svg.board");
  if (!board || !hand || event.button !== 0) return;
  const from = squareAt(board, event);
  if (!from) return;
  event.preventDefault();
  board.setPointerCapture?.(event.pointerId);
  const line = document.createElementNS(NS, "line");
  line.setAttribute("class", "by-hand-line");
  for (const [name, value] of [["x1", from.x], ["y1", from.y], ["x2", from.x], ["y2", from.y]]) line.setAttribute(name, value);
  board.append(line);
  stroke = { board, from, to: from, line };
});

document.addEventListener("pointermove", (event) => {
  if (!stroke) return;
  const to = squareAt(stroke.board, event);
  if (!to) return;
  stroke.to = to;
  stroke.line.setAttribute("x2", to.x);
  stroke.line.setAttribute("y2", to.y);
});

function drop() {
  stroke?.line.remove();
  stroke = null;
}

document.addEventListener("pointercancel", drop);
document.addEventListener("pointerup", () => {
  if (!stroke) return;
  const { from, to } = stroke;
  drop();
  if (hand === "draw") draw(from.name, to.name);
  else if (from !== to) play(from.name, to.name);
});

function draw(from, to) {
  const form = document.querySelector("[data-study-draw]");
  if (!form) return;
  form.elements.from.value = from;
  form.elements.to.value = from === to ? "" : to;
  form.querySelector("[value='draw']").click(); // htmx sends the button that was clicked
}

// A move is one of those that the list has; where several go the same way, the list is left to choose from.
function play(from, to) {
  const form = document.querySelector("[data-study-play]");
  if (!form) return;
  const turns = [...form.elements.turn.options].filter((one) => {
    const path = one.value.split(/[^-a-z0-9]/)[0].split("-");
    return path[0] === from && path.at(-1) === to;
  });
  if (!turns.length) return;
  form.elements.turn.value = turns[0].value;
  if (turns.length > 1) form.elements.turn.focus();
  else form.querySelector("[value='play']").click();
}

// -- after the parts are exchanged ----------------------------------------------------------------------

function toCurrent() {
  const list = document.querySelector(".study-moves .list");
  const current = list?.querySelector("[aria-current]");
  if (!current) return;
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 3;
}

toCurrent();
document.addEventListener("htmx:afterSettle", () => {
  show();
  toCurrent();
  const here = comment();
  if (here && drafts.has(here.place)) here.field.value = drafts.get(here.place);
  const say = document.querySelector("[data-study-say]");
  const told = document.querySelector("#study [role='alert']") ?? document.querySelector("#study [data-say]");
  if (say && told) say.textContent = told.textContent.trim();
});
