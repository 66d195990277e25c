/** Commands that wait for their answer; this tab keeps them through a reload. */

/** @typedef {{id: string, expect: number, type: string, body: object}} Command */

/** More than a player can have on the way; a storage that somebody has tampered with must not flood the line. */
const MOST = 64;

export class Outbox {
  /** @param {string} table */
  constructor(table) {
    this.key = `rosespring.unanswered.${table}`;
    /** @type {Map<string, Command>} */
    this.commands = new Map(stored(this.key).map((command) => [command.id, command]));
  }

  get size() {
    return this.commands.size;
  }

  /** The commands in the order in which they were given. */
  all() {
    return [...this.commands.values()];
  }

  /** @param {Command} command */
  add(command) {
    this.commands.set(command.id, command);
    this.store();
  }

  /**
   * Takes a command out, because it has been answered.
   * @param {string} id
   */
  take(id) {
    const command = this.commands.get(id);
    if (this.commands.delete(id)) this.store();
    return command;
  }

  store() {
    try {
      if (this.size) sessionStorage.setItem(this.key, JSON.stringify(this.all()));
      else sessionStorage.removeItem(this.key);
    } catch {
      // A closed storage forgets them with the page.
    }
  }
}

/**
 * @param {string} key
 * @returns {Command[]}
 */
function stored(key) {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter(isCommand).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** @param {any} found */
function isCommand(found) {
  return typeof found?.id === "string" && typeof found.type === "string" && Number.isInteger(found.expect) && typeof found.body === "object";
}
