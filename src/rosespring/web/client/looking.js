/** What the position that is shown is worth: asked for at once, and then looked into further. */

import { ask, Refusal } from "./study.js";
import { byId } from "./view.js";
import { _ } from "./words.js";

/** How often a server that has no time just now is asked again, after how many seconds at first, and then twice as many. */
const AGAIN = 5;
const SOON = 1000;
/** No line, too much asked for, too much to do. */
const PASSING = [0, 429, 503];

/** @typedef {import("./study.js").Told} Told */
/** @typedef {{away: string, played: string}} Place the needs at a match's score, and the play that was made */

export class Looking {
  /** @param {import("./worth.js").Worth} worth */
  constructor(worth) {
    this.worth = worth;
    this.waiting = new AbortController();
    /** @type {Told | null} */
    this.told = null;
    /** @type {Place} */
    this.place = { away: "", played: "" };
    byId("deeper").addEventListener("click", () => this.deepen());
  }

  /** At a position; what was asked for the last one is given up. @param {Told} told @param {Place} place */
  async at(told, place) {
    this.waiting.abort();
    const { signal } = (this.waiting = new AbortController());
    this.told = told;
    this.place = place;
    this.worth.wait(told);
    const all = await this.look(["first", ...(told.winner === null ? (told.stages.length ? ["quick", "usual"] : ["usual"]) : [])], signal);
    if (all) byId("deeper").hidden = told.winner !== null;
  }

  async deepen() {
    byId("deeper").hidden = true;
    this.worth.fail(_("Looking further …"));
    await this.look(["deep"], this.waiting.signal);
  }

  /** Looks so far, one depth after the other, and returns whether all is shown. @param {string[]} depths @param {AbortSignal} signal */
  async look(depths, signal) {
    const { told, place } = this;
    if (!told) return false;
    try {
      for (const depth of depths) {
        const found = await this.found({ position: told.id, depth, ...place }, signal);
        if (signal.aborted) return false;
        this.worth.show(told, found, Boolean(place.away));
        byId("main").dataset.depth = depth;
      }
      return true;
    } catch (error) {
      if (!signal.aborted) this.worth.fail(String(/** @type {Error} */ (error).message));
      return false;
    }
  }

  /** An evaluation, asked for again while it cannot be had just now. @param {Record<string, string>} query @param {AbortSignal} signal */
  async found(query, signal) {
    for (let tries = 0; ; tries += 1) {
      try {
        return await ask("/api/evaluation", { query, signal });
      } catch (error) {
        if (!(error instanceof Refusal) || !PASSING.includes(error.status) || tries === AGAIN) throw error;
        this.worth.fail(error.message);
        await new Promise((resolve) => setTimeout(resolve, SOON * 2 ** tries));
        signal.throwIfAborted();
      }
    }
  }
}
