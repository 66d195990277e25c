/** The table page: wires the line to the server, the board, the strip of numbers, the desk and the story together. */

import { Board, GLIDE } from "./board.js";
import { Desk } from "./desk.js";
import { Drag } from "./drag.js";
import { Input } from "./input.js";
import { Menu } from "./menu.js";
import { pace } from "./pace.js";
import { Playback } from "./playback.js";
import { Players } from "./players.js";
import { checkers, Points } from "./points.js";
import { notNow, prompt, result } from "./prompts.js";
import { currentStage, Queue } from "./queue.js";
import { Replay } from "./replay.js";
import { Connection } from "./socket.js";
import { knock, rattle } from "./sound.js";
import { Speech } from "./speech.js";
import { Story } from "./story.js";
import { still } from "./svg.js";
import { _, fill, ngettext } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").TableEvent} TableEvent */

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** How long each kind of event wants to be seen before the next one, in ms. @type {Record<string, number>} */
const SEEN_FOR = { opening: 1500, roll: 800, step: GLIDE + 30, undo: GLIDE, done: 500, "game-over": 300, next: 600 };

class Table {
  constructor() {
    const root = byId("table");
    this.address = `/t/${root.dataset.table}`;
    this.board = new Board(/** @type {SVGSVGElement} */ (document.querySelector(".board-picture svg")));
    this.points = new Points(byId("points"), this.board, (point) => this.tap(point));
    this.drag = new Drag(byId("table"), this.board, { pickUp: (point) => this.pickUp(point), putDown: (point) => this.putDown(point) });
    this.offButton = byId("off-button");
    this.offButton.addEventListener("click", () => this.tap(0));
    this.queue = new Queue(byId("queue"), byId("queue-words"));
    this.players = new Players(byId("player-mine"), byId("player-theirs"));
    this.story = new Story(byId("story"), byId("story-scroll"));
    this.speech = new Speech([byId("live-0"), byId("live-1")]);
    this.desk = new Desk((command) => this.send(command));
    this.menu = new Menu(/** @type {HTMLDialogElement} */ (byId("menu")), this.address, (type, body) => this.send(type, body));
    this.replay = new Replay(byId("replay"), this.board, () => this.render(0));
    this.playback = new Playback((event, hurry) => this.showEvent(event, hurry));
    this.input = new Input({ play: (point, number) => this.play(point, number), refuse: (point) => this.askWhyNot(point), notNow: (point) => this.sayNotNow(point), changed: () => this.refresh() });
    this.connection = new Connection(socketUrl(this.address), String(root.dataset.table), {
      snapshot: (snapshot) => this.hearSnapshot(snapshot),
      event: (event) => this.playback.push(event),
      presence: (online) => this.hearPresence(online),
      nack: (nack, command) => this.hearNack(nack, command),
      status: (status) => this.hearStatus(status),
      answered: () => this.refresh(),
    });
    /** @type {State} */
    this.state = JSON.parse(byId("state").textContent ?? "");
    /** What has just happened, in sentences. */
    this.news = "";
    /** Why the last tap did nothing. */
    this.refusal = "";
    /** @type {{point: number, number: number} | null} a step shown before the server has agreed to it */
    this.ahead = null;
    this.wire();
  }

  wire() {
    byId("menu-button").addEventListener("click", () => this.menu.open());
    byId("replay-button").addEventListener("click", () => this.replayLastTurn());
    document.addEventListener("keydown", (event) => this.key(event));
    this.board.fit(() => this.fit());
    this.render(0);
    byId("table").classList.add("ready");
    this.connection.connect();
  }

  fit() {
    const { width, height } = this.board.view;
    byId("table").style.setProperty("--ratio", String(width / height));
    this.points.place();
  }

  // What comes from the server

  /** @param {import("./types.js").Snapshot} snapshot */
  hearSnapshot({ state, story }) {
    this.playback.clear();
    this.replay.close();
    this.state = state;
    this.ahead = null;
    this.story.tell(story);
    this.news = newsOf(state, story);
    this.render(GLIDE);
  }

  /** @param {boolean[]} online */
  hearPresence(online) {
    this.state = { ...this.state, online };
    this.players.show(this.state);
  }

  /** @param {import("./socket.js").Status} status */
  hearStatus(status) {
    const words = { connecting: "", online: "", offline: _("Connection lost. Trying again …"), refused: _("This browser holds no seat at this table any more.") };
    const line = byId("line-state");
    line.textContent = words[status];
    byId("table").dataset.line = status;
    this.refresh();
  }

  /** @param {{code: string, message: string}} nack @param {import("./socket.js").Command | undefined} command */
  hearNack(nack, command) {
    this.ahead = null;
    if (nack.code === "stale") this.refusal = _("That came too late: the table had moved on.");
    else this.refusal = sentence(nack.message);
    this.speech.say(this.refusal);
    this.render(GLIDE);
    if (command?.type === "step") this.board.shake(/** @type {{point: number}} */ (command.body).point);
  }

  /**
   * @param {TableEvent} event
   * @param {number} hurry 1 calm … 0 at once
   * @returns {number} how long it wants to be seen, in ms
   */
  showEvent(event, hurry) {
    const before = this.state;
    this.replay.close();
    this.state = { ...event.state, online: before.online };
    this.ahead = null;
    this.refusal = "";
    this.tellNews(event);
    this.story.hear(event, before.received);
    this.render(GLIDE * hurry, event);
    this.speak(event);
    this.sound(event, hurry);
    return still() ? 0 : (SEEN_FOR[event.kind] ?? 0) * pace();
  }

  /** @param {TableEvent} event */
  tellNews(event) {
    const closedItself = event.kind === "roll" && event.state.turn !== event.side;
    if (closedItself) this.news = event.words.slice(1).join(" ");
    else if (event.kind === "done" || event.kind === "opening") this.news = event.words.join(" ");
    else if (event.kind === "step" && event.side === event.state.seat) this.news = "";
    else if (event.kind === "roll") this.news = event.state.cascade ? event.words.join(" ") : "";
    else if (event.kind !== "step" && event.kind !== "undo") this.news = event.words.join(" ");
  }

  /** @param {TableEvent} event */
  speak(event) {
    const { state } = this;
    const fromComputer = event.side !== undefined && event.side !== state.seat && state.kinds[event.side] === "computer";
    if (fromComputer && event.kind === "step") return;
    const line = event.kind === "done" && event.side !== state.seat ? [event.line?.words ?? event.words.join(" ")] : event.words;
    const over = state.phase === "game-over" || state.phase === "match-over";
    const next = event.kind === "step" ? "" : over ? result(state).headline : prompt(state);
    this.speech.say([...line, next].filter(Boolean).join(" "));
  }

  /** @param {TableEvent} event @param {number} hurry */
  sound(event, hurry) {
    if (!hurry) return;
    if (event.kind === "step" || event.kind === "undo") setTimeout(knock, GLIDE * hurry * 0.85);
    else if (event.kind === "roll" || event.kind === "opening") rattle();
  }

  // What the viewer does

  /** @param {string} type @param {object} [body] */
  send(type, body) {
    if (!this.playback.idle) this.playback.flush();
    this.replay.close();
    this.refusal = "";
    this.connection.send(type, body);
  }

  /** @param {number} point */
  tap(point) {
    if (!this.playback.idle) return this.playback.flush();
    this.replay.close();
    this.refusal = "";
    this.input.tap(point);
  }

  /** @param {number} point */
  pickUp(point) {
    if (!this.playback.idle) return false;
    this.replay.close();
    this.refusal = "";
    return this.input.pickUp(point);
  }

  /** @param {number | null} point */
  putDown(point) {
    this.input.release(point);
    this.render(GLIDE);
  }

  /** @param {number} point @param {number} number */
  play(point, number) {
    if (this.state.legal.some(([from, by]) => from === point && by === number)) this.ahead = { point, number };
    this.send("step", { point, number });
    this.render(GLIDE);
  }

  /** Only the server knows why nothing moves from there. @param {number} point */
  askWhyNot(point) {
    const stage = currentStage(this.state);
    const item = this.state.queue.find((each) => each.fate === "left" && each.stage === stage);
    if (item) this.send("step", { point, number: item.number });
  }

  /** @param {number} point */
  sayNotNow(point) {
    const words = notNow(this.state);
    if (!words) return;
    this.refusal = words;
    this.speech.say(words);
    this.board.shake(point);
    this.refresh();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.menu.dialog.open) return;
    if (event.target instanceof HTMLInputElement) return;
    const pressed = event.key.toLowerCase();
    if (pressed === "escape") this.input.drop() || this.replay.close();
    else if (pressed === "u") this.desk.press(this.desk.undo, "undo");
    else if (pressed === "d" && this.desk.command !== "roll") this.desk.press(this.desk.main, this.desk.command);
    else if (pressed === "r" && this.desk.command === "roll") this.desk.press(this.desk.main, "roll");
  }

  replayLastTurn() {
    if (this.replay.open) return this.replay.close();
    this.playback.flush();
    this.input.drop();
    this.board.offer([], null, []);
    if (this.state.last_turn) this.replay.start(this.state);
  }

  // What is to be seen

  /** @param {number} duration of a glide, in ms @param {TableEvent} [event] */
  render(duration, event) {
    this.board.show(this.menAhead(), duration * pace());
    this.showDice(event);
    this.showLastTurn();
    this.queue.show(this.state);
    this.players.show(this.state);
    this.menu.show(this.state);
    this.showTitle();
    byId("position-words").textContent = positionWords(this.state);
    this.refresh();
  }

  /** The checkers, with the step that waits for its answer already played. */
  menAhead() {
    const { men, seat } = this.state;
    if (!this.ahead) return men;
    const { point, number } = this.ahead;
    return men.map((counts, side) =>
      side === seat ? counts.map((count, at) => count - Number(at === point) + Number(at === Math.max(point - number, 0))) : counts,
    );
  }

  /** What depends on picking up and on the line, too. */
  refresh() {
    if (!this.state) return;
    const busy = this.connection?.unanswered.size > 0;
    this.input.update(this.state, !busy);
    const offer = busy ? { sources: [], numbers: new Map(), picked: null, targets: [] } : this.input.offer;
    if (!this.replay.open) this.board.offer(offer.sources, offer.picked, offer.targets);
    this.points.name(this.state, offer);
    this.offButton.classList.toggle("lit", offer.targets.some((target) => target.point === 0));
    this.offButton.setAttribute("aria-label", /** @type {HTMLElement} */ (this.points.buttons.get(0)).getAttribute("aria-label") ?? "");
    Object.assign(byId("table").dataset, { number: this.state.number, busy, idle: this.playback?.idle ?? true });
    byId("board-frame").classList.toggle("busy", busy);
    this.desk.show(this.state, { busy, line: this.connection?.status ?? "connecting", ...this.detail() });
    byId("replay-button").classList.toggle("unseen", !this.state.last_turn?.steps.length);
  }

  /** The sentence beneath the prompt, and in what tone. */
  detail() {
    if (this.refusal) return { detail: this.refusal, tone: "refusal" };
    const { phase, turn, seat, pending } = this.state;
    if (phase === "confirm" && pending.length) return { detail: pending.join(" "), tone: turn === seat ? "pending" : "news" };
    if (this.input.picked !== null) return { detail: this.pickedWords(this.input.picked), tone: "hint" };
    return { detail: this.news, tone: "news" };
  }

  /** @param {number} point */
  pickedWords(point) {
    const targets = this.input.targetsOf(point);
    if (targets.length !== 1) return _("Choose one of the lit places.");
    return targets[0].point ? fill(_("Tap again to play {from}/{to}."), { from: point, to: targets[0].point }) : _("Tap again to bear off.");
  }

  /** @param {TableEvent} [event] */
  showDice(event) {
    const { dice } = this.board;
    if (event?.kind === "opening" && event.dice) return dice.open(event.dice);
    const { state } = this;
    const thrower = throwerOf(state);
    const fresh = event?.kind === "roll" && pace() > 0;
    dice.show(state.dice && thrower !== null ? { side: thrower, faces: event?.dice ?? state.dice } : null, { fresh, spent: state.phase === "roll" });
  }

  /** The last turn stays marked until the viewer begins to play, or the other plays on. */
  showLastTurn() {
    const { last_turn: turn, open_steps: steps, phase } = this.state;
    const over = phase === "game-over" || phase === "match-over";
    this.board.recall(turn && !steps.length && !this.ahead && !over ? turn : null);
  }

  showTitle() {
    const { title, length, game_number: game } = this.state;
    byId("title").textContent = title;
    const match = fill(ngettext("Match to {n} point", "Match to {n} points", length), {});
    byId("match-line").textContent = length === 1 ? "" : fill(_("{match}, game {game}"), { match, game });
    const calls = this.state.turn === this.state.seat;
    document.title = calls ? fill(_("Your turn · {title}"), { title }) : `${title} · Rosespring`;
  }
}

/** What a page that has just opened should say: how the last turn ended, or how the game was opened. @param {State} state @param {import("./types.js").Line[]} story */
function newsOf(state, story) {
  if (state.open_steps.length) return "";
  if (state.last_turn) return state.last_turn.words.join(" ");
  const last = story.at(-1);
  return last?.kind === "opening" ? last.words : "";
}

/** Whose dice lie on the board. @param {State} state @returns {Side | null} */
function throwerOf(state) {
  if (state.turn === null) return null;
  const other = /** @type {Side} */ (1 - state.turn);
  if (state.phase === "roll" || state.received) return state.last_turn ? other : null;
  return state.turn;
}

/** Both sides' checkers for the ear, the viewer's first. @param {State} state */
function positionWords(state) {
  const sides = [state.seat, 1 - state.seat];
  return sides.map((side) => sideWords(state, side)).join(" ");
}

/** @param {State} state @param {number} side */
function sideWords(state, side) {
  const men = state.men[side];
  const places = men.map((count, point) => ({ count, point })).filter(({ count, point }) => count && point).reverse();
  const list = places.map(({ count, point }) => fill(_("{point}-point {checkers}"), { point, checkers: checkers(side, count) }));
  const off = ngettext("{n} checker borne off", "{n} checkers borne off", men[0]);
  const words = { places: list.join("; "), off };
  return side === state.seat ? fill(_("Your checkers: {places}; {off}."), words) : fill(_("Theirs, on their own points: {places}; {off}."), words);
}

/** @param {string} words */
function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** @param {string} address */
function socketUrl(address) {
  const url = new URL(`${address}/socket`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

new Table();
