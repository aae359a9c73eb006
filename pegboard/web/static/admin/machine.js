// Restart and shutdown of the machine, each after a question.

import { h, setText } from "../core/dom.js";
import { ask } from "../core/http.js";
import { language, words } from "../core/words.js";

/** @type {import("./words/words.d.ts").Words} */
const { menu: say } = (await import(`./words/${language}.js`)).words;
const ADDRESS = "/api/power";

/** @typedef {{ ok?: boolean, says?: string, fault?: string, possible?: boolean }} Switched */

/** @param {object} [body] @returns {Promise<Switched>} */
async function power(body) {
  try {
    return (await ask(ADDRESS, body)).answer;
  } catch {
    return { fault: words.offline };
  }
}

/** The section. */
export function machine() {
  const message = h("p", { class: "message", role: "status" });
  const doors = h("div", { class: "doors" });
  /** @param {string} text @param {() => void} onclick */
  const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, text, onclick });

  /** @param {"restart" | "shut down"} wish @param {string} question @param {string} yes */
  const sure = (wish, question, yes) => () => {
    const no = button(words.cancel, both);
    doors.replaceChildren(h("p", { text: question }), button(yes, async () => {
      const { says, fault } = await power({ wish });
      setText(message, says ?? fault ?? "");
      both();
    }, "danger"), no);
    no.focus();
  };
  const both = () => doors.replaceChildren(
    button(say.restart, sure("restart", say.sureRestart, say.restart), "restart"),
    button(say.shutDown, sure("shut down", say.sureShutDown, say.shutDown), "shut-down"));
  both();
  const draw = async () => {
    const { possible } = await power();
    if (possible === false) doors.replaceChildren(h("p", { class: "how", text: say.notPossible }));
  };
  draw();
  return h("section", { class: "machine" }, h("h3", { text: say.machine }), doors, message);
}
