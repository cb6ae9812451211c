// Keeps the numbers in the head of a page, and the one in its title, up to date while the page stays open: after a move of
// one's own, and when a stream says that a game has moved on. Without scripts they are as of when the page was loaded.

const AFTER = 400; // milliseconds: several changes at once are one question

const title = document.title.replace(/^\(\d+\) /, "");
let timer = null;

const show = (name, number) => {
  for (const badge of document.querySelectorAll(`[data-count="${name}"]`)) {
    badge.hidden = !number;
    badge.querySelector("[data-number]").textContent = number;
  }
};

const ask = async () => {
  timer = null;
  try {
    const answer = await fetch(document.querySelector("[data-counts]").dataset.counts, { headers: { "X-Requested-With": "fetch" } });
    if (!answer.ok) return;
    const { waiting = 0, unread = 0 } = await answer.json();
    show("waiting", waiting);
    show("unread", unread);
    document.title = waiting ? `(${waiting}) ${title}` : title;
  } catch {
    // the server is away; the next change asks again
  }
};
const soon = () => (timer ??= setTimeout(ask, AFTER));

if (document.querySelector("[data-counts]")) {
  for (const name of ["changed", "elsewhere", "talked"]) document.body.addEventListener(name, soon);
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.requestConfig?.verb === "post") soon();
  });
}
