// Two soft notes when something needs the director; off until enabled, as browsers require.

const KEPT = "pegboard-chime";
const NOTES_HZ = [660, 880];
const LENGTH_S = 0.5;

/** @type {AudioContext | null} */
let context = null;

export const isOn = () => localStorage.getItem(KEPT) === "on";

/** @param {boolean} on */
export function choose(on) {
  localStorage.setItem(KEPT, on ? "on" : "off");
  if (on) chime();
}

/** Plays once, if enabled and the browser allows it. */
export function chime() {
  if (!isOn()) return;
  context ??= new AudioContext();
  const { currentTime: now, destination } = context;
  NOTES_HZ.forEach((frequency, at) => {
    const note = new OscillatorNode(/** @type {AudioContext} */ (context), { frequency });
    const gain = new GainNode(/** @type {AudioContext} */ (context), { gain: 0 });
    gain.gain.setTargetAtTime(0.2, now + at * LENGTH_S / 2, 0.01);
    gain.gain.setTargetAtTime(0, now + at * LENGTH_S / 2 + 0.1, 0.12);
    note.connect(gain).connect(destination);
    note.start(now + at * LENGTH_S / 2);
    note.stop(now + at * LENGTH_S / 2 + 2 * LENGTH_S);
  });
  document.documentElement.dataset.chimed = String(Number(document.documentElement.dataset.chimed ?? 0) + 1);
}
