/** The start page: a board that lives, and rules that tell what is chosen. page.js has filled the fields by then. */

import { Board } from "./board.js";
import { MEN, turns } from "./demo.js";
import { showGames } from "./returning.js";
import { still } from "./svg.js";

const STEP = 420;
const THROW = 1100;
const REST = 900;

/** Plays the kept game on the drawn board, again and again, while somebody can see it. */
class Living {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    for (const layer of ["checkers", "arrows", "dice"]) svg.querySelector(`g.${layer}`)?.replaceChildren();
    this.board = new Board(svg);
    /** @type {number[][]} */
    this.men = [];
    this.begin();
    if (!still()) setTimeout(() => this.run(), REST);
  }

  begin() {
    this.men = MEN.map((counts) => [...counts]);
    this.script = this.scenes();
    this.board.dice.show(null);
    this.board.show(this.men, 900);
  }

  /** @returns {Generator<number>} pauses in ms */
  *scenes() {
    for (const { side, dice, steps } of turns()) {
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
    if (document.hidden) return setTimeout(() => this.run(), 1000);
    const next = this.script?.next();
    if (!next || next.done) this.begin();
    return setTimeout(() => this.run(), next?.value ?? REST);
  }
}

/** The closed rules card tells what is chosen. @param {HTMLFormElement} form */
function wireRules(form) {
  const tell = () => {
    const text = form.querySelector('input[name="rules"]:checked')?.closest("label")?.querySelector(".card-text");
    const [title, sentence] = [text?.querySelector("strong"), text?.querySelector("span")];
    const shown = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
    shown("rules-title").textContent = title?.textContent ?? "";
    shown("rules-sentence").textContent = sentence?.textContent ?? "";
  };
  form.addEventListener("change", tell);
  const ready = /** @type {HTMLButtonElement} */ (document.getElementById("rules-ready"));
  const setting = /** @type {HTMLDetailsElement} */ (document.getElementById("rules-setting"));
  ready.addEventListener("click", () => {
    setting.open = false;
    form.scrollIntoView({ block: "start" });
    setting.querySelector("summary")?.focus({ preventScroll: true });
  });
  tell();
}

showGames(/** @type {HTMLElement} */ (document.getElementById("your-games")));
const form = /** @type {HTMLFormElement} */ (document.getElementById("start-form"));
wireRules(form);
const drawn = document.querySelector("#start-board svg");
if (drawn) new Living(/** @type {SVGSVGElement} */ (drawn));
