// Runs before the first paint, so that a reader's own choice of colours never flashes. Plain script: modules are deferred.
(() => {
  "use strict";
  const root = document.documentElement;
  const key = "vexillum-theme";
  const read = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is off: the system's choice holds
    }
  };
  // The colours of the account, if it has any: the page comes with them. What is chosen on this device goes before them.
  const accounts = root.dataset.theme;
  const apply = (theme) => {
    theme = theme === "dark" || theme === "light" ? theme : accounts;
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const show = () => {
    for (const button of document.querySelectorAll("[data-theme-toggle]")) button.setAttribute("aria-pressed", String(dark()));
  };

  root.classList.add("js");
  apply(read());

  document.addEventListener("DOMContentLoaded", show);
  system.addEventListener("change", show);
  addEventListener("storage", (event) => {
    if (event.key === key) {
      apply(event.newValue);
      show();
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-theme-toggle]")) return;
    const chosen = dark() ? "light" : "dark";
    // Choosing what the account or the system has anyway means following it again.
    const usual = accounts ?? (system.matches ? "dark" : "light");
    const kept = chosen === usual ? null : chosen;
    apply(kept);
    try {
      if (kept) localStorage.setItem(key, kept);
      else localStorage.removeItem(key);
    } catch {
      // Storage is off: the choice holds for this page.
    }
    show();
  });

  // The menu of the head closes by Escape, and when one goes elsewhere.
  const menus = () => document.querySelectorAll("details[data-menu][open]");
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("focusin", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // Forms that filter as one chooses need no button then; without JavaScript it stays.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy], [data-copy-from]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copyFrom);
    const text = field?.value ?? new URL(button.dataset.copy || location.href, location.href).href;
    const done = button.querySelector("[data-copied]") ?? button;
    const before = done.textContent;
    try {
      await navigator.clipboard.writeText(text);
      done.textContent = button.dataset.done;
    } catch {
      // No clipboard (a plain http page): it is selected, or shown, to be copied by hand.
      field?.select();
      if (!field) done.textContent = text;
    }
    setTimeout(() => (done.textContent = before), 4000);
  });
})();
