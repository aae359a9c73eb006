// A moving peg knocks on wood once per hole; a win is a small chord.
//
// All sounds are synthesised from noise and a few sine waves, so there are no files to load. They are
// quiet and can be switched off with one button. Browsers block sound before the first touch and log
// every attempt; only the board's own screen may start with sound.

import { store, stored } from "../core/storage.js";
import { mayBeHeard } from "../core/kiosk.js";

/** @import { View } from "../core/page.d.ts" */
/** @import { State } from "../core/protocol.d.ts" */

const TICK_S = 0.055;
const TICKS = 12; // more knocks cannot be counted by ear
const QUIET = 0.25;
const CHORD = [392, 493.9, 587.3, 784]; // G, B, D, g

let on = stored("sounds", true);
/** @typedef {{ context: AudioContext, out: GainNode, noise: AudioBuffer }} Studio */
/** @type {Studio | null} */
let studio = null;

/** Whether sounds are on. */
export const soundsOn = () => on && canSound();

/** Whether this browser can play sounds, and may. */
const canSound = () => typeof AudioContext === "function" && mayBeHeard();

/** @param {boolean} wanted */
export function setSounds(wanted) {
  on = wanted;
  store("sounds", on);
  if (!on) studio?.context.suspend();
}

/** @returns {Studio} */
function ready() {
  studio ??= furnish(new AudioContext());
  studio.context.resume();
  studio.out.gain.value = QUIET * stored("volume", 0.6);
  return studio;
}

/** @param {AudioContext} context @returns {Studio} */
function furnish(context) {
  const out = context.createGain();
  out.connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate * 0.05, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = (Math.random() * 2 - 1) * Math.exp((-9 * n) / samples.length);
  return { context, out, noise };
}

/**
 * One knock on wood: noise through a narrow filter, and a short low thump below it.
 *
 * @param {Studio} studio
 * @param {number} at
 * @param {number} pitch
 */
function knock({ context, out, noise }, at, pitch) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 6;
  source.connect(filter).connect(out);
  source.start(at);
  tone({ context, out }, at, pitch / 4, 0.06, 0.5);
}

/**
 * @param {Pick<Studio, "context" | "out">} studio
 * @param {number} at
 * @param {number} pitch
 * @param {number} seconds
 * @param {number} loud
 */
function tone({ context, out }, at, pitch, seconds, loud) {
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

/**
 * Knocks for a peg that moves this many holes.
 *
 * @param {number} holes
 */
export function pegSounds(holes) {
  if (!soundsOn() || holes <= 0) return;
  const room = ready();
  for (let n = 0; n < Math.min(holes, TICKS); n += 1) knock(room, room.context.currentTime + n * TICK_S, 900 + 40 * n);
}

/** Plays the winning chord. */
function winSound() {
  if (!soundsOn()) return;
  const room = ready();
  CHORD.forEach((pitch, n) => tone(room, room.context.currentTime + 0.5 + 0.13 * n, pitch, 1.6, 0.35));
}

/**
 * Follows the game; a demo is silent.
 *
 * @returns {View}
 */
export function view() {
  /** @type {Pick<State, "game" | "scores" | "winner"> | null} */
  let before = null;
  return {
    show({ game, kind, scores, winner }) {
      const last = before;
      if (last !== null && last.game === game && kind.has_people) {
        pegSounds(Math.max(...scores.map((score, seat) => score - (last.scores[seat] ?? score))));
        if (winner !== null && last.winner === null) winSound();
      }
      before = { game, scores: [...scores], winner };
    },
  };
}
