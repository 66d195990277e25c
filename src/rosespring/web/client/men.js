/** The checkers on the drawn board: thirty drawings that keep their identity and glide to where they belong. */

import { make, still } from "./svg.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./geometry.js").Geometry} Geometry */

const FULL_STACK = 5;

/** One checker. */
export class Man {
  /** @param {Side} side @param {Geometry} geometry */
  constructor(side, geometry) {
    const { checker, offWidth, offHeight } = geometry;
    this.face = use(`#checker-${side}`, "checker", checker, checker);
    this.edge = use(`#off-${side}`, "off", offWidth, offHeight);
    this.halo = make("circle", { class: "halo", r: checker / 2 + 1 });
    this.count = make("text", { class: `count count-${side}`, y: 17 });
    this.plate = make("g", { class: "plate" }, [make("circle", { class: `count-plate-${side}`, r: 29, "stroke-width": 2 }), this.count]);
    this.group = make("g", { class: "man" }, [this.face, this.edge, this.halo, this.plate]);
    this.x = 0;
    this.y = 0;
  }

  /** @param {boolean} off @param {number} count shown when it is on top of a high stack */
  dress(off, count) {
    this.face.classList.toggle("gone", off);
    this.edge.classList.toggle("gone", !off);
    this.plate.classList.toggle("gone", count <= FULL_STACK || off);
    this.count.textContent = String(count);
  }

  /** Follows a hand; `go` takes it from there. @param {number} x @param {number} y */
  hold(x, y) {
    this.x = x;
    this.y = y;
    for (const motion of this.group.getAnimations()) motion.cancel();
    this.group.style.transform = `translate(${x}px, ${y}px) scale(1.12)`;
    this.group.classList.add("held");
  }

  /** @param {number} x @param {number} y @param {number} duration in ms; 0 puts it there at once */
  go(x, y, duration) {
    this.group.classList.remove("held");
    if (x === this.x && y === this.y) return;
    const before = duration ? getComputedStyle(this.group).transform : "";
    this.x = x;
    this.y = y;
    const after = `translate(${x}px, ${y}px)`;
    this.group.style.transform = after;
    for (const motion of this.group.getAnimations()) motion.cancel();
    if (duration && before && before !== "none") {
      this.group.animate([{ transform: before }, { transform: after }], { duration, easing: "cubic-bezier(.3,.1,.25,1)" });
    }
  }
}

/** @param {string} href @param {string} kind @param {number} width @param {number} height */
function use(href, kind, width, height) {
  return make("use", { href, class: kind, x: -width / 2, y: -height / 2, width, height });
}

export class Men {
  /** @param {SVGElement} layer @param {Geometry} geometry */
  constructor(layer, geometry) {
    this.layer = layer;
    this.geometry = geometry;
    /** @type {Man[][][] | null} by side and own point, from the bottom up */
    this.stacks = null;
  }

  /**
   * Shows `men[side][own point]`, gliding the checkers that changed places.
   * @param {number[][]} men
   * @param {number} duration
   */
  show(men, duration) {
    const glide = this.stacks && !still() ? duration : 0;
    if (!this.stacks) this.stacks = [0, 1].map((side) => this.layOut(/** @type {Side} */ (side), men[side]));
    else for (const side of /** @type {Side[]} */ ([0, 1])) this.move(side, men[side]);
    for (const side of /** @type {Side[]} */ ([0, 1])) this.place(side, glide);
  }

  /** @param {Side} side @param {number[]} counts */
  layOut(side, counts) {
    return counts.map((count) =>
      Array.from({ length: count }, () => {
        const man = new Man(side, this.geometry);
        this.layer.append(man.group);
        return man;
      }),
    );
  }

  /** Takes checkers from where there are too many to where there are too few. @param {Side} side @param {number[]} counts */
  move(side, counts) {
    const stacks = /** @type {Man[][][]} */ (this.stacks)[side];
    const spare = stacks.flatMap((stack, point) => stack.slice(counts[point]).reverse());
    stacks.forEach((stack, point) => stack.splice(counts[point]));
    stacks.forEach((stack, point) => {
      while (stack.length < counts[point]) {
        const man = spare.shift() ?? new Man(side, this.geometry);
        this.layer.append(man.group);
        stack.push(man);
      }
    });
    for (const man of spare) man.group.remove();
  }

  /** @param {Side} side @param {number} duration */
  place(side, duration) {
    const stacks = /** @type {Man[][][]} */ (this.stacks)[side];
    stacks.forEach((stack, point) =>
      stack.forEach((man, index) => {
        const { x, y } = this.geometry.spot(side, point, index, stack.length);
        man.dress(point === 0, index === stack.length - 1 ? stack.length : 0);
        man.go(x, y, duration);
      }),
    );
  }

  /** @param {Side} side @param {number} point @returns {Man | undefined} */
  top(side, point) {
    return this.stacks?.[side][point].at(-1);
  }

  /** Where high stacks show their counts. */
  counted() {
    const high = (this.stacks?.flat() ?? []).filter((stack) => stack.length > FULL_STACK);
    return high.map((stack) => ({ x: stack[stack.length - 1].x, y: stack[stack.length - 1].y }));
  }

  /** Rings around the top checkers of these own points. @param {Side} side @param {number[]} points @param {number | null} picked */
  ring(side, points, picked) {
    for (const man of this.stacks?.flat(2) ?? []) man.group.classList.remove("source", "picked");
    for (const point of points) this.top(side, point)?.group.classList.add("source");
    if (picked !== null) this.top(side, picked)?.group.classList.add("picked");
  }
}
