/**
 * The shapes of docs/reference/web-protocol.md, for the type checker and the reader. Nothing here runs.
 *
 * @typedef {0 | 1} Side Light is 0. Sides are seats.
 * @typedef {{from: number, to: number, number: number}} Step On own points of whoever plays it; 0 is off the board.
 * @typedef {{number: number, stage: number, fate: "left" | "played" | "passed" | "lost"}} QueueItem
 * @typedef {"waiting" | "dice" | "opening" | "roll" | "play" | "confirm" | "game-over" | "match-over" | "aborted"} Phase
 * @typedef {{side: Side, steps: Step[], words: string[]}} ClosedTurn
 *
 * @typedef {object} State A table as one seat sees it.
 * @property {number} number
 * @property {Side} seat
 * @property {string[]} names
 * @property {("person" | "computer")[]} kinds
 * @property {boolean[]} online
 * @property {Record<string, string | number>} rules
 * @property {string} title
 * @property {number} length
 * @property {number[]} score
 * @property {number} match_number
 * @property {number} game_number
 * @property {Phase} phase
 * @property {Side | null} turn
 * @property {number[][]} men
 * @property {number[]} pips
 * @property {QueueItem[]} queue
 * @property {boolean} cascade
 * @property {boolean} received
 * @property {boolean} watching by somebody without a seat
 * @property {number} spectators how many watch
 * @property {boolean[]} chat who allows free words
 * @property {[number, number][]} legal
 * @property {[number, number][]} forced the steps of the stage at hand, if there is no other way to play it
 * @property {string[]} can
 * @property {ClosedTurn | null} last_turn
 * @property {Step[]} open_steps
 * @property {string[]} pending
 * @property {number[] | null} dice
 * @property {{kind: "drawn" | "own" | "hand" | "server", server: string | null, commits: (string | null)[], seeds: (string | null)[]}} parts in the dice
 * @property {Side | null} winner
 * @property {number} points
 * @property {boolean} resigned the loser of the game on the board gave it up
 * @property {Side | null} match_winner
 * @property {Side | null} rematch_offered_by
 * @property {number[]} rolls made by each side in this game
 * @property {number[]} resign_costs
 * @property {Side | null} resign_offered_by
 * @property {{winner: Side, points: number, resigned: boolean}[]} results of the games of the match so far
 * @property {Side | null} flagged who has lost the match for want of time
 * @property {{delay: number, bank: number, banks: (number | null)[], free: number, running: Side | null} | null} clock in seconds, when the state was sent
 * @property {string | null} claim_after
 * @property {string | null} invite
 * @property {boolean} local_only
 * @property {string} position
 *
 * @typedef {{number: number, kind: string, side: Side | null, words: string, game: number}} Line A line of the story.
 * @typedef {{state: State, story: Line[]}} Snapshot
 * @typedef {{number: number, kind: string, side?: Side, dice?: [number, number], step?: Step, winner?: Side, points?: number, words: string[], line: Line | null, state: State}} TableEvent
 */

export {};
