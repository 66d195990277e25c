/**
 * The strip of numbers: dice grouped by stage. The stage to be played is lit, played dice are sunk, dice that pass
 * or are lost leave visibly, and received ones carry the mark of the side they came from.
 */

import { otherName } from "./prompts.js";
import { drawing, still } from "./svg.js";
import { _, fill, listing, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").QueueItem} QueueItem */

export class Queue {
  /** @param {HTMLElement} strip @param {HTMLElement} words where the strip is said for the ear */
  constructor(strip, words) {
    this.strip = strip;
    this.words = words;
    this.key = "";
    /** @type {HTMLElement[]} */
    this.dice = [];
  }

  /** @param {State} state */
  show(state) {
    const key = state.queue.map((item) => `${item.stage}:${item.number}`).join() + owner(state) + emptyWords(state);
    if (key !== this.key) this.build(state, key);
    const now = currentStage(state);
    state.queue.forEach((item, index) => this.dress(this.dice[index], item, now));
    this.strip.classList.toggle("mine", owner(state) === state.seat);
    this.words.textContent = inWords(state);
  }

  /** @param {State} state @param {string} key */
  build(state, key) {
    this.key = key;
    this.dice = state.queue.map((item) => die(item));
    const stages = new Map(state.queue.map((item) => [item.stage, /** @type {HTMLElement[]} */ ([])]));
    state.queue.forEach((item, index) => stages.get(item.stage)?.push(this.dice[index]));
    this.strip.dataset.stages = String(stages.size);
    this.strip.dataset.dice = String(state.queue.length);
    this.strip.replaceChildren(...[...stages.values()].map((dice) => stage(dice)));
    if (!state.queue.length) this.strip.append(empty(state));
    if (state.received) this.strip.prepend(mark(state.seat === owner(state) ? other(state.seat) : state.seat));
  }

  /** @param {HTMLElement} die @param {QueueItem} item @param {number | null} now */
  dress(die, item, now) {
    const before = die.dataset.fate;
    const fate = item.fate === "left" && item.stage === now ? "now" : item.fate;
    if (before === fate) return;
    die.dataset.fate = fate;
    die.parentElement?.classList.toggle("current", item.stage === now);
    const leaves = fate === "passed" || fate === "lost";
    if (leaves && before && !still()) leave(die, fate);
  }
}

/** @param {QueueItem} item */
function die(item) {
  const die = document.createElement("span");
  die.className = "queue-die";
  die.append(drawing(`die-${item.number}`, "die"));
  return die;
}

/** @param {HTMLElement[]} dice */
function stage(dice) {
  const group = document.createElement("span");
  group.className = "stage";
  group.append(...dice);
  return group;
}

/** What will lie in the strip, while nothing does. @param {State} state */
function empty(state) {
  const words = document.createElement("span");
  words.className = "strip-empty";
  words.textContent = emptyWords(state);
  return words;
}

/** @param {State} state */
function emptyWords(state) {
  if (state.queue.length || state.turn === null) return "";
  if (state.turn === state.seat && !state.watching) return _("Your dice come here");
  return fill(_("The dice of {name} come here"), { name: state.names[state.turn] || otherName(state) });
}

/** The checker of the side that the numbers came from. @param {number} side */
function mark(side) {
  const mark = document.createElement("span");
  mark.className = "from";
  mark.append(drawing(`checker-${side}`, "mark-checker"), drawing("icon-arrow-on", "mark-arrow"));
  return mark;
}

/** @param {HTMLElement} die @param {string} fate */
function leave(die, fate) {
  const away = fate === "passed" ? "translateY(-14px) scale(1.12)" : "translateY(12px) rotate(14deg)";
  die.animate([{ transform: "none" }, { transform: away, offset: 0.45 }, { transform: "none" }], { duration: 700, easing: "ease-in-out" });
}

/** Whose numbers the strip shows. @param {State} state */
function owner(state) {
  const closed = state.queue.length > 0 && !state.queue.some((item) => item.fate === "left") && state.phase === "roll";
  return closed && state.turn !== null ? (state.last_turn?.side ?? state.turn) : state.turn;
}

/** @param {number} side */
function other(side) {
  return side === 0 ? 1 : 0;
}

/** The stage whose numbers are to be played, or null. @param {State} state */
export function currentStage(state) {
  if (state.phase !== "play") return null;
  return state.queue.find((item) => item.fate === "left")?.stage ?? null;
}

/** The number that is to be played now; null if none is. @param {State} state */
export function nextNumber(state) {
  const stage = currentStage(state);
  return state.queue.find((item) => item.fate === "left" && item.stage === stage)?.number ?? null;
}

/** "3 fives". @param {number} number @param {number} count */
export function countOf(number, count) {
  if (number === 1) return ngettext("{n} one", "{n} ones", count);
  if (number === 2) return ngettext("{n} two", "{n} twos", count);
  if (number === 3) return ngettext("{n} three", "{n} threes", count);
  if (number === 4) return ngettext("{n} four", "{n} fours", count);
  if (number === 5) return ngettext("{n} five", "{n} fives", count);
  return ngettext("{n} six", "{n} sixes", count);
}

/** @param {QueueItem[]} items */
function phrase(items) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { number } of items) counts.set(number, (counts.get(number) ?? 0) + 1);
  return listing([...counts].map(([number, count]) => countOf(number, count)));
}

/** @param {State} state */
function inWords(state) {
  const now = currentStage(state);
  const left = state.queue.filter((item) => item.fate === "left");
  if (!left.length) return _("No numbers to play.");
  const numbers = phrase(left.filter((item) => item.stage === now));
  const later = left.filter((item) => item.stage !== now);
  if (!later.length) return fill(_("To play: {numbers}."), { numbers });
  return fill(_("To play now: {numbers}. Then: {later}."), { numbers, later: phrase(later) });
}
