/** What the two players say to each other: a few phrases, and free words where both have allowed them. */

import { otherName } from "./prompts.js";
import { _, fill } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{side: number, phrase: string | null, text: string}} Said */

/** @returns {Record<string, string>} */
function phrases() {
  return {
    hello: _("Hello!"),
    luck: _("Good luck!"),
    "well-played": _("Well played!"),
    thanks: _("Thank you!"),
    moment: _("One moment, please."),
    roll: _("What a roll!"),
    sorry: _("Sorry!"),
    bye: _("Goodbye!"),
  };
}

/** What was said, and by whom, as one sentence. @param {State} state @param {Said} said */
export function saidWords(state, { side, phrase, text }) {
  const words = (phrase && phrases()[phrase]) || text;
  return fill(_("{name}: {words}"), { name: side === state.seat ? _("You") : state.names[side], words });
}

export class Talk {
  /**
   * @param {HTMLElement} panel
   * @param {(type: string, body: object) => void} send
   */
  constructor(panel, send) {
    this.panel = panel;
    this.send = send;
    this.allow = /** @type {HTMLInputElement} */ (panel.querySelector("[data-chat]"));
    this.form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
    this.note = /** @type {HTMLElement} */ (panel.querySelector("[data-chat-note]"));
    const list = /** @type {HTMLElement} */ (panel.querySelector("[data-phrases]"));
    list.replaceChildren(...Object.entries(phrases()).map(([name, words]) => this.button(name, words)));
    this.allow.addEventListener("change", () => this.send("chat", { on: this.allow.checked }));
    this.form.addEventListener("submit", (event) => this.write(event));
  }

  /** @param {string} phrase @param {string} words */
  button(phrase, words) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = words;
    button.addEventListener("click", () => this.say({ phrase }));
    return button;
  }

  /** What is said is shown at the table, which the menu would hide. @param {{phrase: string} | {text: string}} words */
  say(words) {
    this.send("say", words);
    this.panel.closest("dialog")?.close();
  }

  /** @param {SubmitEvent} event */
  write(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.form.querySelector("input"));
    if (field.value.trim()) this.say({ text: field.value });
    field.value = "";
  }

  /** @param {State} state */
  show(state) {
    this.panel.hidden = state.kinds.includes("computer") || state.phase === "waiting";
    const [mine, theirs] = [state.chat[state.seat], state.chat[1 - state.seat]];
    this.allow.checked = mine;
    this.form.hidden = !(mine && theirs);
    const name = otherName(state);
    this.note.textContent = mine && !theirs ? fill(_("As soon as {name} allows it, too, you can write."), { name }) : theirs && !mine ? fill(_("{name} would like to write with you."), { name }) : "";
  }
}
