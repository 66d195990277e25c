/** The tutor: before Done against the computer, it asks the server whether the turn gives much away. */

import { asking } from "./address.js";
import { recall, remember } from "./memory.js";
import { _, fill, isolated } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{cost: number, point: number, words: string, better: import("./types.js").Step[], text: string}} Warning */

const KEY = "tutor";

/** From what plays on it speaks: "off", "doubtful", "bad" or "very-bad". */
function limit() {
  return recall(KEY) ?? "off";
}

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

export class Tutor {
  /**
   * @param {string} address of the table
   * @param {{state: () => State, send: (command: string) => void, say: (words: string) => void, point: (point: number) => void, draw: (steps: import("./types.js").Step[]) => void, changed: () => void}} table
   */
  constructor(address, table) {
    this.address = address;
    this.table = table;
    /** The number of the last event of a turn that may be closed. */
    this.passed = -1;
    /** The number of the last event of the turn that it asks about, or warns of. */
    this.number = -1;
    this.asking = false;
    this.takingBack = false;
    /** @type {Warning | null} */
    this.warning = null;
    for (const radio of document.querySelectorAll('input[name="tutor"]')) {
      const input = /** @type {HTMLInputElement} */ (radio);
      input.checked = input.value === limit();
      input.addEventListener("change", () => remember(KEY, input.value));
    }
    byId("tutor-better").addEventListener("click", () => this.showBetter());
    byId("tutor-back").addEventListener("click", () => this.takeBack());
    byId("tutor-on").addEventListener("click", () => this.playOn());
  }

  /** Whether the turn must not be closed yet; asks the server if need be. */
  holds() {
    const state = this.table.state();
    if (!state.kinds.includes("computer") || limit() === "off" || !state.can.includes("done") || this.passed === state.number) return false;
    if (this.number !== state.number) this.ask(state.number);
    return true;
  }

  /** Whether the turn waits for the server or for the player. */
  get busy() {
    return this.asking || this.warning !== null || this.takingBack;
  }

  /** @param {number} number */
  async ask(number) {
    this.number = number;
    this.asking = true;
    this.table.changed();
    const warning = await this.judged();
    this.asking = false;
    if (this.table.state().number !== number) return this.table.changed();
    this.warning = warning;
    if (!warning) return this.playOn();
    this.table.changed();
    this.table.say(warning.words);
    this.table.point(warning.point);
    byId("tutor-better").focus();
  }

  /** Nothing is wrong where nobody can say what. @returns {Promise<Warning | null>} */
  async judged() {
    try {
      const answer = await fetch(asking(`${this.address}/tutor?from=${limit()}`), { method: "POST" });
      return answer.ok ? (await answer.json()).warning : null;
    } catch {
      return null;
    }
  }

  playOn() {
    this.passed = this.number;
    this.warning = null;
    this.table.send("done");
    this.table.changed();
  }

  takeBack() {
    this.warning = null;
    this.takingBack = true;
    this.table.draw([]);
    this.table.changed();
  }

  showBetter() {
    if (!this.warning) return;
    const words = fill(_("Better: {steps}."), { steps: isolated(this.warning.text) });
    byId("tutor-words").textContent = words;
    byId("tutor-better").hidden = true;
    byId("tutor-back").focus();
    this.table.draw(this.warning.better);
    this.table.say(words);
  }

  /** Undoes the next step of a turn that is taken back, or says that it is. Whether one was. */
  undoes() {
    const { can, open_steps: steps } = this.table.state();
    if (!this.takingBack) return false;
    if (!steps.length || !can.includes("undo")) {
      this.takingBack = false;
      this.table.changed();
      return true;
    }
    this.table.send("undo");
    return true;
  }

  /** Shows the warning, if there is one of the turn that is open. */
  show() {
    const state = this.table.state();
    byId("tutor-field").hidden = !state.kinds.includes("computer");
    if (state.number !== this.number && this.warning) this.warning = null;
    const { warning } = this;
    if (byId("tutor").hidden && warning) {
      byId("tutor-words").textContent = warning.words;
      byId("tutor-better").hidden = false;
    }
    byId("tutor").hidden = !warning;
  }
}
