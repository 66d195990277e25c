/** The table page: wires the line to the server, the board, the strip of numbers, the desk and the story together. */

import { Agreement, agreementWords } from "./agree.js";
import { Board, GLIDE } from "./board.js";
import { Clock } from "./clock.js";
import { Desk } from "./desk.js";
import { Drag } from "./drag.js";
import { deedOf, habit, wireHabits } from "./habits.js";
import { HandDice } from "./handdice.js";
import { askForHint, mayAsk } from "./hint.js";
import { Input } from "./input.js";
import { showLine } from "./line.js";
import { Menu } from "./menu.js";
import { pace } from "./pace.js";
import { Playback, seenFor } from "./playback.js";
import { Players, presenceNews, showSpectators } from "./players.js";
import { Points } from "./points.js";
import { noCascadeYet, notNow, nothingThere, prompt, result, whyNot } from "./prompts.js";
import { currentStage, Queue } from "./queue.js";
import { lastTurn, Replay } from "./replay.js";
import { Connection } from "./socket.js";
import { knock, rattle } from "./sound.js";
import { keepTable } from "./tables.js";
import { Speech } from "./speech.js";
import { Story } from "./story.js";
import { still } from "./svg.js";
import { saidWords, Talk } from "./talk.js";
import { newsOf, pickedWords, sentence } from "./telling.js";
import { Turns } from "./turns.js";
import { Tutor } from "./tutor.js";
import { Typed } from "./typed.js";
import { byId, View } from "./view.js";
import { _ } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").TableEvent} TableEvent */

class Table {
  constructor() {
    const root = byId("table");
    this.address = `/t/${root.dataset.table}`;
    /** @type {State} */
    this.state = JSON.parse(byId("state").textContent ?? "");
    this.board = new Board(/** @type {SVGSVGElement} */ (document.querySelector(".board-picture svg")), this.state.seat);
    const points = new Points(byId("points"), this.board, (point) => this.tap(point));
    new Drag(byId("table"), this.board, { pickUp: (point) => this.pickUp(point), putDown: (point) => this.putDown(point) });
    this.players = new Players(byId("player-mine"), byId("player-theirs"));
    this.clock = new Clock([byId("player-mine"), byId("player-theirs")]);
    this.turns = new Turns(String(root.dataset.table));
    this.story = new Story(byId("story"), byId("story-scroll"), (number) => this.replayTurn(number));
    this.speech = new Speech([byId("live-0"), byId("live-1")]);
    this.hand = new HandDice(byId("hand-dice"), () => this.refresh());
    this.desk = new Desk(this.address, (command) => this.press(command), (command) => this.sayWhyNot(command));
    this.menu = new Menu(/** @type {HTMLDialogElement} */ (byId("menu")), this.address, (type, body) => this.send(type, body));
    const queue = new Queue(byId("queue"), byId("queue-words"));
    this.view = new View({ board: this.board, points, queue, players: this.players, menu: this.menu, desk: this.desk });
    this.replay = new Replay(byId("replay"), this.board, () => this.render(0));
    this.playback = new Playback((event, hurry) => this.showEvent(event, hurry));
    this.input = new Input({
      play: (point, number) => this.play(point, number),
      refuse: (point) => this.askWhyNot(point),
      notNow: (point) => this.refuseAt(point, notNow(this.state)),
      nothing: (point) => this.refuseAt(point, nothingThere(this.state, this.isTheirs(point))),
      unreachable: (point) => this.refuseAt(point, _("No number of yours leads there.")),
      oneTap: () => habit("one-tap"),
      changed: () => this.refresh(),
    });
    this.talk = new Talk(byId("talk"), (type, body) => this.connection.send(type, body));
    this.typed = new Typed(/** @type {HTMLFormElement} */ (byId("typed")), {
      state: () => this.state,
      say: (words) => this.tell(words),
      play: (text) => this.send("play", { text }),
      press: (command) => this.pressNamed(command),
      clock: () => this.clock.words(this.state),
    });
    this.connection = new Connection(socketUrl(this.address), String(root.dataset.table), {
      snapshot: (snapshot) => this.hearSnapshot(snapshot),
      event: (event) => {
        this.clock.hear(event.state);
        this.playback.push(event);
      },
      presence: (there) => this.hearPresence(there),
      said: (said) => this.hearSaid(said),
      nack: (nack, command) => this.hearNack(nack, command),
      status: (status) => this.hearStatus(status),
      answered: () => this.refresh(),
    });
    this.tutor = new Tutor(this.address, {
      state: () => this.state,
      send: (command) => this.send(command),
      say: (words) => this.tell(words),
      point: (point) => this.board.pointAt(this.state.seat, point),
      draw: (steps) => this.board.recall(steps.length ? { side: this.state.seat, steps } : null),
      changed: () => this.refresh(),
    });
    this.agreement = new Agreement(String(root.dataset.table), (type, body) => this.connection.send(type, body));
    /** What has just happened, in sentences. */
    this.news = "";
    /** Why the last tap did nothing. */
    this.refusal = "";
    /** @type {{point: number, number: number} | null} a step shown before the server has agreed to it */
    this.ahead = null;
    /** Whether something is being done for the player just now. */
    this.acting = false;
    /** Why the event that is to come was brought about for him. */
    this.explained = "";
    /** What was last written into this browser's list of tables. */
    this.kept = "";
    this.wire();
  }

  wire() {
    byId("off-button").addEventListener("click", () => this.tap(0));
    const seed = /** @type {HTMLInputElement} */ (byId("own-seed"));
    byId("own-seed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (seed.value) this.agreement.type(this.state, seed.value);
    });
    byId("menu-button").addEventListener("click", () => this.menu.open());
    byId("hint-button").addEventListener("click", () => this.hint());
    wireHabits(byId("menu"), () => this.refresh());
    byId("replay-button").addEventListener("click", () => this.replayLastTurn());
    document.addEventListener("keydown", (event) => this.key(event));
    this.view.fit();
    this.render(0);
    byId("table").classList.add("ready");
    this.connection.connect();
  }

  // What comes from the server

  /** @param {import("./types.js").Snapshot} snapshot */
  hearSnapshot({ state, story }) {
    this.playback.clear();
    this.replay.close();
    this.state = state;
    this.clock.hear(state);
    this.ahead = null;
    this.story.tell(story);
    this.news = newsOf(state, story);
    this.render(GLIDE);
  }

  /** @param {{online: boolean[], watching: number, chat: boolean[]}} there */
  hearPresence({ online, watching: spectators, chat }) {
    const before = this.state;
    this.state = { ...before, online, spectators, chat };
    this.speech.say(presenceNews(before, this.state));
    this.talk.show(this.state);
    showSpectators(this.state);
    this.players.show(this.state);
    this.agreement.show(this.state);
    this.refresh();
  }

  /** @param {import("./talk.js").Said} said */
  hearSaid(said) {
    this.tell(saidWords(this.state, said));
  }

  /** Says something that is no event of the game. @param {string} words */
  tell(words) {
    this.refusal = "";
    this.news = words;
    this.speech.say(words);
    this.refresh();
  }

  /** @param {import("./socket.js").Status} status */
  hearStatus(status) {
    showLine(byId("line-state"), status);
    byId("table").dataset.line = status;
    this.refresh();
  }

  /** @param {{code: string, message: string}} nack @param {import("./socket.js").Command | undefined} command */
  hearNack(nack, command) {
    // A second tab has been quicker: nobody asked for it, so nobody need hear of it.
    if (command?.type === "commit" || command?.type === "reveal") return;
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
   * @returns {number} how long it is to be seen, in ms
   */
  showEvent(event, hurry) {
    const before = this.state;
    this.replay.close();
    this.state = { ...event.state, online: before.online, spectators: before.spectators, chat: before.chat };
    this.ahead = null;
    this.refusal = "";
    this.tellNews(event);
    const explained = event.side === this.state.seat ? this.explained : "";
    this.explained = "";
    this.news = [explained, this.news].filter(Boolean).join(" ");
    this.story.hear(event);
    this.render(GLIDE * hurry, event);
    this.speak(event, explained);
    this.sound(event, hurry);
    return still() || !hurry ? 0 : seenFor(before, event, hurry) * pace();
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

  /** @param {TableEvent} event @param {string} explained why it was done for the player */
  speak(event, explained) {
    const { state } = this;
    const fromComputer = event.side !== undefined && event.side !== state.seat && state.kinds[event.side] === "computer";
    if (fromComputer && event.kind === "step") return;
    const line = event.kind === "done" && event.side !== state.seat ? [event.line?.words ?? event.words.join(" ")] : event.words;
    const over = state.phase === "game-over" || state.phase === "match-over";
    const next = event.kind === "step" ? "" : over ? result(state).headline : prompt(state);
    this.speech.say([explained, ...line, next].filter(Boolean).join(" "));
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

  /** @param {string} command of one of the large buttons */
  press(command) {
    if (command === "done" && this.tutor.holds()) return;
    this.send(command, command === "throw" ? { dice: this.hand.take() } : undefined);
  }

  /** @param {string} command as typed */
  pressNamed(command) {
    if (command === "undo") this.desk.press(this.desk.undo, "undo");
    else if (command === this.desk.command) this.desk.press(this.desk.main, command);
    else this.sayWhyNot(command);
  }

  async hint() {
    if (!mayAsk(this.state)) return void this.refuse(notNow(this.state));
    const { advice, words } = await askForHint(this.address);
    this.tell(words);
    if (advice && advice.number === this.state.number) this.board.recall({ side: this.state.seat, steps: advice.steps });
  }

  /** Does what the player wants done for him, once nothing waits for an answer or to be seen. */
  actByHabit() {
    if (this.acting || this.connection.unanswered.size || this.connection.status !== "online" || !this.playback.idle || this.replay.open) return;
    if (this.tutor.undoes()) return;
    const deed = deedOf(this.state);
    if (!deed || (deed.command === "done" && this.tutor.holds())) return;
    this.explained = deed.words;
    this.acting = true;
    this.send(deed.command, deed.body);
    this.acting = false;
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

  /** @param {number} point @param {string} words */
  refuseAt(point, words) {
    if (this.refuse(words)) this.board.shake(point);
  }

  /** @param {string} command */
  sayWhyNot(command) {
    if (this.refuse(whyNot(this.state, command))) this.desk.shake(command);
  }

  /** @param {string} words */
  refuse(words) {
    if (!words) return false;
    this.refusal = words;
    this.speech.say(words);
    this.refresh();
    return true;
  }

  /** @param {number} point an own point of the viewer */
  isTheirs(point) {
    const other = /** @type {Side} */ (1 - this.state.seat);
    return point > 0 && this.state.men[other][this.board.geometry.own(other, point)] > 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.menu.dialog.open) return;
    if (event.target instanceof HTMLInputElement) return;
    const pressed = event.key.toLowerCase();
    if (pressed === "/") {
      event.preventDefault();
      return this.typed.focus();
    }
    if (pressed === "escape") this.input.drop() || this.replay.close();
    else if (pressed === "u") this.desk.press(this.desk.undo, "undo");
    else if (pressed === "d" && !["roll", "throw"].includes(this.desk.command)) this.desk.press(this.desk.main, this.desk.command);
    else if (pressed === "r" && this.desk.command === "roll") this.desk.press(this.desk.main, "roll");
  }

  replayLastTurn() {
    if (this.replay.open) return this.replay.close();
    this.playback.flush();
    this.input.drop();
    this.board.offer([], null, []);
    const turn = lastTurn(this.state);
    if (turn) this.replay.start(turn);
  }

  /** A past turn, chosen in the story. @param {number} number of the event that closed it */
  async replayTurn(number) {
    const turn = await this.turns.find(number, this.state.match_number);
    if (!turn) return this.refuse(_("This turn cannot be shown just now."));
    this.playback.flush();
    this.input.drop();
    this.board.offer([], null, []);
    this.replay.start(turn);
    byId("board-frame").scrollIntoView({ block: "nearest" });
  }

  // What is to be seen

  /** @param {number} duration of a glide, in ms @param {TableEvent} [event] */
  render(duration, event) {
    this.view.show(this.state, { ahead: this.ahead, duration, event });
    this.agreement.show(this.state);
    this.talk.show(this.state);
    byId("hint-button").hidden = !this.state.kinds.includes("computer");
    byId("hint-button").setAttribute("aria-disabled", String(!mayAsk(this.state)));
    this.keep();
    this.refresh();
  }

  /** The start page shows the way back to this table. */
  keep() {
    const { names, seat, title, phase } = this.state;
    const over = phase === "match-over" || phase === "aborted";
    const id = String(byId("table").dataset.table);
    const known = `${names[1 - seat]} ${over}`;
    if (this.kept === known) return;
    this.kept = known;
    keepTable({ id, name: names[1 - seat], title, at: Date.now(), over });
  }

  /** What depends on the hand and the line, too. */
  refresh() {
    if (!this.connection) return;
    const busy = this.connection.unanswered.size > 0 || this.tutor.busy;
    this.tutor.show();
    this.input.update(this.state, !busy);
    const { idle } = this.playback;
    this.hand.show(this.state);
    const thrown = this.hand.picked.length;
    this.view.refresh(this.state, this.input.offer, { busy, held: this.tutor.warning !== null, thrown, idle, replaying: this.replay.open, line: this.connection.status, ...this.detail() });
    this.actByHabit();
  }

  /** The sentence beneath the prompt, and in what tone. */
  detail() {
    if (this.refusal) return { detail: this.refusal, tone: "refusal" };
    const { phase, turn, seat, pending } = this.state;
    if (phase === "dice") return { detail: agreementWords(this.state), tone: "news" };
    if (phase === "confirm" && pending.length) return { detail: pending.join(" "), tone: turn === seat ? "pending" : "news" };
    if (this.input.picked !== null) return { detail: pickedWords(this.input.picked, this.input.offer.targets), tone: "hint" };
    return { detail: this.news || noCascadeYet(this.state), tone: "news" };
  }
}

/** @param {string} address */
function socketUrl(address) {
  const url = new URL(`${address}/socket`, location.href);
  // The server's sentences come in the language of this page, whatever another tab has chosen since.
  url.searchParams.set("lang", document.documentElement.lang);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

new Table();
