/** The two lines of the players: name, presence, score, pips and checkers borne off. */

import { renew } from "./renew.js";
import { drawing } from "./svg.js";
import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */

export class Players {
  /** @param {HTMLElement} mine @param {HTMLElement} theirs */
  constructor(mine, theirs) {
    this.lines = { mine, theirs };
  }

  /** @param {State} state */
  show(state) {
    showSpectators(state);
    const other = state.seat === 0 ? 1 : 0;
    this.line(this.lines.mine, state, state.seat);
    this.line(this.lines.theirs, state, other);
  }

  /** @param {HTMLElement} line @param {State} state @param {number} side */
  line(line, state, side) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (line.querySelector(`[data-part="${name}"]`));
    line.classList.toggle("to-act", state.turn === side);
    if (line.dataset.side !== String(side)) {
      line.dataset.side = String(side);
      part("checker").replaceChildren(drawing(`checker-${side}`, "player-checker"));
    }
    const mine = side === state.seat && !state.watching;
    part("name").textContent = state.names[side] || _("waiting …");
    part("status").textContent = status(state, side, mine);
    line.dataset.presence = presence(state, side);
    renew(part("pips"), String(state.pips[side]));
    for (const off of line.querySelectorAll('[data-part="off"]')) renew(/** @type {HTMLElement} */ (off), String(state.men[side][0]));
    renew(part("score"), String(state.score[side]));
    /** @type {HTMLElement} */ (part("score").parentElement).hidden = state.length === 1;
    part("pips-word").textContent = ngettext("pip", "pips", state.pips[side]);
    part("score-word").textContent = state.length === 1 ? ngettext("point", "points", state.score[side]) : fill(_("to {n}"), { n: state.length });
  }
}

/** How many watch, where somebody does. @param {State} state */
export function showSpectators({ spectators }) {
  const place = /** @type {HTMLElement} */ (document.getElementById("spectators"));
  place.hidden = !spectators;
  place.textContent = ngettext("{n} spectator", "{n} spectators", spectators);
}

/** @param {State} state @param {number} side */
function presence(state, side) {
  if (!state.names[side]) return "none";
  if (state.kinds[side] === "computer") return "computer";
  return state.online[side] ? "online" : "away";
}

/** @param {State} state @param {number} side @param {boolean} mine */
function status(state, side, mine) {
  const colour = side === 0 ? _("Light") : _("Dark");
  if (mine) return fill(_("You, {colour}"), { colour });
  const there = { none: "", computer: colour, online: fill(_("{colour}, here"), { colour }), away: fill(_("{colour}, away"), { colour }) };
  return there[presence(state, side)];
}

/**
 * What is to be said when the other has gone or come back; empty if nothing of that kind has happened.
 * @param {State} before
 * @param {State} state
 */
export function presenceNews(before, state) {
  const other = state.seat === 0 ? 1 : 0;
  if (!state.names[other] || before.online[other] === state.online[other]) return "";
  const words = state.online[other] ? _("{name} is back.") : _("{name} is away.");
  return fill(words, { name: state.names[other] });
}
