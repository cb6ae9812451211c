// Keeps pages up to date. The server says over one event stream that something changed, and which version it is; what
// shows the game hears `changed` on the body and fetches what its reader may see. All tabs of a browser share one stream:
// whoever holds the lock has it open and passes on what it says, so the browser's six connections stay free. A hidden tab
// wants nothing, and asks what it missed when it is looked at again. Where no stream comes through, tabs ask in intervals.
//
//   <div data-live="KEY" data-version="7" data-live-check="/games/KEY/version/">   a game, and what version is shown
//   <div data-live="t-KEY" …>                                                     a tournament, in the same way
//   <div data-me="TOKEN" data-ticket="/live-ticket/">                              the reader's own notices
//
// Events on the body: `changed` {key, version}: a game or tournament on this page is at a newer version; `talked` {key}: something was
// said; `rematch` {key}: one is asked for, declined or begun; `elsewhere` {key, version}: a game of the reader's changed that is not on this page;
// `cases`: something happened to a case, for moderators.

const COVERED = 4000; // milliseconds that a stream may take until this tab asks by itself
const POLL = [3000, 60000]; // milliseconds between questions: at first, at most
const RETRY = [4000, 300000]; // milliseconds until a refused stream is tried again
const AGAIN = 1500; // after so many milliseconds a change that is not shown is told again
const TIMES = 4; // at most
const BEATS = 3; // of a leader's heart, about twenty seconds each: then a tab asks, whatever it has heard
const SILENCE = 65000; // a leader that has not been heard of for so long is not there
const NAME = "vexillum-live";

const id = Math.random().toString(36).slice(2);
const air = navigator.locks && "BroadcastChannel" in self ? new BroadcastChannel(NAME) : null;
const tell = (name, detail) => document.body.dispatchEvent(new CustomEvent(name, { detail }));
const topic = (key) => (key.startsWith("t-") ? ["tournament", key.slice(2)] : ["game", key]);
const union = (lists) => [...new Set(lists.flat())].sort();

// ---- what this page shows ----

const games = () => {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-live]")) found.set(element.dataset.live, element);
  return found;
};
const tokens = () => union([...document.querySelectorAll("[data-me]")].map((element) => element.dataset.me));
const ticket = () => document.querySelector("[data-ticket]")?.dataset.ticket;

// The table is swapped as a whole, so it carries the version of what it shows; a replay follows by setting its own.
const shown = (element) => {
  const inner = document.getElementById("table")?.dataset.version;
  return Math.max(Number(element.dataset.version), Number(inner ?? 0));
};

// ---- what this page is told ----

class Page {
  constructor() {
    this.told = new Map(); // key: [version, when]
    this.asking = 0; // requests of htmx on their way: what they bring may be the change itself
    this.timer = null;
    this.wait = POLL[0];
    this.covered = false;
  }

  // A game is at a version. Tell it if it is newer than what is shown, once.
  at(key, version) {
    if (!wanted()) return; // an answer that was on its way: whoever looks again asks again
    const element = games().get(key);
    if (!element) return tell("elsewhere", { key, version });
    if (version <= shown(element)) return;
    if (this.asking) {
      setTimeout(() => this.at(key, version), 60);
      return;
    }
    const [last, when, times] = this.told.get(key) ?? [0, 0, 0];
    if (last >= version && performance.now() - when < AGAIN) return;
    const again = last >= version ? times + 1 : 1;
    this.told.set(key, [version, performance.now(), again]);
    this.wait = POLL[0];
    // What was fetched may be lost, as when the answer to a form takes its place: look whether it has come.
    if (again < TIMES) setTimeout(() => this.at(key, version), AGAIN + 50);
    tell("changed", { key, version, talk: false });
  }

  hear(data) {
    if (data.t === "talk") tell("talked", { key: data.k, talk: true });
    else if (data.t === "cases") tell("cases", {});
    else if (data.t === "rematch") {
      if (games().has(data.k)) tell("rematch", { key: data.k });
    }
    else if (data.k) this.at(data.k, data.v);
  }

  // Ask for what may have been missed.
  async catchUp({ talk = true } = {}) {
    for (const [key, element] of games()) {
      if (talk && tokens().length && topic(key)[0] === "game") for (const name of ["talked", "rematch"]) tell(name, { key, talk: true });
      try {
        const answer = await fetch(element.dataset.liveCheck, { headers: { "X-Requested-With": "fetch" } });
        if (answer.ok) this.at(key, (await answer.json()).version);
        else if (answer.status > 501) tell("away", { sure: true });
      } catch {
        tell("away", { sure: false }); // nobody answers, or this page is being left
      }
    }
    if (tokens().length && !games().size) tell("elsewhere", {});
  }

  poll(first = this.wait) {
    if (this.timer || !wanted()) return;
    this.timer = setTimeout(async () => {
      this.timer = null;
      await this.catchUp();
      this.wait = Math.min(this.wait * 1.5, POLL[1]);
      if (!this.covered) this.poll();
    }, first);
  }

  rest() {
    clearTimeout(this.timer);
    this.timer = null;
    this.wait = POLL[0];
  }
}

const page = new Page();
const notified = () => document.querySelector("[data-notify] [aria-pressed=true]") !== null; // wants to hear while it is hidden
const wanted = () => (!document.hidden || notified()) && (games().size > 0 || tokens().length > 0);

// ---- the stream, in the tab that holds it ----

class Stream {
  constructor(say) {
    this.say = say; // tells all tabs
    this.wants = new Map(); // id of a tab: [keys, tokens]
    this.source = null;
    this.topics = "";
    this.wait = RETRY[0];
    this.notBefore = 0;
  }

  want(tab, keys, mine) {
    this.wants.set(tab, [keys, mine]);
    this.soon();
  }

  drop(tab) {
    if (this.wants.delete(tab)) this.soon();
  }

  // Never before a refusal has been waited out, whoever wants something meanwhile.
  soon(after = 80) {
    clearTimeout(this.opening);
    this.opening = setTimeout(() => this.open(), Math.max(after, this.notBefore - performance.now()));
  }

  get keys() {
    return union([...this.wants.values()].map(([keys]) => keys));
  }

  open() {
    const mine = union([...this.wants.values()].map(([, tokens]) => tokens));
    const query = new URLSearchParams([...this.keys.map(topic), ...mine.map((token) => ["me", token])]);
    if (String(query) === this.topics && this.source?.readyState === EventSource.OPEN) {
      this.say({ type: "open", keys: this.keys, gap: false });
      return;
    }
    if (!this.keys.length && !mine.length) return this.close();
    if (String(query) === this.topics && this.source?.readyState === EventSource.CONNECTING) return;
    this.topics = String(query);
    this.connect(`/live/?${query}`);
  }

  // The stream before is closed when the new one stands, so nothing is lost between them.
  connect(address) {
    const before = this.source;
    const source = (this.source = new EventSource(address));
    let opened = false;
    let failed = 0;
    source.onopen = () => {
      const gap = opened || before?.readyState !== EventSource.OPEN;
      opened = true;
      failed = 0;
      this.wait = RETRY[0];
      this.notBefore = 0;
      before?.close();
      this.say({ type: "open", keys: this.keys, gap });
    };
    source.onmessage = (event) => this.say({ type: "event", data: JSON.parse(event.data) });
    source.addEventListener("resync", () => this.say({ type: "open", keys: this.keys, gap: true }));
    source.addEventListener("away", () => this.say({ type: "down" }));
    source.onerror = () => {
      if (source !== this.source) return source.close();
      failed += 1;
      if (source.readyState === EventSource.CLOSED) {
        before?.close();
        this.refused();
      } else if (failed > 1) this.say({ type: "down" });
    };
  }

  // No stream is to be had now: the page's token may be too old, or there are too many.
  async refused() {
    this.topics = "";
    this.say({ type: "down" });
    const again = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, RETRY[1]);
    this.notBefore = performance.now() + again;
    this.soon(again);
    if (!ticket()) return;
    try {
      const answer = await fetch(ticket(), { headers: { "X-Requested-With": "fetch" } });
      if (answer.ok) this.say({ type: "ticket", me: (await answer.json()).me });
    } catch {
      // the server is away
    }
  }

  close() {
    clearTimeout(this.opening);
    this.source?.close();
    this.source = null;
    this.topics = "";
  }
}

// ---- tabs among each other ----

let stream = null; // this tab holds it
let release = null; // gives the lock back
let queue = null; // takes this tab out of the queue for it
let heard = 0; // when the leader last said something
let alone = null; // asks by itself if no stream comes
let beats = 0; // of the leader's heart since this tab last asked

// What the tab with the stream tells; it tells itself too.
const take = (message) => {
  heard = performance.now();
  if (!wanted()) return;
  if (message.type === "event") page.hear(message.data);
  else if (message.type === "down") {
    page.covered = false;
    page.poll(POLL[0] * Math.random());
  } else if (message.type === "open" && [...games().keys()].every((key) => message.keys.includes(key))) {
    clearTimeout(alone);
    const missed = message.gap || !page.covered;
    page.covered = true;
    page.rest();
    if (missed) page.catchUp();
    // A notice may be lost on its way though the stream stands: its sender died, or could not reach the others.
    // A player waits for the answer; watchers are many.
    else if (message.beat && ++beats >= (tokens().length ? 1 : BEATS)) {
      beats = 0;
      page.catchUp({ talk: false });
    }
  } else if (message.type === "ticket") {
    for (const element of document.querySelectorAll("[data-me]")) element.dataset.me = message.me ?? "";
    for (const element of document.querySelectorAll('[data-me=""]')) element.removeAttribute("data-me");
    ask();
  }
};
const say = (message) => {
  air?.postMessage(message);
  take(message);
};

// Say what this tab wants to hear of.
const ask = () => {
  const want = { type: "want", id, keys: [...games().keys()], me: tokens() };
  if (stream) stream.want(id, want.keys, want.me);
  else air?.postMessage(want);
};

const lead = () => {
  stream = new Stream(say);
  air?.postMessage({ type: "who" });
  ask();
};

const join = () => {
  if (queue || stream) return ask();
  clearTimeout(alone);
  alone = setTimeout(() => page.covered || page.poll(0), COVERED);
  if (!air) return lead();
  queue = new AbortController();
  const hold = () => {
    lead();
    return new Promise((done) => (release = done));
  };
  navigator.locks.request(NAME, { signal: queue.signal }, hold).catch(() => {});
  ask();
};

const leave = () => {
  clearTimeout(alone);
  page.rest();
  page.covered = false;
  stream?.close();
  stream = null;
  release?.();
  release = null;
  queue?.abort();
  queue = null;
  air?.postMessage({ type: "drop", id });
};

const look = () => (wanted() ? join() : leave());

air?.addEventListener("message", ({ data }) => {
  if (data.type === "want") stream?.want(data.id, data.keys, data.me);
  else if (data.type === "drop") stream?.drop(data.id);
  else if (data.type === "who") {
    if (wanted()) ask();
  } else take(data);
});

// Whoever holds the stream says so now and then; a tab that hears nothing for long asks by itself.
setInterval(() => {
  if (stream?.source?.readyState === EventSource.OPEN) say({ type: "open", keys: stream.keys, gap: false, beat: true });
  else if (page.covered && performance.now() - heard > SILENCE) {
    page.covered = false;
    page.poll(0);
  }
}, SILENCE / 3);

document.addEventListener("htmx:beforeRequest", () => (page.asking += 1));
document.addEventListener("htmx:afterRequest", () => setTimeout(() => (page.asking = Math.max(0, page.asking - 1)), 40));
document.addEventListener("htmx:load", () => look());
document.addEventListener("visibilitychange", look);
document.body.addEventListener("back", () => wanted() && page.catchUp());
addEventListener("pagehide", leave);
addEventListener("pageshow", (event) => event.persisted && look());
look();
