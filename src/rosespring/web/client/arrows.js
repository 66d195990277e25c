/** The arrows of a played turn: hops of one checker joined, equal ones counted, slim and bowed. */

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{from: number, to: number, count: number}} Way */

const SAMPLES = 14;
/** From a checker's centre to just outside it. */
const RIM = 50;

/**
 * The ways that checkers went in a turn, from where each started to where it ended.
 * @param {import("./types.js").Step[]} steps
 * @returns {Way[]}
 */
export function ways(steps) {
  /** @type {{from: number, to: number}[]} */
  const journeys = [];
  for (const { from, to } of steps) {
    const before = journeys.find((journey) => journey.to === from);
    if (before) before.to = to;
    else journeys.push({ from, to });
  }
  /** @type {Map<string, Way>} */
  const counted = new Map();
  for (const { from, to } of journeys) {
    const key = `${from}/${to}`;
    const known = counted.get(key);
    if (known) known.count += 1;
    else counted.set(key, { from, to, count: 1 });
  }
  return [...counted.values()];
}

/** The outline of one arrow as path data. @param {Curve} curve */
export function arrowPath(curve) {
  const { end } = curve;
  const neck = neckOf(curve);
  /** @type {Spot[]} */ const left = [];
  /** @type {Spot[]} */ const right = [];
  for (let index = 0; index <= SAMPLES; index += 1) {
    const part = (neck * index) / SAMPLES;
    const half = 4 + (7 * index) / SAMPLES;
    left.push(beside(curve, part, half));
    right.push(beside(curve, part, -half));
  }
  const outline = [...left, beside(curve, neck, 26), end, beside(curve, neck, -26), ...right.reverse()];
  return "M" + outline.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L") + "Z";
}

/** @typedef {{start: Spot, control: Spot, end: Spot}} Curve */

/**
 * The middle line of an arrow; it bows towards the middle of the board.
 * @param {Spot} start @param {Spot} end @param {number} middle
 * @param {boolean} occupied whether a checker still lies where it starts, whose count should stay legible
 * @returns {Curve}
 */
export function arrowCurve(start, end, middle, occupied) {
  const whole = { start, control: control(start, end, middle), end };
  return occupied ? leaving(whole) : whole;
}

/** Places for a label, the best one first: near the middle of the arrow. */
const LABEL_PARTS = [0.46, 0.38, 0.54, 0.3, 0.62, 0.7, 0.22, 0.78];

/** Where a label lies on nothing that must be read. @param {Curve} curve @param {(spot: Spot) => boolean} free @returns {Spot} */
export function labelSpot(curve, free) {
  const spots = LABEL_PARTS.map((part) => at(curve, part));
  return spots.find(free) ?? spots[0];
}

/** The curve from the rim of its first checker on. @param {Curve} curve @returns {Curve} */
function leaving(curve) {
  const { start, control: bend, end } = curve;
  const reach = Math.hypot(bend.x - start.x, bend.y - start.y);
  if (reach < 2.5 * RIM) return curve;
  const part = RIM / reach;
  return { start: { x: start.x + (bend.x - start.x) * part, y: start.y + (bend.y - start.y) * part }, control: bend, end };
}

/** @param {Spot} start @param {Spot} end @param {number} middle @returns {Spot} */
function control(start, end, middle) {
  const x = (start.x + end.x) / 2;
  const y = (start.y + end.y) / 2;
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if ((start.y - middle) * (end.y - middle) > 0) {
    const pull = Math.min(0.42 * length, 240);
    return { x, y: y + (y < middle ? pull : -pull) };
  }
  const bow = 0.08 * length;
  return { x: x + (end.y > start.y ? bow : -bow), y };
}

/** How far along the curve the head begins. @param {Curve} curve */
function neckOf(curve) {
  for (let step = 99; step > 50; step -= 1) {
    const { x, y } = at(curve, step / 100);
    if (Math.hypot(curve.end.x - x, curve.end.y - y) >= 36) return step / 100;
  }
  return 0.5;
}

/** @param {Curve} curve @param {number} part @returns {Spot} */
function at({ start, control, end }, part) {
  const rest = 1 - part;
  const [a, b, c] = [rest * rest, 2 * rest * part, part * part];
  return { x: a * start.x + b * control.x + c * end.x, y: a * start.y + b * control.y + c * end.y };
}

/** A place `distance` beside the curve. @param {Curve} curve @param {number} part @param {number} distance @returns {Spot} */
function beside(curve, part, distance) {
  const { start, control, end } = curve;
  const dx = (1 - part) * (control.x - start.x) + part * (end.x - control.x);
  const dy = (1 - part) * (control.y - start.y) + part * (end.y - control.y);
  const length = Math.hypot(dx, dy) || 1;
  const { x, y } = at(curve, part);
  return { x: x - (dy / length) * distance, y: y + (dx / length) * distance };
}
