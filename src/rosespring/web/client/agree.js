/**
 * This browser's part in the dice (docs/fairness.md): a seed out of its own chance, whose hash it gives when both
 * players are there, and which it shows when all hashes are known. It happens by itself; nobody need see it.
 */

import { hex, sha256, unhex, utf8 } from "./digest.js";
import { otherName } from "./prompts.js";
import { recallSeed, rememberSeed } from "./seeds.js";
import { _, fill } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Agreement {
  /** @param {string} table its id @param {(type: string, body: object) => void} send */
  constructor(table, send) {
    this.table = table;
    this.send = send;
    /** What has been sent, so that it is sent once: "commit 1". @type {Set<string>} */
    this.sent = new Set();
    /** What was given to each match, for browsers that keep nothing. @type {Map<number, import("./seeds.js").Given>} */
    this.given = new Map();
  }

  /** Lets the player type his seed. @param {() => State} state */
  wireOwnSeed(state) {
    const seed = /** @type {HTMLInputElement} */ (document.getElementById("own-seed"));
    document.getElementById("own-seed-form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      if (seed.value) this.type(state(), seed.value);
    });
  }

  /** Gives what is asked for. @param {State} state */
  show(state) {
    if (state.phase !== "dice") return;
    if (state.can.includes("commit") && state.parts.kind === "drawn" && state.online.every(Boolean)) this.commit(state);
    else if (state.can.includes("reveal")) this.reveal(state);
  }

  /** @param {State} state */
  recall({ match_number: match }) {
    return this.given.get(match) ?? recallSeed(this.table, match);
  }

  /** The seed of a match: the one that is kept, or a fresh one. @param {State} state */
  seed(state) {
    const seed = this.recall(state)?.seed ?? hex(crypto.getRandomValues(new Uint8Array(32)));
    this.keep(state, seed);
    return seed;
  }

  /** Notes the hashes too, as they were first shown. @param {State} state @param {string} seed */
  keep(state, seed) {
    const { match_number: match, parts, seat } = state;
    const before = this.recall(state);
    const given = { seed, server: before?.server || (parts.server ?? ""), other: before?.other || (parts.commits[1 - seat] ?? "") };
    this.given.set(match, given);
    rememberSeed(this.table, match, given);
  }

  /** A seed that the player has typed: the hash of the text, so that any text will do. @param {State} state @param {string} text */
  async type(state, text) {
    this.keep(state, hex(await sha256(utf8(text))));
    await this.commit(state);
  }

  /** @param {State} state */
  async commit(state) {
    const seed = this.seed(state);
    if (this.first("commit", state)) this.send("commit", { match: state.match_number, hash: hex(await sha256(unhex(seed))) });
  }

  /** @param {State} state */
  async reveal(state) {
    if (!(await this.isOurs(state))) return;
    const seed = this.seed(state);
    if (this.first("reveal", state)) this.send("reveal", { match: state.match_number, seed });
  }

  /** Whether this browser gave the seat's hash, and the server's is still the one that was shown then. @param {State} state */
  async isOurs(state) {
    const given = this.recall(state);
    if (!given || given.server !== state.parts.server) return false;
    return hex(await sha256(unhex(given.seed))) === state.parts.commits[state.seat];
  }

  /** @param {string} type @param {State} state */
  first(type, { match_number: match }) {
    const mark = `${type} ${match}`;
    const first = !this.sent.has(mark);
    this.sent.add(mark);
    return first;
  }
}

/** What the dice wait for, in a sentence. @param {State} state */
export function agreementWords(state) {
  const { can, online, parts, seat } = state;
  const name = otherName(state);
  if (parts.kind === "own" && can.includes("commit")) return "";
  if (!online[1 - seat]) return fill(_("Both of you have a part in the dice, so {name} must be here for a moment."), { name });
  if (!can.includes("commit") && !can.includes("reveal")) return fill(_("The part of {name} is still missing."), { name });
  if (can.includes("reveal")) return _("If this takes long: the dice wait for the device on which you began.");
  return _("Server and players fix their parts, then show them.");
}
