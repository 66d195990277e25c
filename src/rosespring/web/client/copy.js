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

/** A button that hands the field's link to the device's own share sheet, where there is one. @param {HTMLElement} row @param {HTMLElement} button */
export function wireShare(row, button) {
  const input = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  button.hidden = !navigator.share;
  // Closing the sheet without a choice is no failure.
  button.addEventListener("click", () => navigator.share({ url: input.value }).catch(() => {}));
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
