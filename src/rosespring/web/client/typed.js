/** The field for those who would rather type: moves as players write them, and questions about the game. */

import { otherName } from "./prompts.js";
import { stepsText } from "./story.js";
import { positionWords } from "./telling.js";
import { _, fill, isolated, listing } from "./words.js";

/** @typedef {import("./types.js").State} State */

const ENGLISH = ["board", "last", "left", "pips", "clock", "roll", "done", "undo", "help"];
/** The same words in the reader's language, in the same order. */
const OWN = () => _("board last left pips clock roll done undo help").split(" ");

/**
 * @typedef {object} Deeds
 * @property {() => State} state
 * @property {(words: string) => void} say
 * @property {(text: string) => void} play
 * @property {(command: string) => void} press one of the large buttons
 * @property {() => string} clock
 */

export class Typed {
  /** @param {HTMLFormElement} form @param {Deeds} deeds */
  constructor(form, deeds) {
    this.deeds = deeds;
    this.field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter(this.field.value.trim());
    });
  }

  focus() {
    this.field.focus();
  }

  /** @param {string} text */
  enter(text) {
    if (!text) return;
    const command = commandOf(text);
    if (command || /\d/.test(text)) this.field.value = "";
    if (command) this.obey(command);
    else if (/\d/.test(text)) this.deeds.play(text);
    else this.deeds.say(usage());
  }

  /** @param {string} command */
  obey(command) {
    if (["roll", "done", "undo"].includes(command)) this.deeds.press(command);
    else this.deeds.say(this.answer(command));
  }

  /** @param {string} command */
  answer(command) {
    const state = this.deeds.state();
    if (command === "board") return positionWords(state);
    if (command === "last") return lastWords(state);
    if (command === "left") return leftWords(state);
    if (command === "pips") return pipsWords(state);
    return command === "clock" ? this.deeds.clock() : usage();
  }
}

/** @param {string} text */
function commandOf(text) {
  const typed = text.toLocaleLowerCase();
  const at = OWN().indexOf(typed);
  return ENGLISH.includes(typed) ? typed : (ENGLISH[at] ?? "");
}

function usage() {
  return fill(_("Type moves such as {moves}, or one of these words: {list}."), { moves: isolated("24/20 13/9(2)"), list: OWN().join(", ") });
}

/** @param {State} state */
function lastWords(state) {
  const turn = state.last_turn;
  if (!turn) return _("No turn has been played yet.");
  const who = turn.side === state.seat ? state.names[state.seat] : otherName(state);
  const steps = turn.steps.length ? [fill(_("{name} played {steps}."), { name: who, steps: isolated(stepsText(turn.steps)) })] : [];
  return [...steps, ...turn.words].join(" ");
}

/** @param {State} state */
function leftWords(state) {
  const numbers = state.queue.filter((item) => item.fate === "left").map((item) => item.number);
  return numbers.length ? fill(_("Left to play: {numbers}."), { numbers: listing(numbers) }) : _("No number is left to play.");
}

/** @param {State} state */
function pipsWords(state) {
  const words = { mine: state.pips[state.seat], theirs: state.pips[1 - state.seat], name: otherName(state) };
  return fill(_("Pips to go: you {mine}, {name} {theirs}."), words);
}
