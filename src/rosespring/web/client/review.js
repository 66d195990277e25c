/** Earlier turns once more: the last one, or any that is chosen in the story. */

import { lastTurn, Replay } from "./replay.js";
import { Turns } from "./turns.js";
import { byId } from "./view.js";

/** @typedef {import("./types.js").State} State */

/**
 * @typedef {object} Deeds
 * @property {() => State} state
 * @property {() => void} clear makes the board ready to show something else
 * @property {() => void} closed back to the game
 * @property {() => void} missing the turn cannot be had
 */

export class Review {
  /** @param {string} table @param {HTMLElement} bar @param {import("./board.js").Board} board @param {Deeds} deeds */
  constructor(table, bar, board, deeds) {
    this.deeds = deeds;
    this.turns = new Turns(table);
    this.replay = new Replay(bar, board, deeds.closed);
  }

  get open() {
    return this.replay.open;
  }

  close() {
    this.replay.close();
  }

  last() {
    if (this.open) return this.close();
    this.deeds.clear();
    const turn = lastTurn(this.deeds.state());
    if (turn) this.replay.start(turn);
  }

  /** @param {number} number of the event that closed the turn */
  async turn(number) {
    const turn = await this.turns.find(number, this.deeds.state().match_number);
    if (!turn) return this.deeds.missing();
    this.deeds.clear();
    this.replay.start(turn);
    byId("board-frame").scrollIntoView({ block: "nearest" });
  }
}
