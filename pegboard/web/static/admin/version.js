// The running version, and updates: a section of the doctor's dialog.

import { h, setText, toggle } from "../core/dom.js";
import { ask as askBoard } from "../core/http.js";
import { words } from "../core/words.js";

/**
 * Answer of /api/update.
 *
 * @typedef {{ ok?: boolean, fault?: string, version: string, previous: string | null, possible: boolean, wished: boolean,
 *   last: { says: string } | null }} Update
 */

const texts = words.version;
const LOOK_MS = 3000;

/** Requests the version state; null while the board is away, as during an update. @param {object} [body] */
async function ask(body) {
  try {
    return /** @type {{ status: number, answer: Update }} */ (await askBoard("/api/update", body));
  } catch {
    return null;
  }
}

/** The section and its `refresh`; hidden if this page may not request updates. */
export function versionSection() {
  const runs = h("p"), came = h("p", { class: "came" });
  const message = h("p", { class: "done", role: "status" });
  let waiting = 0;
  /** @param {"update" | "rollback"} what */
  const wish = (what) => async () => {
    const answer = (await ask({ wish: what }))?.answer;
    setText(message, answer?.ok ? texts.wished : answer?.fault ?? texts.away);
    if (answer?.ok) waiting = setTimeout(load, LOOK_MS);
  };
  const newer = h("button", { type: "button", text: texts.update, onclick: wish("update") });
  const before = h("button", { type: "button", onclick: wish("rollback") });
  const section = h("section", { class: "version", hidden: "" }, h("h3", { text: texts.title }), runs, came,
    h("p", {}, newer, " ", before), message);

  async function load() {
    clearTimeout(waiting);
    const found = await ask();
    if (found === null && !section.hidden) waiting = setTimeout(load, LOOK_MS);
    if (found?.status !== 200) return;
    const now = found.answer;
    toggle(section, "hidden", false);
    setText(runs, texts.runs(now.version));
    setText(came, now.last ? now.last.says : "");
    for (const button of [newer, before]) toggle(button, "disabled", now.wished);
    toggle(newer, "hidden", !now.possible);
    toggle(before, "hidden", !now.possible || !now.previous);
    if (now.previous) setText(before, texts.rollback(now.previous));
    if (now.wished) waiting = setTimeout(load, LOOK_MS);
    else if (message.textContent === texts.wished || message.textContent === texts.away) setText(message, "");
  }

  return { section, look: load, leave: () => clearTimeout(waiting) };
}
