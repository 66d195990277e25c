/** The table page: wires the line to the server, the board, the strip of numbers, the desk and the story together. */

import { Agreement } from "./agree.js";
import { Board, GLIDE } from "./board.js";
import { Clock } from "./clock.js";
import { Desk } from "./desk.js";
import { Drag } from "./drag.js";
import { deedOf, habit, wireHabits } from "./habits.js";
import { HandDice } from "./handdice.js";
import { askForHint, mayAsk } from "./hint.js";
import { Input } from "./input.js";
import { wireKeys } from "./keys.js";
import { showLine } from "./line.js";
import { Menu } from "./menu.js";
import { News } from "./news.js";
import { pace } from "./pace.js";
import { Playback, seenFor } from "./playback.js";
import { Players, presenceNews, showSpectators } from "./players.js";
import { Points } from "./points.js";
import { notNow, nothingThere, whyNot } from "./prompts.js";
import { nextNumber, Queue } from "./queue.js";
import { Review } from "./review.js";
import { Connection, socketUrl } from "./socket.js";
import { soundOf } from "./sound.js";
import { keepShown } from "./tables.js";
import { Speech } from "./speech.js";
import { Story } from "./story.js";
import { still } from "./svg.js";
import { saidWords, Talk } from "./talk.js";
import { sentence } from "./telling.js";
import { Tutor } from "./tutor.js";
import { Typed } from "./typed.js";
import { byId, View } from "./view.js";
import { _ } from "./words.js";

/** @typedef {import("./types.js").State} State */
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
    this.story = new Story(byId("story"), byId("story-scroll"), (number) => this.review.turn(number));
    this.speech = new Speech([byId("live-0"), byId("live-1")]);
    this.news = new News(this.speech);
    this.hand = new HandDice(byId("hand-dice"), () => this.refresh());
    this.desk = new Desk(this.address, (command) => this.press(command), (command) => this.sayWhyNot(command));
    this.menu = new Menu(/** @type {HTMLDialogElement} */ (byId("menu")), this.address, (type, body) => this.send(type, body));
    const queue = new Queue(byId("queue"), byId("queue-words"));
    this.view = new View({ board: this.board, points, queue, players: this.players, menu: this.menu, desk: this.desk });
    this.review = new Review(String(root.dataset.table), byId("replay"), this.board, {
      state: () => this.state,
      clear: () => this.clearBoard(),
      closed: () => this.render(0),
      missing: () => this.refuse(_("This turn cannot be shown just now.")),
    });
    this.playback = new Playback((event, hurry) => this.showEvent(event, hurry));
    this.input = new Input({
      play: (point, number) => this.play(point, number),
      refuse: (point) => this.askWhyNot(point),
      notNow: (point) => this.refuseAt(point, notNow(this.state)),
      nothing: (point) => this.refuseAt(point, nothingThere(this.state, this.board.geometry.isTheirs(this.state.men, point))),
      unreachable: (point) => this.refuseAt(point, _("No number of yours leads there.")),
      oneTap: () => habit("one-tap"),
      changed: () => this.refresh(),
    });
    this.talk = new Talk(byId("talk"), (type, body) => this.connection.send(type, body));
    this.typed = new Typed(/** @type {HTMLFormElement} */ (byId("typed")), {
      state: () => this.state,
      say: (words) => this.tell(words),
      play: (text) => this.send("play", { text }),
      press: (command) => this.desk.pressNamed(command),
      clock: () => this.clock.words(this.state),
    });
    this.connection = new Connection(socketUrl(this.address), String(root.dataset.table), {
      snapshot: (snapshot) => this.hearSnapshot(snapshot),
      event: (event) => {
        this.clock.hear(event.state);
        this.playback.push(event);
      },
      presence: (there) => this.hearPresence(there),
      said: (said) => this.tell(saidWords(this.state, said)),
      nack: (nack, command) => this.hearNack(nack, command),
      status: (status) => {
        showLine(byId("line-state"), status);
        this.refresh();
      },
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
    /** @type {{point: number, number: number} | null} a step shown before the server has agreed to it */
    this.ahead = null;
    /** Whether something is being done for the player just now. */
    this.acting = false;
    this.wire();
  }

  wire() {
    byId("off-button").addEventListener("click", () => this.tap(0));
    this.agreement.wireOwnSeed(() => this.state);
    byId("menu-button").addEventListener("click", () => this.menu.open());
    byId("hint-button").addEventListener("click", () => this.hint());
    wireHabits(byId("menu"), () => this.refresh());
    byId("replay-button").addEventListener("click", () => this.review.last());
    wireKeys({
      deaf: () => this.menu.dialog.open,
      type: () => this.typed.focus(),
      drop: () => this.input.drop() || this.review.close(),
      desk: this.desk,
    });
    this.view.fit();
    this.render(0);
    byId("table").classList.add("ready");
    this.connection.connect();
  }

  // What comes from the server

  /** @param {import("./types.js").Snapshot} snapshot */
  hearSnapshot({ state, story }) {
    this.playback.clear();
    this.review.close();
    this.state = state;
    this.clock.hear(state);
    this.ahead = null;
    this.story.tell(story);
    this.news.read({ state, story });
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

  /** Says something that is no event of the game. @param {string} words */
  tell(words) {
    this.news.tell(words);
    this.refresh();
  }

  /** @param {{code: string, message: string}} nack @param {import("./socket.js").Command | undefined} command */
  hearNack(nack, command) {
    // A second tab has been quicker: nobody asked for it, so nobody need hear of it.
    if (command?.type === "commit" || command?.type === "reveal") return;
    this.ahead = null;
    this.news.refuse(nack.code === "stale" ? _("That came too late: the table had moved on.") : sentence(nack.message));
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
    this.review.close();
    this.state = { ...event.state, online: before.online, spectators: before.spectators, chat: before.chat };
    this.ahead = null;
    const speak = this.news.hear({ ...event, state: this.state });
    this.story.hear(event);
    this.render(GLIDE * hurry, event);
    speak();
    if (hurry) soundOf(event.kind, GLIDE * hurry);
    return still() || !hurry ? 0 : seenFor(before, event, hurry) * pace();
  }

  // What the viewer does

  /** @param {string} type @param {object} [body] */
  send(type, body) {
    if (!this.playback.idle) this.playback.flush();
    this.review.close();
    this.news.forgive();
    this.connection.send(type, body);
  }

  /** @param {string} command of one of the large buttons */
  press(command) {
    if (command === "done" && this.tutor.holds()) return;
    this.send(command, command === "throw" ? { dice: this.hand.take() } : undefined);
  }

  async hint() {
    if (!mayAsk(this.state)) return void this.refuse(notNow(this.state));
    const { advice, words } = await askForHint(this.address);
    this.tell(words);
    if (advice && advice.number === this.state.number) this.board.recall({ side: this.state.seat, steps: advice.steps });
  }

  /** Does what the player wants done for him, once nothing waits for an answer or to be seen. */
  actByHabit() {
    if (this.acting || this.connection.unanswered.size || this.connection.status !== "online" || !this.playback.idle || this.review.open) return;
    if (this.tutor.undoes()) return;
    const deed = deedOf(this.state);
    if (!deed || (deed.command === "done" && this.tutor.holds())) return;
    this.news.explained = deed.words;
    this.acting = true;
    this.send(deed.command, deed.body);
    this.acting = false;
  }

  /** @param {number} point */
  tap(point) {
    if (!this.playback.idle) return this.playback.flush();
    this.review.close();
    this.news.forgive();
    this.input.tap(point);
  }

  /** @param {number} point */
  pickUp(point) {
    if (!this.playback.idle) return false;
    this.review.close();
    this.news.forgive();
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
    const number = nextNumber(this.state);
    if (number !== null) this.send("step", { point, number });
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
    this.news.refuse(words);
    this.refresh();
    return true;
  }

  /** Puts down what is in the hand and shows what has come, before an earlier turn is shown. */
  clearBoard() {
    this.playback.flush();
    this.input.drop();
    this.board.offer([], null, []);
  }

  // What is to be seen

  /** @param {number} duration of a glide, in ms @param {TableEvent} [event] */
  render(duration, event) {
    this.view.show(this.state, { ahead: this.ahead, duration, event });
    this.agreement.show(this.state);
    this.talk.show(this.state);
    byId("hint-button").hidden = !this.state.kinds.includes("computer");
    byId("hint-button").setAttribute("aria-disabled", String(!mayAsk(this.state)));
    keepShown(String(byId("table").dataset.table), this.state);
    this.refresh();
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
    this.view.refresh(this.state, this.input.offer, { busy, held: this.tutor.warning !== null, judged: this.tutor.asking, thrown, idle, replaying: this.review.open, line: this.connection.status, ...this.news.detail(this.state, this.input.offer) });
    this.actByHabit();
  }
}

new Table();
