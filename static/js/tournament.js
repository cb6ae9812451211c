// Pages of events that keep themselves up to date: what is swapped keeps the reader's place, and a screen reader is told
// how the event stands now. live.js says when there is something new, lobby.js when lists ask; htmx fetches it.

const IDS = ["live-part", "log", "boards", "polled"];
let before = null;

const ours = (event) => IDS.includes(event.detail.target?.id);

// Where the focus is: an element with an id, or a link by its address and its place among those of the same address.
const focused = (part) => {
  const active = document.activeElement;
  if (!active || !part.contains(active)) return null;
  if (active.id) return { id: active.id };
  const href = active.getAttribute("href") ?? active.closest("details")?.id;
  if (!href) return null;
  const same = [...part.querySelectorAll("a[href]")].filter((link) => link.getAttribute("href") === href);
  return { href, place: same.indexOf(active) };
};

const remember = (part) => ({
  focus: focused(part),
  scrolls: [...part.querySelectorAll(".scroll[id]")].map((element) => [element.id, element.scrollLeft, element.scrollTop]),
  details: [...part.querySelectorAll("details[id]")].map((element) => [element.id, element.open]),
  said: part.querySelector("[data-said]")?.dataset.said,
  stage: part.querySelector("[data-stage]")?.dataset.stage,
});

const restore = (part, { focus, scrolls, details, said, stage }) => {
  for (const [id, open] of details) {
    const element = document.getElementById(id);
    if (element) element.open = open;
  }
  for (const [id, left, top] of scrolls) document.getElementById(id)?.scrollTo({ left, top, behavior: "instant" });
  if (focus?.id) document.getElementById(focus.id)?.focus({ preventScroll: true });
  else if (focus) {
    const same = [...part.querySelectorAll("a[href]")].filter((link) => link.getAttribute("href") === focus.href);
    const summary = document.getElementById(focus.href)?.querySelector("summary");
    (same[focus.place] ?? same[0] ?? summary)?.focus({ preventScroll: true });
  }
  const now = part.querySelector("[data-said]")?.dataset.said;
  const status = document.getElementById("event-said");
  if (status && now && now !== said) status.textContent = now;
  // What is the reader's own is asked for when it may have changed: in a large event not after each result.
  if (part.querySelector("[data-stage]")?.dataset.stage !== stage) document.body.dispatchEvent(new CustomEvent("stage"));
};

document.addEventListener("htmx:beforeSwap", (event) => {
  if (ours(event)) before = remember(event.detail.target);
});

document.addEventListener("htmx:afterSwap", (event) => {
  // A list is swapped with the element around it: look for the one that is there now.
  const part = ours(event) && document.getElementById(event.detail.target.id);
  if (!part) return;
  // What is inside says which version it shows; live.js looks at the element around it.
  const shown = part.querySelector("[data-shown]");
  if (shown) part.dataset.version = shown.dataset.shown;
  if (before) restore(part, before);
  before = null;
});

// What stands above the part comes with it, and is swapped only if it says something else: the focus may be there.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  if (words(event.detail.fragment) === words(event.detail.target)) event.detail.shouldSwap = false;
});

// On a phone the page's own tab may be out of sight.
const tabs = document.querySelector(".event-tabs");
const current = tabs?.querySelector("[aria-current]");
if (current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;

// A tie-break that the address names is open, and so is the reason of a board.
const named = () => {
  const element = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const details = element?.matches("details") ? element : element?.querySelector("details");
  if (details) details.open = true;
};
addEventListener("hashchange", named);
named();

// How long an arena goes on; without scripts its end stands there.
const ends = () => {
  for (const element of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.ceil((Date.parse(element.dataset.ends) - Date.now()) / 1000));
    const text = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60].map((part) => String(part).padStart(2, "0")).join(":");
    if (element.textContent !== text) element.textContent = text;
    element.hidden = left === 0;
  }
};
setInterval(ends, 1000);
