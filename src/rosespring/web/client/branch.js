/** What has been tried beside a game: a line of positions on which one goes back and on again. */

/** @typedef {import("./study.js").Told} Told */

export class Branch {
  constructor() {
    this.leave();
  }

  leave() {
    /** @type {Told[]} */
    this.line = [];
    /** How far along the line the board stands; 0 is the game itself. */
    this.length = 0;
  }

  /** @param {Told} told what follows the position that is shown */
  grow(told) {
    this.line.splice(this.length, Infinity, told);
    this.length += 1;
  }

  /** Whether there is more of the line than is shown. */
  get more() {
    return this.length < this.line.length;
  }

  /** So many positions on, or back. @param {number} by @returns {Told} */
  step(by) {
    this.length += by;
    return this.line[this.length - 1];
  }
}
