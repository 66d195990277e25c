/** The keys that work everywhere on the table page. */

/**
 * @typedef {object} Deeds
 * @property {() => boolean} deaf whether something else has the keyboard
 * @property {() => void} type goes to the field for typed moves
 * @property {() => void} drop puts down what is in the hand, else closes what is shown again
 * @property {import("./desk.js").Desk} desk
 */

/** @param {Deeds} deeds */
export function wireKeys(deeds) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || deeds.deaf()) return;
    if (event.target instanceof HTMLInputElement) return;
    press(event, deeds);
  });
}

/** @param {KeyboardEvent} event @param {Deeds} deeds */
function press(event, { type, drop, desk }) {
  const pressed = event.key.toLowerCase();
  if (pressed === "/") {
    event.preventDefault();
    type();
  } else if (pressed === "escape") drop();
  else if (pressed === "u") desk.pressNamed("undo");
  else if (pressed === "d" && !["roll", "throw"].includes(desk.command)) desk.pressNamed(desk.command);
  else if (pressed === "r" && desk.command === "roll") desk.pressNamed("roll");
}
