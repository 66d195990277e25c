/** What a reader brings to be analysed: a record, an id, or a position in words, typed, pasted or in a file. */

import { stayAt } from "./address.js";
import { ask, field, positionIn, Refusal } from "./study.js";
import { byId } from "./view.js";
import { _ } from "./words.js";

/** @typedef {import("./study.js").Told} Told */
/** @typedef {{names: string[], title: string, movement: string, length: number, games: import("./graph.js").Game[], fault: string, line: number | null}} Studied */
/** @typedef {{open: (told: Told) => void, study: (record: Studied) => void}} Deeds */

const KEPT = "rosespring.record";
const LARGEST = 1e6;

export class Brought {
  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    byId("bring-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(/** @type {HTMLTextAreaElement} */ (byId("bring-text")).value);
    });
    field("bring-file").addEventListener("change", () => this.takeFile());
  }

  async takeFile() {
    const file = field("bring-file").files?.[0];
    field("bring-file").value = "";
    if (file) this.take(file.size > LARGEST ? null : decoded(await file.arrayBuffer()));
  }

  /** The record that was looked at before a reload, if there is one. */
  again() {
    const kept = sessionStorage.getItem(KEPT);
    if (kept) this.take(kept);
  }

  /** @param {string | null} text null: too long to be read */
  async take(text) {
    const trouble = byId("bring-error");
    trouble.hidden = true;
    try {
      if (text === null) throw new Refusal(413, _("This file is too large to be a record."));
      await (isRecord(text) ? this.takeRecord(text) : this.takePosition(positionIn(text)));
      byId("study-board").scrollIntoView({ block: "nearest" });
    } catch (error) {
      sessionStorage.removeItem(KEPT);
      trouble.textContent = String(/** @type {Error} */ (error).message);
      trouble.hidden = false;
    }
  }

  /** @param {string} text */
  async takeRecord(text) {
    const record = await ask("/api/records", { body: text });
    sessionStorage.setItem(KEPT, text);
    stayAt(`/analysis${location.search}`);
    this.deeds.study(record);
  }

  /** @param {string} text */
  async takePosition(text) {
    const told = await ask("/api/position", { query: { position: text } });
    sessionStorage.removeItem(KEPT);
    stayAt(`/analysis/${told.id}${location.search}`);
    this.deeds.open(told);
  }
}

/** A file's text: UTF-8, or UTF-16 where it begins with the mark of that. @param {ArrayBuffer} bytes */
function decoded(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const form = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(form).decode(bytes);
}

/** @param {string} text */
function isRecord(text) {
  return /^\s*(rosespring record|\{)/i.test(text) || text.trim().includes("\n");
}
