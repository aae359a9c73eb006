// Review of a game: the cost of each decision, costliest first, and the charts.

import { h, dialogById, setText, style, toggle } from "../core/dom.js";
import { frame, open } from "../core/dialog.js";
import { ask } from "../core/http.js";
import { costly } from "../core/review.js";
import { SIGNS, stepper } from "../study/stepper.js";
import { words as study } from "../study/words.js";
import { inLanguage, words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Decision, Review, Reviewing } from "../core/reviews.d.ts" */

const AGAIN_MS = 500;
const text = words.review;

/** @param {Decision} each @param {string[]} names @param {() => void} show */
function decision(each, names, show) {
  return h("li", { "data-verdict": each.verdict },
    h("b", {}, h("span", { class: "sign", "aria-hidden": "true", text: SIGNS[each.verdict] }),
      h("button", { type: "button", class: "plain", onclick: show }, text.choice(each.deal, names[each.seat], each.said))),
    h("span", { class: "cost", text: `${text.verdicts[each.verdict]}: ${each.cost}` }),
    h("span", { class: "why", text: each.why }));
}

/**
 * The dialog; `open()` requests a review and waits for it.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await style("play/review.css");
  const dialog = dialogById("review");
  const says = h("p", { role: "status" });
  const bar = h("progress", { max: "1", value: "0", "aria-label": text.working });
  const charts = h("img", { class: "charts", hidden: true });
  const whose = h("fieldset", { class: "whose", hidden: true });
  const list = h("ol", { class: "decisions" });
  const notes = h("ul", { class: "notes" });
  const print = h("a", { href: inLanguage("/api/review.svg"), target: "_blank", rel: "noopener", hidden: true }, text.print);
  const steps = h("div");
  const all = h("details", { class: "all", hidden: true }, h("summary", { text: text.list }), list);
  const more = h("details", { class: "all", hidden: true }, h("summary", { text: text.more }), charts);
  const practice = h("button", { type: "button", class: "to-practice", text: study.practice, onclick: () => page.open("practice") });
  frame(dialog, text.title, [says, bar, whose, steps, all, more, notes, h("div", { class: "further" }, practice, print)]);
  let timer = 0;
  let seat = 0;
  /** @type {ReturnType<typeof stepper> | null} */
  let game = null;

  /** @param {Review} found */
  const drawList = (found) => {
    const judged = found.decisions.filter((each) => seat < 0 || each.seat === seat);
    const shown = costly(judged);
    setText(says, judged.length ? text.sum(judged.length - shown.length, judged.length) : text.nothing);
    game?.of(seat);
    list.replaceChildren(...shown.map((each) => decision(each, found.names, () => game?.show(each))));
  };

  /** @param {Review} found */
  const drawWhose = (found) => {
    /** @param {number} value @param {string} label */
    const choice = (value, label) => h("label", {}, h("input", {
      type: "radio", name: "review-of", value, checked: value === seat,
      onchange: () => { seat = value; drawList(found); },
    }), h("span", { text: label }));
    whose.replaceChildren(h("legend", { class: "unseen", text: text.whose }),
      ...found.names.map((name, number) => choice(number, name)), choice(-1, text.everybody));
  };

  /** @param {Review} found */
  const draw = (found) => {
    game = stepper(found);
    steps.replaceChildren(game.node);
    drawWhose(found);
    drawList(found);
    charts.src = inLanguage(`/api/review.svg?${encodeURIComponent(`${found.game}-${found.curve.length}`)}`);
    charts.alt = text.charts(found.names.map((name, n) => `${name} ${found.scores[n]}`).join(", "));
    notes.replaceChildren(...found.not_judged.map((each) => h("li", { text: text.notJudged(each) })));
  };

  /** @param {boolean} ready @param {boolean} problem */
  const show = (ready, problem) => {
    toggle(bar, "hidden", ready || problem);
    for (const node of [whose, steps, all, more, charts, print, notes]) toggle(node, "hidden", !ready);
  };

  async function poll() {
    /** @type {Review | Reviewing | { fault: string }} */
    let answer;
    try {
      ({ answer } = await ask("/api/review"));
    } catch {
      answer = { fault: words.offline };
    }
    if (!dialog.open) return;
    if ("fault" in answer) {
      show(false, true);
      setText(says, answer.fault);
    } else if (answer.ready) {
      show(true, false);
      draw(answer);
    } else {
      show(false, false);
      setText(says, text.working);
      bar.value = answer.of ? answer.done / answer.of : 0;
      timer = setTimeout(poll, AGAIN_MS);
    }
  }

  dialog.addEventListener("close", () => clearTimeout(timer));
  return {
    open() {
      show(false, false);
      setText(says, text.working);
      open(dialog);
      poll();
    },
  };
}
