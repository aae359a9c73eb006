// A game looked at again: what each choice cost, dearest first, and the charts.

import { h, byId, setText, toggle } from "../core/dom.js";
import { frame, open } from "../core/dialog.js";
import { inLanguage, words } from "../core/words.js";

const AGAIN_MS = 500;
const text = words.review;

const costly = (decisions) => decisions.filter(({ verdict }) => verdict !== "best")
  .sort((a, b) => (b.cost_chance ?? b.cost_points) - (a.cost_chance ?? a.cost_points));

function decision(each, names) {
  return h("li", { "data-verdict": each.verdict },
    h("b", {}, h("span", { class: "sign", "aria-hidden": "true", text: text.signs[each.verdict] }),
      text.choice(each.deal, names[each.seat], each.said)),
    h("span", { class: "cost", text: `${text.verdicts[each.verdict]}: ${each.cost}` }),
    h("span", { class: "why", text: each.why }));
}

/** The dialogue; `open()` asks the board for a review and waits for it. */
export function reviewView() {
  const dialog = byId("review");
  const says = h("p", { role: "status" });
  const bar = h("progress", { max: "1", value: "0", "aria-label": text.working });
  const charts = h("img", { class: "charts", hidden: true });
  const whose = h("fieldset", { class: "whose", hidden: true });
  const list = h("ol", { class: "decisions" });
  const notes = h("ul", { class: "notes" });
  const print = h("a", { href: inLanguage("/api/review.svg"), target: "_blank", rel: "noopener", hidden: true }, text.print);
  frame(dialog, text.title, [says, bar, whose, list, charts, notes, h("p", {}, print)]);
  let timer = 0;
  let found = null;
  let seat = 0;

  const drawList = () => {
    const all = costly(found.decisions);
    const shown = seat < 0 ? all : all.filter((each) => each.seat === seat);
    const judged = found.decisions.filter((each) => seat < 0 || each.seat === seat);
    setText(says, judged.length ? text.sum(judged.length - shown.length, judged.length) : text.nothing);
    list.replaceChildren(...shown.map((each) => decision(each, found.names)));
  };

  const drawWhose = () => {
    const choice = (value, label) => h("label", {}, h("input", {
      type: "radio", name: "review-of", value, checked: value === seat,
      onchange: () => { seat = value; drawList(); },
    }), h("span", { text: label }));
    whose.replaceChildren(h("legend", { text: text.whose }),
      ...found.names.map((name, number) => choice(number, name)), choice(-1, text.everybody));
  };

  const draw = (answer) => {
    found = answer;
    drawWhose();
    drawList();
    charts.src = inLanguage(`/api/review.svg?${encodeURIComponent(`${answer.game}-${answer.curve.length}`)}`);
    charts.alt = text.charts(answer.names.map((name, n) => `${name} ${answer.scores[n]}`));
    notes.replaceChildren(...answer.not_judged.map((each) => h("li", { text: text.notJudged(each) })));
  };

  const show = (ready, problem) => {
    toggle(bar, "hidden", ready || problem);
    for (const node of [whose, charts, print, list, notes]) toggle(node, "hidden", !ready);
  };

  async function ask() {
    let answer = null;
    try {
      answer = await (await fetch(inLanguage("/api/review"))).json();
    } catch {
      answer = { fault: words.offline };
    }
    if (!dialog.open) return;
    if (answer.fault) {
      show(false, true);
      setText(says, answer.fault);
    } else if (answer.ready) {
      show(true, false);
      draw(answer);
    } else {
      show(false, false);
      setText(says, text.working);
      bar.value = answer.of ? answer.done / answer.of : 0;
      timer = setTimeout(ask, AGAIN_MS);
    }
  }

  dialog.addEventListener("close", () => clearTimeout(timer));
  return {
    open() {
      show(false, false);
      setText(says, text.working);
      open(dialog);
      ask();
    },
  };
}
