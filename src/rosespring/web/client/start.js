/** The start page: a board that lives, and a form that tells what is chosen. page.js has filled the fields by then. */

import { Board } from "./board.js";
import { menOf, turnsOf } from "./demo.js";
import { chosen, wireOptions } from "./options.js";
import { showGames } from "./returning.js";
import { still } from "./svg.js";
import { _, fill } from "./words.js";

const STEP = 420;
const THROW = 1100;
const REST = 900;

/** Plays the kept game on the drawn board, again and again, while somebody can see it. */
class Living {
  /** @param {HTMLElement} place @param {string} movement */
  constructor(place, movement) {
    this.place = place;
    this.movement = movement;
    const svg = /** @type {SVGSVGElement} */ (place.querySelector("svg"));
    for (const layer of ["checkers", "arrows", "dice"]) svg.querySelector(`g.${layer}`)?.replaceChildren();
    this.board = new Board(svg);
    /** @type {number[][]} */
    this.men = [];
    this.begin();
    if (!still()) setTimeout(() => this.run(), REST);
  }

  begin() {
    this.men = menOf(this.movement);
    this.script = this.scenes();
    this.board.dice.show(null);
    this.board.show(this.men, 900);
  }

  /** @returns {Generator<number>} pauses in ms */
  *scenes() {
    for (const { side, dice, steps } of turnsOf(this.movement)) {
      if (dice) this.board.dice.show({ side, faces: dice }, { fresh: true });
      yield dice ? THROW : REST;
      for (const { from, number } of steps) {
        this.men[side][from] -= 1;
        this.men[side][Math.max(from - number, 0)] += 1;
        this.board.show(this.men, 380);
        yield STEP;
      }
      yield REST;
    }
    yield 5 * REST;
  }

  run() {
    if (document.hidden || this.place.hidden) return setTimeout(() => this.run(), 1000);
    const next = this.script?.next();
    if (!next || next.done) this.begin();
    return setTimeout(() => this.run(), next?.value ?? REST);
  }
}

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** The boards of both directions, of which the one that is chosen is shown. */
const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#start-board > [data-movement]")]);

/** @param {string} movement */
function showBoard(movement) {
  for (const place of places) {
    place.hidden = place.dataset.movement !== movement;
    if (!place.hidden && !place.dataset.lives) new Living(place, movement);
    if (!place.hidden) place.dataset.lives = "true";
  }
}

/** The closed rules card, the two large buttons and the board tell what is chosen. @param {HTMLFormElement} form */
function tell(form) {
  const { title, sentence, movement } = chosen(form);
  byId("rules-title").textContent = title;
  byId("rules-sentence").textContent = sentence;
  const label = (/** @type {string} */ name) => form.querySelector(`input[name="${name}"]:checked`)?.closest("label")?.textContent?.trim() ?? "";
  for (const now of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-now]"))) {
    const words = { title, length: label("length"), level: label("level") };
    now.textContent = fill(now.dataset.now ? _("{title} · {length} · {level}") : _("{title} · {length}"), words);
  }
  showBoard(movement);
}

/** @param {HTMLFormElement} form */
function wireRules(form) {
  form.addEventListener("input", () => tell(form));
  form.addEventListener("change", () => tell(form));
  const setting = /** @type {HTMLDetailsElement} */ (byId("rules-setting"));
  byId("rules-ready").addEventListener("click", () => {
    setting.open = false;
    form.scrollIntoView({ block: "start" });
    setting.querySelector("summary")?.focus({ preventScroll: true });
  });
}

showGames(byId("your-games"));
const form = /** @type {HTMLFormElement} */ (byId("start-form"));
wireOptions(form);
wireRules(form);
tell(form);
