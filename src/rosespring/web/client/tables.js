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

/** @param {string} id */
export function forgetTable(id) {
  remember(KEY, JSON.stringify(keptTables().filter((each) => each.id !== id)));
}
