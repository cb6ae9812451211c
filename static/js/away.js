// While the site is away: says so on the page, sends again what htmx could not send, and has the page catch up once the
// site is back. What a form held stays in it; a turn carries the version that its player saw, so it counts once.

const FIRST = 3000; // milliseconds until the site is asked again: at first, at most
const MOST = 15000;
const TRIES = 40; // of one request

const notice = document.querySelector("[data-away]");
const waiting = new Map(); // an element, or its form: how to send it again, and how often that was tried
let timer = null;
let wait = FIRST;

const show = (away) => {
  if (notice) notice.hidden = !away;
};

const spread = (time) => time * (0.75 + Math.random() / 2);

const back = () => {
  show(false);
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
    try {
      const answer = await fetch("/readyz", { headers: { "X-Requested-With": "fetch" }, cache: "no-store" });
      // The broker may be away while pages work.
      if (answer.ok || (await answer.text()).startsWith("database: ok")) return back();
    } catch {
      // not even the proxy answers
    }
    show(true);
    wait = Math.min(wait * 1.5, MOST);
    ask();
  }, spread(wait));
};

const away = (sure) => {
  if (sure) show(true);
  ask();
};
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
