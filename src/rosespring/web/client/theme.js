/** The reader's choice of light, dark or automatic, kept in this browser. */

import { recall, remember } from "./memory.js";

/** @typedef {"auto" | "light" | "dark" | "contrast"} Theme */

const KEY = "theme";

/** @returns {Theme} */
export function theme() {
  const kept = recall(KEY);
  return kept === "light" || kept === "dark" || kept === "contrast" ? kept : "auto";
}

/** @param {Theme} chosen */
export function setTheme(chosen) {
  remember(KEY, chosen);
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

/**
 * Makes radio buttons named `theme` under `root` show and set the theme.
 * @param {ParentNode} root
 */
export function wireTheme(root) {
  for (const radio of root.querySelectorAll('input[name="theme"]')) {
    const input = /** @type {HTMLInputElement} */ (radio);
    input.checked = input.value === theme();
    input.addEventListener("change", () => setTheme(/** @type {Theme} */ (input.value)));
  }
}
