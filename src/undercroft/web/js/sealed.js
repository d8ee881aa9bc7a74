// @ts-check
/** Sealed dice: what a player's own browser mixes in, and how it checks a finished game. The bytes stand in docs/dice.md. */

import { blake2b } from "./blake2b.js";

/**
 * @typedef {[number, number, string, string]} Share seat, kind, seal, nonce
 * @typedef {{n: number, seal: string, secret: string|null, seats: Share[], words: number, match?: string, why?: string, events?: number, given_up?: string}} Epoch
 * @typedef {[number, number, string, number|string, (number|string)[], number]} Draw epoch, first word, kind, bound, results, event
 * @typedef {{n: number, kind: string, values?: Record<string, unknown>, only?: number[]|null, roll?: import("./types.js").Roll|null}} Told
 * @typedef {{match: string, epochs: Epoch[], draws: Draw[], events: Told[], opening: {seats: string[], gamesmaster?: string|null, physical_dice?: boolean}}} Save
 * @typedef {{kind: string, text: string}} Fault
 */

export const PERSON = 1;

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** A number in so many bytes, the highest first. @param {number|bigint} value @param {number} size */
const big = (value, size) => bytes(BigInt(value).toString(16).padStart(size * 2, "0"));
/** @param {Uint8Array[]} parts */
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const letters = (/** @type {string} */ text) => new TextEncoder().encode(text);
const head = (/** @type {string} */ match, /** @type {number} */ epoch) => joined(big(1, 1), big(match.length, 1), letters(match), big(epoch, 2));

/** @param {string} match @param {number} epoch @param {Uint8Array} secret */
export const sealOf = (match, epoch, secret) => hex(blake2b(joined(head(match, epoch), secret), "undercroft-seal1"));
/** @param {string} match @param {number} epoch @param {number} seat @param {Uint8Array} nonce */
export const seatSeal = (match, epoch, seat, nonce) => hex(blake2b(joined(head(match, epoch), big(seat, 2), nonce), "undercroft-seat1"));

/** @param {string} match @param {number} epoch @param {Uint8Array} secret @param {Share[]} seats */
export function diceKey(match, epoch, secret, seats) {
  const mixed = seats.flatMap(([seat, kind, , nonce]) => [big(seat, 2), big(kind, 1), nonce ? bytes(nonce) : new Uint8Array(32)]);
  const seal = bytes(sealOf(match, epoch, secret));
  return blake2b(joined(head(match, epoch), seal, big(seats.length, 2), ...mixed), "undercroft-key-1", 32, secret);
}

/** @param {string} before @param {number} event @param {string} notation @param {number[]} faces */
export function tally(before, event, notation, faces) {
  const thrown = joined(big(event, 4), big(notation.length, 1), letters(notation), big(faces.length, 2), ...faces.map((face) => big(face, 4)));
  return hex(blake2b(joined(bytes(before), thrown), "undercroft-log-1"));
}

/** The words of one epoch. */
class Words {
  #block = -1;
  #words = /** @type {bigint[]} */ ([]);

  /** @param {Uint8Array} key */
  constructor(key) {
    this.key = key;
  }

  /** @param {number} at */
  at(at) {
    if (at >> 3 !== this.#block) {
      this.#block = at >> 3;
      const block = hex(blake2b(big(this.#block, 8), "undercroft-dice1", 64, this.key));
      this.#words = Array.from({ length: 8 }, (_, i) => BigInt(`0x${block.slice(i * 16, i * 16 + 16)}`));
    }
    return this.#words[at & 7];
  }

  /** What a draw must have been, and the word after it. @param {Draw} draw @returns {[string[], number]} */
  again([, start, kind, bound, results]) {
    let at = start;
    const below = (/** @type {bigint} */ limit) => {
      for (;;) {
        const product = this.at(at) * limit;
        at += 1;
        if (BigInt.asUintN(64, product) >= (1n << 64n) % limit) return product >> 64n;
      }
    };
    const size = BigInt(bound) || 1n << 64n;
    const limits = kind === "s" ? Array.from({ length: Number(bound) - 1 }, (_, i) => size - BigInt(i)) : results.map(() => size);
    return [limits.map((limit) => String(below(limit) + (kind === "f" ? 1n : 0n))), at];
  }
}

/** A save file, with the numbers that are too long for a browser kept as text. @param {string} text @returns {Save} */
export function readSave(text) {
  const at = text.lastIndexOf(',"draws":');
  const draws = at < 0 ? "" : text.slice(at).replace(/([[,])(\d{16,})(?=[,\]])/g, '$1"$2"');
  const save = JSON.parse(at < 0 ? text : text.slice(0, at) + draws);
  if (!save || typeof save !== "object" || !("undercroft" in save)) throw new Error("This file is not an Undercroft save.");
  return { ...save, epochs: save.epochs ?? [], draws: save.draws ?? [] };
}

/** Whether everything is told that is needed to check. @param {Save} save */
export const isTold = (save) => save.epochs.length > 0 && save.epochs.every((epoch) => epoch.secret || epoch.given_up);

/** Seals and nonces. @param {Save} save @param {Fault[]} faults @returns {Map<number, Words>} */
function openEpochs(save, faults) {
  const keys = new Map();
  save.epochs.forEach((epoch, place) => {
    const match = epoch.match || save.match;
    if (epoch.n !== place + 1) faults.push({ kind: "epoch", text: `epoch ${epoch.n} stands where ${place + 1} should` });
    if (!epoch.secret) return;
    const secret = bytes(epoch.secret);
    if (sealOf(match, epoch.n, secret) !== epoch.seal) faults.push({ kind: "seal", text: `the seal of epoch ${epoch.n} is not that of its secret` });
    for (const [seat, kind, seal, nonce] of epoch.seats) {
      const right = kind === PERSON ? seatSeal(match, epoch.n, seat, bytes(nonce)) === seal : seal === "" && /^0*$/.test(nonce);
      if (!right) faults.push({ kind: "seat-seal", text: `the seal of seat ${seat} in epoch ${epoch.n} is not opened by its nonce` });
    }
    keys.set(epoch.n, new Words(diceKey(match, epoch.n, secret, epoch.seats)));
  });
  return keys;
}

/** Every word, once and in order. @param {Save} save @param {Map<number, Words>} keys @param {Fault[]} faults */
function checkWords(save, keys, faults) {
  const reached = new Map([...keys.keys()].map((n) => [n, 0]));
  let last = 0;
  for (const draw of save.draws) {
    const [n, start, , , results, event] = draw;
    const words = keys.get(n);
    if (!words || n < last) {
      faults.push({ kind: "epoch", text: `epoch ${n} has no key, or is over, at event ${event}` });
      continue;
    }
    const before = reached.get(n) ?? 0;
    if (start !== before) faults.push({ kind: start > before ? "gap" : "overlap", text: `words ${before} to ${start} of epoch ${n}, before event ${event}` });
    const [right, after] = words.again(draw);
    if (right.join() !== results.map(String).join()) faults.push({ kind: "altered", text: `event ${event}, word ${start} of epoch ${n}: ${results.join(" ")} is written, ${right.join(" ")} was drawn` });
    reached.set(n, after);
    last = n;
  }
  for (const epoch of save.epochs) {
    const named = reached.get(epoch.n) ?? 0;
    if (epoch.words !== named) faults.push({ kind: "missing", text: `epoch ${epoch.n} gave ${epoch.words} words, the draws name ${named}` });
  }
}

/** The throws that the log shows. A gamesmaster may have ruled otherwise, and then the log says so. @param {Save} save @param {Map<number, Words>} keys @param {Fault[]} faults */
function checkLog(save, keys, faults) {
  const drawn = new Map(save.draws.filter((draw) => keys.has(draw[0])).map((draw) => [draw[5], draw[4].join(" ")]));
  const first = save.epochs.find((epoch) => !epoch.given_up)?.events ?? 0;
  for (const event of save.opening.physical_dice ? [] : save.events.slice(first)) {
    if (event.kind !== "roll" || !event.roll) continue;
    let at = event.n;
    let faces = event.roll.faces.join(" ");
    while (!drawn.has(at) && at > first && ["ruling", "dice"].includes(save.events[at - 1].kind)) at -= 1;
    const ruling = save.events.slice(at, event.n).find((between) => between.kind === "ruling");
    if (ruling) faces = String(ruling.values?.shown);
    if (!drawn.has(at)) faults.push({ kind: "missing", text: `no draw belongs to event ${event.n}` });
    else if (drawn.get(at) !== faces) faults.push({ kind: "told", text: `event ${event.n} shows ${faces}, and ${drawn.get(at)} was drawn` });
  }
}

/** Everything that can be checked without the rules; an empty list when all agrees. @param {Save} save @returns {Fault[]} */
export function check(save) {
  /** @type {Fault[]} */
  const faults = [];
  const keys = openEpochs(save, faults);
  checkWords(save, keys, faults);
  checkLog(save, keys, faults);
  return faults;
}

/** What this browser wrote down while a game was on. */
export const notes = {
  /** @returns {Record<string, {seals: Record<string, string>, nonces: Record<string, string>}>} */
  all() {
    try {
      return JSON.parse(localStorage.getItem("undercroft.seals") ?? "{}");
    } catch {
      return {};
    }
  },
  /** @param {string} match @param {number} epoch @param {string} seal @param {string} [nonce] */
  keep(match, epoch, seal, nonce) {
    const all = this.all();
    const mine = (all[match] ??= { seals: {}, nonces: {} });
    mine.seals[epoch] ??= seal; // the first one seen: later ones would prove nothing
    if (nonce) mine.nonces[epoch] = nonce;
    const names = Object.keys(all);
    for (const old of names.slice(0, Math.max(0, names.length - 100))) delete all[old];
    try {
      localStorage.setItem("undercroft.seals", JSON.stringify(all));
    } catch {
      // A private window may refuse; the table works without a memory.
    }
  },
};

/** One's own part in sealing the dice. */
export class Mixer {
  /** @type {{match: string, epoch: number, seat: number, seal: string, mine: string, nonce: Uint8Array}|null} */
  #drawn = null;

  /** What to answer, if anything. @param {any} message @returns {Record<string, unknown>|null} */
  hear(message) {
    const { match, epoch } = message;
    if (message.type === "mix") {
      const nonce = crypto.getRandomValues(new Uint8Array(32));
      const mine = seatSeal(match, epoch, message.seat, nonce);
      this.#drawn = { match, epoch, seat: message.seat, seal: message.seal, mine, nonce };
      return { type: "seal", match, epoch, seal: mine, id: `mix${epoch}` };
    }
    const drawn = this.#drawn;
    this.#drawn = null;
    if (!drawn || drawn.match !== match || drawn.epoch !== epoch || drawn.seal !== message.seal) return null;
    const listed = message.seats.some((/** @type {any} */ share) => share.seat === drawn.seat && share.kind === PERSON && share.seal === drawn.mine);
    if (!listed) return null;
    notes.keep(match, epoch, message.seal, hex(drawn.nonce));
    return { type: "nonce", match, epoch, nonce: hex(drawn.nonce), id: `mix${epoch}` };
  }
}
