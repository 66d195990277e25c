/**
 * From taps to steps: pick a checker up, put it down. Pure table manners, no drawing.
 *
 * A tap on a source with a single way to go plays it, unless the player would rather have it picked up as the others are; a tap on a lit target plays; a second tap on a source in
 * the hand plays its single step, or, of several, puts the checker down again. A target that is not lit is put to the server if a die could lead there,
 * because only the server can say why it does not.
 */

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./board.js").Target} Target */
/** @typedef {{sources: number[], numbers: Map<number, number[]>, atOnce: number[], picked: number | null, targets: Target[]}} Offer `atOnce`: the sources that a tap plays */

/**
 * @typedef {object} Deeds
 * @property {(point: number, number: number) => void} play
 * @property {(point: number) => void} refuse the viewer's point where nothing can be done
 * @property {(point: number) => void} notNow a tap on a point while nothing can be played
 * @property {(point: number) => void} nothing a point without a checker of the viewer
 * @property {(point: number) => void} unreachable a place to which no number of the viewer leads
 * @property {() => boolean} oneTap whether a tap plays a checker at once that has a single way to go
 * @property {() => void} changed
 */

export class Input {
  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    /** @type {State | null} */
    this.state = null;
    /** @type {number | null} */
    this.picked = null;
    /** While false, taps wait for the answer to the last command. */
    this.open = true;
    /** @type {number | null} the one tap that came while the line was busy */
    this.waiting = null;
  }

  /** @param {State} state @param {boolean} open */
  update(state, open) {
    this.state = state;
    this.open = open;
    if (this.picked !== null && !this.stepsFrom(this.picked).length) this.picked = null;
    const waiting = this.waiting;
    if (!open || waiting === null) return;
    this.waiting = null;
    this.tap(waiting);
  }

  /** @returns {Offer} */
  get offer() {
    /** @type {Map<number, number[]>} */
    const numbers = new Map();
    for (const [point, number] of this.state?.legal ?? []) numbers.set(point, [...(numbers.get(point) ?? []), number]);
    const targets = this.picked === null ? [] : this.targetsOf(this.picked);
    const sources = [...numbers.keys()];
    return { sources, numbers, atOnce: sources.filter((point) => this.atOnce(point) !== null), picked: this.picked, targets };
  }

  /** What a tap on a source plays; null where it picks the checker up. @param {number} point @returns {Target | null} */
  atOnce(point) {
    const targets = this.targetsOf(point);
    return targets.length === 1 && point !== this.picked && this.deeds.oneTap() ? targets[0] : null;
  }

  /** @param {number} point */
  stepsFrom(point) {
    return (this.state?.legal ?? []).filter(([source]) => source === point);
  }

  /** One target a place; of two numbers that bear off, the smaller. @param {number} source @returns {Target[]} */
  targetsOf(source) {
    /** @type {Map<number, Target>} */
    const targets = new Map();
    for (const [, number] of this.stepsFrom(source)) {
      const point = Math.max(source - number, 0);
      const known = targets.get(point);
      if (!known || number < known.number) targets.set(point, { point, number });
    }
    return [...targets.values()];
  }

  /** @param {number} point one of the viewer's points, 0 for his tray */
  tap(point) {
    if (!this.state) return;
    if (!this.state.can.includes("step")) {
      if (point > 0) this.deeds.notNow(point);
      return;
    }
    if (!this.open) {
      this.waiting = point;
      return;
    }
    if (this.picked === null) this.pick(point);
    else this.putDown(this.picked, point);
    this.deeds.changed();
  }

  /** @param {number} point */
  pick(point) {
    const only = this.atOnce(point);
    if (only) this.play(point, only.number);
    else if (this.stepsFrom(point).length) this.picked = point;
    else if (!this.state || point === 0) return;
    else if (this.state.men[this.state.seat][point]) this.deeds.refuse(point);
    else this.deeds.nothing(point);
  }

  /** @param {number} source @param {number} point */
  putDown(source, point) {
    const targets = this.targetsOf(source);
    const target = targets.find((each) => each.point === point) ?? (point === source && targets.length === 1 ? targets[0] : null);
    if (target) this.play(source, target.number);
    else if (point === source) this.picked = null;
    else if (this.stepsFrom(point).length) this.pick(point);
    else this.tryAnyway(source, point);
  }

  /** @param {number} source @param {number} point */
  tryAnyway(source, point) {
    const number = source - point;
    if (point > 0 && number >= 1 && number <= 6) this.deeds.play(source, number);
    else {
      this.picked = null;
      if (point > 0) this.deeds.unreachable(point);
    }
  }

  /** @param {number} point @param {number} number */
  play(point, number) {
    this.picked = null;
    this.deeds.play(point, number);
  }

  /** Takes a checker up to carry it. @param {number} point */
  pickUp(point) {
    if (!this.open || !this.state?.can.includes("step") || !this.stepsFrom(point).length) return false;
    this.picked = point;
    this.deeds.changed();
    return true;
  }

  /** Puts the carried checker down. @param {number | null} point */
  release(point) {
    const source = this.picked;
    if (source === null) return;
    const target = point === null ? undefined : this.targetsOf(source).find((each) => each.point === point);
    if (target) this.play(source, target.number);
    else if (point === null || point === source) this.picked = null;
    else this.tryAnyway(source, point);
    this.deeds.changed();
  }

  /** Puts down what was picked up. */
  drop() {
    if (this.picked === null) return false;
    this.picked = null;
    this.deeds.changed();
    return true;
  }
}
