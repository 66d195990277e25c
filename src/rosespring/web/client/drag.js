/** Dragging a checker, for those who would rather carry it than tap. Taps stay as they are. */

/** @typedef {import("./board.js").Board} Board */

/** Less than this is a tap with a trembling hand, in px. */
const TREMBLE = 8;

/**
 * @typedef {object} Deeds
 * @property {(point: number) => boolean} pickUp whether a checker may be carried from there
 * @property {(point: number) => import("./men.js").Man | undefined} [man] the checker that is carried, where it need not be one of the viewer's
 * @property {(point: number | null) => void} putDown on a point, or nowhere
 */

export class Drag {
  /**
   * @param {HTMLElement} layer of the point buttons
   * @param {Board} board
   * @param {Deeds} deeds
   */
  constructor(layer, board, deeds) {
    this.layer = layer;
    this.board = board;
    this.deeds = deeds;
    /** @type {{id: number, x: number, y: number, point: number} | null} where a finger went down */
    this.down = null;
    /** @type {import("./men.js").Man | null} the checker in the hand */
    this.man = null;
    layer.addEventListener("pointerdown", (event) => this.press(event));
    layer.addEventListener("pointermove", (event) => this.carry(event));
    layer.addEventListener("pointerup", (event) => this.release(event, pointUnder(event)));
    layer.addEventListener("pointercancel", (event) => this.release(event, null));
  }

  /** @param {PointerEvent} event */
  press(event) {
    const button = event.target instanceof Element ? event.target.closest(".point-button.may") : null;
    if (!button || event.button !== 0 || this.down) return;
    this.down = { id: event.pointerId, x: event.clientX, y: event.clientY, point: pointOf(button) };
  }

  /** @param {PointerEvent} event */
  carry(event) {
    if (!this.down || event.pointerId !== this.down.id) return;
    if (!this.man && !this.lift(event, this.down)) return;
    const { x, y } = this.onBoard(event);
    this.man?.hold(x, y);
  }

  /** @param {PointerEvent} event @param {{id: number, x: number, y: number, point: number}} down */
  lift(event, down) {
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) < TREMBLE) return false;
    if (!this.deeds.pickUp(down.point)) {
      this.down = null;
      return false;
    }
    this.man = this.deeds.man?.(down.point) ?? this.board.men.top(this.board.geometry.seat, down.point) ?? null;
    this.man?.group.parentElement?.append(this.man.group);
    this.layer.setPointerCapture(down.id);
    this.layer.classList.add("carrying");
    return this.man !== null;
  }

  /** @param {PointerEvent} event @param {number | null} point */
  release(event, point) {
    if (!this.down || event.pointerId !== this.down.id) return;
    const carried = this.man !== null;
    this.down = this.man = null;
    this.layer.classList.remove("carrying");
    if (!carried) return;
    // The click that follows belongs to this drag.
    this.layer.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => this.layer.removeEventListener("click", stop, { capture: true }));
    this.deeds.putDown(point);
  }

  /** Where the pointer is in the drawing's own units. @param {PointerEvent} event */
  onBoard(event) {
    const matrix = this.board.svg.getScreenCTM()?.inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }
}

/** @param {Event} event */
function stop(event) {
  event.stopPropagation();
  event.preventDefault();
}

/** @param {Element} element */
function pointOf(element) {
  return Number(element.getAttribute("data-point"));
}

/** @param {PointerEvent} event */
function pointUnder(event) {
  const button = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-point]");
  return button ? pointOf(button) : null;
}
