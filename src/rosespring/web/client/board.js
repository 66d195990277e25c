/** Draws positions, marks, arrows and dice onto the board's SVG. Knows nothing of turns or the network. */

import { arrowCurve, arrowPath, labelSpot, ways } from "./arrows.js";
import { Dice } from "./dice.js";
import { Geometry } from "./geometry.js";
import { Men } from "./men.js";
import { make, still } from "./svg.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {{point: number, number: number}} Target an own point (0: off) and the number that leads there */

/** How long a glide takes, in ms, when nothing hurries. */
export const GLIDE = 230;
/** The plate that says how many checkers an arrow stands for. */
const LABEL = { width: 64, height: 44 };
const NARROW = matchMedia("(max-width: 599px)");

export class Board {
  /** @param {SVGSVGElement} svg @param {Side} [seat] who plays, where the board is drawn from across */
  constructor(svg, seat) {
    this.svg = svg;
    this.geometry = new Geometry(svg, seat);
    const layer = (/** @type {string} */ name) => /** @type {SVGElement} */ (svg.querySelector(`g.${name}`));
    this.men = new Men(layer("checkers"), this.geometry);
    this.marks = layer("marks");
    this.arrows = layer("arrows");
    this.dice = new Dice(layer("dice"), this.geometry);
    this.glow = make("g", { class: "glow" });
    svg.append(this.glow);
    if (this.geometry.seat !== this.geometry.viewer) this.renumber();
  }

  /** Seen from across, the points still bear the numbers of whoever plays. */
  renumber() {
    for (const label of this.svg.querySelectorAll(".point-number")) {
      const point = this.geometry.across(Number(label.textContent));
      label.textContent = String(point);
      label.setAttribute("class", point <= 6 ? "point-number home" : "point-number");
    }
  }

  /** Speaks of the points as `seat` numbers them, on the same drawing. @param {Side} seat */
  number(seat) {
    if (seat === this.geometry.seat) return;
    this.geometry.seat = seat;
    this.renumber();
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
    this.men.ring(this.geometry.seat, sources, picked);
    for (const lit of this.svg.querySelectorAll(".lit")) lit.classList.remove("lit");
    for (const { point } of targets) this.svg.querySelector(this.placeOf(point))?.classList.add("lit");
    this.glow.replaceChildren(...targets.map((target) => this.target(target)));
  }

  /** @param {number} point an own point of the viewer, 0 for the tray */
  placeOf(point) {
    return point ? `.point[data-point="${this.geometry.drawn(point)}"]` : `.tray[data-side="${this.geometry.seat}"]`;
  }

  /** @param {Target} target */
  target({ point, number }) {
    const { x, y } = this.landing(this.geometry.seat, point);
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
    const curves = travelled.map((way) => this.curve(side, way));
    const labels = this.labels(side, travelled, curves);
    this.arrows.replaceChildren(...curves.map((curve) => make("path", { class: `arrow arrow-${side}`, d: arrowPath(curve) })), ...labels);
    const ends = [...new Set(travelled.map((way) => way.to))].filter((point) => point > 0);
    this.marks.replaceChildren(...ends.map((point) => this.lastMark(side, point)));
  }

  /** @param {Side} side @param {import("./arrows.js").Way} way */
  curve(side, { from, to }) {
    const occupied = this.men.top(side, from) !== undefined;
    return arrowCurve(this.topSpot(side, from), this.topSpot(side, to), this.geometry.middle, occupied);
  }

  /** How many went each way, where no dice, counts or other labels lie. @param {Side} side @param {import("./arrows.js").Way[]} travelled @param {import("./arrows.js").Curve[]} curves */
  labels(side, travelled, curves) {
    const taken = this.men.counted();
    const free = (/** @type {import("./arrows.js").Spot} */ spot) => !this.dice.covers(spot, LABEL) && !taken.some((each) => Math.abs(each.x - spot.x) < LABEL.width && Math.abs(each.y - spot.y) < LABEL.height * 1.4);
    return curves.flatMap((curve, index) => {
      const { count } = travelled[index];
      if (count < 2) return [];
      const spot = labelSpot(curve, free);
      taken.push(spot);
      return [this.times(side, spot, count)];
    });
  }

  /** @param {Side} side @param {import("./arrows.js").Spot} spot @param {number} count */
  times(side, { x, y }, count) {
    const { width, height } = LABEL;
    const text = make("text", { class: `count count-${side}`, x, y: y + 12 });
    text.textContent = `×${count}`;
    const plate = make("rect", { class: `count-plate-${side}`, x: x - width / 2, y: y - height / 2, width, height, rx: height / 2, "stroke-width": 2 });
    return make("g", { class: "arrow-count" }, [plate, text]);
  }

  /** @param {Side} side @param {number} point */
  lastMark(side, point) {
    const { x, y } = this.topSpot(side, point);
    return make("circle", { class: "mark-last", cx: x, cy: y, r: this.geometry.checker / 2 + 4 });
  }

  /** Rings the last checker on a point. @param {Side} side @param {number} point */
  pointAt(side, point) {
    this.marks.replaceChildren(this.lastMark(side, point));
  }

  /** A gentle refusal. @param {number} point an own point of the viewer */
  shake(point) {
    if (still()) return;
    const man = this.men.top(this.geometry.seat, point);
    const shaken = man ? man.group : this.svg.querySelector(this.placeOf(point));
    if (!shaken) return;
    const at = man ? `translate(${man.x}px, ${man.y}px) ` : "";
    const frames = [0, -9, 8, -5, 3, 0].map((dx) => ({ transform: `${at}translate(${dx}px, 0)` }));
    shaken.animate(frames, { duration: 320, easing: "ease-out" });
  }
}
