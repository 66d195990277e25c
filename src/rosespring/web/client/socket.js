/**
 * The line to the table: snapshots and numbered events come in order, commands arrive once.
 *
 * A command stays in `unanswered` until its ack or nack; after a reconnection or a reload it is sent again under the same
 * id, so the server does it once. A gap in the events is answered by asking for a snapshot.
 */

import { Outbox } from "./outbox.js";

/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {"connecting" | "online" | "offline" | "refused"} Status */
/** @typedef {import("./outbox.js").Command} Command */

/**
 * @typedef {object} Listener
 * @property {(snapshot: Snapshot) => void} snapshot
 * @property {(event: TableEvent) => void} event
 * @property {(there: {online: boolean[], watching: number, chat: boolean[]}) => void} presence
 * @property {(said: import("./talk.js").Said) => void} said
 * @property {(nack: {code: string, message: string}, command: Command | undefined) => void} nack
 * @property {(status: Status) => void} status
 * @property {() => void} answered Called whenever `unanswered` has changed.
 */

const TICK = 2_500;
/** A ping every 10 s; while a command is unanswered, with every tick. */
const TICKS_A_PING = 4;
/** How long an answer may take: two pings while nothing is wanted, less while somebody waits. */
const SILENT_FOR = 20_000;
const ANSWER_WITHIN = 8_000;
const SLOWEST_RETRY = 4_000;
/** The server's word that this browser holds no seat; trying again would not help. */
const HOPELESS = new Set([1008, 4401, 4403, 4404]);

/** A pause before the next attempt: 1 to 4 s, longer after each failure, never in step with other browsers. */
export function retryDelay(failures = 0, random = Math.random()) {
  return Math.min(SLOWEST_RETRY, 1000 + random * Math.min(3000, 600 * (failures + 1)));
}

/** @param {() => void} beat */
function tick(beat) {
  const worker = new Worker(new URL("./beat.js", import.meta.url));
  worker.onmessage = beat;
  // Where workers are forbidden, the page's own timer must do.
  worker.onerror = () => setInterval(beat, TICK);
}

export class Connection {
  /** @type {Status} */
  status = "connecting";
  /** The number of the last event seen. */
  seen = 0;

  /**
   * @param {string} url
   * @param {string} table
   * @param {Listener} listener
   */
  constructor(url, table, listener) {
    this.url = url;
    this.table = table;
    this.listener = listener;
    this.unanswered = new Outbox(table);
    this.prefix = crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), "c");
    this.sent = 0;
    this.failures = 0;
    this.waitsForSnapshot = true;
    /** Since when an answer is awaited; 0 while none is. */
    this.askedAt = 0;
    this.ticks = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retry = 0;
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.lose());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
    tick(() => this.beat());
  }

  connect() {
    clearTimeout(this.retry);
    if (this.socket || this.status === "refused") return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.askedAt = 0;
    socket.onopen = () => this.greet();
    socket.onmessage = (message) => socket === this.socket && this.hear(String(message.data));
    socket.onclose = (closing) => socket === this.socket && this.lose(closing.code);
    setTimeout(() => socket === this.socket && this.waitsForSnapshot && this.lose(), ANSWER_WITHIN);
  }

  /** Asks for a snapshot: first of all, and whenever in doubt. */
  greet() {
    this.waitsForSnapshot = true;
    this.write({ id: this.nextId(), expect: this.seen, type: "hello", body: {} });
  }

  /**
   * Sends a command and keeps it until it is answered.
   * @param {string} type
   * @param {object} [body]
   */
  send(type, body = {}) {
    const command = { id: this.nextId(), expect: this.seen, type, body };
    this.unanswered.add(command);
    this.listener.answered();
    if (this.status === "online") this.write(command);
  }

  nextId() {
    this.sent += 1;
    return `${this.prefix}-${this.sent}`;
  }

  /** @param {Command} command */
  write(command) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ v: 1, game: this.table, ...command }));
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const patience = this.unanswered.size ? ANSWER_WITHIN : SILENT_FOR;
    this.ticks = (this.ticks + 1) % TICKS_A_PING;
    if (this.askedAt && performance.now() - this.askedAt > patience) this.lose();
    else if (this.unanswered.size || !this.ticks) this.ping();
  }

  /** After a pause of the page: a quick look whether the line still lives. */
  check() {
    if (!this.socket) return this.connect();
    const socket = this.socket;
    this.ping();
    const asked = this.askedAt;
    setTimeout(() => socket === this.socket && this.askedAt === asked && this.lose(), 4000);
  }

  ping() {
    this.askedAt ||= performance.now();
    this.write({ id: this.nextId(), expect: this.seen, type: "ping", body: {} });
  }

  /** @param {number} [code] */
  lose(code = 0) {
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
    clearTimeout(this.retry);
    if (HOPELESS.has(code)) return this.report("refused");
    this.report("offline");
    this.retry = window.setTimeout(() => this.connect(), retryDelay(this.failures));
    this.failures += 1;
  }

  /** @param {Status} status */
  report(status) {
    if (status === this.status) return;
    this.status = status;
    this.listener.status(status);
  }

  /** @param {string} text */
  hear(text) {
    this.askedAt = 0;
    const message = JSON.parse(text);
    const body = message.body ?? {};
    if (message.type === "snapshot") this.hearSnapshot(body);
    else if (message.type === "event") this.hearEvent(body);
    else if (message.type === "ack") this.answer(message.id);
    else if (message.type === "nack") this.listener.nack(body, this.answer(message.id));
    else if (message.type === "presence") this.listener.presence(body);
    else if (message.type === "said") this.listener.said(body);
  }

  /** @param {Snapshot} snapshot */
  hearSnapshot(snapshot) {
    const fresh = this.waitsForSnapshot;
    this.waitsForSnapshot = false;
    this.seen = snapshot.state.number;
    this.failures = 0;
    this.listener.snapshot(snapshot);
    this.report("online");
    if (fresh) for (const command of this.unanswered.all()) this.write(command);
  }

  /** @param {TableEvent} event */
  hearEvent(event) {
    if (this.waitsForSnapshot || event.number <= this.seen) return;
    if (event.number > this.seen + 1) return this.greet();
    this.seen = event.number;
    this.listener.event(event);
  }

  /** @param {string} id */
  answer(id) {
    const command = this.unanswered.take(id);
    if (command) this.listener.answered();
    return command;
  }
}

/** Where the line of a page leads. @param {string} address */
export function socketUrl(address) {
  const url = new URL(`${address}/socket`, location.href);
  // The server's sentences come in the language of this page, whatever another tab has chosen since.
  url.searchParams.set("lang", document.documentElement.lang);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}
