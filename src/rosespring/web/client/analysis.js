/**
 * The analysis: a position or a game, what it is worth, and other ways to go on.
 *
 * What is tried from a place of the game on is a branch; going back along it leads to the game again.
 */

import { linked } from "./address.js";
import { GLIDE } from "./board.js";
import { Branch } from "./branch.js";
import { Brought } from "./brought.js";
import { Drag } from "./drag.js";
import { ending, gameButtons, Moves, sharesOf, turnText } from "./graph.js";
import { habit } from "./habits.js";
import { Input } from "./input.js";
import { Looking } from "./looking.js";
import { pace } from "./pace.js";
import { Points } from "./points.js";
import { nothingThere } from "./prompts.js";
import { Queue } from "./queue.js";
import { Speech } from "./speech.js";
import { ask, fitBoard, layBoard, showHandOn, showSides, stateOf, wireHandOn } from "./study.js";
import { pickedWords, watchedWords } from "./telling.js";
import { wireTheme } from "./theme.js";
import { byId } from "./view.js";
import { _, fill } from "./words.js";
import { Worth } from "./worth.js";

/** @typedef {import("./study.js").Told} Told */
/** @typedef {import("./graph.js").Game} Game */
/** @typedef {import("./brought.js").Studied} Studied */

class Analysis {
  constructor() {
    this.speech = new Speech([byId("live-0"), byId("live-1")]);
    this.queue = new Queue(byId("queue"), byId("queue-words"));
    this.moves = new Moves((index) => this.go(index));
    const worth = new Worth({
      play: (way) => this.take({ steps: way.steps.map((step) => `${step.from}.${step.number}`).join() }),
      preview: (way) => this.preview(way),
      roll: (rolled) => this.take({ roll: rolled.dice.join("") }),
    });
    this.input = new Input({
      play: (point, number) => this.follow({ steps: `${point}.${number}` }),
      refuse: (point) => this.refuse(point, _("This checker cannot play the numbers that come now.")),
      notNow: (point) => this.refuse(point, this.told?.winner === null ? _("Choose a roll first.") : _("The game is over.")),
      nothing: (point) => this.refuse(point, nothingThere(this.state(), this.board.geometry.isTheirs(this.state().men, point))),
      unreachable: (point) => this.refuse(point, _("No number of yours leads there.")),
      oneTap: () => habit("one-tap"),
      changed: () => this.refresh(),
    });
    /** @type {Studied | null} */
    this.record = null;
    /** @type {Game | null} */
    this.game = null;
    this.at = 0;
    this.branch = new Branch();
    /** Questions about where to go; only the last one's answer is shown. */
    this.asked = 0;
    /** @type {Told | null} */
    this.told = null;
    /** @type {Told | null} the position that is analysed, where there is no game */
    this.root = null;
    this.looking = new Looking(worth);
    this.brought = new Brought({ open: (told) => this.open(told), study: (record) => this.study(record) });
    this.refusal = "";
    /** @type {import("./board.js").Board} */
    this.board = layBoard("parallel", 0);
    this.points = new Points(byId("points"), this.board, (point) => this.tap(point));
    this.drag = new Drag(byId("study-board"), this.board, { pickUp: (point) => this.input.pickUp(point), putDown: (point) => this.input.release(point) });
    this.wire();
    this.begin(JSON.parse(byId("study-data").textContent ?? "{}"));
  }

  wire() {
    byId("go-first").addEventListener("click", () => this.go(0));
    byId("go-back").addEventListener("click", () => this.back());
    byId("go-on").addEventListener("click", () => this.on());
    byId("go-last").addEventListener("click", () => this.go(Infinity));
    byId("return").addEventListener("click", () => this.go(this.at));
    document.addEventListener("keydown", (event) => this.key(event));
    wireHandOn();
    fitBoard(this);
  }

  /** @param {{position: Told | null, record: Studied | null}} data */
  begin({ position, record }) {
    if (position) this.open(position);
    else if (record) this.study(record);
    else this.brought.again();
  }

  /** @param {Told} told */
  open(told) {
    this.record = this.game = null;
    this.root = told;
    byId("record-panel").hidden = byId("games").hidden = true;
    byId("main").dataset.empty = "false";
    byId("heading").textContent = _("Analysis");
    byId("subheading").textContent = told.title;
    this.at = 0;
    this.branch.leave();
    this.show(told, 0);
  }

  /** @param {Studied} record */
  study(record) {
    this.record = record;
    this.root = null;
    byId("main").dataset.empty = "false";
    byId("record-panel").hidden = false;
    const { names, title, fault, length } = record;
    byId("heading").textContent = fill(_("{light} against {dark}"), { light: names[0], dark: names[1] });
    byId("subheading").textContent = length > 1 ? fill(_("{title}, to {n} points"), { title, n: length }) : title;
    byId("fault").hidden = !fault;
    byId("fault").textContent = fault ? fill(_("The record is read only up to its first fault. {fault}"), { fault }) : "";
    byId("games").hidden = record.games.length < 2;
    byId("games").replaceChildren(...gameButtons(record.games, (game) => this.choose(game)));
    this.choose(record.games.find((game) => game.number === Number(new URLSearchParams(location.search).get("game"))) ?? record.games[0]);
  }

  /** @param {Game | undefined} game */
  async choose(game) {
    if (!game) return;
    this.game = game;
    [...byId("games").children].forEach((button, index) => button.toggleAttribute("aria-current", this.record?.games[index] === game));
    this.moves.show(game);
    await this.go(0);
    try {
      const shares = await sharesOf(game);
      if (game === this.game) this.moves.draw(shares);
    } catch (error) {
      this.say(String(/** @type {Error} */ (error).message));
    }
  }

  /** To a place of the game, or to the position that it began with. @param {number} index */
  async go(index) {
    this.branch.leave();
    if (!this.game) return this.root ? this.show(this.root) : undefined;
    this.at = Math.max(0, Math.min(index, this.game.turns.length));
    this.moves.mark(this.at);
    const turn = this.game.turns[this.at];
    await this.load({ position: turn ? (turn.decision ?? turn.before) : this.game.last });
  }

  back() {
    const { branch } = this;
    if (branch.length > 1) this.show(branch.step(-1));
    else this.go(branch.length ? this.at : this.at - 1);
  }

  on() {
    const { branch } = this;
    if (branch.more) this.show(branch.step(1));
    else if (!branch.length) this.go(this.at + 1);
  }

  /** Goes on by a choice from the lists, which on a phone are far from the board. @param {{steps?: string, roll?: string}} how */
  take(how) {
    byId("study-board").scrollIntoView({ block: "nearest" });
    this.follow(how);
  }

  /** Goes on from the position that is shown. @param {{steps?: string, roll?: string}} how */
  follow(how) {
    if (this.told) this.load({ position: this.told.id, ...how }, (told) => this.branch.grow(told));
  }

  /** Asks for a position and shows it, unless another one has been asked for meanwhile. @param {Record<string, string>} query @param {(told: Told) => void} [reached] */
  async load(query, reached) {
    const asked = (this.asked += 1);
    try {
      const told = await ask("/api/position", { query });
      if (asked !== this.asked) return;
      reached?.(told);
      this.show(told);
    } catch (error) {
      if (asked === this.asked) this.say(String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {Told} told @param {number} [duration] of a glide, in ms */
  show(told, duration = GLIDE) {
    this.asked += 1;
    this.told = told;
    this.refusal = "";
    if (byId("board-picture").dataset.movement !== told.movement) {
      this.board = layBoard(told.movement, told.side);
      fitBoard(this);
    }
    this.board.number(told.side);
    this.points.place();
    this.board.show(told.men, duration * pace());
    const state = this.state();
    this.queue.show(state);
    showSides(told, this.record?.names);
    showHandOn(told, this.matchQuery());
    /** @type {HTMLAnchorElement} */ (byId("editor-link")).href = linked(`/editor?position=${encodeURIComponent(told.id)}${this.matchQuery().replace("?", "&")}`);
    /** @type {HTMLAnchorElement} */ (byId("subheading")).href = linked(`/rules/${told.rules}`);
    byId("position-words").textContent = watchedWords(state);
    this.preview(null);
    this.tellPlace();
    this.refresh();
    this.looking.at(told, { away: this.away(), played: this.playedText() });
  }

  /** Light's and Dark's needs at the score of the game, or of the address. */
  away() {
    if (this.game) return this.game.away?.join("-") ?? "";
    const asked = new URLSearchParams(location.search).get("away") ?? "";
    return /^[1-9]\d?-[1-9]\d?$/.test(asked) ? asked : "";
  }

  /** The play that was made of what the board shows, if it was made to its end. */
  playedText() {
    const turn = this.turn();
    return turn && !turn.unfinished && this.told?.stages.length ? turn.text : "";
  }

  matchQuery() {
    return this.away() ? `?away=${this.away()}` : "";
  }

  /** The turn of the game whose decision is shown. */
  turn() {
    return this.branch.length ? undefined : this.game?.turns[this.at];
  }

  state() {
    return stateOf(/** @type {Told} */ (this.told));
  }

  /** @param {number} point */
  tap(point) {
    this.refusal = "";
    this.input.tap(point);
  }

  /** @param {number} point @param {string} words */
  refuse(point, words) {
    this.board.shake(point);
    this.say(words);
  }

  /** @param {string} words */
  say(words) {
    this.refusal = words;
    this.speech.say(words);
    this.tellPlace();
    this.refresh();
  }

  /** Arrows of a play that is looked at, else of the one that was made. @param {import("./study.js").Way | null} way */
  preview(way) {
    const turn = this.turn();
    const steps = way?.steps ?? turn?.steps ?? [];
    this.board.recall(steps.length && this.told ? { side: this.told.side, steps } : null);
  }

  refresh() {
    if (!this.told) return;
    const state = this.state();
    this.input.update(state, true);
    const { offer } = this.input;
    this.board.arrows.classList.toggle("behind", offer.picked !== null);
    this.board.offer(offer.picked === null ? [] : offer.sources, offer.picked, offer.targets);
    this.points.name(state, offer);
    byId("detail").textContent = this.refusal || (offer.picked === null ? this.news() : pickedWords(offer.picked, offer.targets));
    byId("detail").dataset.tone = this.refusal ? "refusal" : "news";
  }

  /** What has become of numbers: of those of the turn of the game, else of those on the way here; or how the game ended. */
  news() {
    const ended = this.game && this.at === this.game.turns.length && !this.branch.length ? ending(this.game).how : "";
    return ended || (this.turn()?.words ?? this.told?.words ?? []).join(" ");
  }

  /** Where in the game, or beside it, the board stands. */
  tellPlace() {
    const turn = this.turn();
    const count = this.game?.turns.length ?? 0;
    const tried = this.branch.length;
    byId("now").textContent = tried ? fill(_("Tried: move {n}"), { n: tried }) : turn ? turnText(turn) : this.game ? ending(this.game).result : (this.told?.title ?? "");
    byId("return").hidden = !tried;
    byId("go").hidden = !tried && count === 0;
    for (const id of ["go-first", "go-back"]) byId(id).toggleAttribute("disabled", !tried && this.at === 0);
    byId("go-on").toggleAttribute("disabled", tried ? !this.branch.more : this.at >= count);
    byId("go-last").toggleAttribute("disabled", !tried && this.at >= count);
    Object.assign(byId("main").dataset, { at: this.at, tried, position: this.told?.id });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, #points")) return;
    if (event.key === "ArrowLeft") this.back();
    else if (event.key === "ArrowRight") this.on();
    else if (event.key === "Escape") this.input.drop();
    else return;
    event.preventDefault();
  }
}

wireTheme(document);
new Analysis();
