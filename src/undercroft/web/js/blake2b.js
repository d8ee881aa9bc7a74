// @ts-check
/** BLAKE2b (RFC 7693), keyed and with a person, in plain words: a browser has none of its own, and on plain http no crypto at all. */

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDER = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => Number.parseInt(digit, 16)));
const COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

/** @param {bigint} word @param {bigint} by */
const turn = (word, by) => (word >> by) | ((word << (64n - by)) & MASK);

/** Eight bytes as a number, the lowest first. @param {Uint8Array} bytes @param {number} at */
function little(bytes, at) {
  let word = 0n;
  for (let i = 7; i >= 0; i -= 1) word = (word << 8n) | BigInt(bytes[at + i] ?? 0);
  return word;
}

/** @param {bigint[]} state @param {Uint8Array} block @param {number} length bytes taken in so far @param {boolean} last */
function mix(state, block, length, last) {
  const v = [...state, ...IV];
  const m = Array.from({ length: 16 }, (_, i) => little(block, i * 8));
  v[12] ^= BigInt(length);
  if (last) v[14] ^= MASK;
  for (let round = 0; round < 12; round += 1) {
    const order = ORDER[round % 10];
    COLUMNS.forEach(([a, b, c, d], i) => {
      v[a] = (v[a] + v[b] + m[order[2 * i]]) & MASK;
      v[d] = turn(v[d] ^ v[a], 32n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = turn(v[b] ^ v[c], 24n);
      v[a] = (v[a] + v[b] + m[order[2 * i + 1]]) & MASK;
      v[d] = turn(v[d] ^ v[a], 16n);
      v[c] = (v[c] + v[d]) & MASK;
      v[b] = turn(v[b] ^ v[c], 63n);
    });
  }
  for (let i = 0; i < 8; i += 1) state[i] ^= v[i] ^ v[i + 8];
}

/**
 * @param {Uint8Array} data
 * @param {string} person sixteen letters that tell one use from another
 * @param {number} [size] of the digest, in bytes
 * @param {Uint8Array} [key]
 * @returns {Uint8Array}
 */
export function blake2b(data, person, size = 32, key = new Uint8Array()) {
  const name = new TextEncoder().encode(person);
  const state = [...IV];
  state[0] ^= 0x01010000n ^ BigInt((key.length << 8) | size);
  state[6] ^= little(name, 0);
  state[7] ^= little(name, 8);
  const first = key.length ? 128 : 0;
  const input = new Uint8Array(first + data.length);
  input.set(key);
  input.set(data, first);
  let at = 0;
  do {
    const block = input.subarray(at, at + 128);
    at += 128;
    mix(state, block, Math.min(at, input.length), at >= input.length);
  } while (at < input.length);
  return Uint8Array.from({ length: size }, (_, i) => Number((state[i >> 3] >> BigInt((i & 7) * 8)) & 255n));
}
