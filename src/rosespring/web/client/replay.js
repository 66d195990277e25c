/** The last turn once more, step by step: plays by itself, can be halted, and goes both ways. */

import { still } from "./svg.js";
import { _, fill, isolated } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./board.js").Board} Board */

const PACE = 650;

/** @typedef {{side: import("./types.js").Side, steps: Step[], men: number[][]}} Turn `men`: the position before it */

/** The last turn of a table with the position before it. @param {State} state @returns {Turn | null} */
export function lastTurn(state) {
  const turn = state.last_turn;
  if (!turn) return null;
  const men = copy(state.men);
  if (state.turn !== null) for (const step of [...state.open_steps].reverse()) shift(men[state.turn], step.to, step.from);
  for (const step of [...turn.steps].reverse()) shift(men[turn.side], step.to, step.from);
  return { side: turn.side, steps: turn.steps, men };
}

/** The positions of a turn, from before its first step to after its last. @param {Turn} turn @returns {number[][][]} */
export function positions({ side, steps, men: before }) {
  const men = copy(before);
  const shown = [copy(men)];
  for (const step of steps) {
    shift(men[side], step.from, step.to);
    shown.push(copy(men));
  }
  return shown;
}

/** @param {number[]} counts @param {number} from @param {number} to */
function shift(counts, from, to) {
  counts[from] -= 1;
  counts[to] += 1;
}

/** @param {number[][]} men */
function copy(men) {
  return men.map((counts) => [...counts]);
}

export class Replay {
  /**
   * @param {HTMLElement} bar
   * @param {Board} board
   * @param {() => void} closed
   */
  constructor(bar, board, closed) {
    this.bar = bar;
    this.board = board;
    this.closed = closed;
    this.timer = 0;
    this.at = 0;
    /** @type {number[][][]} */
    this.frames = [];
    /** @type {Turn | null} */
    this.turn = null;
    const on = (/** @type {string} */ name, /** @type {() => void} */ deed) => this.button(name).addEventListener("click", deed);
    on("back", () => this.go(this.at - 1));
    on("next", () => this.go(this.at + 1));
    on("play", () => (this.timer ? this.halt() : this.run()));
    on("close", () => this.close());
  }

  /** @param {string} name @returns {HTMLButtonElement} */
  button(name) {
    return /** @type {HTMLButtonElement} */ (this.bar.querySelector(`[data-replay="${name}"]`));
  }

  get open() {
    return !this.bar.hidden;
  }

  /** @param {Turn} turn */
  start(turn) {
    this.halt();
    this.turn = turn;
    this.frames = positions(turn);
    this.bar.hidden = false;
    this.show(0);
    if (!still()) this.run();
    this.button("play").focus({ preventScroll: true });
  }

  run() {
    if (this.at >= this.frames.length - 1) this.show(0);
    this.timer = window.setInterval(() => (this.at < this.frames.length - 1 ? this.show(this.at + 1) : this.halt()), PACE);
    this.dress();
  }

  halt() {
    clearInterval(this.timer);
    this.timer = 0;
    this.dress();
  }

  /** @param {number} at */
  go(at) {
    this.halt();
    this.show(Math.max(0, Math.min(at, this.frames.length - 1)));
  }

  /** @param {number} at */
  show(at) {
    const turn = this.turn;
    if (!turn) return;
    this.at = at;
    this.board.show(this.frames[at]);
    this.board.recall({ side: turn.side, steps: turn.steps.slice(0, at) });
    this.dress();
  }

  dress() {
    const steps = this.turn?.steps ?? [];
    const step = steps[this.at - 1];
    const words = step
      ? fill(_("Step {at} of {count}: {step}"), { at: this.at, count: steps.length, step: isolated(`${step.from}/${step.to || "off"}`) })
      : fill(_("Before the turn of {count} steps"), { count: steps.length });
    /** @type {HTMLElement} */ (this.bar.querySelector("[data-replay-words]")).textContent = words;
    this.button("back").disabled = this.at === 0;
    this.button("next").disabled = this.at === this.frames.length - 1;
    this.button("play").setAttribute("aria-label", this.timer ? _("Pause") : _("Play"));
    this.button("play").classList.toggle("playing", this.timer !== 0);
  }

  close() {
    if (!this.open) return;
    this.halt();
    this.bar.hidden = true;
    this.closed();
  }
}
