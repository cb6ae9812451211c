// While nobody answers: says on the page whether the site is away or the reader is offline, sends again what htmx could not
// send, and has the page catch up. What a form held stays in it; a turn carries the version that its player saw, so it
// counts once. A fault of a script is said too, and the page told (`fault` on the body), so that it goes on.

const FIRST = 3000; // milliseconds until the site is asked again: at first, at most
const MOST = 15000;
const TRIES = 40; // of one request

const waiting = new Map(); // an element, or its form: how to send it again, and how often that was tried
let timer = null;
let wait = FIRST;

// `why`: `site` (it says so itself, or its proxy does), `offline`, `unreachable` (nobody answers: either may be), or nothing.
const show = (why) => {
  for (const notice of document.querySelectorAll("[data-away]")) notice.hidden = notice.dataset.away !== why;
};

const spread = (time) => time * (0.75 + Math.random() / 2);

const back = () => {
  show(null);
  wait = FIRST;
  const again = [...waiting.values()];
  waiting.clear();
  for (const send of again) send();
  document.body.dispatchEvent(new CustomEvent("back"));
};

const ask = () => {
  if (timer) return;
  timer = setTimeout(async () => {
    timer = null;
    let why = "site";
    try {
      const answer = await fetch("/readyz", { headers: { "X-Requested-With": "fetch" }, cache: "no-store" });
      // The broker may be away while pages work.
      if (answer.ok || (await answer.text()).startsWith("database: ok")) return back();
    } catch {
      why = navigator.onLine ? "unreachable" : "offline"; // not even the proxy answers
    }
    show(why);
    wait = Math.min(Math.max(wait, FIRST) * 1.5, MOST);
    ask();
  }, spread(wait));
};

const away = (sure) => {
  if (!navigator.onLine) show("offline");
  else if (sure) show("site");
  ask();
};
addEventListener("offline", () => away(false));
addEventListener("online", () => {
  if (!timer) return;
  clearTimeout(timer);
  timer = null;
  wait = 0;
  ask();
});
document.addEventListener("DOMContentLoaded", () => document.body.addEventListener("away", ({ detail }) => away(detail.sure)));

// A request of htmx as it was sent, with the values that it had.
const keep = ({ elt, requestConfig }) => {
  const { verb, path, parameters, target, headers } = requestConfig;
  const tries = (elt.awayTries ?? 0) + 1;
  if (tries > TRIES || !elt.isConnected) return;
  elt.awayTries = tries;
  const values = parameters instanceof FormData ? Object.fromEntries(parameters.entries()) : { ...parameters };
  const several = parameters instanceof FormData && [...parameters.keys()].length > Object.keys(values).length;
  waiting.set(elt, () => {
    if (!elt.isConnected) return;
    if (several || headers["HX-Boosted"]) htmx.trigger(elt, elt.matches("form") ? "submit" : "click");
    else htmx.ajax(verb.toUpperCase(), path, { source: elt, target, values });
  });
};

document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.xhr.status !== 503 && detail.xhr.status !== 502 && detail.xhr.status !== 504) return;
  keep(detail);
  away(true);
});
document.addEventListener("htmx:sendError", ({ detail }) => {
  keep(detail);
  away(false);
});
document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
  if (detail.xhr.status < 500) delete detail.elt.awayTries;
});

// ---- faults of scripts ----

const FAULTS = 3; // for so many the page is told to go on; more of them would be a circle
let faults = 0;

const fault = (error) => {
  if (!(error instanceof Error) || error.name === "AbortError" || !navigator.onLine) return;
  const notice = document.querySelector("[data-fault]");
  if (notice) notice.hidden = false;
  if (++faults <= FAULTS) document.body.dispatchEvent(new CustomEvent("fault"));
};
addEventListener("error", (event) => event.filename?.startsWith(location.origin) && fault(event.error));
addEventListener("unhandledrejection", (event) => fault(event.reason));
