/** What a position is worth: the bar of chances, the best plays, and the table of the 21 rolls. */

import { costText, percent, wonWords, worded, worthText } from "./study.js";
import { drawing } from "./svg.js";
import { byId } from "./view.js";
import { _, fill, isolated } from "./words.js";

/** @typedef {import("./study.js").Evaluation} Evaluation */
/** @typedef {import("./study.js").Chances} Chances */
/** @typedef {import("./study.js").Told} Told */
/** @typedef {import("./study.js").Way} Way */
/** @typedef {import("./study.js").Rolled} Rolled */

/** So many signs of a play do not stand beside its numbers on a narrow screen. */
const LONG = 30;
/** The rolls of two different numbers. */
const UNLIKE = 15;

/**
 * @typedef {object} Deeds
 * @property {(way: Way) => void} play
 * @property {(way: Way | null) => void} preview
 * @property {(rolled: Rolled) => void} roll
 */

export class Worth {
  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    /** Whether a play or a roll has been chosen whose position is not valued yet. */
    this.chosen = false;
  }

  /** While nothing is known yet, what was shown stays, but pales. @param {Told} told */
  wait(told) {
    byId("study-column").dataset.waiting = "true";
    byId("plays-panel").hidden = !told.stages.length;
    byId("rolls-panel").hidden = told.stages.length > 0 || told.winner !== null;
    byId("deeper").hidden = true;
    if (!byId("depth").textContent) this.fail(_("Looking further …"));
  }

  /** Whether the plays and rolls are those of another position, for which nothing can be done any more. */
  get stale() {
    return byId("study-column").dataset.waiting === "true";
  }

  /** @param {string} words */
  fail(words) {
    byId("depth").textContent = words;
  }

  /** @param {Told} told @param {Evaluation} found @param {boolean} match */
  show(told, found, match) {
    byId("study-column").dataset.waiting = "false";
    this.showChances(told, found.chances, match);
    byId("depth").textContent = depthWords(told, found);
    byId("plays-note").textContent = match
      ? _("Choose a play to go on with it. Beside it stand the chance to win the game, and how much of the chance to win the match it gives away.")
      : _("Choose a play to go on with it. Beside it stand the chance to win the game, and the points that it gives away.");
    refill(byId("plays"), found.plays.map((way, index) => this.way(way, index, match)));
    this.showRolls(found, match);
    this.keepFocus();
  }

  /** Where the keyboard was on a play or a roll, it goes on at the next ones. */
  keepFocus() {
    if (!this.chosen || document.activeElement !== document.body) return;
    this.chosen = false;
    const next = document.querySelector("#plays button, #rolls button") ?? byId("go-back");
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }

  /** @param {() => void} deed with a play or a roll of the position that is shown */
  choose(deed) {
    if (this.stale) return;
    this.chosen = true;
    deed();
  }

  /** @param {Told} told @param {Chances} chances @param {boolean} match */
  showChances(told, chances, match) {
    byId("worth-points").textContent = worthText(chances.worth, match);
    byId("worth-for").textContent = forWhom(told, match);
    const parts = partsOf(told.side, chances);
    for (const { name, share } of parts) /** @type {HTMLElement} */ (byId("chance-bar").querySelector(`[data-part="${name}"]`)).style.width = `${100 * share}%`;
    byId("chances").replaceChildren(...parts.map(({ name, words, share }) => pair(name, words, percent(share))));
  }

  /** @param {Way} way @param {number} index @param {boolean} match */
  way(way, index, match) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "play";
    button.classList.toggle("long", way.text.length > LONG);
    const nothing = way.cost < 0.0005;
    const cost = nothing && index === 0 ? _("best") : `${nothing ? "" : "−"}${costText(way.cost, match)}`;
    button.append(worded("span", "play-text", isolated(way.text)), worded("span", "play-chance", percent(way.chances.win)), worded("span", index ? "play-cost" : "play-cost best", cost));
    if (way.played) button.append(worded("span", "play-made", _("played")));
    button.addEventListener("click", () => this.choose(() => this.deeds.play(way)));
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => this.stale || this.deeds.preview(way));
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => this.deeds.preview(null));
    item.append(button);
    return item;
  }

  /** @param {Evaluation} found @param {boolean} match */
  showRolls({ rolls, chances }, match) {
    const most = Math.max(...rolls.map((each) => Math.abs(each.chances.worth - chances.worth)), 1e-9);
    const sorted = [...rolls].sort((a, b) => b.chances.worth - a.chances.worth);
    byId("opening-note").hidden = rolls.length !== UNLIKE;
    refill(byId("rolls"), sorted.map((each) => this.roll(each, (each.chances.worth - chances.worth) / most, match)));
  }

  /** @param {Rolled} rolled @param {number} share of the largest difference, with its sign @param {boolean} match */
  roll(rolled, share, match) {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "roll-button";
    button.setAttribute("aria-label", fill(_("Roll {high}-{low}"), { high: rolled.dice[0], low: rolled.dice[1] }));
    button.append(...rolled.dice.map((face) => drawing(`die-${face}`, "die")));
    button.addEventListener("click", () => this.choose(() => this.deeds.roll(rolled)));
    head.append(button);
    const bar = document.createElement("i");
    bar.className = share < 0 ? "bar worse" : "bar better";
    bar.style.width = `${(50 * Math.abs(share)).toFixed(1)}%`;
    const worth = worded("td", "roll-worth", worthText(rolled.chances.worth, match));
    worth.append(bar);
    row.append(head, worded("td", "roll-play", rolled.text ? isolated(rolled.text) : _("no play")), worth);
    return row;
  }
}

/** @param {string} name @param {string} words @param {string} number */
function pair(name, words, number) {
  const group = document.createElement("div");
  group.dataset.part = name;
  const term = document.createElement("dt");
  const value = document.createElement("dd");
  term.textContent = words;
  value.textContent = number;
  group.append(term, value);
  return group;
}

/** The four chances, from Light's double win to Dark's. @param {number} side to act @param {Chances} chances */
function partsOf(side, { win, win2, lose2 }) {
  const light = side === 0 ? { win, win2, lose2 } : { win: 1 - win, win2: lose2, lose2: win2 };
  return [
    { name: "0-2", words: wonWords(0, 2), share: light.win2 },
    { name: "0-1", words: wonWords(0, 1), share: light.win - light.win2 },
    { name: "1-1", words: wonWords(1, 1), share: 1 - light.win - light.lose2 },
    { name: "1-2", words: wonWords(1, 2), share: light.lose2 },
  ].map((part) => ({ ...part, share: Math.max(0, part.share) }));
}

/** What a list holds now; where the keyboard was in it, it stays. @param {HTMLElement} list @param {HTMLElement[]} items */
function refill(list, items) {
  const at = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...items);
  if (at >= 0) items[Math.min(at, items.length - 1)]?.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {Told} told @param {boolean} match */
function forWhom({ side, winner, points }, match) {
  if (winner !== null && !match) return wonWords(winner, points);
  if (match) return side ? _("chance of Dark to win the match") : _("chance of Light to win the match");
  return side ? _("points on average for Dark, who is to act") : _("points on average for Light, who is to act");
}

/** @param {Told} told @param {Evaluation} found */
function depthWords(told, { depth, network }) {
  if (told.winner !== null) return _("The game is over.");
  const after = [_("As the network judges the position after each play."), _("Looked one roll ahead."), _("Looked two rolls ahead."), _("Looked two rolls ahead, at more plays.")];
  const words = told.stages.length ? after : [after[1], after[1], after[2], _("Looked three rolls ahead.")];
  const ahead = ["first", "quick", "usual", "deep"].indexOf(depth);
  const by = fill(_("Network {network}."), { network });
  return `${words[ahead]} ${by}`;
}
