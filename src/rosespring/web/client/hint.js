/** Asks the server what a strong player would do; only against the computer. */

import { asking } from "./address.js";
import { _, fill, isolated } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{number: number, steps: import("./types.js").Step[], text: string}} Advice */

/** Whether a hint can be had now. @param {State} state */
export function mayAsk(state) {
  return state.kinds.includes("computer") && state.turn === state.seat && state.phase === "play";
}

/** @param {string} address of the table @returns {Promise<{advice?: Advice, words: string}>} */
export async function askForHint(address) {
  try {
    const answer = await fetch(asking(`${address}/hint`), { method: "POST" });
    const body = await answer.json();
    if (!answer.ok) return { words: body.error };
    return { advice: body, words: fill(_("A strong player would play {steps}."), { steps: isolated(body.text) }) };
  } catch {
    return { words: _("No hint can be had just now.") };
  }
}
