/** Form fields marked `data-keep` come back with what was chosen last time. */

import { recall, remember } from "./memory.js";

/** @typedef {HTMLInputElement} Field */

/** @param {ParentNode} root */
export function keepFields(root) {
  for (const found of root.querySelectorAll("input[data-keep]")) {
    const field = /** @type {Field} */ (found);
    restore(field);
    field.addEventListener("change", () => keep(field));
  }
}

/** @param {Field} field */
function restore(field) {
  const kept = recall("field." + field.dataset.keep);
  if (kept === null) return;
  if (field.type === "radio") field.checked = field.value === kept || (field.checked && !hasTwin(field, kept));
  else if (!field.value) field.value = kept;
}

/**
 * Whether the group still offers the value that was kept.
 * @param {Field} field
 * @param {string} value
 */
function hasTwin(field, value) {
  const twins = field.form?.querySelectorAll(`input[name="${CSS.escape(field.name)}"]`) ?? [];
  return [...twins].some((twin) => /** @type {Field} */ (twin).value === value);
}

/** @param {Field} field */
function keep(field) {
  if (field.type !== "radio" || field.checked) remember("field." + field.dataset.keep, field.value);
}
