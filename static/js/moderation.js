// The moderators' pages by keyboard, and up to date. Everything works by links and buttons without this.
const typing = (element) => element.closest("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]");
const parts = () => [...document.querySelectorAll("[data-case], [data-part]")].filter((one) => one.matches("[data-case]") === !document.querySelector("[data-case-id]"));

// The part after or before the one that has the focus; the first one if none has.
const move = (by) => {
  const all = parts();
  const at = all.findIndex((one) => one.contains(document.activeElement));
  const to = all[at < 0 ? 0 : at + by];
  to?.focus();
  to?.scrollIntoView({ block: "nearest" });
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
  if (event.key === "j" || event.key === "k") move(event.key === "j" ? 1 : -1);
  else if (event.key === "f") document.querySelector("[data-filter]")?.focus();
  else if (event.key === "?") {
    const keys = document.querySelector("[data-keys]");
    if (keys) keys.open = !keys.open;
    keys?.querySelector("summary").focus();
  } else {
    const button = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!button) return;
    button.click();
    if (button.hash) document.querySelector(button.hash)?.focus();
  }
  event.preventDefault();
});

document.querySelector("[data-filter]")?.addEventListener("change", (event) => event.target.form.requestSubmit());

// lobby.js asks again when a case has changed; the row that has the focus keeps it.
let focused = null;
document.addEventListener("htmx:beforeSwap", () => (focused = document.activeElement?.matches?.("[data-case]") ? document.activeElement.href : null));
document.addEventListener("htmx:afterSettle", () => {
  if (focused) [...document.querySelectorAll("[data-case]")].find((one) => one.href === focused)?.focus();
  focused = null;
});
