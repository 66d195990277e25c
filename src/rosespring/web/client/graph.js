/** The moves of a game as a list, and Light's chance to win along them as a line. */

import { ask, percent, wonWords, worded } from "./study.js";
import { make } from "./svg.js";
import { byId } from "./view.js";
import { _, fill, isolated } from "./words.js";

/** @typedef {{side: 0 | 1, dice: [number, number] | null, before: string, decision: string | null, steps: import("./types.js").Step[], text: string, words: string[], unfinished: boolean}} Turn */
/** @typedef {{number: number, away: [number, number] | null, turns: Turn[], last: string, winner: 0 | 1 | null, points: number, resigned: boolean}} Game */

const WIDTH = 600;
const HEIGHT = 120;
/** So many positions are valued in one go at most. */
const AT_ONCE = 500;

/** What was played in a turn, as far as it is known. @param {Turn} turn */
export function turnText({ text, unfinished }) {
  if (unfinished) return isolated(`${text} …`.trim());
  return text ? isolated(text) : _("no play");
}

/** How a game ended, or that nothing is known of it. @param {Game} game */
export function ending({ winner, points, resigned }) {
  if (winner === null) return { result: _("Here the record ends"), how: "" };
  return { result: wonWords(winner, points), how: resigned ? fill(_("{name} gave up."), { name: winner ? _("Light") : _("Dark") }) : "" };
}

/** Buttons that lead to the games of a match. @param {Game[]} games @param {(game: Game) => void} choose */
export function gameButtons(games, choose) {
  return games.map((game) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = fill(_("Game {n}"), { n: game.number });
    button.addEventListener("click", () => choose(game));
    return button;
  });
}

/** Light's chance to win before each turn and at the end, at sight. @param {Game} game */
export async function sharesOf(game) {
  const positions = [...game.turns.map((turn) => turn.before), game.last];
  /** @type {number[]} */
  const shares = [];
  for (let at = 0; at < positions.length; at += AT_ONCE) {
    const { chances } = await ask("/api/outlooks", { body: { positions: positions.slice(at, at + AT_ONCE), ...(game.away ? { away: game.away } : {}) } });
    for (const { win } of chances) shares.push(win);
  }
  if (game.resigned && game.winner !== null) shares[shares.length - 1] = 1 - game.winner;
  return shares;
}

export class Moves {
  /** @param {(index: number) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {number[]} Light's chance before each turn, and at the end */
    this.shares = [];
    this.at = 0;
    byId("graph").addEventListener("click", (event) => this.tap(event));
  }

  /** @param {Game} game */
  show(game) {
    this.shares = [];
    byId("graph").replaceChildren();
    byId("moves").replaceChildren(...game.turns.map((turn, index) => this.line(turn, index)), this.end(game));
  }

  /** @param {Turn} turn @param {number} index */
  line(turn, index) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.side = String(turn.side);
    const head = turn.dice ? fill(turn.side ? _("Dark {high}-{low}") : _("Light {high}-{low}"), { high: turn.dice[0], low: turn.dice[1] }) : turn.side ? _("Dark plays the rest") : _("Light plays the rest");
    button.append(worded("span", "move-head", head), worded("span", "move-text", turnText(turn)));
    button.addEventListener("click", () => this.go(index));
    item.append(button);
    return item;
  }

  /** @param {Game} game */
  end(game) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const { result, how } = ending(game);
    item.className = "move-end";
    button.append(worded("span", "move-head", result), ...(how ? [worded("span", "move-text", how)] : []));
    button.addEventListener("click", () => this.go(game.turns.length));
    item.append(button);
    return item;
  }

  /** Draws the chances of all positions. @param {number[]} shares */
  draw(shares) {
    this.shares = shares;
    const last = Math.max(shares.length - 1, 1);
    const spots = shares.map((share, index) => `${((WIDTH * index) / last).toFixed(1)} ${(HEIGHT * (1 - share)).toFixed(1)}`);
    const low = percent(Math.min(...shares));
    const high = percent(Math.max(...shares));
    const label = fill(_("Light’s chance to win over the game: {low} at least, {high} at most."), { low, high });
    const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label }, [
      make("rect", { class: "graph-dark", width: WIDTH, height: HEIGHT }),
      make("path", { class: "graph-light", d: `M0 ${HEIGHT}L${spots.join("L")}L${WIDTH} ${HEIGHT}Z` }),
      make("path", { class: "graph-middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      make("path", { class: "graph-line", d: `M${spots.join("L")}` }),
      make("path", { class: "graph-now", d: "" }),
    ]);
    byId("graph").replaceChildren(svg);
    this.mark(this.at);
  }

  /** @param {number} index */
  mark(index) {
    this.at = index;
    const x = (WIDTH * index) / Math.max(this.shares.length - 1, 1);
    byId("graph").querySelector(".graph-now")?.setAttribute("d", `M${x.toFixed(1)} 0V${HEIGHT}`);
    const buttons = [...byId("moves").querySelectorAll("button")];
    buttons.forEach((button, at) => button.toggleAttribute("aria-current", at === index));
    const shown = buttons[index]?.parentElement;
    const list = byId("moves");
    if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** @param {MouseEvent} event */
  tap(event) {
    if (!this.shares.length) return;
    const box = byId("graph").getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    this.go(Math.round(share * (this.shares.length - 1)));
  }
}
