/** What the page may do for its player: plays at one tap unless he would rather not; what he has asked for is done with a word each time. */

import { recall, remember } from "./memory.js";
import { _ } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{command: string, body?: object, words: string}} Deed */

/** What pages do until their player says otherwise. */
const AT_FIRST = ["one-tap"];

/** @param {string} name */
export function habit(name) {
  const chosen = recall(`habit.${name}`);
  return chosen === null ? AT_FIRST.includes(name) : chosen === "on";
}

/** Makes the switches under `root` show and set the habits. @param {ParentNode} root @param {() => void} changed */
export function wireHabits(root, changed) {
  for (const element of root.querySelectorAll("[data-habit]")) {
    const box = /** @type {HTMLInputElement} */ (element);
    const name = String(box.dataset.habit);
    box.checked = habit(name);
    box.addEventListener("change", () => {
      remember(`habit.${name}`, box.checked ? "on" : "off");
      changed();
    });
  }
}

/** What is to be done now, and the sentence that explains it; null if nothing. @param {State} state @returns {Deed | null} */
export function deedOf(state) {
  if (state.can.includes("accept")) return null;
  if (state.can.includes("roll") && habit("roll")) return { command: "roll", words: _("Rolled for you, as you have chosen in the menu.") };
  const [step] = state.forced;
  if (step && habit("forced")) {
    const [point, number] = step;
    return { command: "step", body: { point, number }, words: _("Played for you, since there was no other way.") };
  }
  if (state.can.includes("done") && habit("done")) return { command: "done", words: _("Done was said for you, since all was played.") };
  return null;
}
