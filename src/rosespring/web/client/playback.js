/** Events are shown one after the other at a pace the eye can follow; the longer the queue, the faster. */

import { currentStage } from "./queue.js";

/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {import("./types.js").State} State */

/** How long each kind of event wants to be seen before the next one, in ms. @type {Record<string, number>} */
const SEEN_FOR = { opening: 1500, roll: 1100, step: 260, undo: 230, done: 500, "game-over": 300, next: 600, "stand-in": 3000 };
/** A pause between the stages of a cascade, in ms: the eye goes to the strip and back. */
const STAGE_REST = 450;

/** How much a backlog hurries the steps: a cascade of 24 takes about five seconds, rests included. @param {number} waiting */
export function hurry(waiting) {
  if (waiting > 14) return 0.45;
  if (waiting > 6) return 0.6;
  return waiting > 2 ? 0.8 : 1;
}

/**
 * How long an event wants to be seen, in ms. Only steps hurry: a roll, or what was said, must be read.
 * @param {State} before
 * @param {TableEvent} event
 * @param {number} pace
 */
export function seenFor(before, event, pace) {
  const moves = event.kind === "step" || event.kind === "undo";
  const seen = (SEEN_FOR[event.kind] ?? 0) * (moves ? pace : Math.min(1, 2 * pace));
  const stage = currentStage(event.state);
  const next = event.kind === "step" && stage !== null && stage !== currentStage(before);
  return next ? seen + STAGE_REST : seen;
}

export class Playback {
  /** @param {(event: TableEvent, pace: number) => number} show shows an event and says how long it is to be seen, in ms */
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
    const rest = this.show(event, pace);
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
