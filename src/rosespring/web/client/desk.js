/** The desk beneath the board: prompt and sentences, the three controls, the invitation, the result. */

import { linked } from "./address.js";
import { wireCopy, wireShare } from "./copy.js";
import { gamesWords, mainButton, otherName, prompt, result } from "./prompts.js";
import { showRecords } from "./records.js";
import { renew } from "./renew.js";
import { drawing, still } from "./svg.js";
import { _, fill } from "./words.js";

/** @typedef {import("./types.js").State} State */

/** A command answered sooner than this is not worth a word, in ms. */
const PATIENCE = 250;

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

export class Desk {
  /**
   * @param {string} address of the table
   * @param {(command: string) => void} send
   * @param {(command: string) => void} refuse a press of a button that cannot be pressed now
   */
  constructor(address, send, refuse) {
    this.address = address;
    this.refuse = refuse;
    this.send = send;
    this.main = /** @type {HTMLButtonElement} */ (byId("main-button"));
    this.undo = /** @type {HTMLButtonElement} */ (byId("undo-button"));
    this.mainLabel = /** @type {HTMLElement} */ (this.main.querySelector("[data-main-label]"));
    this.mainIcon = /** @type {HTMLElement} */ (this.main.querySelector("[data-main-icon]"));
    this.command = "";
    this.drawn = "";
    this.slow = 0;
    this.main.addEventListener("click", () => this.press(this.main, this.command));
    this.undo.addEventListener("click", () => this.press(this.undo, "undo"));
    for (const answer of ["accept", "refuse"]) byId(`answer-${answer}`).addEventListener("click", () => this.send(answer));
    const link = /** @type {HTMLElement} */ (document.querySelector("#invite .link-row"));
    wireCopy(link);
    wireShare(link, byId("share-button"));
  }

  /** @param {HTMLButtonElement} button @param {string} command */
  press(button, command) {
    if (button.getAttribute("aria-disabled") !== "true") this.send(command);
    else if (!this.slow) this.refuse(command);
  }

  /** What was typed, or a key. @param {string} command */
  pressNamed(command) {
    if (command === "undo") this.press(this.undo, "undo");
    else if (command === this.command) this.press(this.main, command);
    else this.refuse(command);
  }

  /** A gentle refusal. @param {string} command */
  shake(command) {
    if (still()) return;
    const frames = [0, -5, 4, -3, 2, 0].map((dx) => ({ transform: `translateX(${dx}px)` }));
    (command === "undo" ? this.undo : this.main).animate(frames, { duration: 320, easing: "ease-out" });
  }

  /**
   * @param {State} state
   * @param {{busy: boolean, held: boolean, judged: boolean, thrown: number, line: import("./socket.js").Status, detail: string, tone: string}} now
   */
  show(state, now) {
    this.showPanels(state);
    byId("prompt").textContent = prompt(state);
    byId("prompt").classList.toggle("mine", state.turn === state.seat);
    const detail = renew(byId("detail"), now.detail);
    detail.dataset.tone = now.tone;
    this.showControls(state, now.busy, now.thrown);
    this.showWaiting(now.busy && !now.held, waitingFor(now));
  }

  /** @param {State} state */
  showPanels(state) {
    const over = state.phase === "game-over" || state.phase === "match-over" || state.phase === "aborted";
    byId("table").dataset.phase = state.phase;
    byId("invite").hidden = state.phase !== "waiting";
    byId("result").hidden = !over;
    byId("answer").hidden = !state.can.includes("accept");
    byId("answer-words").textContent = fill(_("{name} offers to give up: you would win 1 point."), { name: otherName(state) });
    byId("own-seed-form").hidden = state.phase !== "dice" || state.parts.kind !== "own" || !state.can.includes("commit");
    byId("own-seed-server").textContent = state.parts.server ?? "";
    const place = `${encodeURIComponent(String(byId("table").dataset.table))}?match=${state.match_number}`;
    byId("result-dice").setAttribute("href", linked(`/verify/${place}`));
    byId("result-share").setAttribute("href", linked(`/g/${place}`));
    byId("result-analyse").setAttribute("href", linked(`/analysis/${place}&game=${state.results.length}`));
    byId("result-share").hidden = byId("result-analyse").hidden = !state.results.length;
    byId("play-area").hidden = over || state.phase === "waiting" || !byId("own-seed-form").hidden;
    if (state.phase === "waiting") this.showInvitation(state);
    if (over) this.showResult(state);
  }

  /** @param {State} state */
  showInvitation(state) {
    const input = /** @type {HTMLInputElement} */ (byId("invite-link"));
    if (input.value !== state.invite) input.value = state.invite ?? "";
    byId("invite-local").hidden = !state.local_only;
  }

  /** @param {State} state */
  showResult(state) {
    const { headline, detail } = state.phase === "aborted" ? { headline: _("This match was called off"), detail: _("Nobody has won or lost.") } : result(state);
    byId("result-headline").textContent = headline;
    byId("result-detail").textContent = detail;
    byId("result-games").hidden = state.results.length < 2;
    byId("result-games").textContent = gamesWords(state);
    showRecords(byId("result-records"), this.address, state.match_number);
    byId("result").classList.toggle("won", (state.match_winner ?? state.winner) === state.seat);
  }

  /** @param {State} state @param {boolean} busy @param {number} thrown */
  showControls(state, busy, thrown) {
    const { command, label, enabled, icon } = mainButton(state, thrown);
    this.command = command;
    enable(this.main, enabled && !busy);
    enable(this.undo, state.can.includes("undo") && !busy);
    this.main.hidden = this.undo.hidden = state.phase === "waiting" || state.phase === "aborted" || !byId("own-seed-form").hidden;
    this.undo.hidden ||= state.phase === "game-over" || state.phase === "match-over";
    this.main.setAttribute("aria-keyshortcuts", command === "roll" ? "r" : "d");
    if (this.slow !== 2) this.relabel(label);
    if (this.drawn !== icon) this.mainIcon.replaceChildren(drawing(`icon-${icon}`, "icon"));
    this.drawn = icon;
    this.label = label;
  }

  /** Says so when a command takes longer. @param {boolean} busy @param {string} words for what it waits */
  showWaiting(busy, words) {
    this.main.classList.toggle("sending", busy && this.slow === 2);
    if (!busy) {
      clearTimeout(this.timer);
      if (this.slow === 2) this.relabel(this.label ?? "");
      this.slow = 0;
      this.main.classList.remove("sending");
    } else if (this.slow === 0) {
      this.slow = 1;
      this.timer = setTimeout(() => this.say(words), PATIENCE);
    } else if (this.slow === 2) this.say(words);
  }

  /** @param {string} words */
  say(words) {
    this.slow = 2;
    this.main.classList.add("sending");
    this.relabel(words);
  }

  /** @param {string} label */
  relabel(label) {
    this.mainLabel = renew(this.mainLabel, label);
  }
}

/** @param {{judged: boolean, line: import("./socket.js").Status}} now */
function waitingFor({ judged, line }) {
  if (judged) return _("Checking …");
  return line === "online" ? _("Sending …") : _("Offline …");
}

/** Disabled, but still to be found by Tab and ear. @param {HTMLButtonElement} button @param {boolean} enabled */
function enable(button, enabled) {
  button.setAttribute("aria-disabled", String(!enabled));
}
