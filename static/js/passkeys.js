// Passkeys: a form that sends what the device says instead of what somebody types. `data-passkey` says whether one is
// made or asked for, `data-options` what the server wants, or where to ask for it (`data-ask`).

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const listed = (found = []) => found.map((one) => ({ ...one, id: bytes(one.id) }));

// What the server wants, with bytes where browsers expect them.
const wanted = (options) => ({
  ...options,
  challenge: bytes(options.challenge),
  ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
  ...(options.excludeCredentials && { excludeCredentials: listed(options.excludeCredentials) }),
  ...(options.allowCredentials && { allowCredentials: listed(options.allowCredentials) }),
});

// What the device says, with text where JSON needs it.
const told = (found) => {
  const response = { clientDataJSON: text(found.response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (found.response[name]) response[name] = text(found.response[name]);
  }
  if (found.response.getTransports) response.transports = found.response.getTransports();
  return {
    id: found.id,
    rawId: text(found.rawId),
    type: found.type,
    response,
    clientExtensionResults: found.getClientExtensionResults(),
  };
};

const optionsOf = async (form) => {
  if (!form.dataset.ask) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.dataset.ask, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(answer.status);
  return (await answer.json()).request_options;
};

const passkey = async (form) => {
  const { publicKey } = await optionsOf(form);
  if (form.dataset.passkey === "get") return navigator.credentials.get({ publicKey: wanted(publicKey) });
  const alone = form.elements.passwordless?.checked ?? false;
  const selection = { ...publicKey.authenticatorSelection, residentKey: alone ? "required" : "discouraged" };
  selection.requireResidentKey = alone;
  if (alone) selection.userVerification = "required";
  return navigator.credentials.create({ publicKey: wanted({ ...publicKey, authenticatorSelection: selection }) });
};

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("[type=submit]");
  const error = form.querySelector("[data-passkey-error]");
  if (!window.PublicKeyCredential) {
    form.hidden = form.dataset.passkey === "get";
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    error.hidden = true;
    try {
      form.elements.credential.value = JSON.stringify(told(await passkey(form)));
      form.submit();
    } catch {
      error.textContent = form.dataset.refused;
      error.hidden = false;
      button.disabled = false;
      button.focus();
    }
  });
}
