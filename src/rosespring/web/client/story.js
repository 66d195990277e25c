/** The story of the game: a list of turns and sentences that scrolls by itself. */

import { drawing } from "./svg.js";
import { _, fill } from "./words.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").TableEvent} TableEvent */

export class Story {
  /** @param {HTMLElement} list @param {HTMLElement} scroller */
  constructor(list, scroller) {
    this.list = list;
    this.scroller = scroller;
    this.game = 0;
    this.last = 0;
  }

  /** @param {Line[]} lines */
  tell(lines) {
    this.game = 0;
    this.last = 0;
    this.list.replaceChildren();
    for (const line of lines) this.add(line);
    this.follow();
  }

  /** @param {Line} line */
  add(line) {
    if (line.number <= this.last || !line.words) return;
    this.last = line.number;
    if (line.game !== this.game && line.game > 1) this.list.append(heading(line.game));
    this.game = line.game;
    this.list.append(item(line));
    while (this.list.childElementCount > 400) this.list.firstElementChild?.remove();
  }

  /** Adds what an event brought. @param {TableEvent} event @param {boolean} received whether the turn was one of received numbers */
  hear(event, received) {
    const near = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 80;
    this.add(event.line ?? lineOf(event, received));
    if (near) this.follow();
  }

  follow() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}

/** Events of which the closed turn's own line says it all. */
const QUIET = new Set(["created", "step", "undo"]);

/** @param {TableEvent} event @param {boolean} received @returns {Line} */
function lineOf(event, received) {
  const words = event.kind === "done" ? [turnWords(event.state, received), ...event.words] : event.words;
  const silent = QUIET.has(event.kind) || (event.kind === "roll" && event.state.turn === event.side);
  const side = event.side ?? null;
  return { number: event.number, kind: event.kind, side, words: silent ? "" : words.join(" "), game: event.state.game_number };
}

/** @param {import("./types.js").State} state @param {boolean} received */
function turnWords(state, received) {
  const turn = state.last_turn;
  if (!turn) return "";
  const [high, low] = state.dice ?? [0, 0];
  const words = { side: turn.side === 0 ? _("Light") : _("Dark"), steps: stepsText(turn.steps), high, low };
  return fill(received ? _("{side}, received: {steps}.") : _("{side} {high}-{low}: {steps}."), words);
}

/** Steps in the usual notation, equal ones counted: `24/20(2) 13/9`. @param {import("./types.js").Step[]} steps */
export function stepsText(steps) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { from, to } of steps) {
    const text = `${from}/${to || "off"}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => (count > 1 ? `${text}(${count})` : text)).join(" ");
}

/** @param {number} game */
function heading(game) {
  const item = document.createElement("li");
  item.className = "story-game";
  item.textContent = fill(_("Game {n}"), { n: game });
  return item;
}

/** @param {Line} line */
function item(line) {
  const item = document.createElement("li");
  item.className = `story-line story-${line.kind}`;
  if (line.side !== null && line.side !== undefined) item.append(drawing(`checker-${line.side}`, "story-side"));
  const words = document.createElement("span");
  words.textContent = line.words;
  item.append(words);
  return item;
}
