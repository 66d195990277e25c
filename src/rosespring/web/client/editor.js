/** The editor: a position set up by pointing, checked by the server after every change. */

import { linked, stayAt } from "./address.js";
import { GLIDE } from "./board.js";
import { Drag } from "./drag.js";
import { pace } from "./pace.js";
import { checkers, Points } from "./points.js";
import { choose, Setup } from "./setup.js";
import { Speech } from "./speech.js";
import { ask, field, fitBoard, layBoard, positionIn, showHandOn, showSides, stateOf, wireHandOn } from "./study.js";
import { watchedWords } from "./telling.js";
import { wireTheme } from "./theme.js";
import { byId } from "./view.js";
import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./study.js").Told} Told */
/** @typedef {import("./types.js").Side} Side */

const CHECKERS = 15;
const START = 24;

class Editor {
  constructor() {
    /** @type {Told} */
    const told = JSON.parse(byId("study-data").textContent ?? "{}");
    this.speech = new Speech([byId("live-0"), byId("live-1")]);
    /** @type {number[][]} of Light and Dark by their own points; those not on the board are borne off */
    this.men = told.men;
    this.setup = new Setup();
    this.board = layBoard(told.movement, 0);
    this.points = new Points(byId("points"), this.board, (point) => this.tap(point));
    this.drag = new Drag(byId("study-board"), this.board, {
      pickUp: (point) => this.pickUp(point),
      putDown: (point) => this.putDown(point),
      man: (point) => this.top(point),
    });
    /** @type {{side: Side, point: number} | null} the checker that is carried, by Light's points */
    this.carried = null;
    this.waiting = new AbortController();
    this.wire();
    fitBoard(this);
    this.setup.score(new URLSearchParams(location.search).get("away") ?? "");
    this.take(told, 0);
  }

  wire() {
    byId("to-start").addEventListener("click", () => this.set([0, 1].map(() => [...Array(START).fill(0), CHECKERS])));
    byId("to-empty").addEventListener("click", () => this.set([0, 1].map(() => [CHECKERS, ...Array(START).fill(0)])));
    byId("to-mirror").addEventListener("click", () => this.mirror());
    byId("take").addEventListener("click", () => this.paste());
    byId("setup").addEventListener("submit", (event) => event.preventDefault());
    byId("setup").addEventListener("change", (event) => this.changed(/** @type {HTMLInputElement} */ (event.target)));
    field("stages").addEventListener("input", () => this.check());
    field("paste").addEventListener("keydown", (event) => event.key === "Enter" && this.paste());
    document.addEventListener("keydown", (event) => this.key(event));
    wireHandOn();
  }

  /** A position from elsewhere. @param {Told} told @param {number} [duration] */
  take(told, duration = GLIDE) {
    this.men = told.men.map((counts) => [...counts]);
    this.setup.take(told);
    this.lay(told.movement);
    this.show(duration);
  }

  /** @param {string} movement */
  lay(movement) {
    if (byId("board-picture").dataset.movement === movement) return;
    this.board = layBoard(movement, 0);
    fitBoard(this);
  }

  /** @param {number[][]} men */
  set(men) {
    this.men = men;
    this.show();
  }

  mirror() {
    this.setup.mirror();
    this.set([this.men[1], this.men[0]]);
  }

  /** Who stands on a point. @param {number} point of Light @returns {Side | null} */
  holder(point) {
    if (!point) return null;
    if (this.men[0][point]) return 0;
    return this.men[1][this.board.geometry.across(point)] ? 1 : null;
  }

  /** @param {number} point of Light */
  top(point) {
    const side = this.carried?.side ?? this.holder(point);
    return side === null ? undefined : this.board.men.top(side, this.board.geometry.own(side, point));
  }

  /** @param {number} point of Light, 0 for his tray */
  tap(point) {
    const { tool } = this.setup;
    if (tool === "off") return this.takeOff(point);
    if (point) this.move(tool, 0, this.board.geometry.own(tool, point), point);
  }

  /** @param {number} point of Light */
  takeOff(point) {
    const side = this.holder(point);
    if (side === null) return point ? this.refuse(point, _("There is no checker to take off.")) : undefined;
    this.move(side, this.board.geometry.own(side, point), 0, point);
  }

  /** Moves one checker, if it may lie there. @param {Side} side @param {number} from @param {number} to its own points @param {number} shown Light's point that is spoken of */
  move(side, from, to, shown) {
    const other = this.holder(shown);
    if (to && other !== null && other !== side) return this.refuse(shown, side ? _("Light holds this point. Take his checkers off first.") : _("Dark holds this point. Take his checkers off first."));
    if (!this.men[side][from]) return this.refuse(shown, side ? _("All 15 checkers of Dark are on the board.") : _("All 15 checkers of Light are on the board."));
    this.men[side][from] -= 1;
    this.men[side][to] += 1;
    this.show();
    this.speech.say(this.label(shown));
  }

  /** @param {number} point of Light */
  pickUp(point) {
    const side = this.holder(point);
    if (side === null) return false;
    this.carried = { side, point };
    return true;
  }

  /** @param {number | null} point of Light; nowhere takes it off */
  putDown(point) {
    const { carried } = this;
    this.carried = null;
    if (!carried) return;
    const from = this.board.geometry.own(carried.side, carried.point);
    if (point === carried.point) return this.show();
    this.move(carried.side, from, point ? this.board.geometry.own(carried.side, point) : 0, point ?? 0);
  }

  /** @param {number} point @param {string} words */
  refuse(point, words) {
    this.show();
    if (point) this.board.shake(point);
    byId("verdict").textContent = words;
    byId("verdict").dataset.tone = "bad";
  }

  /** A change in the form. @param {HTMLInputElement} input */
  changed(input) {
    if (input.id === "paste") return;
    this.setup.changed(input);
    this.check();
  }

  /** @param {number} [duration] */
  show(duration = GLIDE) {
    this.board.show(this.men, duration * pace());
    this.name();
    this.check();
  }

  /** Names the points for the ear. */
  name() {
    for (const [point, button] of this.points.buttons) {
      button.setAttribute("aria-label", this.label(point));
      button.classList.toggle("may", point > 0);
    }
  }

  /** @param {number} point of Light */
  label(point) {
    if (!point) return ngettext("{n} light checker borne off", "{n} light checkers borne off", this.men[0][0]);
    const side = this.holder(point);
    const content = side === null ? _("empty") : checkers(side, this.men[side][this.board.geometry.own(side, point)]);
    return fill(_("Light’s {n}-point, {content}"), { n: point, content });
  }

  /** Asks the server whether the position can be. */
  async check() {
    byId("numbers").hidden = this.setup.rolls;
    this.waiting.abort();
    const { signal } = (this.waiting = new AbortController());
    const fault = this.setup.fault(this.men);
    if (fault) return this.bad(fault);
    try {
      const told = await ask("/api/positions", { body: this.setup.asked(this.men), signal });
      if (!signal.aborted) this.good(told);
    } catch (error) {
      if (!signal.aborted) this.bad(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} words */
  bad(words) {
    byId("verdict").textContent = words;
    byId("verdict").dataset.tone = "bad";
    byId("analyse").setAttribute("aria-disabled", "true");
    byId("analyse").removeAttribute("href");
    this.valid("false");
    showSides(/** @type {Told} */ ({ men: this.men, pips: this.men.map(pips), side: this.setup.side, winner: null }));
  }

  /** Only what can be is handed on. @param {"true" | "false"} whether */
  valid(whether) {
    byId("main").dataset.valid = whether;
    document.querySelector(".study-hand-on")?.toggleAttribute("inert", whether === "false");
  }

  /** @param {Told} told */
  good(told) {
    if (told.movement !== byId("board-picture").dataset.movement) {
      this.lay(told.movement);
      this.board.show(this.men, 0);
      this.name();
    }
    const query = this.setup.away;
    byId("verdict").textContent = told.words.join(" ") || _("This position can be.");
    byId("verdict").dataset.tone = "good";
    byId("analyse").setAttribute("aria-disabled", "false");
    /** @type {HTMLAnchorElement} */ (byId("analyse")).href = linked(`/analysis/${told.id}${query}`);
    byId("position-words").textContent = watchedWords(stateOf({ ...told, men: this.men }));
    byId("main").dataset.position = told.id;
    // Whoever comes back to this page finds what he has set up.
    stayAt(`/editor?position=${encodeURIComponent(told.id)}${query.replace("?", "&")}`);
    this.valid("true");
    showSides({ ...told, men: this.men, side: this.setup.side });
    showHandOn(told, query);
  }

  async paste() {
    const trouble = byId("paste-error");
    trouble.hidden = true;
    try {
      this.take(await ask("/api/position", { query: { position: positionIn(field("paste").value) } }));
      field("paste").value = "";
    } catch (error) {
      trouble.textContent = /** @type {Error} */ (error).message;
      trouble.hidden = false;
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=radio]), select, textarea")) return;
    const tool = { l: "0", d: "1", t: "off" }[event.key.toLowerCase()];
    const point = target.closest("#points [data-point]")?.getAttribute("data-point");
    if (tool) choose("tool", tool);
    else if ((event.key === "Delete" || event.key === "Backspace") && point) this.takeOff(Number(point));
    else return;
    event.preventDefault();
  }
}

/** @param {number[]} counts */
function pips(counts) {
  return counts.reduce((sum, count, point) => sum + count * point, 0);
}

wireTheme(document);
new Editor();
