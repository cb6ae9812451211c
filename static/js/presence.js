// Who is at the board of a live game, where all players want to show it. Every few seconds the page says that it is
// there and hears of the others; what it hears is shown beside their names.

const root = document.getElementById("play");
const { presence: address, here, left } = root.querySelector("[data-presence]").dataset;
const claim = root.querySelector("[data-claim]");
const form = document.getElementById("act-form");
const BEAT = 10000; // milliseconds
let away = {}; // by seat, when it left, as this page's clock has it; 0 while it is there

const body = (more = {}) => new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, ...more });
const span = (seconds) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`);

const draw = () => {
  for (const place of root.querySelectorAll("[data-presence-of]")) {
    const since = away[place.dataset.presenceOf];
    place.hidden = since === undefined;
    place.classList.toggle("away", Boolean(since));
    const text = since ? left.replace("%(time)s", span(Math.max(1, Math.round((Date.now() - since) / 1000)))) : here;
    if (place.textContent !== text) place.textContent = text;
  }
};

const over = () => !document.querySelector("#table [data-prompt]");

const show = (told) => {
  away = Object.fromEntries(Object.entries(told.away).map(([seat, seconds]) => [seat, seconds && Date.now() - seconds * 1000]));
  if (claim.open !== told.claim) claim.open = told.claim; // shown beside the game, without taking the focus
  draw();
};

const beat = async () => {
  if (over()) return stop();
  try {
    const answer = await fetch(address, { method: "POST", body: body() });
    if (answer.status === 204) stop();
    else if (answer.ok) show(await answer.json());
  } catch {
    // offline: nothing is known until there is an answer
  }
};

const beating = setInterval(beat, BEAT);
const drawing = setInterval(draw, 1000);
const stop = () => {
  clearInterval(beating);
  clearInterval(drawing);
  show({ away: {}, claim: false });
};

addEventListener("pagehide", () => over() || navigator.sendBeacon(address, body({ left: "1" })));
addEventListener("pageshow", beat);
document.body.addEventListener("htmx:afterSwap", () => (claim.open = false)); // the turn has passed, or the game is over
beat();
