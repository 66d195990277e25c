/** What the page says about the moment: a short prompt, and the main button's label. */

import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** @param {State} state */
export function otherName(state) {
  return state.names[state.seat === 0 ? 1 : 0] || _("your guest");
}

/** One short line: who is to do what. @param {State} state */
export function prompt(state) {
  const mine = state.turn === state.seat;
  const name = otherName(state);
  if (state.phase === "waiting") return _("Waiting for your guest");
  if (state.phase === "aborted") return _("This match was called off");
  if (state.phase === "game-over" || state.phase === "match-over") return "";
  if (state.turn === null) return _("The opening throw");
  if (mine) return myPrompt(state);
  if (state.phase === "roll") return fill(_("{name} is to roll"), { name });
  if (state.phase === "confirm") return fill(_("{name} has played everything"), { name });
  return state.received ? fill(_("{name} plays your rest"), { name }) : fill(_("{name} is playing"), { name });
}

/** @param {State} state */
function myPrompt(state) {
  if (state.phase === "roll") return _("Your roll");
  if (state.phase === "confirm") return state.pending.length ? _("Done? Then this happens:") : _("All played. Done?");
  const left = state.queue.filter((item) => item.fate === "left").length;
  if (state.received) return ngettext("{n} number handed to you", "{n} numbers handed to you", left);
  return ngettext("{n} number to play", "{n} numbers to play", left);
}

/** Why no checker can be moved now; empty if that is plain to see. @param {State} state */
export function notNow(state) {
  if (state.turn === null || !["roll", "play", "confirm"].includes(state.phase)) return "";
  if (state.turn !== state.seat) return fill(_("It is {name}’s turn."), { name: otherName(state) });
  return state.phase === "roll" ? _("Roll the dice first.") : _("All numbers are played: say done, or undo.");
}

/** @typedef {{command: string, label: string, enabled: boolean, icon: string}} MainButton */

/** The one large button. @param {State} state @returns {MainButton} */
export function mainButton(state) {
  const may = (/** @type {string} */ command) => state.can.includes(command);
  if (state.phase === "game-over") return { command: "next", label: _("Next game"), enabled: may("next"), icon: "done" };
  if (state.phase === "match-over") return rematchButton(state);
  if (state.turn === state.seat && state.phase !== "roll") return { command: "done", label: _("Done"), enabled: may("done"), icon: "done" };
  return { command: "roll", label: _("Roll"), enabled: may("roll"), icon: "roll" };
}

/** @param {State} state @returns {MainButton} */
function rematchButton(state) {
  const { rematch_offered_by: offered, seat } = state;
  const enabled = state.can.includes("rematch");
  if (offered === seat) return { command: "rematch", label: _("Offered"), enabled: false, icon: "done" };
  if (offered !== null) return { command: "rematch", label: _("Accept a new match"), enabled, icon: "done" };
  return { command: "rematch", label: _("Play again"), enabled, icon: "roll" };
}

/** The result of a game or match: a headline and a line beneath. @param {State} state */
export function result(state) {
  const name = otherName(state);
  if (state.phase === "match-over") return { headline: matchHeadline(state, name), detail: scoreLine(state, name) };
  const mine = state.winner === state.seat;
  const headline = mine
    ? ngettext("You win {n} point", "You win {n} points", state.points)
    : fill(ngettext("{name} wins {n} point", "{name} wins {n} points", state.points), { name });
  return { headline, detail: scoreLine(state, name) };
}

/** @param {State} state @param {string} name */
function matchHeadline(state, name) {
  const mine = state.match_winner === state.seat;
  if (state.length === 1) return mine ? _("You have won") : fill(_("{name} has won"), { name });
  return mine ? _("You have won the match") : fill(_("{name} has won the match"), { name });
}

/** @param {State} state @param {string} name */
function scoreLine(state, name) {
  const [mine, theirs] = [state.score[state.seat], state.score[state.seat === 0 ? 1 : 0]];
  const offered = state.phase === "match-over" && state.rematch_offered_by !== null && state.rematch_offered_by !== state.seat;
  const score = fill(_("You {mine}, {name} {theirs}"), { mine, theirs, name });
  return offered ? fill(_("{score}. {name} would like to play again."), { score, name }) : score;
}
