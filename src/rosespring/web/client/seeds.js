/** What this browser gave to the dice of a match, and which hashes it was shown before: kept, to check the dice with later. */

import { forget, recall, remember } from "./memory.js";

/** @typedef {{seed: string, server?: string, other?: string}} Given `seed`, and the hashes of the server and the other side */

const KEPT = 60;

/** @param {string} table @param {number} match @returns {Given | null} */
export function recallSeed(table, match) {
  try {
    const given = JSON.parse(recall(key(table, match)) ?? "null");
    return /^[0-9a-f]{64}$/.test(given?.seed) ? given : null;
  } catch {
    return null;
  }
}

/** @param {string} table @param {number} match @param {Given} given */
export function rememberSeed(table, match, given) {
  remember(key(table, match), JSON.stringify(given));
  const all = [key(table, match), ...known().filter((each) => each !== key(table, match))];
  for (const old of all.splice(KEPT)) forget(old);
  remember("seeds", JSON.stringify(all));
}

/** @returns {string[]} */
function known() {
  try {
    const found = JSON.parse(recall("seeds") ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} table @param {number} match */
function key(table, match) {
  return `seed.${table}.${match}`;
}
