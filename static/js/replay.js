// The replay page: steps through positions that the server draws. Without this file the page's links do the same, slower.
// A frame on another site has less around the board: no list of moves, no speed, no help.
// One position is one address, so a position once read is kept, and the next ones are read ahead.

const AHEAD = 3; // positions read ahead in the direction of play
const KEPT = 240; // positions kept at most
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const KEYS_OFF = "vexillum-keys-off";
const GUESSES_OFF = "vexillum-guesses-off";

const stored = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const store = (key, value) => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // storage is off: the choice holds for this page only
  }
};

// Plays on the board what happens while one watches.
let battles = null;
const loadBattles = async (size) => {
  const { Battles } = await import("./battles.js");
  battles ??= new Battles(() => current?.position, size);
};

class Replay {
  constructor(root) {
    this.root = root;
    this.signal = (this.abort = new AbortController()).signal;
    this.last = Number(root.dataset.plies);
    this.shown = Number(root.dataset.ply);
    this.wanted = this.shown;
    this.seats = Number(root.dataset.seats);
    this.below = Number(root.dataset.flip); // the number of the seat whose side is at the bottom
    this.positions = new Map();
    this.position = root.querySelector("[data-position]");
    this.positions.set(this.fragment(this.shown), Promise.resolve(this.position.innerHTML));
    this.announcer = root.querySelector("[data-announce]");
    this.slider = root.querySelector("[data-scrub]");
    this.speed = root.querySelector("[data-speed]");
    this.playButton = root.querySelector("[data-play]");
    this.help = root.querySelector("[data-help]");
    this.list = root.querySelector("[data-moves]");
    this.keys = root.querySelector("[data-keys]");
    this.tip = root.querySelector("[data-odds-tip]");
    this.oddsPart = root.querySelector("[data-odds-part]");
    this.guesses = root.querySelector("[data-guesses]");
    this.timer = null;
    this.playing = false;
    this.keysOff = stored(KEYS_OFF) === "1";
    this.listen();
    this.mark();
    this.readAhead(1);
  }

  // ---- addresses ----

  fragment(ply) {
    return `${this.root.dataset.at}${ply}/${this.below ? `?flip=${this.below}` : ""}`;
  }

  page(ply, below = this.below) {
    const query = new URLSearchParams();
    if (this.root.dataset.view) query.set("view", this.root.dataset.view);
    query.set("ply", ply);
    if (below) query.set("flip", below);
    return `${this.root.dataset.page}?${query}`;
  }

  // ---- reading ----

  read(ply) {
    const address = this.fragment(ply);
    let found = this.positions.get(address);
    if (!found) {
      found = fetch(address, { headers: { "X-Requested-With": "fetch" }, signal: this.signal }).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      });
      found.catch(() => this.positions.delete(address));
      this.positions.set(address, found);
      if (this.positions.size > KEPT) this.positions.delete(this.positions.keys().next().value);
    }
    return found;
  }

  readAhead(direction) {
    for (let step = 1; step <= AHEAD; step += 1) {
      const ply = this.shown + direction * step;
      if (ply >= 0 && ply <= this.last) this.read(ply).catch(() => {});
    }
    const back = this.shown - direction;
    if (back >= 0 && back <= this.last) this.read(back).catch(() => {});
  }

  // ---- showing ----

  // Shows a ply; while one is being read only the newest wish counts, so a scrubber never queues up.
  async go(ply, { force = false } = {}) {
    this.wanted = Math.min(Math.max(ply, 0), this.last);
    this.mark();
    if (this.busy || (this.wanted === this.shown && !force)) return this.busy;
    this.busy = this.show(force);
    try {
      await this.busy;
    } finally {
      this.busy = null;
    }
  }

  async show(force) {
    let again = force;
    while (this.wanted !== this.shown || again) {
      again = false;
      const target = this.wanted;
      this.position.setAttribute("aria-busy", "true");
      let markup;
      try {
        markup = await this.read(target);
      } catch (problem) {
        if (this.signal.aborted) return;
        // The server is away, or this page is older than it: let the browser show what is the case.
        this.stop();
        location.assign(this.page(target));
        return;
      } finally {
        this.position.removeAttribute("aria-busy");
      }
      const from = this.shown;
      if (!this.following) battles?.end();
      // What the reader has opened under the board stays open.
      const open = new Set([...this.position.querySelectorAll("details[open]")].map((part) => part.dataset.keep));
      this.position.innerHTML = markup;
      for (const part of this.position.querySelectorAll("details")) part.open = open.has(part.dataset.keep);
      this.shown = target;
      this.drawGuesses();
      this.hideTip();
      if (target === from + 1) this.slide();
    }
    this.announce();
    this.listOdds();
    this.readAhead(this.direction ?? 1);
    clearTimeout(this.addressTimer);
    // Once another view is asked for, the address is the new part's.
    if (this.leaving) return;
    this.addressTimer = setTimeout(() => history.replaceState(history.state, "", this.page(this.shown)), 200);
  }

  // ---- what could be known ----

  // Where the ply stands in the graphs.
  markGraph(ply) {
    for (const line of this.root.querySelectorAll("[data-cursor]")) {
      const { left, step } = line.ownerSVGElement.dataset;
      line.setAttribute("transform", `translate(${Number(left) + ply * Number(step)} 0)`);
      line.classList.add("on");
    }
  }

  // What the hidden pieces may be at a ply: read when somebody asks for it, by the pointer or by opening the list.
  async odds(ply) {
    const address = `${this.root.dataset.odds}${ply}/${this.below ? `?flip=${this.below}` : ""}`;
    if (this.oddsAt !== address) {
      this.oddsAt = address;
      this.oddsRead = fetch(address, { signal: this.signal }).then((answer) => (answer.ok ? answer.text() : ""));
    }
    return new DOMParser().parseFromString(await this.oddsRead, "text/html");
  }

  async listOdds() {
    if (!this.oddsPart?.open) return;
    const ply = this.shown;
    try {
      const told = await this.odds(ply);
      if (ply === this.shown) this.oddsPart.querySelector("[data-odds-list]").replaceChildren(...told.body.childNodes);
    } catch {
      this.oddsAt = null; // the next ply asks again
    }
  }

  async showTip(piece) {
    const corners = [piece, piece.parentNode].map((part) => part.getAttribute?.("transform")?.match(/-?[\d.]+/g)?.slice(0, 2).join(" "));
    let told;
    try {
      told = await this.odds(this.shown);
    } catch {
      this.oddsAt = null;
      return;
    }
    const found = [...told.querySelectorAll("[data-corner]")].find((one) => corners.includes(one.dataset.corner));
    if (!found?.closest("li") || this.tipped !== piece || !piece.isConnected) return;
    this.tip.replaceChildren(found, " ", ...[...found.closest("li").children].filter((part) => part.localName === "span"));
    this.tip.hidden = false;
    const box = piece.getBoundingClientRect();
    const own = this.tip.getBoundingClientRect();
    const below = box.bottom + 6 + own.height < innerHeight;
    this.tip.style.top = `${below ? box.bottom + 6 : Math.max(4, box.top - own.height - 6)}px`;
    this.tip.style.left = `${Math.min(Math.max(4, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 4)}px`;
  }

  hideTip() {
    clearTimeout(this.tipTimer);
    this.tipped = null;
    if (this.tip) this.tip.hidden = true;
  }

  // A mouse that rests on a piece, and a tap on it.
  point(event) {
    if (this.tip.contains(event.target)) return clearTimeout(this.tipTimer);
    const piece = event.target.closest?.("[data-position] .board .piece, [data-position] .board-area .piece");
    if (piece === this.tipped && piece) return;
    clearTimeout(this.tipTimer);
    if (!piece) {
      this.tipTimer = setTimeout(() => this.hideTip(), 200); // long enough to go to what it says
      return;
    }
    this.hideTip();
    this.tipped = piece;
    this.tipTimer = setTimeout(() => this.showTip(piece), event.type === "click" ? 0 : 180);
  }

  // ---- guesses that are open ----

  showGuesses() {
    const wanted = this.guesses?.querySelector("[data-guesses-shown]");
    if (wanted) wanted.checked = stored(GUESSES_OFF) !== "1";
    const { searchParams } = new URL(this.guesses.getAttribute("hx-get"), location);
    if (Number(searchParams.get("flip")) === this.below) this.drawGuesses();
    else this.turnGuesses();
  }

  // The marks of all plies are in the page; those that stood at the ply that is shown are put on its board.
  drawGuesses() {
    const board = this.position.querySelector(".board-area .board");
    for (const mark of board?.querySelectorAll("g.guess.opened") ?? []) mark.remove();
    const wanted = this.guesses?.querySelector("[data-guesses-shown]");
    if (!board || !wanted?.checked) return;
    for (const mark of this.guesses.querySelectorAll("[data-marks] > g")) {
      if (Number(mark.dataset.first) <= this.shown && this.shown <= Number(mark.dataset.last)) board.append(mark.cloneNode(true));
    }
  }

  // The other way up they stand elsewhere.
  async turnGuesses() {
    const old = this.guesses?.querySelector("[data-marks]");
    if (!old) return;
    const address = new URL(this.guesses.getAttribute("hx-get"), location);
    address.searchParams.set("flip", this.below);
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: this.signal }).catch(() => null);
    if (!answer?.ok) return;
    old.replaceWith(new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-marks]"));
    this.drawGuesses();
  }

  async drawAgain(button) {
    const part = this.root.querySelector("[data-knowing]");
    const address = this.root.dataset.odds.replace("/odds/", "/knowing/");
    const answer = await fetch(`${address}${this.last}/`, { signal: this.signal }).catch(() => null);
    if (!answer?.ok) return;
    part.innerHTML = await answer.text();
    button.closest("p").hidden = true;
    this.markGraph(this.wanted);
  }

  // ---- following a game in play ----

  // The game is at a newer version: what everyone may see of it now is at an address of its own, drawn once for all who
  // watch. A player's own view is asked for by itself. Only who stands at the last ply is taken along.
  async follow(version) {
    const { watch, own } = this.root.dataset;
    if (version <= Number(this.root.dataset.version)) return;
    if (!watch) {
      this.root.dataset.version = version;
      this.renew();
      return;
    }
    const flip = this.below ? `?flip=${this.below}` : "";
    let now;
    try {
      const answer = await fetch(`${watch}${version}/${flip}`, { signal: this.signal });
      if (!answer.ok) return;
      now = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-now]");
    } catch {
      return; // the next change, or the next look, reaches it
    }
    if (Number(now.dataset.version) <= Number(this.root.dataset.version)) return;
    this.root.dataset.version = now.dataset.version;
    const ply = Number(now.dataset.ply);
    const along = this.wanted === this.last && !this.playing;
    const further = ply !== this.last; // or back: moves may be taken back
    if (ply !== this.last + 1) this.positions.clear();
    if (own === undefined) this.positions.set(this.fragment(ply), Promise.resolve(now.querySelector("[data-now-position]").innerHTML));
    else this.positions.delete(this.fragment(ply));
    this.last = ply;
    this.slider.max = ply;
    this.slider.dataset.text = this.slider.dataset.text.replace(/\d+(?=\D*$)/, ply);
    for (const output of this.root.querySelectorAll("[data-ply-last]")) output.textContent = ply;
    this.root.querySelector("[data-result]").textContent = now.querySelector("[data-now-result]").textContent;
    this.root.querySelector("[data-plies-text]").textContent = now.querySelector("[data-now-plies]").textContent;
    const stands = this.root.querySelector("[data-stands]");
    stands.textContent = now.querySelector("[data-now-stands]").textContent;
    stands.hidden = !stands.textContent;
    const paused = this.root.querySelector("[data-paused]");
    if (paused) {
      paused.textContent = now.querySelector("[data-paused]")?.textContent ?? "";
      paused.hidden = !paused.textContent;
    }
    for (const what of ["[data-clocks]", "[data-game-time]"]) {
      const old = this.root.querySelector(what);
      const fresh = now.querySelector(what);
      if (fresh) old?.replaceWith(fresh);
      else old?.remove();
    }
    tick();
    if (further) this.root.querySelector("[data-knowing-again]")?.removeAttribute("hidden");
    if (further) await this.listMoves(now.querySelector("[data-now-moves]"), own !== undefined);
    if (along) await this.goAlong(ply, own === undefined ? now.querySelector("[data-now-happened]") : null);
    else if (this.wanted > ply) await this.go(ply);
    else this.mark();
    if (!("over" in now.dataset)) return;
    this.announcer.textContent = this.root.querySelector("[data-result]").textContent;
    delete this.root.dataset.watch; // no more moves come, but perhaps a reveal
    this.renew();
  }

  // What is new is played on the board that was there. Spectators' views alone hold it, so a player's own board is shown
  // as it is; that player sees it played at the table.
  async goAlong(ply, happened) {
    const from = this.shown;
    const plays = happened && (battles?.playing || ply > from);
    if (plays) await loadBattles(happened.dataset.size.split(" ").map(Number)).catch(() => {});
    const before = plays && !this.busy && this.wanted === this.shown ? battles?.before() : null;
    this.following = Boolean(before);
    try {
      await this.go(ply, { force: true });
    } finally {
      this.following = false;
    }
    if (before && this.shown === ply) battles.play(before, from, happened.querySelector("[data-happened]"));
  }

  // The game is over, or revealed: more may be seen now, so all of the page is asked for anew, by everybody within a
  // second. It takes the place of what is here at the same ply, once the reader does not watch it play by itself.
  renew() {
    clearTimeout(this.renewal);
    this.renewal = setTimeout(async () => {
      if (this.playing || this.busy || battles?.playing || this.help?.open) return this.renew();
      try {
        // Who watches behind the game, and stands at the last ply, is taken along.
        const along = "behind" in this.root.dataset && this.wanted === this.last;
        const answer = await fetch(along ? this.page(this.last + 10000) : this.page(this.wanted), { signal: this.signal });
        if (!answer.ok) throw new Error(String(answer.status));
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("replay");
        const held = ["step", "scrub", "flip", "play", "moves"].find((name) => document.activeElement?.matches(`#replay [data-${name}]`));
        const { step } = document.activeElement?.dataset ?? {};
        this.root.replaceWith(fresh);
        htmx.process(fresh);
        start();
        if (held) fresh.querySelector(step ? `[data-step="${step}"]` : `[data-${held}]`)?.focus({ preventScroll: true });
      } catch {
        if (!this.signal.aborted) this.root.querySelector("[data-again]").hidden = false;
      }
    }, Math.random() * 1000);
  }

  // The newest chunk of the move list takes the place of the one that it continues.
  async listMoves(moves, own) {
    const first = Number(moves.dataset.first);
    if (own) {
      const answer = await fetch(`${this.root.dataset.at.replace("/at/", "/moves/")}${Math.floor(first / 50)}/`, { signal: this.signal });
      if (answer.ok) moves.innerHTML = await answer.text();
    }
    for (const link of moves.querySelectorAll("a[aria-current]")) link.removeAttribute("aria-current");
    const fresh = document.createElement("div");
    fresh.className = "chunk";
    fresh.dataset.first = first;
    fresh.append(...moves.childNodes);
    const old = this.list.querySelector(`a[data-to-ply="${first}"]`)?.closest(".chunk") ?? this.list.querySelector(`[data-chunk-from="${first}"]`);
    this.list.querySelector("p.end")?.remove();
    if (old) old.replaceWith(fresh);
    else this.list.append(fresh);
    for (const link of this.list.querySelectorAll("a[data-to-ply]")) {
      if (Number(link.dataset.toPly) > this.last) link.closest(".chunk")?.remove();
    }
  }

  // Paper has every move. A browser that prints does not wait for an answer, so what is missing is asked for at once.
  listAll() {
    if (!this.list) return;
    for (const chunk of this.list.querySelectorAll("[data-chunk-from]")) {
      const asked = new XMLHttpRequest();
      asked.open("GET", chunk.getAttribute("hx-get"), false);
      try {
        asked.send();
      } catch {
        return; // the server is away: what is here is printed
      }
      if (asked.status !== 200) return;
      const whole = document.createElement("div");
      whole.className = "chunk";
      whole.innerHTML = asked.responseText;
      chunk.replaceWith(whole);
    }
    this.markMove(this.wanted);
  }

  slide() {
    const piece = this.position.querySelector(".moved");
    const way = this.position.querySelector("[data-way]")?.dataset.way.split(" ").map(Number);
    if (!piece || !way || reduced.matches) return;
    const [x, y, toX, toY] = way;
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${toX}px, ${toY}px)` }], {
      duration: 160,
      easing: "ease-out",
    });
  }

  announce() {
    const said = this.position.querySelector("[data-say]")?.textContent.trim().replace(/\s+/g, " ") ?? "";
    if (this.announcer.textContent !== said) this.announcer.textContent = said;
  }

  // Everything on the page that depends on the ply but is not in the fragment.
  mark() {
    const ply = this.wanted;
    this.slider.value = ply;
    this.slider.setAttribute("aria-valuetext", this.slider.dataset.text.replace("%d", ply));
    for (const output of this.root.querySelectorAll("[data-ply-now]")) output.textContent = ply;
    const steps = { first: 0, previous: ply - 1, next: ply + 1, last: this.last };
    for (const [name, target] of Object.entries(steps)) {
      const link = this.root.querySelector(`[data-step="${name}"]`);
      const idle = target < 0 || target > this.last || target === ply;
      link.setAttribute("aria-disabled", String(idle));
      link.href = this.page(Math.min(Math.max(target, 0), this.last));
    }
    for (const link of this.root.querySelectorAll("[data-view-link]")) {
      const address = new URL(link.href);
      address.searchParams.set("ply", ply);
      if (this.below) address.searchParams.set("flip", this.below);
      else address.searchParams.delete("flip");
      link.href = address.pathname + address.search;
    }
    const flip = this.root.querySelector("a[data-flip]");
    flip.href = this.page(ply, (this.below + 1) % this.seats);
    this.markShared(ply);
    for (const link of this.root.querySelectorAll("a[data-play-on]")) link.href = `${link.pathname}?ply=${ply}`;
    this.markGraph(ply);
    this.markMove(ply);
  }

  // What is offered to be shared is of the ply that is shown, and this way up.
  markShared(ply) {
    const at = (pattern) => {
      const whole = pattern.replaceAll("{ply}", ply).replaceAll(/(&amp;|&)flip=\d+/g, "");
      return this.below ? whole.replaceAll(`ply=${ply}`, `ply=${ply}${whole.includes("<") ? "&amp;" : "&"}flip=${this.below}`) : whole;
    };
    for (const field of this.root.querySelectorAll("[data-share]")) field.value = at(field.dataset.share);
    for (const link of this.root.querySelectorAll("[data-share-address]")) link.href = at(link.dataset.shareAddress);
  }

  markMove(ply) {
    if (!this.list) return;
    for (const old of this.list.querySelectorAll("a[aria-current]")) old.removeAttribute("aria-current");
    if (ply === 0) {
      this.list.scrollTop = 0;
      return;
    }
    const move = this.list.querySelector(`a[data-to-ply="${ply}"]`);
    if (move) {
      move.setAttribute("aria-current", "true");
      this.reveal(move);
      return;
    }
    for (const chunk of this.list.querySelectorAll("[data-chunk-from]")) {
      if (Number(chunk.dataset.chunkFrom) <= ply && ply <= Number(chunk.dataset.chunkTo)) {
        this.reveal(chunk);
        htmx.trigger(chunk, "wanted");
      }
    }
  }

  // Scrolls the list, never the page.
  reveal(element) {
    const box = this.list.getBoundingClientRect();
    const at = element.getBoundingClientRect();
    const room = Math.min(80, box.height / 4);
    if (at.top < box.top + room || at.bottom > box.bottom - room) {
      this.list.scrollTop += at.top - box.top - Math.max(room, (box.height - at.height) / 2);
    }
  }

  // ---- playing by itself ----

  wait() {
    if (this.speed?.value !== "real") return Number(this.speed?.value ?? 1000);
    const real = this.position.querySelector("[data-wait]")?.dataset.wait;
    return real === undefined || real === "" ? 1000 : Number(real);
  }

  play() {
    if (this.playing) return this.stop();
    this.playing = true;
    this.playButton.setAttribute("aria-pressed", "true");
    this.playButton.setAttribute("aria-label", this.playButton.dataset.pause);
    if (this.wanted >= this.last) this.go(0).then(() => this.next());
    else this.next();
  }

  next() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.wanted >= this.last) return this.stop();
    this.timer = setTimeout(async () => {
      this.direction = 1;
      await this.go(this.wanted + 1); // not of the one shown: that may still be on its way
      this.next();
    }, this.wait());
  }

  stop() {
    clearTimeout(this.timer);
    this.playing = false;
    this.playButton.setAttribute("aria-pressed", "false");
    this.playButton.setAttribute("aria-label", this.playButton.dataset.play);
  }

  turn() {
    battles?.end();
    this.below = (this.below + 1) % this.seats;
    this.root.dataset.flip = this.below;
    const button = this.root.querySelector("a[data-flip]");
    if (this.seats === 2) button.setAttribute("aria-pressed", String(this.below === 1));
    this.turnGuesses();
    this.go(this.wanted, { force: true });
  }

  step(by) {
    this.stop();
    this.direction = Math.sign(by);
    this.go(this.wanted + by);
  }

  jump(ply) {
    this.stop();
    this.direction = ply < this.wanted ? -1 : 1;
    this.go(ply);
  }

  // ---- what the reader does ----

  listen() {
    const on = (target, name, act) => target.addEventListener(name, act, { signal: this.signal });
    on(this.root, "click", (event) => this.click(event));
    on(this.slider, "input", () => this.jump(Number(this.slider.value)));
    if (this.speed) {
      on(this.speed, "change", () => {
        store("vexillum-speed", this.speed.value);
        if (this.playing) this.next();
      });
      const kept = stored("vexillum-speed");
      if (kept && [...this.speed.options].some((option) => option.value === kept && !option.disabled)) this.speed.value = kept;
    }
    on(document, "keydown", (event) => this.key(event));
    on(document.body, "changed", (event) => this.follow(event.detail.version));
    on(window, "beforeprint", () => this.listAll());
    on(this.root, "htmx:afterSwap", (event) => {
      this.markMove(this.wanted);
      this.markGraph(this.wanted);
      if (event.target === this.guesses) this.showGuesses();
    });
    on(this.root, "change", (event) => {
      if (!event.target.matches("[data-guesses-shown]")) return;
      store(GUESSES_OFF, event.target.checked ? null : "1");
      this.drawGuesses();
    });
    if (this.tip) {
      on(this.root, "pointerover", (event) => event.pointerType === "mouse" && this.point(event));
      on(this.root, "click", (event) => this.point(event));
      on(window, "scroll", () => this.tip.hidden || this.hideTip());
      on(document, "keydown", (event) => event.key === "Escape" && this.hideTip());
    }
    if (this.oddsPart) on(this.oddsPart, "toggle", () => this.listOdds());
    if (!this.keys) return;
    on(this.keys, "change", () => {
      this.keysOff = !this.keys.checked;
      store(KEYS_OFF, this.keysOff ? "1" : null);
    });
    this.keys.checked = !this.keysOff;
  }

  click(event) {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const target = event.target.closest("a, button");
    if (!target) return;
    if (target.dataset.step) {
      event.preventDefault();
      const steps = { first: () => this.jump(0), previous: () => this.step(-1), next: () => this.step(1), last: () => this.jump(this.last) };
      steps[target.dataset.step]();
    } else if (target.dataset.toPly) {
      event.preventDefault();
      this.jump(Number(target.dataset.toPly));
    } else if (target.closest("[data-knowing-again]")) {
      this.drawAgain(target);
    } else if (target.hasAttribute("data-flip")) {
      event.preventDefault();
      this.turn();
    } else if (target.hasAttribute("data-play")) this.play();
    else if (target.hasAttribute("data-open-help")) this.help.showModal();
  }

  key(event) {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || this.help?.open) return;
    const field = event.target.closest?.("input, select, textarea, [contenteditable], dialog");
    if (field) return; // the field's own keys; the scrubber knows arrows, Home and End itself
    const acts = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.jump(0),
      End: () => this.jump(this.last),
    };
    // Keys of one character can be switched off (WCAG 2.1.4); Space belongs to a focused button or link.
    const busy = event.target.closest?.("a, button, summary");
    if (!this.keysOff) {
      acts.f = () => this.turn();
      if (this.help) acts["?"] = () => this.help.showModal();
      if (!busy) acts[" "] = () => this.play();
    }
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  leave(leaving) {
    this.leaving = leaving;
    clearTimeout(this.addressTimer);
  }

  close() {
    battles?.end();
    clearTimeout(this.renewal);
    this.stop();
    this.leaving = true;
    clearTimeout(this.addressTimer);
    this.abort.abort();
  }
}

// ---- clocks: of the game as it stands now, at whatever ply one looks ----

// How far this computer's clock is ahead of the server's. A page out of the browser's cache says an hour long past.
let skew = 0;
const setClock = (root) => {
  const fresh = root !== first || performance.getEntriesByType("navigation")[0]?.transferSize > 0;
  if (root.dataset.now && fresh) skew = Date.now() - Number(root.dataset.now);
};
const first = document.getElementById("replay");
const put = (text, values) => text.replace(/%\((\w+)\)[ds]/g, (_all, name) => values[name]);

const tick = () => {
  const now = Date.now() - skew;
  for (const clock of document.querySelectorAll("#replay [data-deadline]")) {
    const said = clock.closest("[data-days]").dataset;
    const free = Math.max(0, Number(clock.dataset.free ?? 0) - now); // of a turn that costs nothing of the bank yet
    if (clock.dataset.free) clock.dataset.plus = free ? `+${Math.ceil(free / 1000)}` : "";
    const left = Math.floor((Number(clock.dataset.deadline) - now - free) / 1000);
    const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
    let text = `${minutes}:${String(left % 60).padStart(2, "0")}`;
    if (left <= 0) text = said.late ?? "0:00"; // until the game says how it ended
    else if (days) text = put(said.days, { days, hours });
    else if (hours) text = put(said.hours, { hours, minutes });
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", left < 60);
  }
  for (const rest of document.querySelectorAll("#replay [data-rest]")) rest.hidden = Number(rest.dataset.rest) <= now;
};
setInterval(tick, 1000);

let current = null;
const start = () => {
  const root = document.getElementById("replay");
  if (root === current?.root) return;
  current?.close();
  if (root) setClock(root);
  tick();
  current = root?.dataset.at ? new Replay(root) : null; // a game without set-ups has nothing to step through
};

start();
document.addEventListener("htmx:load", start); // the view switch swaps the whole replay
// A game that has not begun has nothing to follow by: its page is another one once it has.
document.body.addEventListener("changed", () => {
  const root = document.getElementById("replay");
  if (root && !root.dataset.at) setTimeout(() => location.reload(), Math.random() * 1000);
});
// The addresses of the view links follow the ply; htmx has read them when the page was loaded.
document.addEventListener("htmx:configRequest", (event) => {
  if (!event.target.matches?.("[data-view-link]")) return;
  event.detail.path = event.target.getAttribute("href");
  current?.leave(true);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) current?.leave(false); // the old part stays, and its address with it
});
