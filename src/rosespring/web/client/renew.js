/** Texts that change beside others that stay. */

/**
 * A fresh element for a new text: one that is shorter than before, or has moved on a line, would count as a shift of the layout.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {string} text
 * @returns {E} the element that is in the page now
 */
export function renew(element, text) {
  if (element.textContent === text) return element;
  const fresh = /** @type {E} */ (element.cloneNode(false));
  fresh.textContent = text;
  element.replaceWith(fresh);
  return fresh;
}
