/** The tables at which this browser plays, newest first: written by the table page, shown on the start page. */

import { recall, remember } from "./memory.js";

/** @typedef {{id: string, name: string, title: string, at: number, over: boolean}} Kept `at`: when it was last looked at, in ms */

const KEY = "tables";
const MANY = 8;

/** @returns {Kept[]} */
export function keptTables() {
  try {
    const found = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each?.id === "string" && each.id) : [];
  } catch {
    return [];
  }
}

/** @param {Kept} table */
export function keepTable(table) {
  const others = keptTables().filter((each) => each.id !== table.id);
  remember(KEY, JSON.stringify([table, ...others].slice(0, MANY)));
}

/** What was last written of the table that is shown. */
let shown = "";

/** Keeps the table that is shown, so that the start page leads back to it. @param {string} id @param {import("./types.js").State} state */
export function keepShown(id, { names, seat, title, phase }) {
  const name = names[1 - seat];
  const over = phase === "match-over" || phase === "aborted";
  const known = `${name} ${over}`;
  if (shown === known) return;
  shown = known;
  keepTable({ id, name, title, at: Date.now(), over });
}

/** @param {string} id */
export function forgetTable(id) {
  remember(KEY, JSON.stringify(keptTables().filter((each) => each.id !== id)));
}
