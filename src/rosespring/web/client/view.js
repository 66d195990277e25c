/** Everything that shows a state: board, buttons, strip, players, desk, menu and title, always together. */

import { pace } from "./pace.js";
import { positionWords, throwerOf } from "./telling.js";
import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {import("./input.js").Offer} Offer */
/** @typedef {{point: number, number: number}} Ahead a step shown before the server has agreed to it */

/**
 * @typedef {object} Parts
 * @property {import("./board.js").Board} board
 * @property {import("./points.js").Points} points
 * @property {import("./queue.js").Queue} queue
 * @property {import("./players.js").Players} players
 * @property {import("./menu.js").Menu} menu
 * @property {import("./desk.js").Desk} desk
 */

/**
 * @typedef {object} Now what a state does not say
 * @property {boolean} busy a command waits for its answer
 * @property {boolean} held the player has been asked something first
 * @property {boolean} judged the turn is being looked at before it is closed
 * @property {boolean} idle all events that came have been shown
 * @property {number} thrown dice picked of a throw by hand
 * @property {boolean} replaying the board shows an earlier position
 * @property {import("./socket.js").Status} line
 * @property {string} detail the sentence beneath the prompt
 * @property {string} tone
 */

/** @type {Offer} */
const NOTHING = { sources: [], numbers: new Map(), atOnce: [], picked: null, targets: [] };

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

export class View {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.table = byId("table");
    this.offButton = byId("off-button");
  }

  /** Keeps the drawing, its buttons and the layout of the page in proportion, now and when the screen changes. */
  fit() {
    const { board, points } = this.parts;
    board.fit(() => {
      this.table.style.setProperty("--ratio", String(board.view.width / board.view.height));
      points.place();
    });
  }

  /**
   * @param {State} state
   * @param {{ahead: Ahead | null, duration: number, event?: TableEvent}} how `duration` of a glide, in ms
   */
  show(state, { ahead, duration, event }) {
    const { board, queue, players, menu } = this.parts;
    board.show(menAhead(state, ahead), duration * pace());
    this.showDice(state, event);
    this.showLastTurn(state, ahead);
    queue.show(state);
    players.show(state);
    menu.show(state);
    showTitle(state);
    byId("position-words").textContent = positionWords(state);
  }

  /** What depends on the hand and the line, too. @param {State} state @param {Offer} offered @param {Now} now */
  refresh(state, offered, now) {
    const { board, points, desk } = this.parts;
    const offer = now.busy ? NOTHING : offered;
    board.arrows.classList.toggle("behind", offer.picked !== null && !now.replaying);
    if (!now.replaying) board.offer(offer.sources, offer.picked, offer.targets);
    points.name(state, offer);
    this.offButton.classList.toggle("lit", offer.targets.some((target) => target.point === 0));
    this.offButton.setAttribute("aria-label", points.buttons.get(0)?.getAttribute("aria-label") ?? "");
    desk.show(state, now);
    byId("board-frame").classList.toggle("busy", now.busy);
    byId("replay-button").classList.toggle("unseen", !state.last_turn?.steps.length);
    Object.assign(this.table.dataset, { number: state.number, busy: now.busy, idle: now.idle });
  }

  /** @param {State} state @param {TableEvent} [event] */
  showDice(state, event) {
    const { dice } = this.parts.board;
    if (event?.kind === "opening" && event.dice) return dice.open(event.dice);
    const side = throwerOf(state);
    const thrown = state.dice && side !== null ? { side, faces: [...(event?.dice ?? state.dice)].sort((a, b) => b - a) } : null;
    dice.show(thrown, { fresh: event?.kind === "roll" && pace() > 0, spent: state.phase === "roll" });
  }

  /** The last turn stays marked until the next one begins to be played. @param {State} state @param {Ahead | null} ahead */
  showLastTurn(state, ahead) {
    const { last_turn: turn, open_steps: steps, phase } = state;
    const over = phase === "game-over" || phase === "match-over";
    this.parts.board.recall(turn && !steps.length && !ahead && !over ? turn : null);
  }
}

/** The checkers, with the step that waits for its answer already played. @param {State} state @param {Ahead | null} ahead */
function menAhead({ men, seat }, ahead) {
  if (!ahead) return men;
  const end = Math.max(ahead.point - ahead.number, 0);
  const played = men[seat].map((count, at) => count - Number(at === ahead.point) + Number(at === end));
  return men.map((counts, side) => (side === seat ? played : counts));
}

/** @param {State} state */
function showTitle({ title, length, game_number: game, turn, seat }) {
  byId("title").textContent = title;
  const match = ngettext("Match to {n} point", "Match to {n} points", length);
  byId("match-line").textContent = length === 1 ? "" : fill(_("{match}, game {game}"), { match, game });
  document.title = turn === seat ? fill(_("Your turn · {title}"), { title }) : `${title} · Rosespring`;
}
