/** The page that checks the dice of a match: plain steps, each with its outcome, and the throws with their counts. */

import { belongs, checkGame } from "./check.js";
import { keepFields } from "./fields.js";
import { recallSeed } from "./seeds.js";
import { drawing } from "./svg.js";
import { wireTheme } from "./theme.js";
import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./check.js").DiceFile} DiceFile */
/** @typedef {import("./check.js").GameDice} GameDice */
/** @typedef {import("./check.js").Verdict} Verdict */
/** @typedef {boolean | null} Holds null: cannot be told yet */
/** @typedef {{holds: Holds, title: string, words?: string, code?: string}} Check */

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {Holds} holds */
function stateOf(holds) {
  return holds === null ? "later" : holds ? "holds" : "fails";
}

/**
 * @param {string} name
 * @param {string} [text]
 * @param {(Node | string)[]} [children]
 */
function element(name, text = "", children = []) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/** @param {Check} check */
function line({ holds, title, words, code }) {
  const text = element("div", "", [element("strong", title)]);
  if (words) text.append(element("div", words));
  if (code) text.append(element("code", code));
  const item = element("li", "", [drawing(`icon-${stateOf(holds)}`, "icon"), text]);
  item.dataset.state = stateOf(holds);
  return item;
}

/** What was fixed before the first throw. @param {DiceFile} file @returns {Promise<Check[]>} */
async function partChecks({ table, match, parts }) {
  const [light, dark] = await Promise.all([0, 1].map((side) => belongs(parts.seeds[side], parts.commits[side])));
  /** @type {Check[]} */
  const checks = [
    { holds: parts.server ? true : null, title: _("The server fixed its part before the first throw"), words: _("This hash was shown to both players."), code: parts.server ?? "" },
    { holds: light, title: seedTitle(0, light), code: parts.seeds[0] ?? "" },
    { holds: dark, title: seedTitle(1, dark), code: parts.seeds[1] ?? "" },
  ];
  const noted = recallSeed(table, match);
  if (noted?.server) {
    const holds = noted.server === parts.server && parts.seeds.includes(noted.seed) && (!noted.other || parts.commits.includes(noted.other));
    checks.push({ holds, title: holds ? _("It is what this browser noted when the match began") : _("It is not what this browser noted when the match began"), words: _("You played here, so your own seed and the hashes that you were shown are kept in this browser.") });
  }
  return checks;
}

/** @param {0 | 1} side @param {Holds} holds */
function seedTitle(side, holds) {
  if (holds === null) return side ? _("Dark has not shown a seed") : _("Light has not shown a seed");
  if (!holds) return side ? _("Dark’s seed does not belong to its hash") : _("Light’s seed does not belong to its hash");
  return side ? _("Dark’s seed belongs to the hash that was given before") : _("Light’s seed belongs to the hash that was given before");
}

/** @param {GameDice} game @param {Verdict} verdict @returns {Check[]} */
function gameChecks(game, { key, wrong, list }) {
  if (key === null) return [{ holds: null, title: _("The server’s part is sealed until this game is over"), words: _("Download the dice file now: it has the locked list of all rolls. Its key is shown when the game is over.") }];
  const throws = wrong.length
    ? wrong.map(({ count, drawn }) => fill(_("Throw {count} should be {dice}."), { count, dice: drawn.join("-") })).join(" ")
    : _("Each was worked out again from the three parts.");
  return [
    { holds: key, title: key ? _("The server’s part belongs to its hash") : _("The server’s part does not belong to its hash"), code: game.key ?? "" },
    { holds: !wrong.length, title: wrong.length ? _("Not all throws are the right ones") : ngettext("{n} throw is the right one", "All {n} throws are the right ones", game.throws.length), words: throws },
    { holds: list === true, title: list ? _("The list that was locked before says the same") : _("The list that was locked before does not say the same") },
  ];
}

/** @param {GameDice} game @param {Verdict} verdict */
function gamePanel(game, verdict) {
  const wrong = new Set(verdict.wrong.map(({ count }) => count));
  const checks = element("ol", "", gameChecks(game, verdict).map(line));
  checks.className = "checks";
  const body = element("div", "", [checks, throwList(game, wrong), ...counts(game)]);
  body.className = "fold-body";
  const summary = element("summary", "", [
    element("h3", fill(_("Game {n}"), { n: game.game })),
    element("span", ngettext("{n} throw", "{n} throws", game.throws.length)),
  ]);
  const panel = element("details", "", [summary, body]);
  panel.className = "panel fold game-dice";
  return panel;
}

/** @param {GameDice} game @param {Set<number>} wrong */
function throwList(game, wrong) {
  const list = element("ol", "", game.throws.map(({ side, dice }, index) => {
    const marks = side === null ? [] : [drawing(`side-${side}`, "side")];
    const item = element("li", "", [element("small", String(index + 1)), ...marks, ...dice.map((face) => drawing(`die-${face}`, "die"))]);
    const words = { n: index + 1, a: dice[0], b: dice[1] };
    const who = side === null ? _("Throw {n}, opening: {a}-{b}") : side ? _("Throw {n}, Dark: {a}-{b}") : _("Throw {n}, Light: {a}-{b}");
    const spoken = element("span", fill(who, words));
    spoken.className = "visually-hidden";
    item.append(spoken);
    item.title = spoken.textContent ?? "";
    item.classList.toggle("wrong", wrong.has(index + 1));
    return item;
  }));
  list.className = "throws";
  return list;
}

/** How often each face came to both sides, beside what is to be expected of so many rolls. @param {GameDice} game */
function counts(game) {
  const rolls = [0, 1].map((side) => game.throws.filter((each) => each.side === side).map((each) => each.dice));
  const decimal = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const row = (/** @type {string} */ name, /** @type {(dice: number[]) => number} */ count, /** @type {number} */ trials) => {
    const cells = rolls.flatMap((own) => {
      const expected = (own.length * trials) / 6;
      const spread = 1.96 * Math.sqrt((expected * 5) / 6);
      return [String(own.reduce((sum, dice) => sum + count(dice), 0)), `${decimal.format(expected)} ± ${decimal.format(spread)}`];
    });
    return element("tr", "", [heading(name, "row"), ...cells.map((text) => element("td", text))]);
  };
  const faces = [1, 2, 3, 4, 5, 6].map((face) => row(String(face), (dice) => dice.filter((die) => die === face).length, 2));
  const doubles = row(_("Doubles"), ([a, b]) => Number(a === b), 1);
  doubles.className = "last";
  const table = element("table", "", [countsHead(rolls.map((own) => own.length)), element("tbody", "", [...faces, doubles])]);
  table.className = "counted numbers";
  const note = element("p", _("Behind ± stands what 19 of 20 counts of fair dice stay within. So few rolls always look uneven: of fourteen counts like these, one outside is usual in every second game."));
  note.className = "soft small";
  return [table, note];
}

/** Two columns a side. @param {number[]} rolls by side */
function countsHead([light, dark]) {
  const face = heading(_("Face"), "col");
  face.rowSpan = 2;
  const sides = [ngettext("Light, {n} roll", "Light, {n} rolls", light), ngettext("Dark, {n} roll", "Dark, {n} rolls", dark)].map((text) => heading(text, "colgroup"));
  for (const side of sides) side.colSpan = 2;
  const columns = sides.flatMap(() => [heading(_("came"), "col"), heading(_("expected"), "col")]);
  return element("thead", "", [element("tr", "", [face, ...sides]), element("tr", "", columns)]);
}

/** @param {string} text @param {"row" | "col" | "colgroup"} scope @returns {HTMLTableCellElement} */
function heading(text, scope) {
  const made = /** @type {HTMLTableCellElement} */ (element("th", text));
  made.setAttribute("scope", scope);
  return made;
}

/** @param {Holds[]} all @param {DiceFile} file */
function tellVerdict(all, file) {
  const over = file.games.filter((game) => game.key !== null).length;
  const holds = all.includes(false) ? false : over ? true : null;
  const [words, more] = verdictWords(holds, over, file.games.length - over);
  const text = element("p", words, [element("small", more)]);
  text.className = "verdict-words";
  byId("verdict").dataset.state = stateOf(holds);
  byId("verdict").replaceChildren(drawing(`icon-${stateOf(holds)}`, "icon"), text);
}

/** @param {Holds} holds @param {number} over games @param {number} open games */
function verdictWords(holds, over, open) {
  if (holds === false) return [_("These dice are not what they should be"), _("A step below fails. Keep the dice file: it is the proof.")];
  if (holds === null) return [_("Nothing can be checked yet"), _("The dice of a game can be checked when it is over.")];
  const checked = ngettext("{n} game checked: every throw follows from the parts that were fixed before.", "{n} games checked: every throw follows from the parts that were fixed before.", over);
  const going = _("One game is still going on.");
  return [_("The dice are as they were fixed before the game"), open ? `${checked} ${going}` : checked];
}

/** @param {string} words @param {string} more */
function say(words, more) {
  const text = element("p", words, [element("small", more)]);
  text.className = "verdict-words";
  byId("verdict").dataset.state = "later";
  byId("verdict").replaceChildren(drawing("icon-later", "icon"), text);
}

async function run() {
  const { table, match } = byId("check").dataset;
  const answer = await fetch(`/verify/${table}/file?match=${match}`);
  if (!answer.ok) throw new Error(String(answer.status));
  /** @type {DiceFile} */
  const file = await answer.json();
  if (!["drawn", "own"].includes(file.parts.kind)) {
    return say(file.parts.kind === "hand" ? _("These dice were thrown by hand") : _("These dice came from a script of the server’s operator"), _("There is nothing to check: they were not drawn together."));
  }
  const parts = await partChecks(file);
  byId("checks").replaceChildren(...parts.map(line));
  const verdicts = await Promise.all(file.games.map((game) => checkGame(file, game)));
  byId("games").replaceChildren(...file.games.map((game, index) => gamePanel(game, verdicts[index])));
  const first = byId("games").querySelector("details");
  if (first && file.games.length === 1) first.open = true;
  const all = [...parts.map(({ holds }) => holds), ...verdicts.flatMap(({ key, wrong, list }) => [key, !wrong.length, list])];
  tellVerdict(all, file);
}

keepFields(document);
wireTheme(document);
run().catch(() => say(_("The dice file could not be read"), _("Load the page again in a moment.")));
