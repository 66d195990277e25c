/** Addresses on this server: links that keep the reader's language, questions that are answered in the page's. */

const NAME = "lang";

/** Where a link leads: in the language that this page's own address asks for, if it asks for one. @param {string} path */
export function linked(path) {
  return inLanguage(path, new URLSearchParams(location.search).get(NAME));
}

/** Where to ask for sentences, whatever language another tab has chosen since. @param {string} path */
export function asking(path) {
  return inLanguage(path, document.documentElement.lang);
}

/** Where this page is from now on: a reload, and the page in another language, show the same. @param {string} path */
export function stayAt(path) {
  history.replaceState(null, "", linked(path));
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#languages a"))) link.href = inLanguage(path, link.hreflang);
}

/** @param {string} path @param {string | null} language */
function inLanguage(path, language) {
  const url = new URL(path, location.href);
  if (language) url.searchParams.set(NAME, language);
  return url.pathname + url.search;
}
