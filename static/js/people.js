// Pages of accounts: the time zone of this device, and colours that hold on all devices.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

// Signing up tells the time zone, so that deadlines are right from the first game on.
for (const field of document.querySelectorAll("[data-time-zone]")) if (!field.value) field.value = zone ?? "";

// Preferences offer it, if it can be chosen and is another one.
const choice = document.querySelector("select[name=time_zone]");
const offer = document.querySelector("[data-zone-offer]");
if (choice && offer && zone && choice.value !== zone && choice.querySelector(`option[value="${CSS.escape(zone)}"]`)) {
  choice.closest(".field").append(offer);
  offer.hidden = false;
  offer.querySelector("button").addEventListener("click", () => {
    choice.value = zone;
    offer.hidden = true;
    choice.focus();
  });
}

// Colours chosen for the account replace what was chosen on this device.
document.querySelector("[data-forget-theme]")?.addEventListener("submit", () => {
  try {
    localStorage.removeItem("vexillum-theme");
  } catch {
    // Storage is off: there is nothing to forget.
  }
});
