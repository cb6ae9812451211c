// The sounds of the table, made of a few tones each: nothing is fetched. None before the reader has touched the page, none
// while it is muted; the choice is kept in the browser.

const MUTED = "vexillum-muted";

// Tones of a sound: [start, length] in seconds, frequency at its start and end in Hz, how loud, and its wave.
const SOUNDS = {
  move: [[0, 0.07, 320, 190, 0.5, "triangle"]],
  won: [[0, 0.09, 330, 330, 0.35, "triangle"], [0.08, 0.16, 495, 500, 0.4, "triangle"]],
  lost: [[0, 0.1, 260, 240, 0.4, "triangle"], [0.09, 0.2, 175, 150, 0.4, "triangle"]],
  both: [[0, 0.12, 240, 200, 0.4, "triangle"], [0.02, 0.2, 140, 110, 0.4, "sawtooth"]],
  bomb: [[0, 0.5, 95, 30, 0.9, "sawtooth"], [0, 0.12, 900, 60, 0.3, "square"]],
  turn: [[0, 0.09, 660, 660, 0.25, "sine"], [0.1, 0.16, 880, 880, 0.25, "sine"]],
  low: [[0, 0.05, 1200, 1200, 0.25, "square"]],
  offer: [[0, 0.12, 520, 520, 0.3, "sine"], [0.14, 0.12, 520, 520, 0.3, "sine"]],
  message: [[0, 0.06, 980, 1180, 0.2, "sine"]],
  end: [[0, 0.16, 392, 392, 0.3, "triangle"], [0.16, 0.16, 494, 494, 0.3, "triangle"], [0.32, 0.4, 587, 587, 0.35, "triangle"]],
};

const stored = () => {
  try {
    return localStorage.getItem(MUTED) === "1";
  } catch {
    return false;
  }
};

let context = null;
let muted = stored();

const begin = () => {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
};
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, begin, { capture: true, once: true });

// Plays a sound by its name.
const sound = (name) => {
  if (muted || !context) return;
  document.dispatchEvent(new CustomEvent("sound", { detail: name }));
  const at = context.currentTime + 0.005;
  for (const [start, length, from, to, loud, wave] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type: wave, frequency: from });
    const level = new GainNode(context, { gain: 0 });
    tone.frequency.exponentialRampToValueAtTime(to, at + start + length);
    level.gain.setValueAtTime(0, at + start);
    level.gain.linearRampToValueAtTime(loud * 0.5, at + start + 0.006);
    level.gain.exponentialRampToValueAtTime(0.001, at + start + length);
    tone.connect(level).connect(context.destination);
    tone.start(at + start);
    tone.stop(at + start + length + 0.02);
  }
};

// The button that mutes all of it.
const muteBy = (button) => {
  const show = () => button.setAttribute("aria-pressed", String(muted));
  button.addEventListener("click", () => {
    muted = !muted;
    try {
      localStorage.setItem(MUTED, muted ? "1" : "0");
    } catch {
      // storage is off: the choice holds for this page only
    }
    show();
  });
  show();
};

export { muteBy, sound };
