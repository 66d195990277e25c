/**
 * Words for people: gettext over the catalogue in `<script type="application/json" id="messages">`.
 *
 * The catalogue is `{"texts": {"English": "translation", "one {n}": ["form 0", "form 1", …]}, "forms": "1011…"}`:
 * `forms` holds the plural form of 0 … 199 as digits (larger numbers repeat as 100 + n % 100). It may be empty: then English speaks.
 */

/** @typedef {{texts?: Record<string, string | string[]>, forms?: string}} Catalogue */

/** @returns {Catalogue} */
function readCatalogue() {
  const text = document.getElementById("messages")?.textContent?.trim();
  return text ? JSON.parse(text) : {};
}

const catalogue = readCatalogue();

/** @param {string} message */
export function gettext(message) {
  const found = catalogue.texts?.[message];
  return typeof found === "string" && found ? found : message;
}

export { gettext as _ };

/**
 * The form of a text that fits `count`, with `{n}` filled in.
 * @param {string} singular
 * @param {string} plural
 * @param {number} count
 */
export function ngettext(singular, plural, count) {
  const found = catalogue.texts?.[singular];
  const form = Number(catalogue.forms?.[count < 200 ? count : 100 + (count % 100)] ?? (count === 1 ? 0 : 1));
  const text = (Array.isArray(found) && found[form]) || (count === 1 ? singular : plural);
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
  const lang = document.documentElement.lang || "en";
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}
