/** The thrown dice on the board: they tumble briefly and land legibly in the thrower's half. */

import { make, still } from "./svg.js";

/** @typedef {import("./types.js").Side} Side */

const SIZE = 104;
/** From the middle of a half to its dice; the left one has a sign inlaid there, which they leave free. */
const ASIDE = { right: SIZE * 0.65, left: SIZE * 1.42 };
const TUMBLE = 420;
const FACES = [3, 6, 2, 5, 1, 4];

export class Dice {
  /** @param {SVGElement} layer @param {import("./geometry.js").Geometry} geometry */
  constructor(layer, geometry) {
    this.layer = layer;
    this.geometry = geometry;
    this.shown = "";
  }

  /**
   * Shows a side's dice in its half; `fresh` ones tumble, `spent` ones fade.
   * @param {{side: Side, faces: number[]} | null} thrown
   * @param {{fresh?: boolean, spent?: boolean}} [how]
   */
  show(thrown, { fresh = false, spent = false } = {}) {
    const key = thrown ? `${thrown.side}:${thrown.faces}` : "";
    this.layer.classList.toggle("spent", spent);
    if (key === this.shown && !fresh) return;
    this.shown = key;
    this.layer.replaceChildren(...(thrown?.faces ?? []).map((face, index) => this.die(face, this.place(/** @type {Side} */ (thrown?.side), index), index, fresh)));
  }

  /** Whether a label would lie on dice in either half. @param {{x: number, y: number}} spot @param {{width: number, height: number}} label */
  covers({ x, y }, { width, height }) {
    if (Math.abs(y - this.geometry.middle) > (SIZE + height) / 2 + 6) return false;
    return [0, 1].some((side) => Math.abs(x - this.half(/** @type {Side} */ (side))) < this.aside(/** @type {Side} */ (side)) + (SIZE * 1.1 + width) / 2 + 6);
  }

  /** An opening throw: one die in each half, beside the bar. @param {number[]} faces by side */
  open(faces) {
    this.shown = "opening";
    this.layer.classList.remove("spent");
    this.layer.replaceChildren(...faces.map((face, side) => this.die(face, this.place(/** @type {Side} */ (side), side === this.geometry.viewer ? 0 : 1), side, true)));
  }

  /** Where a side's first or second die lies. @param {Side} side @param {number} index */
  place(side, index) {
    return this.half(side) + (index ? 1 : -1) * this.aside(side);
  }

  /** @param {Side} side */
  aside(side) {
    return side === this.geometry.viewer ? ASIDE.right : ASIDE.left;
  }

  /** The middle of a side's half: the viewer's right one, the other's left one. @param {Side} side */
  half(side) {
    const [a, b] = side === this.geometry.viewer ? [6, 1] : [12, 7];
    const x = (/** @type {number} */ point) => this.geometry.points.get(point)?.x ?? 0;
    return (x(a) + x(b)) / 2;
  }

  /** @param {number} face @param {number} x @param {number} index @param {boolean} fresh */
  die(face, x, index, fresh) {
    const symbol = make("use", { href: `#die-${face}`, class: "die", x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE });
    const lying = `translate(${x}px, ${this.geometry.middle}px) rotate(${index % 2 ? 5 : -6}deg)`;
    const die = make("g", {}, [symbol]);
    die.style.transform = lying;
    if (fresh && !still()) this.tumble(die, symbol, face, lying, index);
    return die;
  }

  /** @param {SVGElement} die @param {SVGElement} symbol @param {number} face @param {string} lying @param {number} index */
  tumble(die, symbol, face, lying, index) {
    const turn = index % 2 ? 300 : -340;
    const drop = index % 2 ? -110 : 90;
    const thrown = `${lying} translate(${260 - index * 70}px, ${drop}px) rotate(${turn}deg) scale(1.15)`;
    const frames = [{ transform: thrown, opacity: 0.2 }, { opacity: 1, offset: 0.3 }, { transform: lying }];
    die.animate(frames, { duration: TUMBLE, easing: "cubic-bezier(.2,.7,.3,1)" });
    const spins = FACES.filter((other) => other !== face).slice(0, 4);
    spins.forEach((other, step) => setTimeout(() => symbol.setAttribute("href", `#die-${other}`), (step * TUMBLE) / 6));
    setTimeout(() => symbol.setAttribute("href", `#die-${face}`), (spins.length * TUMBLE) / 6);
  }
}
