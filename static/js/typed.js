// What somebody typed is not lost with a form that was not taken: because they had been signed out meanwhile, or had
// signed in anew in another tab. It waits in this tab until they are on its page again; nobody else is given it. Pages
// that come in place of an answer say so by [data-not-taken], with the words for the form that has its text again.
const KEY = "vexillum-typed";
const member = document.querySelector("[data-member]")?.dataset.member ?? "";
const TYPED = "textarea, select, input:is([type=text], [type=search], [type=email], [type=url], [type=number], [type=date], " +
  "[type=time], [type=datetime-local], [type=checkbox], [type=radio], :not([type]))";

const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null; // nothing that we wrote, or storage is off
  }
};
const keep = (kept) => {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is off or full: it goes as it always went.
  }
};

const ticked = (field) => field.type === "checkbox" || field.type === "radio";
const fieldsOf = (form) =>
  [...form.elements].filter((field) => field.matches(TYPED) && field.name && !field.readOnly && field.autocomplete !== "one-time-code");
const actionOf = (form) => new URL(form.getAttribute("action") ?? "", location.href).href;
const isPost = (form) => form.getAttribute("method")?.toLowerCase() === "post";
const isWords = (field) => !ticked(field) && field.localName !== "select" && field.value.trim() !== "";

document.addEventListener("submit", (event) => {
  const form = event.target;
  const byScript = event.defaultPrevented && !form.closest("[hx-post], [hx-boost]"); // it keeps what it sends itself
  if (!member || byScript || !isPost(form) || form.querySelector("[type=password]")) return;
  const fields = fieldsOf(form);
  if (!fields.some(isWords)) return;
  const told = fields.map((field) => [field.name, ticked(field) ? field.value : null, ticked(field) ? field.checked : field.value]);
  keep({ member, path: location.pathname, action: actionOf(form), told });
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful && !detail.xhr.getResponseHeader("HX-Redirect")) keep(null);
});

const fill = (form, { told }) => {
  const left = fieldsOf(form);
  for (const [name, choice, value] of told) {
    const place = left.findIndex((field) => field.name === name && (choice === null ? !ticked(field) : field.value === choice));
    if (place < 0) continue;
    const [field] = left.splice(place, 1);
    if (ticked(field)) field.checked = value;
    else field.value = value;
  }
};

const waiting = read();
const notTaken = document.querySelector("[data-not-taken]");
if (waiting && notTaken) keep({ ...waiting, words: notTaken.dataset.notTaken });
else if (waiting && (!waiting.words || (member && member !== waiting.member))) keep(null);
else if (waiting && member && location.pathname === waiting.path) {
  const form = [...document.forms].find((one) => isPost(one) && actionOf(one) === waiting.action && fieldsOf(one).length);
  if (form) {
    fill(form, waiting);
    const note = Object.assign(document.createElement("p"), { className: "note", textContent: waiting.words });
    note.setAttribute("role", "status");
    form.prepend(note);
    note.scrollIntoView({ block: "center" });
    keep(null);
  }
}
