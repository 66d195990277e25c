/** Where things lie on the drawn board, read from the drawing itself (notation/board_svg.py). */

/** @typedef {{x: number, y: number, dir: number}} Place */
/** @typedef {import("./types.js").Side} Side */

const FULL_STACK = 5;
/** The room around the bed that stays when a narrow screen crops the board to its points. */
const CROP = 8;

export class Geometry {
  /** @param {SVGSVGElement} svg @param {Side} [seat] whose own points are spoken of; else the side from which the board is drawn */
  constructor(svg, seat) {
    this.svg = svg;
    this.parallel = svg.dataset.movement === "parallel";
    this.viewer = /** @type {Side} */ (Number(svg.dataset.viewer));
    this.seat = seat ?? this.viewer;
    this.checker = Number(svg.dataset.checker);
    this.step = Number(svg.dataset.step);
    this.offWidth = Number(svg.dataset.offWidth);
    this.offHeight = Number(svg.dataset.offHeight);
    this.offStep = Number(svg.dataset.offStep);
    /** @type {Map<number, Place>} */
    this.points = new Map();
    for (const group of svg.querySelectorAll(".point")) this.points.set(Number(data(group).point), place(group));
    /** @type {Place[]} */
    this.trays = [];
    for (const group of svg.querySelectorAll(".tray")) this.trays[Number(data(group).side)] = place(group);
    const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(/\s+/).map(Number);
    this.full = { x: 0, y: 0, width, height };
    const bed = boxOf(/** @type {Element} */ (svg.querySelector(".bed")));
    this.cropped = { x: bed.x - CROP, y: 0, width: bed.width + 2 * CROP, height };
    this.middle = height / 2;
  }

  /** The number that a side's own point has in the drawing; 0 stays 0. @param {Side} side @param {number} point */
  seen(side, point) {
    return side === this.viewer || point === 0 ? point : this.across(point);
  }

  /** What the other side calls a point. @param {number} point */
  across(point) {
    return this.parallel ? ((point + 11) % 24) + 1 : 25 - point;
  }

  /** The point in a side's own numbers that the seat calls `point`. @param {Side} side @param {number} point */
  own(side, point) {
    return side === this.seat || point === 0 ? point : this.across(point);
  }

  /** Whether a checker of the other side stands on one of the seat's own points. @param {number[][]} men @param {number} point */
  isTheirs(men, point) {
    const other = /** @type {Side} */ (1 - this.seat);
    return point > 0 && men[other][this.own(other, point)] > 0;
  }

  /** The number in the drawing of one of the seat's own points, and the other way round. @param {number} point */
  drawn(point) {
    return this.seen(this.seat, point);
  }

  /**
   * The centre of checker `index` (0 at the base) of `count` on a side's own point, or in its tray for 0.
   * @param {Side} side @param {number} point @param {number} index @param {number} count
   */
  spot(side, point, index, count) {
    if (point === 0) {
      const tray = this.trays[side];
      return { x: tray.x, y: tray.y + tray.dir * index * this.offStep };
    }
    const base = /** @type {Place} */ (this.points.get(this.seen(side, point)));
    const pitch = count <= FULL_STACK ? this.step : (this.step * (FULL_STACK - 1)) / (count - 1);
    return { x: base.x, y: base.y + base.dir * index * pitch };
  }

  /** The part of the drawing that the seat's `point` answers for. @param {number} point */
  touch(point) {
    return boxOf(/** @type {Element} */ (this.svg.querySelector(`.point[data-point="${this.drawn(point)}"] .hit`)));
  }

  /** @param {Side} side */
  touchTray(side) {
    return boxOf(/** @type {Element} */ (this.svg.querySelector(`.tray[data-side="${side}"] .hit`)));
  }
}

/** @param {Element} element */
function data(element) {
  return /** @type {SVGElement} */ (element).dataset;
}

/** @param {Element} group @returns {Place} */
function place(group) {
  const { x, y, dir } = data(group);
  return { x: Number(x), y: Number(y), dir: Number(dir) };
}

/** @param {Element} rect */
function boxOf(rect) {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name)));
  return { x, y, width, height };
}
