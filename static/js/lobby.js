// Lists that refresh themselves: nothing is asked for while nobody looks, and an answer that says nothing new is not
// swapped in, so that the focus and a half-read line stay where they are.
const polls = (element) => element?.matches?.("[data-polls]");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (polls(event.detail.elt) && document.hidden) event.preventDefault();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { elt, target, xhr, serverResponse } = event.detail;
  if (!polls(target) || xhr.status !== 200) return;
  const version = /data-version="(\w+)"/.exec(serverResponse)?.[1];
  if (polls(elt) && version === target.dataset.version) event.detail.shouldSwap = false;
});

const look = () => {
  if (document.hidden) return;
  for (const element of document.querySelectorAll("[data-polls]")) element.dispatchEvent(new Event("look"));
};

document.addEventListener("visibilitychange", look);
document.body.addEventListener("elsewhere", look); // live.js: a game of the reader's has changed
document.body.addEventListener("cases", look); // live.js: a case that the reader may see, or the own appeal

// Who chooses times of their own is shown where to set them.
document.addEventListener("change", (event) => {
  if (!event.target.matches?.(".offer select[name=time]") || event.target.value !== "own") return;
  event.target.form.querySelector("[data-more]").open = true;
});
