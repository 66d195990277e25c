/** The editor's form: whose turn it is, of which roll, by which rules, and at what score. */

import { field } from "./study.js";
import { byId } from "./view.js";
import { _ } from "./words.js";

/** @typedef {import("./study.js").Told} Told */
/** @typedef {0 | 1 | "off"} Tool */

const CHECKERS = 15;
const MOST_ROLLS = 999_999;
const LONGEST = 99;

export class Setup {
  constructor() {
    /** The roll of a position that was taken, and whether it cascades. */
    this.taken = { roll: "", cascade: false };
  }

  /** Shows what a position is besides its checkers. @param {Told} told */
  take(told) {
    const rules = /** @type {HTMLSelectElement} */ (byId("rules"));
    if (![...rules.options].some((option) => option.value === told.rules)) rules.append(new Option(told.title, told.rules));
    rules.value = told.rules;
    choose("side", String(told.side));
    choose("act", told.received ? "rest" : told.stages.length ? "play" : "roll");
    field("stages").value = told.stages.map((stage) => stage.join("")).join(" ");
    field("started").checked = told.started;
    markDice(told.started ? [] : (told.stages[0] ?? []));
    told.rolls.forEach((rolls, side) => (field(`rolls-${side}`).value = String(rolls)));
    this.taken = { roll: this.roll, cascade: told.cascade };
  }

  /** What both need at the score that an address tells. @param {string} away like "3-2"; empty for a single game */
  score(away) {
    const needs = /^([1-9]\d?)-([1-9]\d?)$/.exec(away)?.slice(1) ?? ["", ""];
    needs.forEach((need, side) => (field(`away-${side}`).value = need));
  }

  /** @returns {Tool} */
  get tool() {
    const tool = chosen("tool");
    return tool === "off" ? "off" : tool === "1" ? 1 : 0;
  }

  /** @returns {0 | 1} */
  get side() {
    return chosen("side") === "1" ? 1 : 0;
  }

  /** Whose roll the numbers are of. */
  get roller() {
    return this.side ^ Number(chosen("act") === "rest");
  }

  /** Whether the side to act rolls, and plays nothing yet. */
  get rolls() {
    return chosen("act") === "roll";
  }

  /** What both need in a match, as a query; empty for a single game. */
  get away() {
    const away = [field("away-0").value, field("away-1").value].map(Number);
    return away.every((need) => need >= 1 && need <= LONGEST) ? `?away=${away.join("-")}` : "";
  }

  /** All that says which roll it is. */
  get roll() {
    return [byId("rules"), ...["stages", "rolls-0", "rolls-1"].map(field)].map((input) => /** @type {HTMLInputElement} */ (input).value).join() + this.side + chosen("act");
  }

  /** @returns {number[][]} */
  stages() {
    if (this.rolls) return [];
    return field("stages").value.trim().split(/[\s·.,]+/).filter(Boolean).map((stage) => [...stage].map(Number));
  }

  /** A change of one of its fields. @param {HTMLInputElement} input */
  changed(input) {
    if (input.name.startsWith("die-")) this.takeDice();
    if (input.name === "act" && this.rolls) field("stages").value = "";
  }

  /** Two dice have been chosen: what they are by the rules at hand. */
  takeDice() {
    const dice = [chosen("die-0"), chosen("die-1")].map(Number);
    if (!dice[0] || !dice[1]) return;
    const [high, low] = dice[0] > dice[1] ? dice : [dice[1], dice[0]];
    if (field(`rolls-${this.roller}`).value === "0") field(`rolls-${this.roller}`).value = "1";
    field("started").checked = false;
    field("stages").value = high === low ? `${high}`.repeat(4) : `${high}${low}`;
  }

  /** The sides change places. */
  mirror() {
    choose("side", this.side ? "0" : "1");
    for (const name of ["rolls", "away"]) [field(`${name}-0`).value, field(`${name}-1`).value] = [field(`${name}-1`).value, field(`${name}-0`).value];
  }

  /** As the server is asked about it. @param {number[][]} men */
  asked(men) {
    const rolls = [0, 1].map((side) => Math.max(0, Math.min(MOST_ROLLS, Math.trunc(Number(field(`rolls-${side}`).value)) || 0)));
    const rules = /** @type {HTMLSelectElement} */ (byId("rules")).value;
    const setup = { rules, men, side: this.side, rolls, stages: this.stages(), received: chosen("act") === "rest" };
    // What cannot be told from the numbers: a single 6 may be left of a cascade or of any other roll.
    const known = setup.stages.length && this.roll === this.taken.roll ? { cascade: this.taken.cascade } : {};
    return { ...setup, ...known, ...(field("started").checked ? { started: true } : {}) };
  }

  /** The plainest fault, told without asking; empty if there is none. @param {number[][]} men */
  fault(men) {
    if (men[0][0] === CHECKERS && men[1][0] === CHECKERS) return _("Both sides have borne off all their checkers: put some on the board.");
    if (this.rolls) return "";
    const stages = this.stages();
    if (!stages.length) return _("Choose the two dice, or type the numbers that are left.");
    if (stages.flat().some((number) => !(number >= 1 && number <= 6))) return _("Numbers go from 1 to 6.");
    if (stages.length > 6 || stages.some((stage) => stage.length > 4)) return _("A stage has four numbers at most, and there are six stages at most.");
    if (Number(field(`rolls-${this.roller}`).value)) return "";
    return this.roller ? _("The numbers are of a roll of Dark: he has made one roll at least.") : _("The numbers are of a roll of Light: he has made one roll at least.");
  }
}

/** Marks the dice of a whole roll, and none for what is left of one. @param {number[]} stage */
function markDice(stage) {
  const dice = stage.length === 2 || stage.length === 4 ? [stage[0], stage[1]] : [];
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name^="die-"]'))) {
    input.checked = Number(input.value) === dice[Number(input.name.slice(-1))];
  }
}

/** @param {string} name of a group of choices */
function chosen(name) {
  return /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name="${name}"]:checked`))?.value ?? "";
}

/** @param {string} name @param {string} value */
export function choose(name, value) {
  const input = /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name="${name}"][value="${value}"]`));
  if (input) input.checked = true;
}
