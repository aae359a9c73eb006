// Resumes an unfinished game; the one on the table waits instead.

import { h, setText } from "../core/dom.js";
import { ask } from "../core/http.js";
import { board, words } from "./words.js";

/** @import { GameRow, GoingOn } from "./messages.d.ts" */

const text = words.goingOn;

/** A unique command id. */
const once = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join("");

/**
 * The button, and the question if another game is in progress.
 *
 * @param {GameRow} game
 * @param {GoingOn} now
 */
export function goOn(game, { may_continue: may, table }) {
  if (!game.open || !may) return null;
  const says = h("span", { role: "status" });
  async function back() {
    try {
      const { answer } = /** @type {{ answer: { ok: boolean, error?: string } }} */ (
        await ask("/api/command", { id: once(), resume: game.id }));
      if (answer.ok) location.href = "/";
      else setText(says, answer.error ?? words.fault);
    } catch {
      setText(says, words.offline);
    }
  }
  const stand = table && table.id !== game.id ? table.scores.join("–") : "";
  const keep = h("button", { value: "yes", class: "strong" }, board.setup.keepIt(stand));
  const dialog = h("dialog", { "aria-label": board.setup.keepTitle(stand) },
    h("h2", { text: board.setup.keepTitle(stand) }), h("p", { text: text.kept }),
    h("form", { method: "dialog" }, h("button", { value: "no" }, board.cancel), keep));
  function confirm() {
    if (!stand) return void back();
    dialog.returnValue = "";
    dialog.showModal();
    keep.focus();
  }
  dialog.addEventListener("close", () => { if (dialog.returnValue === "yes") back(); });
  return h("p", { class: "go-on" },
    h("button", { type: "button", class: "strong", onclick: confirm }, text.button), says, dialog);
}
