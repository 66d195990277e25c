/** The turns of a match, asked for when somebody wants to see one again. */

import { asking } from "./address.js";

/** @typedef {import("./replay.js").Turn} Turn */

export class Turns {
  /** @param {string} table */
  constructor(table) {
    this.address = `/g/${table}/turns`;
    /** @type {Map<number, Turn>} by the number of the event that closed the turn */
    this.known = new Map();
  }

  /** @param {number} number @param {number} match the table’s match that is being played; the turn may be of an earlier one @returns {Promise<Turn | undefined>} */
  async find(number, match) {
    for (let wanted = match; wanted > 0 && !this.known.has(number); wanted -= 1) await this.load(wanted);
    return this.known.get(number);
  }

  /** @param {number} match */
  async load(match) {
    try {
      const answer = await fetch(asking(`${this.address}?match=${match}`));
      if (!answer.ok) return;
      for (const turn of (await answer.json()).turns) this.known.set(turn.number, turn);
    } catch {
      // Offline: what is known already can still be shown.
    }
  }
}
