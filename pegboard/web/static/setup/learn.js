// The guided first deal. The board plays it by its rules and judges the choices; this module only
// displays it.

import { play } from "../core/actions.js";
import { frame, open } from "../core/dialog.js";
import { dialogById, find, findAll, h, setText, stillness, style } from "../core/dom.js";
import { ask as askBoard } from "../core/http.js";
import { inLanguage, words } from "../core/words.js";
import { judged, race, table } from "./lesson_view.js";
import { learning } from "./welcome.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Card } from "../core/protocol.d.ts" */
/** @import { Lesson } from "./lesson.d.ts" */

const LEARNER = 0;
const STEP_MS = 1500;
const SAY_MS = 60;

/** @param {string} text @param {() => unknown} onclick */
const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, text);

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await style("setup/learn.css");
  const dialog = dialogById("learn");
  const status = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  /** @type {Lesson | null} */
  let now = null;
  /** @type {Card[]} */
  let chosen = [];
  let ticking = 0;
  let requests = 0; // number of requests sent; only the answer to the last one is shown
  /** @type {string | null} */
  let tried = null; // the judged line, so that it can be applied anyway

  /** @param {string | null} line */
  async function ask(line, anyway = false) {
    if (line !== null && line !== "hint") tried = line;
    const done = now?.done ?? [];
    const number = (requests += 1);
    try {
      /** @type {{ answer: Lesson & { fault?: string } }} */
      const { answer } = await askBoard("/api/lesson", { done, line, anyway });
      if (number !== requests) return;
      if (answer.fault) return void fail(answer.fault);
      // Identifies the step by the lines sent, not by the page: two quick touches send the same.
      const further = now === null || answer.done.length > done.length;
      // An accepted choice needs no further feedback or marked card.
      if (further && answer.judged?.kind === "better") answer.judged = null;
      now = answer;
      chosen = [];
      draw(answer, further);
    } catch {
      if (number === requests) fail(words.offline);
    }
  }

  /** Shows why nothing happened, where it is visible. @param {string} text */
  function fail(text) {
    if (now === null) throw new Error(text);
    draw({ ...now, judged: { kind: "not", text, cards: [] } }, false);
  }

  /** @param {Lesson} lesson @param {Card} card */
  function tap(lesson, card) {
    const { wants, legal } = lesson;
    if (wants === "play" || wants === "go") return void ask(play(LEARNER, card));
    if (wants !== "lay") return;
    if (lesson.judged?.kind === "better") { // tapping a card instead of answering chooses again
      chosen = [];
      draw({ ...lesson, judged: null }, false);
    }
    const many = legal[0].cards.length;
    chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card].slice(-many);
    for (const node of findAll(dialog, ".own .in-hand")) node.setAttribute("aria-pressed", String(chosen.includes(node.dataset.card ?? "")));
    /** @type {HTMLButtonElement} */ (find(dialog, ".lay")).disabled = chosen.length !== many;
  }

  /**
   * The controls under the text: the main action, and help.
   *
   * @param {Lesson} lesson
   */
  function todo({ wants, legal, choices }) {
    const hint = button(words.hint, () => ask("hint"), "plain hint");
    const laid = () => legal.find(({ cards }) => chosen.every((card) => cards.includes(card)))?.action ?? null;
    switch (wants) {
      case "read": return [button(words.learn.goOn, () => ask("read"), "primary")];
      case "lay": return [h("button", { type: "button", class: "primary lay", disabled: true, onclick: () => ask(laid()) }, words.learn.layAway), hint];
      case "go": return [button(words.go, () => ask(legal[0].action), "primary"), hint];
      case "play": return [h("p", { class: "tap", text: words.learn.tapOne }), hint];
      case "count": return [h("div", { class: "numbers" }, ...choices.map((n) => button(words.pegs(n), () => ask(`count ${n}`)))), hint];
    }
    return [button(words.learn.playNow, () => { dialog.close(); page.open("newgame", "computer", false); }, "primary"), button(words.learn.once, () => restart()),
      h("a", { href: inLanguage("/rules") }, words.home.rules)];
  }

  /**
   * Offers to apply a choice although there is a better one.
   *
   * @param {string | null} line
   */
  function anyway(line) {
    return h("div", { class: "pick" }, button(words.learn.again, () => ask(null)), button(words.learn.anyway, () => ask(line, true), "plain"));
  }

  /**
   * Highlights the cards of one combination.
   *
   * @param {Lesson} lesson
   * @param {number} step
   */
  function light({ shown }, step) {
    const lit = shown?.steps[step]?.cards ?? [];
    findAll(dialog, ".steps button").forEach((node, n) => node.toggleAttribute("data-lit", n === step));
    for (const node of findAll(dialog, ".with")) node.toggleAttribute("data-lit", lit.includes(node.dataset.card ?? ""));
  }

  /** Without a touch, highlights the combinations in turn. @param {Lesson} lesson */
  function tick(lesson) {
    const many = lesson.shown?.steps.length ?? 0;
    if (!many) return;
    let n = 0;
    light(lesson, 0);
    if (!stillness()) ticking = setInterval(() => light(lesson, (n = (n + 1) % many)), STEP_MS);
  }

  /** @param {Lesson} lesson @param {boolean} further whether the deal has gone on */
  function draw(lesson, further) {
    clearInterval(ticking);
    const { title, text, number, of, pegs, scores, happened } = lesson;
    const said = judged(lesson.judged);
    const better = lesson.judged?.kind === "better";
    // New explanations stay; an answered choice needs no more text.
    const rest = better ? [anyway(tried)] : [h("div", { class: "text" }, ...text.map((sentence) => h("p", { text: sentence }))), h("div", { class: "todo" }, ...todo(lesson))];
    const touched = {
      /** @param {Card} card */
      tap: (card) => tap(lesson, card),
      /** @param {number} step */
      light: (step) => { clearInterval(ticking); light(lesson, step); },
    };
    const heading = frame(dialog, title, [
      h("div", { class: "lesson" },
        h("section", { class: "talk" }, h("p", { class: "part" }, words.learn.step(number, of)), said, ...rest), table(lesson, touched)),
      h("div", { class: "race-line", role: "img", "aria-label": `${words.learn.pegsAt(words.you, scores[0])}, ${words.learn.pegsAt(words.learn.other, scores[1])}` },
        h("b", { text: scores[0] }), race(pegs), h("b", { text: scores[1] })), status]);
    heading.tabIndex = -1;
    const parts = [further ? title : "", said?.textContent ?? "", ...(further ? happened : []), ...(better || !further ? [] : text)];
    setText(status, "");
    setTimeout(() => setText(status, parts.filter(Boolean).join(" ")), SAY_MS);
    const focus = findAll(dialog, better ? ".pick button" : further ? ".todo .primary:not(:disabled)" : ".todo button:not(:disabled)")[0];
    (focus ?? heading).focus({ preventScroll: true });
    tick(lesson);
  }

  async function restart() {
    now = null;
    await ask(null);
  }
  dialog.addEventListener("close", () => clearInterval(ticking));

  return {
    async open() {
      learning(true);
      await restart();
      open(dialog);
      find(dialog, "h2").focus();
    },
  };
}
