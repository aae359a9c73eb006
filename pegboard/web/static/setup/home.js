// The home screen, before anything is chosen: the board's hardware, and three choices.

import { dialogById, find, h, onChange, setText, style, toggle } from "../core/dom.js";
import { open } from "../core/dialog.js";
import { joined } from "../core/joined.js";
import { postponed } from "../core/setting_up.js";
import { anyOf, inLanguage, listed, words } from "../core/words.js";
import { pictures } from "./pictures.js";
import { welcome } from "./welcome.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { State, WaitingGame } from "../core/protocol.d.ts" */
/** @import { Found, Welcome } from "./choices.d.ts" */

/** @param {keyof typeof pictures} kind @param {string} title @param {string} hint @param {() => void} onclick @param {string} [more] */
const choice = (kind, title, hint, onclick, more) => h("button", { type: "button", class: "big", "data-choice": kind, onclick },
  pictures[kind](), h("b", { text: title }), h("small", { text: hint }), more === undefined ? "" : h("span", { class: "more", text: more }));

/**
 * Counts a hand in the game on the table, in the waiting one, or in a new one.
 *
 * @param {Page} page
 * @param {"camera" | "cards"} how
 */
async function countHand(page, how) {
  const { state, dispatch } = page;
  if (state?.inviting) {
    const begun = await dispatch(state.waiting ? { resume: true } : { new: (await welcome()).setups.score });
    if (!begun.ok) return;
  }
  if (how === "camera") dispatch({ count: true });
  else page.open("picker", { cards: [], starter: page.state?.starter ?? null });
}

/**
 * The home screen.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await style("setup/home.css");
  const dialog = dialogById("home");
  const title = h("h2", { id: "home-title", tabindex: -1 });
  const found = h("ul", { class: "found" });
  const waiting = h("button", {
    type: "button", class: "waiting primary", hidden: true, onclick: () => leave(() => page.dispatch({ resume: true })),
  });
  const again = h("button", { type: "button", class: "again", hidden: true });
  const large = h("div", { class: "choices" });
  const on = h("div", { class: "on" }, waiting, again);
  const back = h("button", { type: "button", class: "plain back", hidden: true, onclick: () => first(true) }, "‹ ", words.home.back);
  const close = h("button", { type: "button", class: "plain close", "aria-label": words.close, title: words.home.watch, onclick: () => dialog.close() }, "×");
  let simulated = false;
  /** Details of each choice: the last players or possible numbers, and the hardware for counting. */
  const more = { score: "", count: "", computer: Object.values(words.levels).map(([name]) => name).join(" · ") };
  /** @type {State | null} */
  let last = null;
  let isAside = false; // put aside for a moment

  /** @param {() => unknown} act */
  const leave = (act) => {
    dialog.close();
    act();
  };
  /** @param {"camera" | "cards"} how */
  const count = (how) => leave(() => countHand(page, how));

  function first(focus = false) {
    setText(title, words.home.title);
    for (const [node, hidden] of /** @type {const} */ ([[back, true], [on, false]])) toggle(node, "hidden", hidden);
    large.replaceChildren(
      choice("score", words.modes.score.name, words.modes.score.hint, () => page.open("newgame", "score", false), more.score),
      choice("count", words.home.count, words.home.countHint, () => second(), more.count),
      choice("computer", words.modes.computer.name, words.modes.computer.hint, () => page.open("newgame", "computer", false), more.computer));
    if (focus) find(large, "[data-choice=count]").focus();
  }

  function second() {
    setText(title, words.home.count);
    for (const [node, hidden] of /** @type {const} */ ([[back, false], [on, true]])) toggle(node, "hidden", hidden);
    const [name, hint] = simulated ? [words.home.samples, words.home.samplesHint] : [words.home.camera, words.home.cameraHint];
    const camera = choice("camera", name, hint, () => count("camera"));
    large.replaceChildren(camera, choice("cards", words.home.cards, words.home.cardsHint, () => count("cards")));
    camera.focus();
  }

  const far = h("button", { type: "button", class: "far", hidden: true, onclick: () => leave(() => page.open("far")) }, words.far.open);
  async function sample() {
    if ((await page.dispatch({ sample: true })).ok) page.open("watch");
  }
  const setUp = h("button", { type: "button", class: "set-up", hidden: true, onclick: () => leave(() => page.open("first")) }, words.home.setUp);
  const foot = h("footer", { role: "presentation" }, far, setUp,
    h("button", { type: "button", class: "sample", onclick: () => leave(sample) }, words.home.sample),
    h("button", { type: "button", class: "learn", onclick: () => leave(() => page.open("learn")) }, words.home.learn),
    h("a", { href: inLanguage("/rules"), class: "rules" }, words.home.rules));
  dialog.replaceChildren(h("header", { role: "presentation" }, back, title, close), on, large, foot, h("section", { class: "has" }, h("h3", { text: words.home.found }), found));

  /** Regular players sit down with one touch. @param {Welcome} known */
  function drawAgain({ setups, named, regulars, played }) {
    const last = setups.score;
    const before = named.score.every(Boolean);
    const names = before ? last.names : regulars.length > 1 && last.players === 2 ? regulars.slice(0, 2) : [];
    toggle(again, "hidden", names.length < 2);
    const sides = names.length === 2 ? words.versus(names[0], names[1]) : listed(names);
    setText(again, before && played.score ? words.home.again(sides) : words.home.begin(sides));
    again.onclick = () => leave(() => page.dispatch({ new: { ...last, names } }));
  }

  /** @param {Welcome} known */
  function drawMore({ setups: { score }, named, tables, board, found: devices }) {
    const fit = tables.filter(({ sides }) => new Set(sides).size <= board.tracks).map(({ players }) => players);
    more.score = named.score.every(Boolean) ? listed(score.names) : words.home.players(anyOf([...new Set(fit)].map(String)));
    more.count = devices.find(({ name, ok }) => ok && name === "camera")?.text ?? "";
    for (const [kind, text] of Object.entries(more)) {
      const line = large.querySelector(`[data-choice=${kind}] .more`);
      if (line) setText(line, text);
    }
  }

  /** @param {Found[]} devices */
  const drawFound = (devices) => found.replaceChildren(...devices.map(({ name, ok, simulated: not, text, says }) =>
    h("li", { "data-device": name, "data-ok": ok && !not, "data-broken": !ok },
      not ? "" : h("span", { class: "sign", "aria-hidden": "true", text: ok ? "●" : "!" }), h("span", { text: ok ? text : `${text}: ${says}` }))));
  const drawWaiting = onChange((/** @type {WaitingGame | null} */ game) => {
    toggle(waiting, "hidden", !game);
    if (!game) return;
    const sides = game.names.map((name, n) => words.home.side(name, game.scores[n]));
    waiting.replaceChildren(h("b", { text: words.home.goOn }), h("span", { text: sides.join(" – ") }));
  });

  /** `unasked`: opened automatically by a new page, unless the user has already opened something. */
  async function openHome({ unasked = false } = {}) {
    if (unasked && document.querySelector("dialog[open]")) return;
    if (page.state?.first_start && !postponed()) {
      page.open("first", { unasked: true });
      return;
    }
    first();
    open(dialog);
    title.focus();
    try {
      const known = await welcome();
      drawFound(known.found);
      drawAgain(known);
      drawMore(known);
      simulated = known.found.find(({ name }) => name === "camera")?.simulated ?? true;
    } catch {
      // The choices work without it.
    }
  }

  return {
    open: openHome,
    show(state) {
      drawWaiting(state.waiting);
      toggle(setUp, "hidden", !state.first_start);
      toggle(far, "hidden", !joined(state));
      // A game was chosen, here or elsewhere; or a phone requests pairing, which is shown below.
      const asks = state.asking.length > 0;
      if (dialog.open && ((last?.inviting && !state.inviting) || asks)) {
        isAside = asks && state.inviting;
        dialog.close();
      } else if (isAside && !asks) {
        isAside = false;
        if (state.inviting) openHome();
      }
      last = state;
    },
  };
}
