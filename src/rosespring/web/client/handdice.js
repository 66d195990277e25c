/** Dice thrown by hand: six faces to tap, two of them a throw. */

import { drawing } from "./svg.js";
import { _, fill } from "./words.js";

export class HandDice {
  /** @param {HTMLElement} place @param {() => void} changed */
  constructor(place, changed) {
    this.place = place;
    this.changed = changed;
    /** @type {number[]} */
    this.picked = [];
    this.buttons = [1, 2, 3, 4, 5, 6].map((face) => this.button(face));
    place.append(...this.buttons);
  }

  /** @param {number} face */
  button(face) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "hand-die";
    button.append(drawing(`die-${face}`, "die"), document.createElement("span"));
    button.addEventListener("click", () => this.pick(face));
    return button;
  }

  /** @param {number} face */
  pick(face) {
    this.picked = this.picked.length === 2 ? [face] : [...this.picked, face];
    this.changed();
  }

  /** @param {import("./types.js").State} state */
  show(state) {
    const wanted = state.can.includes("throw");
    if (!wanted) this.picked = [];
    this.place.hidden = !wanted;
    this.buttons.forEach((button, index) => this.dress(button, index + 1, state));
  }

  /** @param {HTMLButtonElement} button @param {number} face @param {import("./types.js").State} state */
  dress(button, face, state) {
    const places = this.picked.flatMap((each, index) => (each === face ? [index] : []));
    const owners = state.phase === "opening" ? places.map((each) => (each === state.seat ? _("you") : _("computer"))).join(" · ") : "";
    const mark = /** @type {HTMLElement} */ (button.lastElementChild);
    mark.textContent = owners || (places.length === 2 ? "×2" : places.length ? "×1" : "");
    button.setAttribute("aria-pressed", String(places.length > 0));
    button.setAttribute("aria-label", label(face, places.length, owners));
  }

  /** The throw, which is then no longer picked. */
  take() {
    const dice = this.picked;
    this.picked = [];
    return dice;
  }
}

/** What a face is called. @param {number} face @param {number} times picked @param {string} owners whose dice of an opening throw */
function label(face, times, owners) {
  if (owners) return fill(_("{n}, for: {owners}"), { n: face, owners });
  return times === 2 ? fill(_("{n}, both dice"), { n: face }) : String(face);
}
