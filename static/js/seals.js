// Checks in the browser that each rank which is shown is the one that was sealed (docs/verifying.md). What opens a seal
// stands beside the position; the seals themselves are kept from the first page of a game that this browser saw.

const KEPT = "vexillum-seals";
const GAMES = 60; // games whose seals are kept
const utf8 = new TextEncoder();
const able = globalThis.isSecureContext && Boolean(globalThis.crypto?.subtle);

// ---- hashes ----

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer()));
const join = (left, right) => sha(Uint8Array.of(1), left, right);

const HASH = /^[0-9a-f]{64}$/;

// Where an opening leads: RFC 9162, section 2.1.3.2; null if it has not the shape of its tree.
export const leadsTo = async ({ seat, place, rank, salt, leaves, path }) => {
  if (![salt, ...path.split(" ").filter(Boolean)].every((one) => HASH.test(one))) return null;
  let node = await sha(Uint8Array.of(0), bytes(salt), utf8.encode(`${seat} ${place} ${rank}`));
  let number = place.startsWith("+") ? 0 : Number(place);
  let end = Number(leaves) - 1;
  if (!(number >= 0 && number <= end)) return null;
  for (const other of path.split(" ").filter(Boolean).map(bytes)) {
    if (end === 0) return null;
    if (number & 1 || number === end) {
      node = await join(other, node);
      while (number && !(number & 1)) [number, end] = [number >> 1, end >> 1];
    } else node = await join(node, other);
    [number, end] = [number >> 1, end >> 1];
  }
  return end === 0 ? hex(node) : null;
};

// ---- what this browser saw first ----

const games = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
};
const memory = {}; // what storage did not take
const recall = (game) => memory[game] ?? games()[game] ?? { seals: {}, opened: {} };
const remember = (game, known) => {
  try {
    const all = Object.entries({ ...games(), [game]: { ...known, at: Date.now() } });
    all.sort(([, one], [, other]) => other.at - one.at);
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(all.slice(0, GAMES))));
    delete memory[game];
  } catch {
    memory[game] = known; // storage is off or full: what was seen holds for this page only
  }
};

// Takes up seals, `seat=hash` and `seat+number=hash`; false if one is not what it was at first.
const takeUp = (known, told) => {
  let same = true;
  for (const one of (told ?? "").split(" ").filter(Boolean)) {
    const [name, seal] = one.split("=");
    known.seals[name] ??= seal;
    same &&= known.seals[name] === seal;
  }
  return same;
};

// ---- which piece it is ----

const CHUNK = 50; // plies in a part of the move list
const moves = new Map(); // by ply, in notation
const clashes = new Map(); // by ply, the ranks that met, as the list shows them

const readMoves = (list) => {
  for (const link of list.querySelectorAll("a[data-to-ply]")) {
    const notation = link.querySelector(".notation");
    if (!notation) continue;
    moves.set(Number(link.dataset.toPly), notation.textContent);
    clashes.set(Number(link.dataset.toPly), link.querySelector(".clash")?.textContent ?? "");
  }
};

// The plies up to `last`: those that the page lists, and what is missing from the server; false if it does not answer.
const listMoves = async (last) => {
  const list = document.querySelector("[data-moves]");
  const at = list.dataset.at ?? document.getElementById("replay").dataset.at.replace("/at/", "/moves/");
  readMoves(list);
  for (const { dataset } of document.querySelectorAll("#table .happened [data-move]")) {
    moves.set(Number(dataset.ply), dataset.move);
    clashes.set(Number(dataset.ply), dataset.clash);
  }
  for (let ply = 1; ply <= last; ply += 1) {
    if (moves.has(ply)) continue;
    const answer = await fetch(`${at}${Math.floor((ply - 1) / CHUNK)}/`);
    if (!answer.ok) return false;
    readMoves(new DOMParser().parseFromString(await answer.text(), "text/html"));
    if (!moves.has(ply)) return false;
  }
  return true;
};

// Whether the moves lead a piece from where it was sealed to where it was shown (docs/notation.md).
export const cameFrom = ({ seat, piece, place, start, ply, stood }, seats, told) => {
  let square = stood;
  for (let before = Number(ply) - 1; before > 0; before -= 1) {
    const turn = told.get(before);
    const cut = turn.search(/[*+>=!?]|$/);
    const parts = turn.slice(cut).split(/(?=[*+>=!?])/);
    if (parts.includes(`>${square}`) || parts.includes(`=${square}`)) return true; // a Flag, known since it was taken
    if (seats[(before - 1) % seats.length] !== seat) continue;
    const here = parts.find((part) => part.endsWith(`@${square}`));
    if (here?.startsWith("+")) return place.startsWith("+");
    if (here) return here === `*${piece}@${square}`; // known since it was captured
    const path = turn.slice(0, cut).split(/[-×]/);
    if (path.length > 1 && path.at(-1) === square) square = path[0];
  }
  return square === start;
};

const NUMERALS = { M: "10", P: "2" };

// Whether a piece fought in the ply that is said to have shown it: where the moves have it, and with the rank that they
// tell. Of a ply without a battle there is nothing to compare.
export const fought = ({ seat, ply, stood, rank }, seats, told, ranks) => {
  const turn = told.get(Number(ply));
  if (!turn.includes("×")) return true;
  const path = turn.split(/[*+>=!?]/)[0].split(/[-×]/);
  const attacks = seats[(Number(ply) - 1) % seats.length] === seat;
  const met = ranks.get(Number(ply)).split(/ [›‹=] /);
  return stood === path.at(attacks ? 0 : -1) && (NUMERALS[rank] ?? rank) === met[attacks ? 0 : 1];
};

// Whether a leaf is the one of the square where its piece began: its number counts the home squares of its seat, as the
// first page of the game had them (`red=a1.b1…`, a seat each), and these give the size of the tree.
export const isOfSquare = ({ seat, place, start, leaves }, homes) => {
  if (place.startsWith("+")) return start === undefined && leaves === "1";
  const squares = homes.split(" ").find((one) => one.startsWith(`${seat}=`))?.slice(seat.length + 1).split(".") ?? [];
  return squares.length === new Set(squares).size && leaves === String(squares.length) && squares[Number(place)] === start;
};

// ---- the page ----

const page = () => document.getElementById("seals");
const gameOf = (told) => location.pathname.match(/^\/games\/([^/]+)\//)?.[1] ?? told.dataset.game; // what the reader asked for
const make = (tag, className, text) => {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};

// Stands above the game until the page is left: no later position takes it away.
const warn = (text) => {
  if ([...document.querySelectorAll("[data-seal-warning]")].some((old) => old.textContent === text)) return;
  const warning = make("p", "note bad seal-warning", text);
  warning.dataset.sealWarning = "";
  warning.setAttribute("role", "alert");
  page().closest("article").before(warning);
};

const state = (box, text, kind) => {
  const shown = box.querySelector("[data-seal-state]");
  if (!shown) return;
  shown.className = kind;
  shown.textContent = text;
};

// A small mark at the line beside the board that tells of the battle; it leads to what it means. A replay has no such
// line: there the state stands right below the words of the ply.
const mark = (box, words) => {
  const line = [...box.closest("article").querySelectorAll(".happened .fought")].at(-1);
  if (!line || line.querySelector(".seal-mark")) return;
  const link = make("a", "seal-mark ok");
  link.href = "#opened";
  link.title = words.mark;
  link.setAttribute("aria-label", words.mark);
  link.addEventListener("click", () => (box.querySelector("details").open = true));
  line.append(link);
};

// A piece without a square came to the board in the ply that showed it.
const follows = (opened, seats) => {
  if (!opened.stood) return !opened.ply || opened.place.startsWith("+");
  return fought(opened, seats, moves, clashes) && cameFrom(opened, seats, moves);
};

const check = async (box) => {
  const game = gameOf(page());
  const words = JSON.parse(page().dataset.words);
  const known = recall(game);
  if (!takeUp(known, box.dataset.lone)) warn(words.changed);
  const lines = [...box.querySelectorAll("li[data-salt]")];
  if (!able) {
    state(box, words.unable, "muted");
    if (lines.length) box.querySelector("[data-seal-about]").prepend(`${words.insecure} `);
    remember(game, known);
    return;
  }
  const seats = known.homes.split(" ").map((one) => one.split("=")[0]); // in the order of their turns, as they were first
  const listed = await listMoves(Math.max(0, ...lines.map((line) => Number(line.dataset.ply ?? 0)))).catch(() => false);
  let right = true;
  for (const line of lines) {
    const { seat, place, piece } = line.dataset;
    const found = await leadsTo(line.dataset).catch(() => null);
    const name = place.startsWith("+") ? `${seat}${place}` : seat;
    if (place.startsWith("+")) known.seals[name] ??= found;
    // A leaf belongs to one piece, and a piece to one leaf, for the whole game.
    const leaf = `${seat} ${place}`;
    known.opened[leaf] ??= piece;
    const alone = Object.entries(known.opened).every(([other, id]) => (other === leaf) === (id === piece));
    const fits = found !== null && found === known.seals[name] && alone && isOfSquare(line.dataset, known.homes)
      && (!listed || follows(line.dataset, seats));
    line.append(" ", make("span", fits ? "ok" : "not-ok", fits ? `✓ ${words.checked}` : `✗ ${words.wrong}`));
    right &&= fits;
  }
  remember(game, known);
  if (!lines.length) return;
  if (right) {
    state(box, `✓ ${words.checked}`, "ok");
    box.querySelector("[data-seal-about]").firstChild.textContent = `${words.about} ${listed ? `${words.followed} ` : ""}`;
    if (listed) mark(box, words);
  } else {
    state(box, `✗ ${words.wrong}`, "not-ok");
    box.querySelector("details").open = true;
    warn(words.warning);
  }
};

// A battle that the page tells of opens both its pieces, in the same answer.
const opensAll = (known) => {
  const opens = known.opens ?? [];
  return [...document.querySelectorAll("#table .happened .fought")].every(({ dataset: { ply, seats } }) =>
    seats.split(" ").every((seat) => !opens.includes(seat) || document.querySelector(`#opened li[data-ply="${ply}"][data-seat="${seat}"][data-stood]`)));
};

let queue = Promise.resolve();
const look = () => {
  const told = page();
  if (!told) return;
  if (!("seen" in told.dataset)) {
    told.dataset.seen = "";
    const known = recall(gameOf(told));
    const same = takeUp(known, told.dataset.roots) & ((known.homes ??= told.dataset.homes) === told.dataset.homes);
    known.opens ??= told.dataset.byPiece.split(" ").filter(Boolean);
    remember(gameOf(told), known);
    if (!same) warn(JSON.parse(told.dataset.words).changed);
  }
  const happened = document.querySelector("#table [data-happened]");
  if (happened && !("sealsSeen" in happened.dataset)) {
    happened.dataset.sealsSeen = "";
    if (!opensAll(recall(gameOf(told)))) warn(JSON.parse(told.dataset.words).unopened);
  }
  for (const box of document.querySelectorAll("[data-opened]:not([data-seen])")) {
    box.dataset.seen = "";
    queue = queue.then(() => check(box)).catch(() => {});
  }
};

look();
new MutationObserver(look).observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });
