/**
 * Words for people: gettext over the catalogue in `<script type="application/json" id="messages">`.
 *
 * The catalogue is `{"English": "translation", "one {n}": {"one": "…", "few": "…", "many": "…"}}`, a counted text with a form
 * for each plural category of CLDR. It may be empty: then English speaks.
 */

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** @returns {Catalogue} */
function readCatalogue() {
  const text = document.getElementById("messages")?.textContent?.trim();
  return text ? JSON.parse(text) : {};
}

const catalogue = readCatalogue();
const language = document.documentElement.lang || "en";
const plurals = new Intl.PluralRules(language);

/** @param {string} message */
export function gettext(message) {
  const found = catalogue[message];
  return typeof found === "string" ? found : message;
}

export { gettext as _ };

/**
 * The form of a text that fits `count`, with `{n}` filled in.
 * @param {string} singular
 * @param {string} plural
 * @param {number} count
 */
export function ngettext(singular, plural, count) {
  const forms = catalogue[singular];
  const text = forms instanceof Object ? (forms[plurals.select(count)] ?? forms.other) : count === 1 ? singular : plural;
  return fill(text, { n: count });
}

/**
 * `text` with its `{names}` replaced.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Notation as it can stand in a text that is written from right to left, too. @param {string} notation */
export function isolated(notation) {
  return document.documentElement.dir === "rtl" ? `\u2066${notation}\u2069` : notation;
}

/**
 * "a", "a and b", "a, b and c".
 * @param {(string | number)[]} parts
 * @returns {string}
 */
export function listing(parts) {
  if (parts.length < 2) return parts.map(String).join("");
  let head = String(parts[0]);
  for (const part of parts.slice(1, -1)) head = fill(gettext("{first}, {second}"), { first: head, second: part });
  return fill(gettext("{first} and {last}"), { first: head, last: parts[parts.length - 1] });
}

/** @param {string} iso */
export function dateWords(iso) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}
