// Test of the board's voice: a sentence, and whether it was heard.

import { h, setText, toggle } from "../core/dom.js";
import { language } from "../core/words.js";
import { change, settings, trySound } from "../admin/board_settings.js";
import { slider } from "../admin/slider.js";

/** @import { Step, Tools } from "./steps.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { voice: say } = (await import(`./words/${language}.js`)).words;
const DEVICE = "voice.device", SPEAKER = "voice.speaker", VOLUME = "voice.volume";

/** @param {Tools} tools @returns {Step} */
export function voice({ refuse, onward }) {
  const loud = h("div", { class: "loud" });
  const status = h("p", { class: "status", role: "status" });
  const choice = h("div", { class: "choose", role: "group", "aria-label": say.which, hidden: true });
  /** @type {HTMLButtonElement} */
  const listen = h("button", { type: "button", class: "test", text: say.listen, onclick: () => speak() });
  const answers = h("div", { class: "answers", role: "group", "aria-label": say.heard, hidden: true },
    h("button", { type: "button", class: "yes", text: say.yes, onclick: () => turn("auto") }),
    h("button", { type: "button", class: "no", text: say.no, onclick: () => help() }));

  async function speak() {
    listen.disabled = true; // one sentence at a time
    refuse("");
    const fault = await trySound();
    listen.disabled = false;
    refuse(fault);
    setText(status, fault ? "" : say.heard);
    toggle(answers, "hidden", fault);
    if (fault) toggle(choice, "hidden", choice.childElementCount < 2);
    else answers.querySelector("button")?.focus();
  }

  /** @param {"auto" | "none"} speaker */
  async function turn(speaker) {
    const now = await settings();
    const fault = now?.fixed.includes(SPEAKER) ? "" : await change({ [SPEAKER]: speaker });
    refuse(fault);
    if (!fault) onward();
  }

  function help() {
    setText(status, say.check);
    toggle(answers, "hidden", true);
    toggle(choice, "hidden", choice.childElementCount < 2);
    listen.focus();
  }

  async function offer() {
    const now = await settings();
    if (!now) return;
    const { values, fixed, sounds } = now;
    loud.replaceChildren(slider(say.volume, VOLUME, values[VOLUME], refuse, fixed.includes(VOLUME) ? say.fixed : "", false));
    const all = [["default", say.own], ...sounds.map(({ address, name }) => [address, name])];
    choice.replaceChildren(...all.map(([address, name]) => h("button", {
      type: "button", text: name, "aria-pressed": String(values[DEVICE] === address), disabled: fixed.includes(DEVICE),
      onclick: async () => {
        refuse(await change({ [DEVICE]: address }));
        await offer();
        speak();
      },
    })));
  }

  return { nodes: [h("p", { text: say.ask }), listen, status, answers, choice, loud], ready: offer };
}
