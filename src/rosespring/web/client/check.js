/** Checks a dice file as docs/fairness.md has it, with nothing but what is in it: the twin of `rosespring verify`. */

import { hex, hmacOf, sha256, unhex, utf8 } from "./digest.js";

/** @typedef {{side: 0 | 1 | null, dice: [number, number]}} Throw */
/** @typedef {{game: number, over: boolean, key: string | null, sealed: string | null, throws: Throw[]}} GameDice */
/** @typedef {{table: string, match: number, matches: number, length: number, parts: import("./types.js").State["parts"], games: GameDice[]}} DiceFile */
/** @typedef {{key: boolean | null, wrong: {count: number, drawn: [number, number]}[], list: boolean | null}} Verdict null: cannot be told yet */

const FAIR_BYTES = 252;
const LISTED = 600;

/** Whether a seed belongs to a hash; null while one of them is not known. @param {string | null} seed @param {string | null} hash */
export async function belongs(seed, hash) {
  if (seed === null || hash === null) return null;
  return hex(await sha256(unhex(seed))) === hash;
}

/** @param {DiceFile} file @param {GameDice} game @returns {Promise<Verdict>} */
export async function checkGame(file, game) {
  const [light, dark] = file.parts.seeds;
  if (game.key === null || light === null || dark === null) return { key: game.over ? false : null, wrong: [], list: null };
  const key = unhex(game.key);
  const seed = await gameSeed(key, file, game.game);
  const drawn = await throwsOf(seed, Math.max(LISTED, game.throws.length));
  const wrong = game.throws.flatMap(({ dice }, index) => (same(dice, drawn[index]) ? [] : [{ count: index + 1, drawn: drawn[index] }]));
  return { key: hex(await hashed(key, game.game)) === file.parts.server, wrong, list: await opens(game.sealed ?? "", key, drawn.slice(0, LISTED)) };
}

/** @param {Uint8Array<ArrayBuffer>} key @param {number} times */
async function hashed(key, times) {
  let part = key;
  for (let index = 0; index < times; index += 1) part = /** @type {Uint8Array<ArrayBuffer>} */ (await sha256(part));
  return part;
}

/** @param {Uint8Array<ArrayBuffer>} key @param {DiceFile} file @param {number} game */
async function gameSeed(key, { table, match, parts }, game) {
  const hmac = await hmacOf(key);
  return /** @type {Uint8Array<ArrayBuffer>} */ (await hmac(["rosespring dice 1", table, match, game, ...parts.seeds].join("\n")));
}

/** The first throws of a game. @param {Uint8Array<ArrayBuffer>} seed @param {number} count @returns {Promise<[number, number][]>} */
export async function throwsOf(seed, count) {
  const hmac = await hmacOf(seed);
  /** @type {[number, number][]} */
  const throws = [];
  for (let number = 1; number <= count; number += 1) throws.push(await throwOf(hmac, number));
  return throws;
}

/** @param {(text: string) => Promise<Uint8Array>} hmac @param {number} number @returns {Promise<[number, number]>} */
async function throwOf(hmac, number) {
  /** @type {number[]} */
  const fair = [];
  for (let block = 0; fair.length < 2; block += 1) {
    fair.push(...[...(await hmac(`throw ${number} ${block}`))].filter((byte) => byte < FAIR_BYTES));
  }
  return [(fair[0] % 6) + 1, (fair[1] % 6) + 1];
}

/** Whether the sealed list holds just these throws. @param {string} list @param {Uint8Array<ArrayBuffer>} key @param {[number, number][]} drawn */
async function opens(list, key, drawn) {
  const sealed = Uint8Array.from(atob(list), (sign) => sign.charCodeAt(0));
  const digits = utf8(drawn.flat().join(""));
  if (sealed.length !== digits.length) return false;
  const hmac = await hmacOf(key);
  for (let at = 0; at < sealed.length; at += 32) {
    const stream = await hmac(`list ${at / 32}`);
    for (let index = at; index < Math.min(at + 32, sealed.length); index += 1) {
      if ((sealed[index] ^ stream[index - at]) !== digits[index]) return false;
    }
  }
  return true;
}

/** @param {[number, number]} first @param {[number, number]} second */
function same(first, second) {
  return first[0] === second[0] && first[1] === second[1];
}
