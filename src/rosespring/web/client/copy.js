/** Buttons that copy what stands in the field beside them, and say so. */

import { _ } from "./words.js";

/** @param {HTMLElement} row a `.link-row` with an input and a button */
export function wireCopy(row) {
  const input = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  const button = /** @type {HTMLButtonElement} */ (row.querySelector("button"));
  const label = /** @type {HTMLElement} */ (button.querySelector("[data-label]"));
  const words = label.textContent ?? "";
  input.addEventListener("focus", () => input.select());
  button.addEventListener("click", async () => {
    const copied = await copy(input);
    label.textContent = copied ? _("Copied") : _("Press Ctrl+C");
    setTimeout(() => (label.textContent = words), 2500);
  });
}

/** @param {HTMLInputElement} input */
async function copy(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    // Pages without https have no clipboard; the old way still works.
    input.select();
    return document.execCommand("copy");
  }
}
