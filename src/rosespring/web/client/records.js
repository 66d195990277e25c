/** Links to the records of the matches that were played at this table before a rematch. */

import { _, fill } from "./words.js";

const SHOWN = 5;

/** @param {HTMLElement} place @param {string} address of the table @param {number} match the current one */
export function showRecords(place, address, match) {
  if (place.dataset.match === String(match)) return;
  place.dataset.match = String(match);
  place.hidden = match === 1;
  const first = Math.max(1, match - SHOWN);
  const links = Array.from({ length: match - first }, (_nothing, index) => link(address, match - 1 - index));
  place.replaceChildren(...links);
}

/** @param {string} address @param {number} match */
function link(address, match) {
  const link = document.createElement("a");
  link.href = `${address}/record?match=${match}`;
  link.download = "";
  link.textContent = fill(_("Record of match {n}"), { n: match });
  return link;
}
