/** Making SVG elements, and whether things may move. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {Element[]} [children]
 * @returns {SVGElement}
 */
export function make(name, attributes = {}, children = []) {
  const element = /** @type {SVGElement} */ (document.createElementNS(NAMESPACE, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A drawing that shows one symbol of the page.
 * @param {string} symbol
 * @param {string} kind its class
 */
export function drawing(symbol, kind) {
  const box = symbol.startsWith("icon-") && symbol !== "icon-rose" ? "0 0 24 24" : "0 0 100 100";
  return make("svg", { class: kind, viewBox: box, "aria-hidden": "true", focusable: "false" }, [make("use", { href: `#${symbol}` })]);
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the reader wants nothing to move. */
export function still() {
  return calm.matches;
}
