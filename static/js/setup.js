// The editor of set-ups: by mouse, touch and keyboard. The form works without it; this moves single pieces at once and
// sends each change in the background, one after the other. What is missing, and all words of it, come from the server.

const EMPTY = ".";
const SLOP = 5; // pixels that a finger or mouse may move before it drags

const root = document.querySelector("[data-setup]");
if (root) edit(root);
follow();
countDown();

function edit(root) {
  const form = root.querySelector("[data-form]");
  const stage = root.querySelector("[data-squares]");
  const tray = root.querySelector("[data-tray]");
  const text = form.querySelector("[data-rows]");
  const said = form.querySelector("[data-say]");
  const squares = [...stage.querySelectorAll("[data-place]")];
  const stacks = [...tray.querySelectorAll("[data-symbol]")];
  const stackOf = new Map(stacks.map((stack) => [stack.dataset.symbol, stack]));
  const tiles = new Map(stacks.map((stack) => [stack.dataset.symbol, stack.querySelector("svg")]));
  for (const square of squares) {
    // A piece that is not in the tray (pasted, and not one's own) has a tile on its square only.
    const tile = square.querySelector("svg");
    const symbol = stage.dataset.formNow[square.dataset.place];
    if (tile && !tiles.has(symbol)) tiles.set(symbol, tile.cloneNode(true));
    square.dataset.shown = symbol;
    square.toggleAttribute("data-full", symbol !== EMPTY);
  }

  let now = [...stage.dataset.formNow]; // as it is shown
  let hand = null; // what is picked up: { place } or { symbol }
  let here = squares[0]; // the one square that Tab reaches
  let version = form.elements.version.value;
  let summary = "";
  let complete = false;
  let typing = Boolean(root.querySelector("[aria-invalid]")); // the text is not what is shown

  // ---- words ----

  const say = (key, words = {}) => tell((form.dataset[key] ?? "").replace(/%\((\w+)\)s/g, (_all, name) => words[name] ?? ""));
  const tell = (words) => {
    said.textContent = words;
  };
  const nameOf = (symbol) => stackOf.get(symbol)?.dataset.name ?? symbol;
  const squareName = (place) => squares[place].dataset.name;
  const left = (symbol) => Number(stackOf.get(symbol)?.dataset.total ?? 0) - now.filter((one) => one === symbol).length;

  // ---- showing ----

  const show = () => {
    for (const [place, square] of squares.entries()) {
      const symbol = now[place];
      if (square.dataset.shown !== symbol) {
        square.replaceChildren(...(symbol !== EMPTY && tiles.has(symbol) ? [tiles.get(symbol).cloneNode(true)] : []));
        square.dataset.shown = symbol;
        const words = symbol === EMPTY ? form.dataset.sayEmpty : nameOf(symbol);
        square.setAttribute("aria-label", `${squareName(place)}: ${words}`);
        square.toggleAttribute("data-full", symbol !== EMPTY);
      }
      square.toggleAttribute("data-picked", hand?.place === place);
      square.tabIndex = square === here ? 0 : -1;
    }
    for (const stack of stacks) {
      const symbol = stack.dataset.symbol;
      const count = Math.max(left(symbol), 0);
      stack.querySelector(".count").textContent = count;
      stack.toggleAttribute("data-none", count === 0);
      stack.toggleAttribute("data-picked", hand?.symbol === symbol);
      stack.setAttribute("aria-label", words("sayLeft", { piece: stack.dataset.name, left: count }));
    }
    stage.toggleAttribute("data-holding", hand !== null);
    if (!typing) text.value = rowsOf(now, squares);
  };
  const words = (key, values) => form.dataset[key].replace(/%\((\w+)\)s/g, (_all, name) => values[name] ?? "");

  // ---- changing ----

  const changed = () => {
    edits += 1;
    show();
    send({ do: "text", rows: now.join("") });
  };
  const swap = (from, to) => {
    const [one, other] = [now[from], now[to]];
    [now[from], now[to]] = [other, one];
    if (other === EMPTY) say("sayPlaced", { piece: nameOf(one), square: squareName(to) });
    else say("saySwapped", { square: squareName(from), other: squareName(to) });
    hand = null;
    changed();
  };
  const put = (symbol, place) => {
    if (now[place] === symbol) return;
    if (left(symbol) < 1) {
      hand = null;
      say("sayNone", { piece: nameOf(symbol) });
      show();
      return;
    }
    now[place] = symbol;
    if (left(symbol) < 1) hand = null;
    say("sayPlaced", { piece: nameOf(symbol), square: squareName(place) });
    changed();
  };
  const takeOff = (place) => {
    const symbol = now[place];
    hand = null;
    if (symbol !== EMPTY) {
      now[place] = EMPTY;
      say("sayOff", { piece: nameOf(symbol) });
      changed();
    } else show();
  };
  const drop = (what, place) => {
    if (what.symbol) put(what.symbol, place);
    else if (what.place !== place) swap(what.place, place);
  };
  const pick = (what) => {
    hand = what;
    if (what === null) say("sayDown");
    else if (what.symbol) say("sayTaken", { piece: nameOf(what.symbol) });
    else say("sayPicked", { piece: nameOf(now[what.place]), square: squareName(what.place) });
    show();
  };
  const onSquare = (place) => {
    here = squares[place];
    if (hand?.place === place) pick(null);
    else if (hand) drop(hand, place);
    else if (now[place] !== EMPTY) pick({ place });
    else show();
  };
  const onStack = (symbol) => {
    if (hand?.place !== undefined) takeOff(hand.place);
    else if (hand?.symbol === symbol) pick(null);
    else if (left(symbol) > 0) pick({ symbol });
    else say("sayNone", { piece: nameOf(symbol) });
  };

  // ---- mouse and touch: a click picks up and puts down, a drag does both at once ----

  let drag = null;
  const begin = (event) => {
    const button = event.target.closest("[data-place], [data-symbol]");
    if (!button || event.button !== 0 || !event.isPrimary) return;
    const place = button.dataset.place === undefined ? undefined : Number(button.dataset.place);
    const symbol = button.dataset.symbol;
    const full = place === undefined ? left(symbol) > 0 : now[place] !== EMPTY;
    if (full) drag = { what: place === undefined ? { symbol } : { place }, x: event.clientX, y: event.clientY, from: button, ghost: null };
  };
  const move = (event) => {
    if (!drag || !event.isPrimary) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLOP) return;
      const tile = drag.from.querySelector("svg");
      const box = tile.getBoundingClientRect();
      drag.ghost = document.createElement("div");
      drag.ghost.className = "setup-ghost";
      drag.ghost.append(tile.cloneNode(true));
      drag.ghost.style.width = `${Math.max(box.width, 36)}px`;
      document.body.append(drag.ghost);
      drag.from.setPointerCapture?.(event.pointerId);
      drag.from.toggleAttribute("data-dragged", true);
      hand = null;
    }
    event.preventDefault();
    drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
    const over = targetAt(event);
    for (const square of squares) square.toggleAttribute("data-over", square === over);
  };
  const targetAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place], [data-tray]");
  const finish = (event, done) => {
    if (!drag || !event.isPrimary) return;
    const { what, ghost, from } = drag;
    drag = null;
    from.removeAttribute("data-dragged");
    for (const square of squares) square.removeAttribute("data-over");
    if (!ghost) return;
    ghost.remove();
    // What the browser takes for a click after a drag is none.
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, true), 0);
    const target = done ? targetAt(event) : null;
    if (target?.dataset.place !== undefined) {
      here = target;
      drop(what, Number(target.dataset.place));
    } else if (target && what.place !== undefined) takeOff(what.place);
    else show();
  };
  for (const area of [stage, tray]) {
    area.addEventListener("pointerdown", begin);
    area.addEventListener("click", (event) => {
      const button = event.target.closest("[data-place], [data-symbol]");
      if (button?.dataset.place !== undefined) onSquare(Number(button.dataset.place));
      else if (button) onStack(button.dataset.symbol);
      else if (area === tray && hand?.place !== undefined) takeOff(hand.place);
    });
  }
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", (event) => finish(event, true));
  addEventListener("pointercancel", (event) => finish(event, false));

  // ---- keyboard, while the squares have the focus ----

  const goTo = (square) => {
    here = square;
    show();
    square.focus();
  };
  const step = (down, right) => {
    const [row, column] = [Number(here.dataset.row), Number(here.dataset.column)];
    const ahead = squares.filter((square) => {
      const rows = (Number(square.dataset.row) - row) * down;
      const columns = (Number(square.dataset.column) - column) * right;
      return down ? rows === 1 : columns > 0 && Number(square.dataset.row) === row;
    });
    const far = (square) => Math.abs(Number(square.dataset.column) - column);
    const next = ahead.sort((one, other) => far(one) - far(other))[0];
    if (next) goTo(next);
  };
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  stage.addEventListener("keydown", (event) => {
    const square = event.target.closest("[data-place]");
    if (!square || event.altKey || event.metaKey || (event.ctrlKey && event.key !== "z")) return;
    here = square;
    const place = Number(square.dataset.place);
    const row = squares.filter((one) => one.dataset.row === square.dataset.row);
    const key = event.key.toLowerCase();
    const stack = stacks.find((one) => one.dataset.keys.split(" ").includes(key));
    if (event.ctrlKey) send({ do: "undo" });
    else if (steps[event.key]) step(...steps[event.key]);
    else if (event.key === "Home") goTo(row[0]);
    else if (event.key === "End") goTo(row.at(-1));
    else if (event.key === "Delete" || event.key === "Backspace") takeOff(place);
    else if (event.key === "Escape" && hand) pick(null);
    else if (stack) {
      hand = null;
      put(stack.dataset.symbol, place);
      show();
    } else return;
    event.preventDefault();
  });
  tray.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && hand) pick(null);
  });

  // ---- sending: one request at a time, the state last ----

  let queue = Promise.resolve();
  let edits = 0; // how many single pieces have been moved: what is shown is newer than an answer from before
  let asking = false; // another window has changed the draft: nothing is sent until it is decided which one holds

  // A change is sent as it was made; another action works on what is shown when its turn comes.
  const send = (fields, near = null) => {
    queue = queue.then(() => post({ ...fields, rows: fields.rows ?? now.join(""), near, since: edits }));
    return queue;
  };
  const post = async (fields, tries = 0) => {
    if (asking) return null;
    const body = new URLSearchParams(new FormData(form));
    body.delete("do");
    for (const [name, value] of [["do", fields.do], ["rows", fields.rows], ["version", version]]) body.set(name, value);
    let response;
    try {
      response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true });
    } catch {
      say("sayOffline");
      if (tries < 30) {
        await new Promise((done) => setTimeout(done, Math.min(1000 * 2 ** tries, 15000)));
        return post(fields, tries + 1);
      }
      return null;
    }
    if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
      say("sayRefused");
      return null;
    }
    return take(fields, await response.json());
  };
  const take = (fields, answer) => {
    if (answer.over) {
      location.assign(answer.over);
      return null;
    }
    if (answer.version === undefined) {
      tell(answer.say);
      note({ failed: true, say: answer.say }, fields.near);
      return null;
    }
    if (answer.stale) return ask(fields, answer);
    version = form.elements.version.value = answer.version;
    ({ complete } = answer);
    if (fields.typed) {
      if (answer.failed) text.setAttribute("aria-invalid", "true");
      else text.removeAttribute("aria-invalid");
      // Somebody who types on is not interrupted.
      if (!answer.failed && text.value === fields.rows) typing = false;
    }
    if (edits === fields.since && !answer.failed) {
      if (now.join("") !== answer.form) hand = null;
      now = [...answer.form];
      show();
    }
    form.querySelector("#setup-status").outerHTML = answer.status;
    form.querySelector("[data-undo]").setAttribute("aria-disabled", String(!answer.undoable));
    note(answer, fields.near);
    if (answer.say) tell(answer.say);
    else if (answer.summary !== summary) tell(`${said.textContent} ${answer.summary}`.trim());
    ({ summary } = answer);
    if (/^(save|overwrite|rename|delete)/.test(fields.do) || form.querySelector("#setup-question")) showSaved(answer);
    return answer;
  };
  const note = (answer, near) => {
    form.querySelector("[data-error]")?.remove();
    if (!answer.failed) {
      if (answer.say) form.querySelector("[data-kept]").textContent = answer.say;
      return;
    }
    const made = Object.assign(document.createElement("p"), { className: "note bad", textContent: answer.say });
    made.setAttribute("data-error", ""); // no alert: the live region says it
    (near ?? form.querySelector("[data-kept]")).append(made);
  };
  const showSaved = (answer) => {
    const before = form.querySelector("#setup-saved");
    if (!before) return;
    const focused = before.contains(document.activeElement);
    const error = before.closest("section").querySelector("[data-error]");
    before.outerHTML = answer.saved;
    const after = form.querySelector("#setup-saved");
    if (error) after.append(error);
    if (answer.asked) form.querySelector("#setup-question").focus();
    else if (focused) form.querySelector("#setup-name").focus();
  };
  const ask = (fields, answer) => {
    asking = true;
    const note = form.querySelector("[data-stale]");
    note.hidden = false;
    note.querySelector("[data-keep-mine]").onclick = () => decide(() => send({ do: "text" }));
    note.querySelector("[data-take-other]").onclick = () =>
      decide(() => {
        now = [...answer.form];
        hand = null;
        show();
        return send({ do: "text" });
      });
    const decide = (go) => {
      asking = false;
      note.hidden = true;
      version = form.elements.version.value = answer.version;
      go();
      here.focus();
    };
    note.querySelector("[data-keep-mine]").focus();
    return null;
  };

  // ---- the buttons of the form ----

  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    const action = button?.value ?? "text";
    if (action === "confirm") {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = "yes"; // the button itself must stay enabled, or its value is not sent
      text.value = now.join("");
      return;
    }
    event.preventDefault();
    if (button?.getAttribute("aria-disabled") === "true") return;
    if (action === "commit") return commit();
    const near = button.closest("section");
    if (button.dataset.useText !== undefined) await send({ do: "text", rows: text.value, typed: "yes" }, near);
    else await send({ do: action }, near);
  });
  form.addEventListener("keydown", (event) => {
    const field = event.target.closest("[data-enter]");
    if (field && event.key === "Enter") {
      event.preventDefault();
      send({ do: field.dataset.enter }, field.closest("section"));
    }
  });
  text.addEventListener("input", () => (typing = true));
  text.addEventListener("change", () => send({ do: "text", rows: text.value, typed: "yes" }, text.closest("section")));
  const commit = async () => {
    if (!(await send({ do: "commit" }))) return;
    if (complete) form.querySelector("[data-sure]").showModal();
    else form.querySelector("#setup-status h2").focus();
  };
  const dialog = form.querySelector("[data-sure]");
  form.querySelector("[data-not-sure]")?.addEventListener("click", () => dialog.close());
  form.querySelector("[data-copy-text]").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      say("sayCopied");
    } catch {
      text.select(); // no clipboard (a plain http page): it is chosen, to be copied by hand
    }
  });

  // ---- begin ----

  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload(); // from the browser's memory: another window may have gone on
  });
  for (const button of [...squares, ...stacks]) button.disabled = false;
  show();
}

// The text as the server writes it, in rows as they are seen.
function rowsOf(form, squares) {
  const lines = new Map();
  for (const [place, square] of squares.entries()) {
    const row = square.dataset.row;
    lines.set(row, [...(lines.get(row) ?? []), form[place]]);
  }
  const widest = Math.max(...[...lines.values()].map((line) => line.length));
  return [...lines.values()].map((line) => " ".repeat(widest - line.length) + line.join(" ")).join("\n");
}

// Counts down the time for the set-ups. The service decides the game soon after its grace of a second; should its
// worker be away, the page has it do so.
function countDown() {
  let from = null; // the element that was counted last, and how far this computer's clock is ahead of the server's
  let skew = 0;
  let lapsed = "";
  const put = (text, values) => text.replace(/%\((\w+)\)[sd]/g, (_all, name) => values[name]);
  const judge = async (due) => {
    await fetch(due.action, { method: "POST", body: new URLSearchParams(new FormData(due)) }).catch(() => null);
    document.body.dispatchEvent(new CustomEvent("changed"));
  };
  const tick = () => {
    const who = document.querySelector("#setup-ready");
    const clock = who?.querySelector("[data-deadline]");
    if (!clock) return;
    if (from !== who) [from, skew] = [who, Date.now() - Number(who.dataset.now)];
    const left = Math.floor((Number(clock.dataset.deadline) - (Date.now() - skew)) / 1000);
    const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
    let time = left > 0 ? `${minutes}:${String(left % 60).padStart(2, "0")}` : "0:00";
    if (days > 0) time = put(who.dataset.days, { days, hours });
    else if (hours > 0) time = put(who.dataset.hours, { hours, minutes });
    const text = put(who.dataset.left, { time });
    if (clock.textContent !== text) clock.textContent = text;
    clock.hidden = false;
    clock.classList.toggle("short", left < 60);
    if (left < -1 && lapsed !== clock.dataset.deadline) {
      lapsed = clock.dataset.deadline;
      judge(who.querySelector("form"));
    }
  };
  tick();
  setInterval(tick, 1000);
}

// Something changed in the game: show who is ready, or go where it takes place now.
function follow() {
  document.body.addEventListener("changed", async () => {
    const who = document.querySelector("#setup-ready");
    if (!who) return;
    const response = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector("#setup-ready");
    if (fresh && Boolean(page.querySelector("[data-setup]")) === Boolean(document.querySelector("[data-setup]"))) who.replaceWith(fresh);
    else location.reload();
  });
}
