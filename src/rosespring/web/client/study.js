/** What the editor and the analysis share: the board that may change its movement, questions to the server, and numbers. */

import { Board } from "./board.js";
import { wireCopy } from "./copy.js";
import { byId } from "./view.js";
import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Step} Step */
/**
 * @typedef {object} Told a position, as the server tells of it
 * @property {string} id
 * @property {string} text
 * @property {string} rules
 * @property {string} title
 * @property {string} movement
 * @property {Side} side
 * @property {number[][]} men
 * @property {number[]} pips
 * @property {number[]} rolls
 * @property {number[][]} stages
 * @property {boolean} cascade
 * @property {boolean} received
 * @property {boolean} started
 * @property {[number, number][]} legal
 * @property {Side | null} winner
 * @property {number} points
 * @property {string[]} words
 */
/** @typedef {{win: number, win2: number, lose2: number, points: number, worth: number}} Chances of the side to act */
/** @typedef {{steps: Step[], text: string, after: string, chances: Chances, cost: number, played: boolean}} Way */
/** @typedef {{dice: [number, number], after: string, steps: Step[], text: string, chances: Chances}} Rolled */
/** @typedef {{position: string, depth: string, network: string, chances: Chances, plays: Way[], rolls: Rolled[]}} Evaluation */

/** The server's own words for what it refuses. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message @param {number | null} line of a record */
  constructor(status, message, line = null) {
    super(message);
    this.status = status;
    this.line = line;
  }
}

/**
 * The answer to a question; refusals and failures of the line are thrown as `Refusal`.
 * @param {string} path
 * @param {{query?: Record<string, string>, body?: string | object, signal?: AbortSignal}} [how]
 */
export async function ask(path, { query = {}, body, signal } = {}) {
  const url = new URL(path, location.href);
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
  url.searchParams.set("lang", document.documentElement.lang);
  const text = typeof body === "object" ? JSON.stringify(body) : body;
  let response;
  try {
    response = await fetch(url, { signal, ...(text === undefined ? {} : { method: "POST", body: text }) });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, _("Connection lost. Try again in a moment."));
  }
  if (response.status === 413) throw new Refusal(413, _("This file is too large to be a record."));
  const said = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, said.error ?? _("The server could not answer. Try again in a moment."), said.line ?? null);
  return said;
}

/** The board of a movement, in place of another one's. @param {string} movement @param {Side} side */
export function layBoard(movement, side) {
  const picture = byId("board-picture");
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector(`template[data-board="${movement}"]`));
  picture.replaceChildren(template.content.cloneNode(true));
  picture.dataset.movement = movement;
  const board = new Board(/** @type {SVGSVGElement} */ (picture.querySelector("svg")));
  board.number(side);
  return board;
}

/** Gives a board that has been laid to the parts that work on it, and the room that it needs. @param {{board: Board, points: import("./points.js").Points, drag: import("./drag.js").Drag}} page */
export function fitBoard({ board, points, drag }) {
  points.board = drag.board = board;
  board.fit(() => {
    byId("main").style.setProperty("--ratio", String(board.view.width / board.view.height));
    points.place();
  });
}

/** A position as the parts of the table know one. @param {Told} told @returns {State} */
export function stateOf(told) {
  const { side, men, legal, received, cascade, stages } = told;
  const queue = stages.flatMap((numbers, stage) => numbers.map((number) => ({ number, stage, fate: "left" })));
  const turn = told.winner === null ? side : null;
  const phase = stages.length ? "play" : "roll";
  const mine = { seat: side, turn, names: [_("Light"), _("Dark")], kinds: ["person", "person"], watching: true };
  const now = { men, legal, can: legal.length ? ["step"] : [], phase, queue, received, cascade, dice: null };
  return /** @type {State} */ (/** @type {unknown} */ ({ ...mine, ...now, last_turn: null, open_steps: [], pending: [] }));
}

/** The lines of the sides above and beneath the board. @param {Told} told @param {string[]} [names] */
export function showSides(told, names) {
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".study-side"))) {
    const side = Number(line.dataset.side);
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (line.querySelector(`[data-${name}]`));
    if (names) part("name").textContent = names[side];
    part("pips").textContent = ngettext("{n} pip", "{n} pips", told.pips[side]);
    part("off").textContent = fill(_("{n} off"), { n: told.men[side][0] });
    part("acts").hidden = told.winner !== null || told.side !== side;
  }
}

/** The fields by which a position is handed on. @param {Told} told @param {string} [query] */
export function showHandOn(told, query = "") {
  const id = encodeURIComponent(told.id).replaceAll("%7E", "~");
  field("position-id").value = told.id;
  field("position-text").value = told.text;
  field("position-link").value = new URL(`/analysis/${id}${query}`, location.href).href;
  /** @type {HTMLAnchorElement} */ (byId("picture-link")).href = `/analysis/${id}/board.svg`;
}

/** A position's id or words out of a text, which may be a link to its analysis or to the editor. @param {string} text */
export function positionIn(text) {
  const found = /^https?:\/\/\S+?(?:\/analysis\/|[?&]position=)([^/?#&\s]+)/.exec(text.trim());
  try {
    return found ? decodeURIComponent(found[1]) : text.trim();
  } catch {
    return text.trim();
  }
}

/** @param {string} id @returns {HTMLInputElement} */
export function field(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/** Buttons of the fields that can be copied. */
export function wireHandOn() {
  for (const row of document.querySelectorAll("[data-copy]")) wireCopy(/** @type {HTMLElement} */ (row));
}

/** An element with a text. @param {string} tag @param {string} kind @param {string} text */
export function worded(tag, kind, text) {
  const made = document.createElement(tag);
  made.className = kind;
  made.textContent = text;
  return made;
}

/** @param {number} winner @param {number} points */
export function wonWords(winner, points) {
  if (points === 2) return winner ? _("Dark wins 2 points") : _("Light wins 2 points");
  return winner ? _("Dark wins 1 point") : _("Light wins 1 point");
}

const percents = new Intl.NumberFormat(document.documentElement.lang || "en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat(document.documentElement.lang || "en", { signDisplay: "always", minimumFractionDigits: 3, maximumFractionDigits: 3 });
const costs = new Intl.NumberFormat(document.documentElement.lang || "en", { minimumFractionDigits: 3, maximumFractionDigits: 3 });

/** @param {number} share */
export function percent(share) {
  return percents.format(share);
}

/** What something is worth: points, or at a match score a chance. @param {number} worth @param {boolean} match */
export function worthText(worth, match) {
  return match ? percent(worth) : signed.format(worth);
}

/** What a play costs. @param {number} cost @param {boolean} match */
export function costText(cost, match) {
  return match ? percent(cost) : costs.format(cost);
}
