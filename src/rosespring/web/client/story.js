/** The story of the game: a list of turns and sentences that scrolls by itself. */

import { drawing } from "./svg.js";
import { _, fill } from "./words.js";

/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").TableEvent} TableEvent */

export class Story {
  /** @param {HTMLElement} list @param {HTMLElement} scroller @param {(number: number) => void} replay shows the turn again that an event closed */
  constructor(list, scroller, replay) {
    this.list = list;
    this.replay = replay;
    this.scroller = scroller;
    this.game = 0;
    this.last = 0;
  }

  /** @param {Line[]} lines */
  tell(lines) {
    this.game = 0;
    this.last = 0;
    this.list.replaceChildren();
    for (const line of lines) this.add(line);
    this.follow();
  }

  /** @param {Line} line */
  add(line) {
    if (line.number <= this.last || !line.words) return;
    this.last = line.number;
    const begins = line.kind === "next" || line.kind === "rematch";
    if (begins) this.list.append(heading(line.words));
    else if (line.game !== this.game && line.game > 1) this.list.append(heading(fill(_("Game {n}"), { n: line.game })));
    this.game = line.kind === "rematch" ? 1 : line.game;
    if (!begins) this.list.append(item(line, this.replay));
    while (this.list.childElementCount > 400) this.list.firstElementChild?.remove();
  }

  /** Adds what an event brought. @param {TableEvent} event */
  hear(event) {
    if (!event.line) return;
    const near = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 80;
    this.add(event.line);
    if (near) this.follow();
  }

  follow() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}

/** Steps in the usual notation, equal ones counted: `24/20(2) 13/9`. @param {import("./types.js").Step[]} steps */
export function stepsText(steps) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { from, to } of steps) {
    const text = `${from}/${to || "off"}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => (count > 1 ? `${text}(${count})` : text)).join(" ");
}

/** @param {string} words */
function heading(words) {
  const item = document.createElement("li");
  item.className = "story-game";
  item.textContent = words;
  return item;
}

/** @param {Line} line @param {(number: number) => void} replay */
function item(line, replay) {
  const item = document.createElement("li");
  item.className = `story-line story-${line.kind}`;
  if (line.side !== null && line.side !== undefined) item.append(drawing(`checker-${line.side}`, "story-side"));
  const turn = line.kind === "done";
  const words = document.createElement(turn ? "button" : "span");
  words.textContent = line.words;
  if (words instanceof HTMLButtonElement) {
    words.type = "button";
    words.title = _("Show this turn again");
    words.addEventListener("click", () => replay(line.number));
  }
  item.append(words);
  return item;
}
