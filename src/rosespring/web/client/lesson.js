/**
 * The first lesson: positions to play through on the table's own board.
 *
 * Which steps are legal and what they bring about is in the page: the server has played each position in every way there is.
 */

import { Board, GLIDE } from "./board.js";
import { Drag } from "./drag.js";
import { Input } from "./input.js";
import { pace } from "./pace.js";
import { Points } from "./points.js";
import { nothingThere } from "./prompts.js";
import { Queue } from "./queue.js";
import { Speech } from "./speech.js";
import { still } from "./svg.js";
import { pickedWords, positionWords } from "./telling.js";
import { wireTheme } from "./theme.js";
import { byId } from "./view.js";
import { _, fill } from "./words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {[point: number, number: number, next: number]} Way */
/** @typedef {{legal?: Way[], words?: string[], won?: boolean, reply?: [number, number][]}} Node */
/** @typedef {{men: number[][], stages: number[][], dice: [number, number] | null, cascade: boolean, received: boolean, must_win: boolean, nodes: Node[]}} Position */

const ME = 0;
const REPLY_STEP = 480;

class Lesson {
  constructor() {
    this.root = byId("main");
    /** @type {Position[]} */
    this.positions = JSON.parse(byId("scenes").textContent ?? "[]");
    this.scenes = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-scene]")]);
    this.board = new Board(/** @type {SVGSVGElement} */ (document.querySelector(".board-picture svg")));
    this.points = new Points(byId("points"), this.board, (point) => this.tap(point));
    new Drag(this.root, this.board, { pickUp: (point) => this.input.pickUp(point), putDown: (point) => this.input.release(point) });
    this.queue = new Queue(byId("queue"), byId("queue-words"));
    this.speech = new Speech([byId("live-0"), byId("live-1")]);
    this.input = new Input({
      play: (point, number) => this.play(point, number),
      refuse: (point) => this.refuse(point, _("This checker cannot play the numbers that come now.")),
      notNow: () => {},
      nothing: (point) => this.refuse(point, nothingThere(this.state(), this.board.geometry.isTheirs(this.men(), point))),
      unreachable: (point) => this.refuse(point, _("No number of yours leads there.")),
      // Whoever learns wants to see where a checker may go before it goes.
      oneTap: () => false,
      changed: () => this.refresh(),
    });
    this.at = 0;
    /** @type {Way[]} the steps played in this position */
    this.path = [];
    /** How many steps of Dark's reply have been shown. */
    this.replied = 0;
    this.refusal = "";
    this.timer = 0;
    this.wire();
    this.begin(Math.min(Math.max(Number(location.hash.slice(1)) - 1 || 0, 0), this.positions.length - 1));
  }

  wire() {
    byId("lesson-back").addEventListener("click", () => this.begin(this.at - 1));
    byId("lesson-next").addEventListener("click", () => this.begin(this.at + 1));
    byId("undo-button").addEventListener("click", () => this.undo());
    byId("off-button").addEventListener("click", () => this.tap(0));
    document.addEventListener("keydown", (event) => this.key(event));
    byId("controls").hidden = false;
    this.board.fit(() => {
      this.root.style.setProperty("--ratio", String(this.board.view.width / this.board.view.height));
      this.points.place();
    });
  }

  /** @param {number} at which position */
  begin(at) {
    if (at < 0 || at >= this.positions.length) return;
    const first = !this.root.classList.contains("ready");
    this.at = at;
    this.path = [];
    this.halt();
    this.refusal = "";
    this.root.classList.add("ready");
    this.scenes.forEach((scene, index) => (scene.hidden = index !== at));
    this.render(first ? 0 : GLIDE * 2);
    const { dice } = this.position;
    this.board.dice.show(dice ? { side: ME, faces: dice } : null, { fresh: Boolean(dice) && !first && pace() > 0 });
    if (first) return;
    byId("board-frame").scrollIntoView({ block: "nearest" });
    history.replaceState(null, "", `#${at + 1}`);
    const [title, task] = [...this.scenes[at].children].map((part) => part.textContent ?? "");
    this.speech.say(`${title}. ${task}`);
  }

  get position() {
    return this.positions[this.at];
  }

  get node() {
    return this.position.nodes[this.path.at(-1)?.[2] ?? 0];
  }

  /** Whether all has been played, and as it was asked for. */
  get done() {
    return !this.node.legal && (!this.position.must_win || Boolean(this.node.won));
  }

  /** Both sides' checkers now. */
  men() {
    const men = this.position.men.map((counts) => [...counts]);
    for (const [point, number] of this.path) move(men[ME], point, number);
    for (const [point, number] of (this.node.reply ?? []).slice(0, this.replied)) move(men[1 - ME], point, number);
    return men;
  }

  /** The position as the parts of the table know one. @returns {State} */
  state() {
    const legal = (this.node.legal ?? []).map(([point, number]) => /** @type {[number, number]} */ ([point, number]));
    const { cascade, received, dice } = this.position;
    const mine = { seat: /** @type {0} */ (ME), turn: /** @type {0} */ (ME), names: ["", _("Dark")], kinds: /** @type {State["kinds"]} */ (["person", "computer"]) };
    const phase = /** @type {State["phase"]} */ (legal.length ? "play" : "confirm");
    const now = { legal, phase, can: legal.length ? ["step"] : [], men: this.men(), queue: this.numbers(), cascade, received, dice };
    return /** @type {State} */ (/** @type {unknown} */ ({ ...mine, ...now, last_turn: null, open_steps: [], pending: [] }));
  }

  /** The numbers of the turn with what became of each. @returns {import("./types.js").QueueItem[]} */
  numbers() {
    const end = this.node.legal ? "left" : this.node.reply?.length ? "passed" : "lost";
    const items = this.position.stages.flatMap((numbers, stage) => numbers.map((number) => ({ number, stage, fate: /** @type {import("./types.js").QueueItem["fate"]} */ (end) })));
    for (const [, number] of this.path) {
      const item = items.find((each) => each.number === number && each.fate === end);
      if (item) item.fate = "played";
    }
    return items;
  }

  /** @param {number} point */
  tap(point) {
    this.refusal = "";
    this.input.tap(point);
  }

  /** @param {number} point @param {number} number */
  play(point, number) {
    const way = this.node.legal?.find(([from, by]) => from === point && by === number);
    if (!way) return this.refuse(point, this.whyNot(point, number));
    this.path.push(way);
    this.render(GLIDE);
    if (this.node.legal) this.speech.say(played(point, number));
    else this.finish();
  }

  /** Says what has come of it, and lets Dark play what it has received. */
  finish() {
    const after = this.scenes[this.at].querySelector("[data-after]")?.textContent ?? "";
    const words = [...(this.node.words ?? []), this.done ? after : _("That is legal, but a checker is left. Undo, and try another way.")];
    this.speech.say(words.join(" "));
    this.reply();
    if (this.done) this.showAfter();
  }

  /** On small screens what was learned may end beneath the buttons. */
  showAfter() {
    const ends = byId("lesson-ends");
    const end = ends.hidden ? this.scenes[this.at].querySelector("[data-after]") : ends;
    end?.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  reply() {
    const steps = this.node.reply ?? [];
    if (this.replied >= steps.length) return;
    this.timer = setTimeout(
      () => {
        this.replied = still() || !pace() ? steps.length : this.replied + 1;
        this.render(GLIDE);
        this.reply();
      },
      still() ? 0 : REPLY_STEP * pace(),
    );
  }

  halt() {
    clearTimeout(this.timer);
    this.replied = 0;
  }

  undo() {
    if (!this.path.length) return this.say(_("There is nothing to take back."));
    this.halt();
    this.path.pop();
    this.refusal = "";
    this.render(GLIDE);
  }

  /** @param {number} point @param {number} number */
  whyNot(point, number) {
    const offered = (this.node.legal ?? []).some(([, by]) => by === number);
    if (this.board.geometry.isTheirs(this.men(), point - number)) return nothingThere(this.state(), true);
    return offered ? _("This number cannot be played there now.") : _("No number of yours leads there.");
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
    this.refresh();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    if (event.key === "Escape") this.input.drop();
    else if (event.key.toLowerCase() === "u") this.undo();
  }

  /** @param {number} duration of a glide, in ms */
  render(duration) {
    const state = this.state();
    this.board.show(state.men, duration * pace());
    this.queue.show(state);
    byId("position-words").textContent = positionWords(state);
    this.refresh();
  }

  /** What depends on the hand, too. */
  refresh() {
    const state = this.state();
    this.input.update(state, true);
    const { offer } = this.input;
    this.board.offer(offer.sources, offer.picked, offer.targets);
    this.points.name(state, offer);
    this.showOff(state, offer);
    this.tell();
  }

  /** The tray of narrow screens, where checkers can be borne off. @param {State} state @param {import("./input.js").Offer} offer */
  showOff(state, offer) {
    const button = byId("off-button");
    const [off] = state.men[ME];
    button.hidden = !off;
    button.classList.toggle("lit", offer.targets.some((target) => target.point === 0));
    button.setAttribute("aria-label", this.points.buttons.get(0)?.getAttribute("aria-label") ?? "");
    /** @type {HTMLElement} */ (button.querySelector("b")).textContent = String(off);
  }

  tell() {
    const last = this.at === this.positions.length - 1;
    const next = byId("lesson-next");
    Object.assign(this.root.dataset, { at: this.at, steps: this.path.length, done: this.done });
    byId("detail").textContent = this.refusal || this.news();
    byId("detail").dataset.tone = this.refusal ? "refusal" : "news";
    byId("lesson-at").textContent = fill(_("{at} of {count}"), { at: this.at + 1, count: this.positions.length });
    byId("lesson-back").hidden = this.at === 0;
    next.hidden = last;
    next.classList.toggle("primary", this.done);
    byId("lesson-ends").hidden = !(last && this.done);
    byId("undo-button").setAttribute("aria-disabled", String(!this.path.length));
  }

  /** The line beneath the task. */
  news() {
    const { node, input } = this;
    if (!node.legal) return [...(node.words ?? []), this.done ? "" : _("That is legal, but a checker is left. Undo, and try another way.")].filter(Boolean).join(" ");
    return input.picked === null ? "" : pickedWords(input.picked, input.offer.targets);
  }
}

/** @param {number} point @param {number} number */
function played(point, number) {
  const target = point - number;
  return target > 0 ? fill(_("You play {point}/{target}."), { point, target }) : fill(_("You bear off from {point} with {number}."), { point, number });
}

/** @param {number[]} counts @param {number} point @param {number} number */
function move(counts, point, number) {
  counts[point] -= 1;
  counts[Math.max(point - number, 0)] += 1;
}

wireTheme(document);
new Lesson();
