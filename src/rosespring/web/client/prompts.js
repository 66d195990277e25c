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
  if (state.phase === "dice") return state.parts.kind === "own" && state.can.includes("commit") ? "" : _("The dice are being agreed on");
  if (state.can.includes("throw")) return handPrompt(state, mine);
  if (state.turn === null) return _("The opening throw");
  if (mine) return myPrompt(state);
  if (state.phase === "roll") return fill(_("{name} is to roll"), { name });
  if (state.phase === "confirm") return fill(allPlayed(state) ? _("{name} has played everything") : _("{name} can play nothing more"), { name });
  return state.received ? fill(_("{name} plays your rest"), { name }) : fill(_("{name} is playing"), { name });
}

/** Whose real dice are to be thrown, and tapped. @param {State} state @param {boolean} mine */
function handPrompt(state, mine) {
  if (state.phase === "opening") return _("The opening throw: throw a die for yourself, then one for the computer");
  return mine ? _("Your turn: throw two dice and tap them") : _("Throw two dice for the computer and tap them");
}

/** @param {State} state */
function myPrompt(state) {
  if (state.phase === "roll") return _("Your turn: roll");
  if (state.phase === "confirm") return state.pending.length ? _("Done? Then this happens:") : _("Your turn: all played. Done?");
  const left = numbersLeft(state);
  if (state.received) return ngettext("Your turn: {n} number handed to you", "Your turn: {n} numbers handed to you", left);
  return ngettext("Your turn: {n} number to play", "Your turn: {n} numbers to play", left);
}

/** @param {State} state */
function numbersLeft(state) {
  return state.queue.filter((item) => item.fate === "left").length;
}

/** @param {State} state */
function allPlayed(state) {
  return state.queue.every((item) => item.fate === "played");
}

/** Why a double is no cascade, while it is the viewer's; empty if it is one, or none is to be had. @param {State} state */
export function noCascadeYet(state) {
  const { dice, rules, rolls, seat } = state;
  const from = Number(rules.cascade_from);
  if (state.phase !== "play" || state.turn !== seat || state.received || state.cascade || !dice || dice[0] !== dice[1] || !from) return "";
  if (rules.cascade_count === "game") {
    return fill(_("No cascade yet: doubles cascade from the game’s roll number {from}; this is roll {roll}."), { from, roll: rolls[0] + rolls[1] });
  }
  return fill(_("No cascade yet: doubles cascade from your roll number {from}; this is roll {roll}."), { from, roll: rolls[seat] });
}

/** Why a button cannot be pressed now; empty if that is plain to see. @param {State} state @param {string} command */
export function whyNot(state, command) {
  const mine = state.turn === state.seat;
  if (command === "done" && mine) {
    const left = numbersLeft(state);
    return ngettext("Play {n} more number first.", "Play {n} more numbers first.", left);
  }
  if (command === "undo" && mine) return _("There is nothing to take back.");
  return command === "roll" || command === "undo" ? notNow(state) : "";
}

/** What stands on a point from which the viewer cannot move anything. @param {State} state @param {boolean} theirs */
export function nothingThere(state, theirs) {
  return theirs ? fill(_("A checker of {name} stands here."), { name: otherName(state) }) : _("No checker of yours stands here.");
}

/** Why no checker can be moved now; empty if that is plain to see. @param {State} state */
export function notNow(state) {
  if (state.turn === null || !["roll", "play", "confirm"].includes(state.phase)) return "";
  if (state.turn !== state.seat) return fill(_("It is {name}’s turn."), { name: otherName(state) });
  return state.phase === "roll" ? _("Roll the dice first.") : _("All numbers are played: say done, or undo.");
}

/** @typedef {{command: string, label: string, enabled: boolean, icon: string}} MainButton */

/** The one large button. @param {State} state @param {number} thrown dice picked of a throw by hand @returns {MainButton} */
export function mainButton(state, thrown = 0) {
  const may = (/** @type {string} */ command) => state.can.includes(command);
  if (state.phase === "game-over") return { command: "next", label: _("Next game"), enabled: may("next"), icon: "done" };
  if (state.phase === "match-over") return rematchButton(state);
  if (may("throw")) return { command: "throw", label: _("Thrown"), enabled: thrown === 2, icon: "roll" };
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
function givenUp(state, name) {
  if (!state.resigned || state.winner === null) return "";
  return state.winner === state.seat ? fill(_("{name} gave up."), { name }) : _("You gave up.");
}

/** @param {State} state @param {string} name */
function timeUp(state, name) {
  if (state.flagged === null) return "";
  return state.flagged === state.seat ? _("Your time was up.") : fill(_("{name} had no time left."), { name });
}

/** How the games of the match have ended, the viewer’s name first. @param {State} state */
export function gamesWords(state) {
  const won = (/** @type {{winner: number, points: number}} */ game) => (game.winner === state.seat ? `${game.points}:0` : `0:${game.points}`);
  return fill(_("The games: {list}."), { list: state.results.map(won).join(", ") });
}

/** @param {State} state @param {string} name */
function matchHeadline(state, name) {
  const mine = state.match_winner === state.seat;
  if (state.length === 1) return mine ? _("You have won") : fill(_("{name} has won"), { name });
  return mine ? _("You have won the match") : fill(_("{name} has won the match"), { name });
}

/** Who has asked whom for another match. @param {State} state @param {string} name */
function rematchWords({ phase, seat, rematch_offered_by: offered }, name) {
  if (phase !== "match-over" || offered === null) return "";
  return fill(offered === seat ? _("Waiting for {name} to accept.") : _("{name} would like to play again."), { name });
}

/** How it ended, the score, and what is asked, each a sentence. @param {State} state @param {string} name */
function scoreLine(state, name) {
  const [mine, theirs] = [state.score[state.seat], state.score[state.seat === 0 ? 1 : 0]];
  const score = fill(_("You {mine} : {theirs} {name}, played to {n}."), { mine, theirs, name, n: state.length });
  const points = ngettext("It counts {n} point.", "It counts {n} points.", state.points);
  const told = state.length === 1 ? (state.points ? points : "") : score;
  return [givenUp(state, name), timeUp(state, name), told, rematchWords(state, name)].filter(Boolean).join(" ");
}
