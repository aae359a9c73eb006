// Which version runs, and the wish for another: a part of the dialogue about how the board is.

import { h, setText, toggle } from "../core/dom.js";
import { inLanguage, words } from "../core/words.js";

const say = words.version;
const LOOK_MS = 3000;

async function ask(options) {
  try {
    const answer = await fetch(inLanguage("/api/update"), options);
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, fault: say.away }; // it is being exchanged just now
  }
}

/** The section, and what shows it anew. It stays away where this page may not wish. */
export function versionSection() {
  const runs = h("p"), came = h("p", { class: "came" });
  const told = h("p", { class: "done", role: "status" });
  const wish = (what) => async () => {
    const headers = { "Content-Type": "application/json" };
    const answer = await ask({ method: "POST", headers, body: JSON.stringify({ wish: what }) });
    setText(told, answer.ok ? say.wished : answer.fault);
    if (answer.ok) waiting = setTimeout(look, LOOK_MS);
  };
  const newer = h("button", { type: "button", text: say.update, onclick: wish("update") });
  const before = h("button", { type: "button", onclick: wish("rollback") });
  const section = h("section", { class: "version", hidden: "" }, h("h3", { text: say.title }), runs, came,
    h("p", {}, newer, " ", before), told);
  let waiting = null;

  async function look() {
    clearTimeout(waiting);
    const now = await ask();
    if (now.status === 0 && !section.hidden) waiting = setTimeout(look, LOOK_MS);
    if (now.status !== 200) return;
    toggle(section, "hidden", false);
    setText(runs, say.runs(now.version));
    setText(came, now.last ? now.last.says : "");
    for (const button of [newer, before]) toggle(button, "disabled", now.wished);
    toggle(newer, "hidden", !now.possible);
    toggle(before, "hidden", !now.possible || !now.previous);
    if (now.previous) setText(before, say.rollback(now.previous));
    if (now.wished) waiting = setTimeout(look, LOOK_MS);
    else if (told.textContent === say.wished || told.textContent === say.away) setText(told, "");
  }

  return { section, look, leave: () => clearTimeout(waiting) };
}
