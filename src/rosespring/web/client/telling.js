/** What the page tells of a state beside the board: news, the position in words, whose dice lie there. */

import { checkers } from "./points.js";
import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Side} Side */

/**
 * What a page that has just opened should say: how the last turn ended, or how the game was opened.
 * @param {State} state
 * @param {import("./types.js").Line[]} story
 */
export function newsOf(state, story) {
  if (state.open_steps.length) return "";
  if (state.last_turn) return state.last_turn.words.join(" ");
  const last = story.at(-1);
  return last?.kind === "opening" ? last.words : "";
}

/** Whose dice lie on the board. @param {State} state @returns {Side | null} */
export function throwerOf(state) {
  if (state.turn === null) return null;
  const other = /** @type {Side} */ (1 - state.turn);
  if (state.phase === "roll" || state.received) return state.last_turn ? other : null;
  return state.turn;
}

/** Both sides' checkers for the ear, the viewer's first. @param {State} state */
export function positionWords(state) {
  const sides = [state.seat, 1 - state.seat];
  return sides.map((side) => sideWords(state, side)).join(" ");
}

/** @param {State} state @param {number} side */
function sideWords(state, side) {
  const men = state.men[side];
  const places = men.map((count, point) => ({ count, point })).filter(({ count, point }) => count && point).reverse();
  const list = places.map(({ count, point }) => fill(_("{point}-point {checkers}"), { point, checkers: checkers(side, count) }));
  const off = ngettext("{n} checker borne off", "{n} checkers borne off", men[0]);
  const words = { places: list.join("; "), off };
  return side === state.seat ? fill(_("Your checkers: {places}; {off}."), words) : fill(_("Theirs, on their own points: {places}; {off}."), words);
}

/** Both sides' checkers for somebody who watches. @param {State} state */
export function watchedWords(state) {
  return [0, 1].map((side) => fill(side ? _("Dark: {places}.") : _("Light: {places}."), { places: placesOf(state.men[side], side) })).join(" ");
}

/** @param {number[]} men @param {number} side */
function placesOf(men, side) {
  const places = men.map((count, point) => ({ count, point })).filter(({ count, point }) => count && point).reverse();
  const list = places.map(({ count, point }) => fill(_("{point}-point {checkers}"), { point, checkers: checkers(side, count) }));
  return [...list, ngettext("{n} checker borne off", "{n} checkers borne off", men[0])].join("; ");
}

/** @param {string} words */
export function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** What may be done with the checker in the hand. @param {number} from @param {import("./board.js").Target[]} targets */
export function pickedWords(from, targets) {
  if (targets.length !== 1) return _("Choose one of the lit places.");
  const to = targets[0].point;
  return to ? fill(_("Tap again to play {from}/{to}."), { from, to }) : _("Tap again to bear off.");
}
