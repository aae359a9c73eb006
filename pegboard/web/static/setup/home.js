// Nothing has been chosen yet: what this board has, and the three things it can do.

import { byId, h, onChange, setText, style, toggle } from "../core/dom.js";
import { open } from "../core/dialog.js";
import { pictures } from "./pictures.js";
import { welcome } from "./welcome.js";
import { inLanguage, words } from "../core/words.js";

const choice = (kind, title, hint, onclick) => h("button", { type: "button", class: "big", "data-choice": kind, onclick },
  pictures[kind](), h("b", { text: title }), h("small", { text: hint }));

/**
 * The home screen. `todo`: `play(mode)` opens a new game, `count(how)` counts by "camera" or
 * "cards", `goOn()` puts the waiting game back, `learn()` begins the guided deal.
 */
export async function homeView(todo) {
  await style("setup/home.css");
  const dialog = byId("home");
  const title = h("h2", { id: "home-title", tabindex: -1 });
  const found = h("ul", { class: "found" });
  const waiting = h("button", { type: "button", class: "waiting primary", hidden: true, onclick: () => leave(todo.goOn) });
  const large = h("div", { class: "choices" });
  const back = h("button", { type: "button", class: "plain back", hidden: true, onclick: () => first(true) }, "‹ ", words.home.back);
  const close = h("button", { type: "button", class: "plain close", "aria-label": words.close, title: words.home.watch, onclick: () => dialog.close() }, "✕");
  let simulated = false;
  let last = null;
  let put = false; // put aside for a moment

  const leave = (act) => {
    dialog.close();
    act();
  };

  function first(again = false) {
    setText(title, words.home.title);
    toggle(back, "hidden", true);
    large.replaceChildren(
      choice("score", words.modeScore, words.modeScoreHint, () => todo.play("score")),
      choice("count", words.home.count, words.home.countHint, () => second()),
      choice("computer", words.modeComputer, words.modeComputerHint, () => todo.play("computer")));
    if (again) large.querySelector("[data-choice=count]").focus();
  }

  function second() {
    setText(title, words.home.count);
    toggle(back, "hidden", false);
    const camera = simulated ? [words.home.samples, words.home.samplesHint] : [words.home.camera, words.home.cameraHint];
    large.replaceChildren(
      choice("camera", ...camera, () => leave(() => todo.count("camera"))),
      choice("cards", words.home.cards, words.home.cardsHint, () => leave(() => todo.count("cards"))));
    large.firstChild.focus();
  }

  const foot = h("footer", { role: "presentation" },
    h("button", { type: "button", class: "learn", onclick: () => leave(todo.learn) }, words.home.learn),
    h("a", { href: inLanguage("/rules"), class: "rules" }, words.home.rules));
  dialog.replaceChildren(h("header", { role: "presentation" }, back, title, close), waiting, large, foot, h("section", { class: "has" }, h("h3", { text: words.home.found }), found));

  const drawFound = (devices) => found.replaceChildren(...devices.map(({ name, ok, simulated: not, text, says }) =>
    h("li", { "data-device": name, "data-ok": ok && !not, "data-broken": !ok },
      h("span", { "aria-hidden": "true", text: ok ? (not ? "○" : "●") : "!" }), h("span", { text: ok ? text : `${text}: ${says}` }))));
  const drawWaiting = onChange((game) => {
    toggle(waiting, "hidden", !game);
    if (!game) return;
    const sides = game.names.map((name, n) => words.home.side(name, game.scores[n]));
    waiting.replaceChildren(h("b", { text: words.home.goOn }), h("span", { text: sides.join(" – ") }));
  });

  return {
    show(state) {
      drawWaiting(state.waiting);
      // Somebody has chosen, here or elsewhere; or a phone wants to be let in, which is asked below.
      const asks = Boolean(state.asking?.length);
      if (dialog.open && ((last?.inviting && !state.inviting) || asks)) {
        put = asks && state.inviting;
        dialog.close();
      } else if (put && !asks) {
        put = false;
        if (state.inviting) this.open();
      }
      last = state;
    },
    /** `unasked`: by itself, on a page that has just come; whoever was quicker is not disturbed. */
    async open({ unasked = false } = {}) {
      if (unasked && document.querySelector("dialog[open]")) return;
      first();
      open(dialog);
      title.focus();
      try {
        const known = await welcome();
        drawFound(known.found);
        simulated = known.found.find(({ name }) => name === "camera")?.simulated ?? true;
      } catch {
        // The choices are there all the same.
      }
    },
  };
}
