// The page of who enters the moves of a real board: two taps a move. Moves wait on this device until the server has them,
// over reloads too, and are sent one after the other, each with the number of its ply: one that arrives twice counts once.
// What the server refuses stays here until somebody decides about it.

import { Squares } from "./squares.js";

const root = document.querySelector("[data-relay]");
const KEY = `vexillum-relay-${root?.dataset.relay}-${root?.dataset.own}`;
const EVERY = 5000; // milliseconds between looks at the game, and between tries
const LATER = new Set(["relay-early", "game-paused", "not-started", "conflict"]); // they wait for others, and are tried again

const read = () => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // nothing that we wrote, or storage is off
  }
};
const keep = (moves) => {
  try {
    if (moves.length) localStorage.setItem(KEY, JSON.stringify(moves));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is off or full: they wait on this page alone.
  }
};

if (root) begin();

function begin() {
  const words = root.dataset;
  const form = root.querySelector("[data-form]");
  const back = root.querySelector("[data-back]");
  const line = root.querySelector("[data-line]");
  const stopped = root.querySelector("[data-stopped]");
  const step = Number(words.step);
  const said = { board: words.sayBoard, empty: words.sayEmpty, picked: words.sayChosen };
  const find = (name) => stopped.querySelector(`[data-${name}]`);
  let waiting = read(); // { turn, ply, takebacks }, by ply
  let from = null; // the square that was tapped
  let refused = null; // the code of what stands in the way of the first one
  let busy = false;
  let squares = null;

  const now = () => root.querySelector("#relay-now");
  const game = () => ({ ply: Number(now().dataset.ply), takebacks: Number(now().dataset.takebacks) });
  const text = (key, values = {}) => words[key].replace(/%\((\w+)\)s/g, (_all, name) => values[name] ?? "");
  const turns = () => waiting.map((move) => `${move.ply}. ${move.turn}`).join(", ");

  // ---- showing ----

  const show = () => {
    const open = from ? text("sayPicked", { square: from }) : "";
    const count = waiting.length;
    const queue = count === 1 ? text("sayOne") : count ? text("sayMany", { count }) : game().ply ? text("saySent") : "";
    line.textContent = [open, queue, count && turns()].filter(Boolean).join(" ");
    line.dataset.waiting = count;
    stopped.hidden = refused === null;
    squares?.mark(new Set(), from ? [from] : [], []);
  };
  // The board as the server has it, with what waits drawn over it: an attack stands on its square until it is settled.
  const draw = (html) => {
    const focused = document.activeElement?.closest(".squares") !== null && document.activeElement !== document.body;
    if (html) now().outerHTML = html;
    if (!now().querySelector(".board-area")) return show();
    squares ??= new Squares(root, said, { choose, lift: () => false, drop: () => {} });
    squares.attach(now(), focused);
    for (const { turn } of waiting) {
      const [source, target] = turn.split("-");
      const piece = squares.piece(source);
      if (!piece || !squares.all.has(target)) continue;
      squares.drawing.append(piece);
      piece.setAttribute("transform", `translate(${squares.corner(target).join(" ")})`);
      piece.classList.add("sent");
    }
    return show();
  };
  const stop = (code, why) => {
    refused = code;
    find("why").textContent = `${why} ${text("sayStopped", { moves: turns() })}`;
    find("anew").hidden = code !== "moved-on";
    show();
  };

  // ---- entering ----

  // The first ply that is neither played nor waiting: after one is left out, its place is the next to be filled.
  const nextPly = () => {
    const taken = new Set(waiting.map((move) => move.ply));
    let ply = game().ply + 1;
    if (step === 2 && (ply - 1) % 2 !== Number(words.own)) ply += 1;
    while (taken.has(ply)) ply += step;
    return ply;
  };
  const enter = (turn) => {
    waiting.push({ turn, ply: nextPly(), takebacks: waiting[0]?.takebacks ?? game().takebacks });
    waiting.sort((one, other) => one.ply - other.ply);
    keep(waiting);
    draw();
    flush();
  };
  function choose(name) {
    if (from === name) from = null;
    else if (from) {
      const turn = `${from}-${name}`;
      from = null;
      return enter(turn);
    } else if (squares.piece(name)) from = name;
    return show();
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const turn = form.elements.turn.value.trim().toLowerCase().replace("x", "-");
    form.elements.turn.value = "";
    if (turn) enter(turn);
  });
  back?.addEventListener("submit", (event) => {
    event.preventDefault();
    if (waiting.length) return leaveOut(waiting.length - 1); // the last one entered was never sent
    return ask({ do: "take-back", ...game() }).then((answer) => {
      if (answer) draw(answer.html);
      if (answer?.say) line.textContent = answer.say;
    });
  });

  // ---- sending ----

  // What the server says, or null if it did not.
  const ask = async (fields) => {
    const body = fields && new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(fields ?? {})) body.set(name, value);
    try {
      const response = await fetch(form.action, { method: fields ? "POST" : "GET", body, headers: { Accept: "application/json" }, signal: AbortSignal.timeout(15000) });
      if (response.status === 404) line.textContent = text("sayGone");
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) return null;
      return { ok: response.ok, ...(await response.json()) };
    } catch {
      return null;
    }
  };
  const flush = async () => {
    if (busy || refused !== null) return;
    busy = true;
    while (waiting.length && refused === null) {
      const [first] = waiting;
      const answer = await ask({ do: "move", ...first });
      if (!answer) break;
      if (answer.ok) {
        waiting = waiting.filter((move) => move !== first);
        keep(waiting);
      }
      draw(answer.html);
      if (answer.ok) continue;
      if (LATER.has(answer.code)) break;
      stop(answer.code, answer.say);
    }
    busy = false;
  };
  const look = async () => {
    if (waiting.length) return flush();
    if (busy || from || document.hidden) return null;
    const answer = await ask(null);
    return answer && !waiting.length && !from ? draw(answer.html) : null;
  };

  // ---- deciding about what was not taken ----

  const goOn = (moves) => {
    waiting = moves;
    refused = null;
    keep(waiting);
    return ask(null).then((answer) => {
      draw(answer?.html);
      return flush();
    });
  };
  const leaveOut = (place) => goOn(waiting.filter((_move, number) => number !== place));
  find("again").addEventListener("click", () => goOn(waiting));
  find("first").addEventListener("click", () => leaveOut(0));
  find("none").addEventListener("click", () => goOn([]));
  find("anew").addEventListener("click", () => {
    const moves = waiting;
    waiting = [];
    const { takebacks } = game();
    for (const { turn } of moves) waiting.push({ turn, ply: nextPly(), takebacks });
    goOn(waiting);
  });

  draw();
  flush();
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", look);
  setInterval(look, EVERY);
}
