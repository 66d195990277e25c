/**
 * The points as real buttons over the drawing: named for the ear, one stop for Tab, arrow keys within.
 *
 * Up and down keep the column, left and right follow the row as it is seen.
 */

import { _, fill, listing, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./input.js").Offer} Offer */

/** As seen: the upper row from left to right, then the lower one. */
const UPPER = Array.from({ length: 12 }, (_unused, index) => 13 + index);
const LOWER = Array.from({ length: 12 }, (_unused, index) => 12 - index);

export class Points {
  /**
   * @param {HTMLElement} layer
   * @param {Board} board
   * @param {(point: number) => void} tap
   */
  constructor(layer, board, tap) {
    this.layer = layer;
    this.board = board;
    this.tap = tap;
    /** @type {Map<number, HTMLButtonElement>} by the viewer's points; 0 is his tray */
    this.buttons = new Map();
    for (const point of [...UPPER, ...LOWER, 0]) this.add(point);
    this.roam(24);
    layer.addEventListener("keydown", (event) => this.key(event));
    layer.addEventListener("focusin", (event) => this.roam(pointOf(event.target)));
  }

  /** @param {number} point */
  add(point) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = point ? "point-button" : "point-button tray-button";
    button.dataset.point = String(point);
    button.addEventListener("click", () => this.tap(point));
    this.buttons.set(point, button);
    this.layer.append(button);
  }

  /** Lays the buttons over the part of the drawing that is shown. */
  place() {
    const { geometry, view } = this.board;
    for (const [point, button] of this.buttons) {
      const box = point ? geometry.touch(point) : geometry.touchTray(geometry.seat);
      button.style.left = percent(box.x - view.x, view.width);
      button.style.width = percent(box.width, view.width);
      button.style.top = percent(box.y - view.y, view.height);
      button.style.height = percent(box.height, view.height);
    }
  }

  /** Makes one button the stop for Tab. @param {number | null} point */
  roam(point) {
    if (point === null) return;
    for (const [other, button] of this.buttons) button.tabIndex = other === point ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const here = pointOf(event.target);
    const { geometry } = this.board;
    const next = here === null ? null : neighbour(geometry.drawn(here), event.key);
    if (next === null) return;
    event.preventDefault();
    this.focus(geometry.drawn(next));
  }

  /** @param {number} point */
  focus(point) {
    this.roam(point);
    this.buttons.get(point)?.focus();
  }

  /** @param {State} state @param {Offer} offer */
  name(state, offer) {
    for (const [point, button] of this.buttons) {
      button.setAttribute("aria-label", label(state, offer, point, this.board));
      const movable = offer.sources.includes(point);
      const target = offer.targets.some((each) => each.point === point);
      button.classList.toggle("may", movable || target);
      // Only what can be picked up is a toggle; elsewhere "not pressed" would be noise.
      if (movable && !offer.atOnce.includes(point)) button.setAttribute("aria-pressed", String(offer.picked === point));
      else button.removeAttribute("aria-pressed");
    }
  }
}

/** @param {EventTarget | null} target */
function pointOf(target) {
  const point = target instanceof HTMLElement ? target.closest("[data-point]")?.getAttribute("data-point") : null;
  return point === null || point === undefined ? null : Number(point);
}

/** @param {number} part @param {number} whole */
function percent(part, whole) {
  return `${((100 * part) / whole).toFixed(3)}%`;
}

/** @param {number} point @param {string} key */
function neighbour(point, key) {
  const upper = point > 12;
  const row = upper ? UPPER : [...LOWER, 0];
  const column = row.indexOf(point);
  if (key === "ArrowRight") return row[Math.min(column + 1, row.length - 1)];
  if (key === "ArrowLeft") return row[Math.max(column - 1, 0)];
  if (key === "ArrowDown") return upper ? LOWER[column] : null;
  if (key === "ArrowUp") return upper ? null : UPPER[Math.min(column, 11)];
  if (key === "Home") return row[0];
  if (key === "End") return row[row.length - 1];
  return null;
}

/** @param {number} side @param {number} count */
export function checkers(side, count) {
  return side === 0
    ? ngettext("{n} light checker", "{n} light checkers", count)
    : ngettext("{n} dark checker", "{n} dark checkers", count);
}

/** "your 4-point, 3 light checkers, may move 4". @param {State} state @param {Offer} offer @param {number} point @param {Board} board */
function label(state, offer, point, board) {
  const place = point ? fill(_("your {n}-point"), { n: point }) : _("your tray");
  const parts = [place, content(state, point, board), deed(offer, point)].filter(Boolean);
  return parts.reduce((head, part) => fill(_("{first}, {second}"), { first: head, second: part }));
}

/** @param {State} state @param {number} point @param {Board} board */
function content(state, point, board) {
  const me = state.seat;
  const other = me === 0 ? 1 : 0;
  const mine = state.men[me][point];
  if (point === 0) return ngettext("{n} checker borne off", "{n} checkers borne off", mine);
  if (mine) return checkers(me, mine);
  const theirs = state.men[other][board.geometry.own(other, point)];
  return theirs ? checkers(other, theirs) : _("empty");
}

/** @param {Offer} offer @param {number} point */
function deed(offer, point) {
  const target = offer.targets.find((each) => each.point === point);
  if (target) return fill(point ? _("play {number} to here") : _("bear off with {number}"), target);
  if (offer.picked === point && point > 0) return _("picked up");
  const numbers = offer.numbers.get(point);
  return numbers ? fill(_("may move {numbers}"), { numbers: listing(numbers) }) : "";
}
