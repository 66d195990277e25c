/** House rules on the start page: questions that do not matter step back, and the answers are told in short. */

import { _, fill } from "./words.js";

/** The value of a field of the form. @param {HTMLFormElement} form @param {string} name */
function value(form, name) {
  return String(new FormData(form).get(name) ?? "");
}

/** Whether an option changes anything beside the other ones; as the rules themselves have it. @param {HTMLFormElement} form @param {string} name */
function matters(form, name) {
  const from = Number(value(form, "cascade_from"));
  if (name === "cascade_count") return from > 1;
  if (!["rest_scope", "unstarted", "receiver"].includes(name)) return true;
  if (value(form, "rest") === "lost") return false;
  return from > 0 || name === "rest_scope" || (name === "unstarted" && value(form, "rest_scope") === "every-roll");
}

/** Hides what does not matter; its answer still goes with the form. @param {HTMLFormElement} form */
export function wireOptions(form) {
  const fields = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-option]")]);
  const apply = () => fields.forEach((field) => (field.hidden = !matters(form, String(field.dataset.option))));
  form.addEventListener("input", apply);
  apply();
}

/** The rules that are chosen, in words, and which way they run. @param {HTMLFormElement} form */
export function chosen(form) {
  const radio = /** @type {HTMLInputElement | null} */ (form.querySelector('input[name="rules"]:checked'));
  const text = radio?.closest("label")?.querySelector(".card-text");
  const title = text?.querySelector("strong")?.textContent ?? "";
  if (radio?.value === "custom") return { title, sentence: houseRules(form), movement: value(form, "movement") };
  return { title, sentence: text?.querySelector("span")?.textContent ?? "", movement: radio?.dataset.movement ?? "parallel" };
}

/** The answers that tell the most. @param {HTMLFormElement} form */
function houseRules(form) {
  const answer = (/** @type {string} */ name) => form.querySelector(`input[name="${name}"]:checked`)?.closest("label")?.textContent?.trim() ?? "";
  const from = Number(value(form, "cascade_from"));
  const every = from === 1 ? _("Every double cascades.") : fill(_("Doubles cascade from roll number {n} on."), { n: from });
  return [answer("movement"), from ? every : _("Doubles do not cascade."), answer("rest")].join(" ");
}
