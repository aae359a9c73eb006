// The hall of a club night: which one this board sends its games to, and joining one with a code.

import { h, setText, toggle } from "../core/dom.js";
import { ask } from "../core/http.js";
import { language, words } from "../core/words.js";

/** @typedef {{ url: string, fixed: boolean, connected: boolean, to_send: number }} Hall */
/** @typedef {{ fault?: string, error?: string }} Refused */

/** @type {import("./words/words.d.ts").Words} */
const { menu: say } = (await import(`./words/${language}.js`)).words;

/** The part of the settings; it asks the board by itself. */
export function hall() {
  const now = h("p", { class: "how", role: "status" });
  const fault = h("p", { class: "hall-fault", role: "alert" });
  const url = h("input", { type: "text", inputmode: "url", autocomplete: "off", "aria-label": say.hallAddress, placeholder: say.hallAddress, maxlength: 200 });
  const code = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": say.hallCode, placeholder: say.hallCode, maxlength: 32 });
  const join = h("button", { type: "submit", text: say.hallJoin });

  /** @param {Hall} state */
  function show(state) {
    const { connected, to_send: left } = state;
    setText(now, state.url ? `${state.url}: ${connected ? say.hallConnected : say.hallAway(left)}` : say.hallHint);
    if (state.url) url.value = state.url;
    toggle(url, "readonly", state.fixed);
  }

  const form = h("form", { class: "add", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    setText(fault, "");
    toggle(join, "disabled", true);
    try {
      /** @type {{ ok: boolean, answer: Hall & Refused }} */
      const { ok, answer } = await ask("/api/hall", { url: url.value, code: code.value });
      if (ok) {
        code.value = "";
        show(answer);
      } else setText(fault, answer.fault ?? answer.error ?? "");
    } catch {
      setText(fault, words.offline);
    }
    toggle(join, "disabled", false);
  } }, url, code, join);

  async function look() {
    try {
      /** @type {{ ok: boolean, answer: Hall }} */
      const { ok, answer } = await ask("/api/hall");
      if (ok) show(answer);
    } catch {
      // The page says by itself that the board is out of reach.
    }
  }
  look();
  return h("section", { class: "hall" }, h("h3", { text: say.hall }), now, form, fault);
}
