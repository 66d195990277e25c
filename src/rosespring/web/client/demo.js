/** Games that the computer played against itself, one each way round, for the board on the start page to live by. */

/**
 * Where they begin, `[side][own point]`, and each turn: side, dice (or -- for received numbers), steps as point.number.
 * @type {Record<string, {men: number[][], turns: string}>}
 */
const GAMES = {
  parallel: {
    men: [[0, 0, 0, 1, 3, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 2, 0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 3, 3]],
    turns:
      "022 20.2 18.2 18.2 4.2 16.3 16.3 13.3 13.3 10.4 10.4 6.4 6.4 15.5 13.5 10.5 8.5 16.6 10.6 10.6 8.6;151 7.5 2.1;042 5.4 3.2;161 24.1 7.6;066 7.6;1-- 7.6;131 24.3 23.1;032 4.3 4.2;131 24.3 23.1;052 6.5 4.2;165 23.5 18.6;064 18.6 12.4;161 23.1 12.6;051 8.5 1.1;153 21.3 6.5;043 4.4 3.3;122 22.2 20.2 18.2 18.2 22.3 22.3 19.3 19.3 16.4 16.4 16.4 16.4 21.5 16.5 12.5 11.5 12.6 12.6 12.6 7.6;051 5.5 1.1;165 21.5 16.6;051 3.5 1.1;163 21.6 15.3;053 2.5 2.3;132 10.3 7.2;043 2.4 2.3;165 21.5 12.6;032 2.3 2.2;163 16.6 10.3;062 1.6 1.2",
  },
  contrary: {
    men: [[0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 1, 2, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 1, 2, 1, 1, 0, 0, 0, 5]],
    turns:
      "164 24.6 24.4;054 19.5 18.4;132 20.3 20.2;011 18.1 17.1 16.1 16.1 17.2 15.2 15.2 15.2 16.3 15.3 15.3;1-- 17.3 24.4 24.4 24.4 14.4 20.5 15.5 15.5 10.5 20.6 14.6 10.6 10.6;142 20.2 8.4;032 4.3 3.2;164 18.4 14.6;063;1-- 18.3 15.6;154 18.4 14.5;054;1-- 18.4 14.5;153 9.5 9.3;054;1-- 9.5 8.4;152 6.5 5.2;063;1-- 19.3 16.6;131 10.3 7.1;065 12.6 6.5;162 18.2 16.6;063 13.6 7.3;155 15.5 10.5 10.5 6.5 16.6 14.6 10.6 8.6;051 14.5 12.1;166;0-- 13.6 13.6 13.6 12.6;062 14.2 12.6",
  },
};

/** @typedef {{side: 0 | 1, dice: number[] | null, steps: {from: number, number: number}[]}} Turn */

/** @param {string} movement */
export function menOf(movement) {
  return GAMES[movement].men.map((counts) => [...counts]);
}

/** @param {string} movement @returns {Turn[]} */
export function turnsOf(movement) {
  return GAMES[movement].turns.split(";").map((text) => {
    const [head, ...steps] = text.trim().split(" ");
    const dice = head.endsWith("-") ? null : [Number(head[1]), Number(head[2])];
    return { side: head[0] === "0" ? 0 : 1, dice, steps: steps.map(readStep) };
  });
}

/** @param {string} text */
function readStep(text) {
  const [from, number] = text.split(".").map(Number);
  return { from, number };
}
