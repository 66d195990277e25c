/** "Your games" on the start page: the way back to tables that this browser knows. */

import { linked } from "./address.js";
import { drawing } from "./svg.js";
import { forgetTable, keptTables } from "./tables.js";
import { _, dateWords, fill } from "./words.js";

/** @typedef {import("./tables.js").Kept} Kept */

const SHOWN = 4;

/** @param {HTMLElement} section */
export function showGames(section) {
  const list = /** @type {HTMLElement} */ (section.querySelector("ul"));
  const tables = keptTables().slice(0, SHOWN);
  list.replaceChildren(...tables.map((table) => row(table, () => showGames(section))));
  section.hidden = !tables.length;
}

/** @param {Kept} table @param {() => void} changed */
function row(table, changed) {
  const row = document.createElement("li");
  row.className = "game-row";
  row.append(link(table), forgetButton(table, changed));
  return row;
}

/** @param {Kept} table */
function link(table) {
  const link = document.createElement("a");
  link.href = linked(`/t/${encodeURIComponent(table.id)}`);
  const who = document.createElement("strong");
  who.textContent = table.name ? fill(_("With {name}"), { name: table.name }) : _("Waiting for your guest");
  const what = document.createElement("span");
  const words = { title: table.title, date: dateWords(new Date(table.at).toISOString()) };
  what.textContent = fill(table.over ? _("{title} · over · {date}") : _("{title} · {date}"), words);
  link.append(who, what);
  return link;
}

/** @param {Kept} table @param {() => void} changed */
function forgetButton(table, changed) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button";
  button.title = _("Take off this list");
  button.setAttribute("aria-label", fill(_("Take the game with {name} off this list"), { name: table.name || _("your guest") }));
  button.append(drawing("icon-close", "icon"));
  button.addEventListener("click", () => {
    forgetTable(table.id);
    changed();
  });
  return button;
}
