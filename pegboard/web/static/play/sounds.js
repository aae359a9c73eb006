// A peg that is set sounds like wood, once for each hole it moves; a win is a small chord.
//
// Everything is made here, from noise and a few sines: no file, and nothing to load. Quiet, off with
// one button, and never before somebody touched the page (browsers see to that as well).

import { keep, kept } from "../core/kept.js";

const TICK_S = 0.055;
const TICKS = 12; // more of them are not counted by ear
const QUIET = 0.25;
const CHORD = [392, 493.9, 587.3, 784]; // G, B, D, g

let on = kept("sounds", true);
let context = null;
let out = null;
let noise = null;

/** Whether it makes sounds, and how loud: 0 to 1. */
export const soundsOn = () => on;
export function setSounds(wanted) {
  on = wanted;
  keep("sounds", on);
  if (!on) context?.suspend();
}
export const volume = () => kept("volume", 0.6);

function ready() {
  if (!context) {
    context = new AudioContext();
    out = context.createGain();
    out.connect(context.destination);
    noise = context.createBuffer(1, context.sampleRate * 0.05, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = (Math.random() * 2 - 1) * Math.exp((-9 * n) / samples.length);
  }
  context.resume();
  out.gain.value = QUIET * volume();
  return context;
}

/** One knock on wood: noise through a narrow filter, and a short low thump below it. */
function knock(at, pitch) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 6;
  source.connect(filter).connect(out);
  source.start(at);
  tone(at, pitch / 4, 0.06, 0.5);
}

function tone(at, pitch, seconds, loud) {
  const source = context.createOscillator();
  const gain = context.createGain();
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + seconds);
}

/** A peg moves so many holes. */
export function pegSounds(holes) {
  if (!on || holes <= 0) return;
  const { currentTime } = ready();
  for (let n = 0; n < Math.min(holes, TICKS); n += 1) knock(currentTime + n * TICK_S, 900 + 40 * n);
}

/** Somebody has won. */
export function winSound() {
  if (!on) return;
  const { currentTime } = ready();
  CHORD.forEach((pitch, n) => tone(currentTime + 0.5 + 0.13 * n, pitch, 1.6, 0.35));
}

/** Follows the game; a demo plays in silence. */
export function sounds() {
  let before = null;
  return {
    show({ game, mode, scores, winner }) {
      const same = before?.game === game && mode !== "demo";
      if (same) pegSounds(Math.max(...scores.map((score, seat) => score - (before.scores[seat] ?? score))));
      if (same && winner !== null && before.winner === null) winSound();
      before = { game, scores: [...scores], winner };
    },
  };
}
