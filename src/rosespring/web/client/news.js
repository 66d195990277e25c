/** What has just happened, or why the last tap did nothing: the sentence that is shown, and the one that is spoken. */

import { agreementWords } from "./agree.js";
import { noCascadeYet, prompt, result } from "./prompts.js";
import { newsOf, pickedWords } from "./telling.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").TableEvent} TableEvent */

export class News {
  /** @param {import("./speech.js").Speech} speech */
  constructor(speech) {
    this.speech = speech;
    /** What has just happened, in sentences. */
    this.words = "";
    /** Why the last tap did nothing. */
    this.refusal = "";
    /** Why the event that is to come was brought about for the viewer. */
    this.explained = "";
  }

  /** @param {import("./types.js").Snapshot} snapshot */
  read({ state, story }) {
    this.words = newsOf(state, story);
  }

  /** What is no event of the game. @param {string} words */
  tell(words) {
    this.refusal = "";
    this.words = words;
    this.speech.say(words);
  }

  /** @param {string} words */
  refuse(words) {
    this.refusal = words;
    this.speech.say(words);
  }

  /** The viewer does something: what was refused before is of no interest now. */
  forgive() {
    this.refusal = "";
  }

  /** Takes in an event, and returns how to speak of it once it is shown. @param {TableEvent} event @returns {() => void} */
  hear(event) {
    this.refusal = "";
    this.note(event);
    const explained = event.side === event.state.seat ? this.explained : "";
    this.explained = "";
    this.words = [explained, this.words].filter(Boolean).join(" ");
    return () => this.speak(event, explained);
  }

  /** @param {TableEvent} event */
  note({ kind, side, words, state }) {
    const closedItself = kind === "roll" && state.turn !== side;
    if (closedItself) this.words = words.slice(1).join(" ");
    else if (kind === "done" || kind === "opening") this.words = words.join(" ");
    else if (kind === "step" && side === state.seat) this.words = "";
    else if (kind === "roll") this.words = state.cascade ? words.join(" ") : "";
    else if (kind !== "step" && kind !== "undo") this.words = words.join(" ");
  }

  /** @param {TableEvent} event @param {string} explained why it was done for the viewer */
  speak({ kind, side, words, line, state }, explained) {
    const fromComputer = side !== undefined && side !== state.seat && state.kinds[side] === "computer";
    if (fromComputer && kind === "step") return;
    const told = kind === "done" && side !== state.seat ? [line?.words ?? words.join(" ")] : words;
    const over = state.phase === "game-over" || state.phase === "match-over";
    const next = kind === "step" ? "" : over ? result(state).headline : prompt(state);
    this.speech.say([explained, ...told, next].filter(Boolean).join(" "));
  }

  /** The sentence beneath the prompt, and in what tone. @param {State} state @param {import("./input.js").Offer} offer */
  detail(state, { picked, targets }) {
    if (this.refusal) return { detail: this.refusal, tone: "refusal" };
    const { phase, turn, seat, pending } = state;
    if (phase === "dice") return { detail: agreementWords(state), tone: "news" };
    if (phase === "confirm" && pending.length) return { detail: pending.join(" "), tone: turn === seat ? "pending" : "news" };
    if (picked !== null) return { detail: pickedWords(picked, targets), tone: "hint" };
    return { detail: this.words || noCascadeYet(state), tone: "news" };
  }
}
