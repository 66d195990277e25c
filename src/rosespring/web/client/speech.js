/** What is said aloud: two polite live regions take turns, so that the same words are spoken twice when they happen twice. */

export class Speech {
  /** @param {HTMLElement[]} regions */
  constructor(regions) {
    this.regions = regions;
    this.turn = 0;
  }

  /** @param {string} words */
  say(words) {
    if (!words) return;
    const region = this.regions[this.turn];
    this.turn = (this.turn + 1) % this.regions.length;
    for (const other of this.regions) if (other !== region) other.textContent = "";
    region.textContent = words;
  }
}
