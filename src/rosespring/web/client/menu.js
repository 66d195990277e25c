/** The menu: the rules of this table, another device, the record, looks and sounds, and the ways to end a match. */

import { linked } from "./address.js";
import { wireCopy } from "./copy.js";
import { otherName } from "./prompts.js";
import { showRecords } from "./records.js";
import { setSound, soundOn } from "./sound.js";
import { wirePace } from "./pace.js";
import { wireTheme } from "./theme.js";
import { _, dateWords, fill, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Menu {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {string} address of the table
   * @param {(type: string, body?: object) => void} send
   */
  constructor(dialog, address, send) {
    this.dialog = dialog;
    this.address = address;
    this.send = send;
    /** @type {State | null} */
    this.state = null;
    wireTheme(dialog);
    wirePace(dialog);
    this.wireSound();
    for (const row of dialog.querySelectorAll(".link-row")) wireCopy(/** @type {HTMLElement} */ (row));
    this.on("close", () => dialog.close());
    this.on("seat-link", () => this.seatLink());
    this.on("watch-link", () => this.watchLink());
    for (const name of ["resign", "abort"]) {
      this.on(name, () => this.ask(name, true));
      this.on(`${name}-not`, () => this.ask(name, false));
    }
    this.on("resign-yes", () => this.giveUp());
    this.on("abort-yes", () => this.end("abort"));
    this.on("claim", () => this.end("claim"));
    this.on("offer", () => this.end("offer"));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => this.askNothing());
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.dialog.querySelector(`[data-menu="${name}"]`));
  }

  /** @param {string} name @param {() => void} deed */
  on(name, deed) {
    this.part(name).addEventListener("click", deed);
  }

  wireSound() {
    const box = /** @type {HTMLInputElement} */ (this.part("sound"));
    box.checked = soundOn();
    box.addEventListener("change", () => setSound(box.checked));
  }

  open() {
    this.dialog.showModal();
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const may = (/** @type {string} */ command) => state.can.includes(command);
    this.part("resign-row").hidden = !may("resign");
    this.part("offer").hidden = !may("offer");
    this.part("abort-row").hidden = !may("abort");
    this.part("claim").hidden = !may("claim");
    this.part("claim-later").hidden = may("claim") || !state.claim_after;
    if (state.claim_after) {
      const words = { name: otherName(state), date: dateWords(state.claim_after) };
      this.part("claim-later").textContent = fill(_("If {name} stays away, you may claim the match from {date}."), words);
    }
    const rules = /** @type {HTMLAnchorElement} */ (this.part("rules"));
    rules.href = linked(`/rules/${encodeURIComponent(state.position.split("~")[1] ?? "")}`);
    this.part("cost").textContent = this.cost();
    showRecords(this.part("records"), this.address, state.match_number);
  }

  cost() {
    const points = this.state?.resign_costs[this.state.seat] ?? 0;
    const name = this.state ? otherName(this.state) : "";
    return fill(ngettext("Giving up costs you {n} point: {name} wins the game.", "Giving up costs you {n} points: {name} wins the game.", points), { name });
  }

  /** What cannot be taken back is asked about first. @param {string} name @param {boolean} asking */
  ask(name, asking) {
    this.part(name).hidden = asking;
    this.part(`${name}-sure`).hidden = !asking;
    if (asking) this.part(`${name}-not`).focus();
  }

  askNothing() {
    this.ask("resign", false);
    this.ask("abort", false);
  }

  giveUp() {
    if (!this.state) return;
    this.send("resign", { points: this.state.resign_costs[this.state.seat] });
    this.dialog.close();
  }

  /** @param {string} command */
  end(command) {
    this.send(command);
    this.dialog.close();
  }

  /** The link by which others look on. */
  watchLink() {
    const row = this.part("watch-link-row");
    row.hidden = false;
    /** @type {HTMLInputElement} */ (row.querySelector("input")).value = String(this.part("watch-link").dataset.address);
  }

  async seatLink() {
    const note = this.part("seat-link-note");
    try {
      const answer = await fetch(`${this.address}/seat-link`, { method: "POST" });
      if (!answer.ok) throw new Error(String(answer.status));
      const { url } = await answer.json();
      const row = this.part("seat-link-row");
      /** @type {HTMLInputElement} */ (row.querySelector("input")).value = url;
      row.hidden = false;
      note.textContent = _("Open this link on your other device. It works once, and only for you.");
    } catch {
      note.textContent = _("The link could not be made just now. Try again in a moment.");
    }
    note.hidden = false;
  }
}
