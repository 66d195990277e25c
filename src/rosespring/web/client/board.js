/** Draws positions, marks, arrows and dice onto the board's SVG. Knows nothing of turns or the network. */

import { arrowPath, at, ways } from "./arrows.js";
import { Dice } from "./dice.js";
import { Geometry } from "./geometry.js";
import { Men } from "./men.js";
import { make } from "./svg.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {{point: number, number: number}} Target an own point (0: off) and the number that leads there */

/** How long a glide takes, in ms, when nothing hurries. */
export const GLIDE = 230;
const NARROW = matchMedia("(max-width: 599px)");

export class Board {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.geometry = new Geometry(svg);
    const layer = (/** @type {string} */ name) => /** @type {SVGElement} */ (svg.querySelector(`g.${name}`));
    this.men = new Men(layer("checkers"), this.geometry);
    this.marks = layer("marks");
    this.arrows = layer("arrows");
    this.dice = new Dice(layer("dice"), this.geometry);
    this.glow = make("g", { class: "glow" });
    svg.append(this.glow);
  }

  /** The part of the drawing that is shown. */
  get view() {
    return this.crops ? this.geometry.cropped : this.geometry.full;
  }

  /**
   * Crops the trays away wherever the screen is narrow, now and later.
   * @param {() => void} changed
   */
  fit(changed) {
    const apply = () => {
      this.crops = NARROW.matches;
      const { x, y, width, height } = this.view;
      this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      changed();
    };
    NARROW.addEventListener("change", apply);
    apply();
  }

  /** @param {number[][]} men @param {number} [duration] */
  show(men, duration = GLIDE) {
    this.men.show(men, duration);
    for (const side of /** @type {Side[]} */ ([0, 1])) this.countTray(side, men[side][0]);
  }

  /** @param {Side} side @param {number} count */
  countTray(side, count) {
    const text = this.svg.querySelector(`.tray[data-side="${side}"] .tray-count`);
    if (text) text.textContent = count ? String(count) : "";
  }

  /**
   * What the viewer may do: points he may move from, the one picked up, and where that may go.
   * @param {number[]} sources
   * @param {number | null} picked
   * @param {Target[]} targets
   */
  offer(sources, picked, targets) {
    const { viewer } = this.geometry;
    this.men.ring(viewer, sources, picked);
    for (const lit of this.svg.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const { point } of targets) this.svg.querySelector(this.placeOf(point))?.classList.add("lit");
    this.glow.replaceChildren(...targets.map((target) => this.target(target)));
  }

  /** @param {number} point an own point of the viewer, 0 for the tray */
  placeOf(point) {
    return point ? `.point[data-point="${point}"]` : `.tray[data-side="${this.geometry.viewer}"]`;
  }

  /** @param {Target} target */
  target({ point, number }) {
    const { x, y } = this.landing(this.geometry.viewer, point);
    const ring = make("circle", { class: "mark-target", cx: x, cy: y, r: this.geometry.checker * (point ? 0.43 : 0.38) });
    const label = make("text", { class: "target-number", x, y: y + 16 });
    label.textContent = String(number);
    return make("g", { class: "target" }, [ring, label]);
  }

  /** Where the next checker on a side's own point would lie. @param {Side} side @param {number} point */
  landing(side, point) {
    const count = this.men.stacks?.[side][point].length ?? 0;
    return this.geometry.spot(side, point, count, count + 1);
  }

  /** Where the last checker on a side's own point lies. @param {Side} side @param {number} point */
  topSpot(side, point) {
    const count = Math.max(this.men.stacks?.[side][point].length ?? 0, 1);
    return this.geometry.spot(side, point, count - 1, count);
  }

  /** Arrows and rings for a played turn; null takes them away. @param {{side: Side, steps: Step[]} | null} turn */
  recall(turn) {
    const travelled = turn ? ways(turn.steps) : [];
    const side = turn?.side ?? 0;
    this.arrows.replaceChildren(...travelled.flatMap((way) => this.arrow(side, way)));
    const ends = [...new Set(travelled.map((way) => way.to))].filter((point) => point > 0);
    this.marks.replaceChildren(...ends.map((point) => this.lastMark(side, point)));
  }

  /** @param {Side} side @param {import("./arrows.js").Way} way */
  arrow(side, { from, to, count }) {
    const start = this.topSpot(side, from);
    const end = this.topSpot(side, to);
    const path = arrowPath(start, end, this.geometry.middle, this.men.top(side, from) !== undefined);
    const parts = [make("path", { class: `arrow arrow-${side}`, d: path })];
    if (count > 1) parts.push(this.times(side, start, end, count));
    return parts;
  }

  /** @param {Side} side @param {import("./arrows.js").Spot} start @param {import("./arrows.js").Spot} end @param {number} count */
  times(side, start, end, count) {
    const bend = (start.y - this.geometry.middle) * (end.y - this.geometry.middle) > 0;
    const pull = bend ? Math.min(0.42 * Math.abs(end.x - start.x), 240) * (start.y < this.geometry.middle ? 1 : -1) : 0;
    const control = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 + pull };
    const { x, y } = at({ start, control, end }, 0.45);
    const text = make("text", { class: `count count-${side}`, x, y: y + 15 });
    text.textContent = `×${count}`;
    const plate = make("rect", { class: `count-plate-${side}`, x: x - 38, y: y - 27, width: 76, height: 54, rx: 27, "stroke-width": 2 });
    return make("g", { class: "arrow-count" }, [plate, text]);
  }

  /** @param {Side} side @param {number} point */
  lastMark(side, point) {
    const { x, y } = this.topSpot(side, point);
    return make("circle", { class: "mark-last", cx: x, cy: y, r: this.geometry.checker / 2 + 4 });
  }

  /** A gentle refusal. @param {number} point an own point of the viewer */
  shake(point) {
    const man = this.men.top(this.geometry.viewer, point);
    const shaken = man ? man.group : this.svg.querySelector(this.placeOf(point));
    if (!shaken) return;
    const at = man ? `translate(${man.x}px, ${man.y}px) ` : "";
    const frames = [0, -9, 8, -5, 3, 0].map((dx) => ({ transform: `${at}translate(${dx}px, 0)` }));
    shaken.animate(frames, { duration: 320, easing: "ease-out" });
  }
}
