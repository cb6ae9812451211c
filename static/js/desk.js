// The organiser's pages. Everything works without this; here is only what saves keystrokes.

// Results across real boards: 1, = and 0 (and + and - for forfeits) give a board's result, and the next board is there.
const KEYS = { 1: "win-loss", "=": "draw-draw", 0: "loss-win", "+": "forfeit-win-forfeit-loss", "-": "forfeit-loss-forfeit-win" };

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches?.("select[data-result]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const value = KEYS[event.key];
  if (value === undefined || ![...field.options].some((option) => option.value === value)) return;
  event.preventDefault();
  field.value = value;
  const all = [...field.form.querySelectorAll("select[data-result]")];
  (all[all.indexOf(field) + 1] ?? field.form.querySelector("button[type=submit]")).focus();
});

// A new event is in the time zone of the device, if nothing else was said.
const zone = document.querySelector(".event-form select[name=zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone?.value === "UTC" && !zone.disabled && here && zone.querySelector(`option[value="${CSS.escape(here)}"]`) && document.querySelector("[data-new-event]")) zone.value = here;

// Choosing “as set below” shows where.
document.addEventListener("change", (event) => {
  const group = { time: "games", rhythm: "when", scoring: "points" }[event.target.name];
  if (group && event.target.value === "own") document.getElementById(group)?.setAttribute("open", "");
});

document.querySelector("[data-print]")?.addEventListener("click", () => print());

// What changes is fetched anew, but not under the hands of somebody who is about to use it.
const typed = (field) => field.value !== field.defaultValue;
const used = (element) => element.contains(document.activeElement) || [...element.querySelectorAll("textarea, input[type=datetime-local]")].some(typed);
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target?.matches?.("[data-kept]") && used(event.detail.target)) event.detail.shouldSwap = false;
});
