/** How fast things move: calm, quick or not at all, kept in this browser. */

import { recall, remember } from "./memory.js";

const KEY = "pace";
/** @type {Record<string, number>} factors on all durations */
const FACTORS = { calm: 1, quick: 0.5, off: 0 };

/** The factor on all durations that the reader has chosen. */
export function pace() {
  return FACTORS[recall(KEY) ?? "calm"] ?? 1;
}

/** Makes radio buttons named `pace` under `root` show and set the pace. @param {ParentNode} root */
export function wirePace(root) {
  for (const radio of root.querySelectorAll('input[name="pace"]')) {
    const input = /** @type {HTMLInputElement} */ (radio);
    input.checked = input.value === (recall(KEY) ?? "calm");
    input.addEventListener("change", () => remember(KEY, input.value));
  }
}
