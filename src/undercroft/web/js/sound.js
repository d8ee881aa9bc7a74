// @ts-check
/** Small sounds, made here and off until asked for: dice on wood, a blow, a find, an end. */

import { settings } from "./remember.js";

/** @type {AudioContext|null} */
let context = null;

/** @param {"sound"|"bell"} which @returns {AudioContext|null} */
function air(which = "sound") {
  if (settings.now[which] !== "on") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * A short knock: noise through a filter.
 *
 * @param {AudioContext} to
 * @param {number} at seconds from now
 * @param {number} pitch
 * @param {number} loud
 */
function knock(to, at, pitch, loud) {
  const length = Math.floor(to.sampleRate * 0.05);
  const buffer = to.createBuffer(1, length, to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) data[index] = (((index * 7919) % 211) / 105 - 1) * (1 - index / length) ** 3;
  const source = to.createBufferSource();
  const filter = to.createBiquadFilter();
  const volume = to.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(to.destination);
  source.start(to.currentTime + at);
}

/**
 * A tone that fades.
 *
 * @param {AudioContext} to
 * @param {number} at
 * @param {number} pitch
 * @param {number} seconds
 */
function tone(to, at, pitch, seconds) {
  const source = to.createOscillator();
  const volume = to.createGain();
  source.type = "triangle";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.09, to.currentTime + at);
  volume.gain.exponentialRampToValueAtTime(0.001, to.currentTime + at + seconds);
  source.connect(volume).connect(to.destination);
  source.start(to.currentTime + at);
  source.stop(to.currentTime + at + seconds);
}

/**
 * @param {string} moment "throw", "fight", "find", "death"
 * @param {string} kind what it came to: "good", "bad", "find", "death" or nothing
 */
export function play(moment, kind) {
  const to = air();
  if (!to) return;
  if (moment === "throw") for (let index = 0; index < 4; index += 1) knock(to, index * 0.09, 900 + ((index * 373) % 700), 0.35);
  const after = moment === "throw" ? 0.48 : 0;
  if (kind === "good") tone(to, after, 660, 0.18);
  else if (kind === "bad") knock(to, after, 180, 0.7);
  else if (kind === "find") [523, 659, 784].forEach((pitch, index) => tone(to, after + index * 0.09, pitch, 0.25));
  else if (kind === "death") [220, 175, 131].forEach((pitch, index) => tone(to, after + index * 0.18, pitch, 0.5));
}

/** A small bell: it is your turn. Asked for by itself. */
export function ring() {
  const to = air("bell");
  if (to) [880, 1318].forEach((pitch, index) => tone(to, index * 0.16, pitch, 0.6));
}
