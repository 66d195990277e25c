/** Quiet sounds of wood and dice, made here from noise; off until somebody turns them on. */

import { recall, remember } from "./memory.js";

const KEY = "sound";
/** @type {AudioContext | null} */
let context = null;

export function soundOn() {
  return recall(KEY) === "on";
}

/** @param {boolean} on */
export function setSound(on) {
  remember(KEY, on ? "on" : "off");
  if (on) knock();
}

/** What an event sounds like. @param {string} kind @param {number} glide how long its checker is on the way, in ms */
export function soundOf(kind, glide) {
  if (kind === "step" || kind === "undo") setTimeout(knock, glide * 0.85);
  else if (kind === "roll" || kind === "opening") rattle();
}

/** A checker set down on wood. */
function knock() {
  strike(0, 720, 0.07, 0.22);
  strike(0.004, 190, 0.11, 0.3);
}

/** Two dice in a wooden box. */
function rattle() {
  for (const at of [0, 0.07, 0.13, 0.21, 0.27, 0.36]) strike(at + Math.random() * 0.02, 1500 + Math.random() * 900, 0.035, 0.12);
}

/** @param {number} delay s @param {number} pitch Hz @param {number} length s @param {number} force 0 … 1 */
function strike(delay, pitch, length, force) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  const start = context.currentTime + delay;
  const source = context.createBufferSource();
  source.buffer = noise(context, length);
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 2.2 });
  const volume = context.createGain();
  volume.gain.setValueAtTime(force, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(start);
}

/** @param {AudioContext} audio @param {number} length s */
function noise(audio, length) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
