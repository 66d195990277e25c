/** What the position that is shown is worth: asked for at once, and then looked into further. */

import { ask } from "./study.js";
import { byId } from "./view.js";
import { _ } from "./words.js";

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
        const found = await ask("/api/evaluation", { query: { position: told.id, depth, ...place }, signal });
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
}
