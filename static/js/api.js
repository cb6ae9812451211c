// The page of the API: reads an address with a token that is typed in, and shows what comes.
const form = document.querySelector("[data-try-api]");
const shown = form.querySelector("[data-answer]");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = new FormData(form);
  const address = new URL(told.get("address"), location.origin);
  const token = told.get("token").trim();
  shown.hidden = false;
  if (address.origin !== location.origin) {
    shown.textContent = address.href;
    return;
  }
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await fetch(address, { headers, credentials: "omit", redirect: "error" });
  const text = await answer.text();
  const etag = answer.headers.get("ETag");
  let body = text;
  try {
    body = JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    // it is shown as it came
  }
  shown.textContent = `${answer.status}${etag ? `  ETag: ${etag}` : ""}\n\n${body}`;
});

document.addEventListener("click", (event) => {
  const address = event.target.closest("[data-try-address]")?.dataset.tryAddress;
  if (!address) return;
  const field = form.elements.namedItem("address");
  field.value = address;
  field.scrollIntoView({ block: "center" });
  field.focus();
  // What is to be filled in first stands in braces.
  const [open, close] = [address.indexOf("{"), address.indexOf("}")];
  if (open >= 0) field.setSelectionRange(open, close + 1);
});
