/** A game that the computer played against itself, for the board on the start page to live by. */

/** Where it begins: `[side][own point]`. */
export const MEN = [[0, 0, 0, 1, 3, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 2, 0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 3, 3]];

/** Each turn: side, dice (or -- for received numbers), steps as point.number. */
const TURNS =
  "022 20.2 18.2 18.2 4.2 16.3 16.3 13.3 13.3 10.4 10.4 6.4 6.4 15.5 13.5 10.5 8.5 16.6 10.6 10.6 8.6;151 7.5 2.1;042 5.4 3.2;161 24.1 7.6;066 7.6;1-- 7.6;131 24.3 23.1;032 4.3 4.2;131 24.3 23.1;052 6.5 4.2;165 23.5 18.6;064 18.6 12.4;161 23.1 12.6;051 8.5 1.1;153 21.3 6.5;043 4.4 3.3;122 22.2 20.2 18.2 18.2 22.3 22.3 19.3 19.3 16.4 16.4 16.4 16.4 21.5 16.5 12.5 11.5 12.6 12.6 12.6 7.6;051 5.5 1.1;165 21.5 16.6;051 3.5 1.1;163 21.6 15.3;053 2.5 2.3;132 10.3 7.2;043 2.4 2.3;165 21.5 12.6;032 2.3 2.2;163 16.6 10.3;062 1.6 1.2";

/** @typedef {{side: 0 | 1, dice: number[] | null, steps: {from: number, number: number}[]}} Turn */

/** @returns {Turn[]} */
export function turns() {
  return TURNS.split(";").map((text) => {
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
