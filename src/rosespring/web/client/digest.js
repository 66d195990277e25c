/**
 * SHA-256 and HMAC over bytes: the browser's own (WebCrypto), or the same in plain script, since browsers
 * withhold WebCrypto from pages that come over plain http from another machine, as in a home network.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const ROUND = fractions(64, 1 / 3);
/** … and of the square roots of the first 8. */
const START = fractions(8, 1 / 2);
const BLOCK = 64;

/** @param {number} count @param {number} power */
function fractions(count, power) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor += 1) prime &&= number % divisor !== 0;
    if (prime) found.push(fraction(number, power));
  }
  return found;
}

/** Doubles hold 53 bits: enough for the 32 behind the point. @param {number} number @param {number} power */
function fraction(number, power) {
  const root = power === 1 / 2 ? Math.sqrt(number) : Math.cbrt(number);
  return Math.floor((root % 1) * 2 ** 32) | 0;
}

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 in plain script. @param {Uint8Array} data */
export function plainSha256(data) {
  const view = new DataView(new ArrayBuffer((Math.floor((data.length + 8) / BLOCK) + 1) * BLOCK));
  new Uint8Array(view.buffer).set(data);
  view.setUint8(data.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(view.byteLength - 4, data.length * 8);
  let state = START;
  for (let at = 0; at < view.byteLength; at += BLOCK) state = compress(state, view, at);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => hash.setInt32(4 * index, word));
  return new Uint8Array(hash.buffer);
}

/** @param {number[]} before @param {DataView} view @param {number} at */
function compress(before, view, at) {
  const words = schedule(view, at);
  let [a, b, c, d, e, f, g, h] = before;
  for (let index = 0; index < 64; index += 1) {
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[index] + words[index];
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + before[index]) | 0);
}

/** @param {DataView} view @param {number} at */
function schedule(view, at) {
  const words = Array.from({ length: 16 }, (_nothing, index) => view.getInt32(at + 4 * index));
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [words[index - 15], words[index - 2]];
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words.push((words[index - 16] + low + words[index - 7] + high) | 0);
  }
  return words;
}

/** HMAC-SHA-256 in plain script. @param {Uint8Array} key up to 64 bytes @param {Uint8Array} data */
export function plainHmac(key, data) {
  const pad = (/** @type {number} */ mask) => Uint8Array.from({ length: BLOCK }, (_nothing, index) => (key[index] ?? 0) ^ mask);
  return plainSha256(joined(pad(0x5c), plainSha256(joined(pad(0x36), data))));
}

/** @param {Uint8Array} first @param {Uint8Array} second */
function joined(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** @param {Uint8Array<ArrayBuffer>} data */
export async function sha256(data) {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", data)) : plainSha256(data);
}

/** A function that makes the HMAC-SHA-256 of a text. @param {Uint8Array<ArrayBuffer>} key @returns {Promise<(text: string) => Promise<Uint8Array>>} */
export async function hmacOf(key) {
  if (!crypto.subtle) return async (text) => plainHmac(key, utf8(text));
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (text) => new Uint8Array(await crypto.subtle.sign("HMAC", imported, utf8(text)));
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function utf8(text) {
  return /** @type {Uint8Array<ArrayBuffer>} */ (new TextEncoder().encode(text));
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits @returns {Uint8Array<ArrayBuffer>} */
export function unhex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
