/** Both sides' time to think, counted down between two messages by a clock that nobody can set. */

import { _, fill } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** So few seconds of the bank are left that the clock should be seen, in s. */
const SHORT = 30;

/** Minutes and seconds, as a clock shows them. @param {number} seconds */
export function time(seconds) {
  const whole = Math.ceil(Math.max(0, seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Clock {
  /** @param {HTMLElement[]} lines of the two players */
  constructor(lines) {
    this.lines = lines;
    this.heardAt = 0;
    /** @type {State | null} */
    this.state = null;
    setInterval(() => this.tick(), 250);
  }

  /** Takes over what the server says, at the moment at which it comes. @param {State} state */
  hear(state) {
    this.state = state;
    this.heardAt = performance.now();
    this.tick();
  }

  /** The seconds that a side has left now: of its bank, and of the turn's own time. @param {number} side */
  left(side) {
    const clock = this.state?.clock;
    const bank = clock?.banks[side];
    if (!clock || bank === null || bank === undefined) return null;
    const passed = clock.running === side ? (performance.now() - this.heardAt) / 1000 : 0;
    return { bank: bank - Math.max(0, passed - clock.free), free: clock.running === side ? Math.max(0, clock.free - passed) : 0 };
  }

  tick() {
    for (const line of this.lines) this.show(line);
  }

  /** @param {HTMLElement} line */
  show(line) {
    const left = this.left(Number(line.dataset.side));
    const box = /** @type {HTMLElement} */ (line.querySelector('[data-part="clock"]'));
    box.hidden = !left;
    if (!left) return;
    const free = left.free > 0 ? `+${time(left.free)}` : _("time");
    write(box.querySelector("b"), time(left.bank));
    write(box.querySelector("small"), free);
    box.classList.toggle("short", left.bank < SHORT);
  }

  /** What is asked for aloud. @param {State} state */
  words(state) {
    const [mine, theirs] = [this.left(state.seat), this.left(1 - state.seat)];
    if (!mine) return _("There is no clock at this table.");
    const own = fill(_("You have {time} left, and {free} of this turn’s own time."), { time: time(mine.bank), free: time(mine.free) });
    if (!theirs) return own;
    const other = fill(_("The other side has {time} left."), { time: time(theirs.bank) });
    return `${own} ${other}`;
  }
}

/** Only when it changes: nothing is drawn anew four times a second. @param {Element | null} place @param {string} words */
function write(place, words) {
  if (place && place.textContent !== words) place.textContent = words;
}
