/** What the page may do for its player, if he has asked for it; each time it says so. */

import { recall, remember } from "./memory.js";
import { _ } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{command: string, body?: object, words: string}} Deed */

/** @param {string} name */
export function habit(name) {
  return recall(`habit.${name}`) === "on";
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
