/** The sign that tells how it stands with the line to the server; empty while all is well. */

import { _ } from "./words.js";

/**
 * @param {HTMLElement} sign
 * @param {import("./socket.js").Status} status
 */
export function showLine(sign, status) {
  const table = sign.closest("#table");
  if (table instanceof HTMLElement) table.dataset.line = status;
  const heading = document.createElement("strong");
  const detail = document.createElement("small");
  if (status === "offline") {
    heading.textContent = _("Connection lost. Trying again …");
    detail.textContent = _("Nothing is lost: the game goes on as soon as the line is back.");
  } else if (status === "refused") {
    heading.textContent = _("This page is no longer connected.");
    detail.textContent = _("This browser holds no seat at this table any more, or the table is open in too many tabs.");
  }
  sign.replaceChildren(...(heading.textContent ? [heading, " ", detail] : []));
}
