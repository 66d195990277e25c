/** A finished match to look at again: any turn, step by step, from the list of its moves. */

import { Board } from "./board.js";
import { Replay } from "./replay.js";
import { wireCopy, wireShare } from "./copy.js";

/** @typedef {import("./replay.js").Turn} Turn */
/** @typedef {{game: number, men: number[][]}} Ended */

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @type {{turns: (Turn & {number: number, game: number})[], games: Ended[]}} */
const told = JSON.parse(byId("told").textContent ?? "");
const board = new Board(/** @type {SVGSVGElement} */ (document.querySelector(".board-picture svg")));
const shown = told.games.find((game) => game.game === Number(byId("shared").dataset.game)) ?? told.games[0];
const replay = new Replay(byId("replay"), board, () => showEnd());

function showEnd() {
  board.show(shown.men, 0);
  board.recall(null);
  mark(null);
}

/** @param {Element | null} chosen */
function mark(chosen) {
  for (const button of document.querySelectorAll("[data-turn]")) button.toggleAttribute("aria-current", button === chosen);
}

for (const button of document.querySelectorAll("[data-turn]")) {
  button.addEventListener("click", () => {
    const turn = told.turns.find((each) => each.number === Number(/** @type {HTMLElement} */ (button).dataset.turn));
    if (!turn) return;
    mark(button);
    replay.start(turn);
    byId("board-frame").scrollIntoView({ block: "nearest" });
  });
}

board.fit(() => byId("shared").style.setProperty("--ratio", String(board.view.width / board.view.height)));
const row = /** @type {HTMLElement} */ (document.querySelector(".share-link"));
wireCopy(row);
wireShare(row, byId("share-button"));
showEnd();
