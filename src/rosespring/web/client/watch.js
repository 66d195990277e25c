/** The page of somebody who watches: the same board, strip and story, and nothing to press. */

import { Board, GLIDE } from "./board.js";
import { Clock } from "./clock.js";
import { wirePace, pace } from "./pace.js";
import { Playback, seenFor } from "./playback.js";
import { Players } from "./players.js";
import { Queue } from "./queue.js";
import { Review } from "./review.js";
import { Connection, socketUrl } from "./socket.js";
import { Speech } from "./speech.js";
import { saidWords } from "./talk.js";
import { Story } from "./story.js";
import { still } from "./svg.js";
import { throwerOf, watchedWords } from "./telling.js";
import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").TableEvent} TableEvent */

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** One short line: who is to do what. @param {State} state */
function watchPrompt(state) {
  const name = state.turn === null ? "" : state.names[state.turn];
  if (state.phase === "waiting") return _("The second player is awaited.");
  if (state.phase === "aborted") return _("This match was called off");
  if (state.phase === "dice") return _("The dice are being agreed on");
  if (state.phase === "match-over") return fill(_("{name} has won"), { name: state.names[Number(state.match_winner)] });
  if (state.phase === "game-over") return fill(ngettext("{name} wins {n} point", "{name} wins {n} points", state.points), { name: state.names[Number(state.winner)] });
  if (state.turn === null) return _("The opening throw");
  return fill(state.phase === "roll" ? _("{name} is to roll") : _("{name} is playing"), { name });
}

class Watch {
  constructor() {
    const root = byId("table");
    const table = String(root.dataset.table);
    const lines = [byId("player-mine"), byId("player-theirs")];
    this.board = new Board(/** @type {SVGSVGElement} */ (document.querySelector(".board-picture svg")));
    this.players = new Players(lines[0], lines[1]);
    this.queue = new Queue(byId("queue"), byId("queue-words"));
    this.clock = new Clock(lines);
    this.story = new Story(byId("story"), byId("story-scroll"), (number) => this.review.turn(number));
    this.speech = new Speech([byId("live-0"), byId("live-1")]);
    this.review = new Review(table, byId("replay"), this.board, {
      state: () => this.state,
      clear: () => this.playback.flush(),
      closed: () => this.render(0),
      missing: () => {},
    });
    this.playback = new Playback((event, hurry) => this.showEvent(event, hurry));
    /** @type {State} */
    this.state = JSON.parse(byId("state").textContent ?? "");
    this.board.fit(() => root.style.setProperty("--ratio", String(this.board.view.width / this.board.view.height)));
    byId("replay-button").addEventListener("click", () => this.review.last());
    wirePace(document);
    this.render(0);
    root.classList.add("ready");
    this.connection = new Connection(socketUrl(`/w/${table}`), table, {
      snapshot: (snapshot) => this.hearSnapshot(snapshot),
      event: (event) => {
        this.clock.hear(event.state);
        this.playback.push(event);
      },
      presence: ({ online, watching: spectators }) => {
        this.state = { ...this.state, online, spectators };
        this.players.show(this.state);
      },
      said: (said) => {
        byId("detail").textContent = saidWords({ ...this.state, seat: /** @type {any} */ (-1) }, said);
      },
      nack: () => {},
      status: (status) => {
        root.dataset.line = status;
        byId("line-state").textContent = status === "offline" ? _("Connection lost. Trying again …") : "";
      },
      answered: () => {},
    });
    this.connection.connect();
  }

  /** @param {import("./types.js").Snapshot} snapshot */
  hearSnapshot({ state, story }) {
    this.playback.clear();
    this.review.close();
    this.state = state;
    this.clock.hear(state);
    this.story.tell(story);
    this.render(GLIDE);
  }

  /** @param {TableEvent} event @param {number} hurry @returns {number} how long it is to be seen, in ms */
  showEvent(event, hurry) {
    const before = this.state;
    this.review.close();
    this.state = { ...event.state, online: before.online, spectators: before.spectators };
    this.story.hear(event);
    this.render(GLIDE * hurry, event);
    if (event.kind !== "step") this.speech.say(event.line?.words ?? event.words.join(" "));
    byId("detail").textContent = event.words.join(" ");
    return still() || !hurry ? 0 : seenFor(before, event, hurry) * pace();
  }

  /** @param {number} duration @param {TableEvent} [event] */
  render(duration, event) {
    const { state, board } = this;
    board.show(state.men, duration * pace());
    this.showDice(event);
    const turn = state.last_turn;
    board.recall(turn && !state.open_steps.length && state.phase !== "game-over" && state.phase !== "match-over" ? turn : null);
    this.queue.show(state);
    this.players.show(state);
    byId("title").textContent = state.title;
    document.title = `${state.names.filter(Boolean).join(" – ")} · Rosespring`;
    byId("prompt").textContent = watchPrompt(state);
    byId("position-words").textContent = watchedWords(state);
    byId("replay-button").classList.toggle("unseen", !turn?.steps.length);
    Object.assign(byId("table").dataset, { number: state.number, phase: state.phase, idle: this.playback.idle, busy: false });
    byId("shared-link").hidden = !state.results.length;
  }

  /** @param {TableEvent} [event] */
  showDice(event) {
    const { state, board } = this;
    if (event?.kind === "opening" && event.dice) return board.dice.open(event.dice);
    const side = throwerOf(state);
    const thrown = state.dice && side !== null ? { side, faces: [...(event?.dice ?? state.dice)].sort((a, b) => b - a) } : null;
    board.dice.show(thrown, { fresh: event?.kind === "roll" && pace() > 0, spent: state.phase === "roll" });
  }
}

new Watch();
