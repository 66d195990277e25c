/** Events are shown one after the other at a pace the eye can follow; the longer the queue, the faster. */

/** @typedef {import("./types.js").TableEvent} TableEvent */

/** How much a backlog hurries: a cascade of 24 steps takes about two and a half seconds. @param {number} waiting */
export function hurry(waiting) {
  if (waiting > 14) return 0.38;
  if (waiting > 6) return 0.5;
  return waiting > 2 ? 0.75 : 1;
}

export class Playback {
  /** @param {(event: TableEvent, pace: number) => number} show shows an event and says how long it wants to be seen, in ms */
  constructor(show) {
    this.show = show;
    /** @type {TableEvent[]} */
    this.waiting = [];
    this.timer = 0;
  }

  /** Whether everything that came has been shown. */
  get idle() {
    return !this.waiting.length;
  }

  /** @param {TableEvent} event */
  push(event) {
    this.waiting.push(event);
    if (!this.timer) this.next();
  }

  next() {
    this.timer = 0;
    const event = this.waiting.shift();
    if (!event) return;
    const pace = document.hidden ? 0 : hurry(this.waiting.length);
    const rest = this.show(event, pace) * pace;
    if (rest || this.waiting.length) this.timer = window.setTimeout(() => this.next(), rest);
  }

  /** Shows all that waits at once. */
  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.waiting.length) this.show(/** @type {TableEvent} */ (this.waiting.shift()), 0);
  }

  /** Forgets what waits: a snapshot has overtaken it. */
  clear() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.waiting = [];
  }
}
