// A frame on a page of another site: what needs scripts is shown. Nothing is kept in the browser for it.
document.documentElement.classList.add("js");

// A game in play is asked for again, as by anybody; who stands at its last ply, and not at one that the address fixes, is
// taken along.
const fixed = new URLSearchParams(location.search).has("ply");
const gameIn = (page) => page.querySelector("[data-follows]");

const follow = async () => {
  const game = gameIn(document);
  const ply = new URLSearchParams(location.search).get("ply");
  const busy = document.hidden || document.activeElement !== document.body;
  if (!game || busy || (ply !== null && ply !== game.dataset.plies)) return;
  const address = new URL(location.href);
  address.searchParams.delete("ply");
  const answer = await fetch(address, { credentials: "omit" }).catch(() => null);
  if (!answer?.ok) return;
  const now = gameIn(new DOMParser().parseFromString(await answer.text(), "text/html"));
  if (now?.dataset.plies !== game.dataset.plies) location.replace(address);
};

document.addEventListener("DOMContentLoaded", () => {
  const seconds = Number(gameIn(document)?.dataset.follows);
  if (seconds && !fixed) setInterval(follow, seconds * 1000);
});
