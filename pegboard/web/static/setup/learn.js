// The guided first deal. The board plays it by its own rules and says what is good about a choice;
// here it is shown, and nothing is known of it but what the board says.

import { frame, open } from "../core/dialog.js";
import { byId, h, s, setText, stillness, style } from "../core/dom.js";
import { cardName, cardView } from "../core/cards.js";
import { badge, shape } from "../core/shapes.js";
import { inLanguage, language, words } from "../core/words.js";

const COLORS = ["#56b4e9", "#e69f00"];
const HOLES = 40;
const STEP_MS = 1500;
const MARKS = { well: "✓ ", better: "… ", hint: "→ ", not: "↺ " };

/** The race so far: for each player a row of holes with its two pegs. */
function race(pegs) {
  const row = ([front, rear], seat) => Array.from({ length: HOLES + 1 }, (_, hole) => {
    const here = hole === front ? "front" : hole === rear ? "rear" : "";
    return s("circle", { cx: 2 + 4 * hole, cy: 3 + 6 * seat, r: here ? 1.9 : 1.1, class: here, fill: here ? COLORS[seat] : "#120b07" });
  });
  return s("svg", { viewBox: `-4 0 ${4 * HOLES + 8} 12`, class: "race", "aria-hidden": "true" },
    ...pegs.flatMap((each, seat) => [shape(seat, COLORS[seat], -2, 3 + 6 * seat, 1.4), ...row(each, seat)]));
}

/** `play()` begins a game against the computer. */
export async function learnView({ play }) {
  await style("setup/learn.css");
  const dialog = byId("learn");
  const status = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  let now = null;
  let chosen = [];
  let ticking = 0;
  let tried = null; // the line that is judged, so that it can be had all the same

  async function ask(line, anyway = false) {
    if (line !== null && line !== "hint") tried = line;
    try {
      const answer = await fetch(`/api/lesson?language=${language}`, {
        method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ done: now?.done ?? [], line, anyway }),
      });
      const told = await answer.json();
      if (told.fault) throw new Error(told.fault);
      const further = told.done.length !== now?.done.length;
      now = told;
      chosen = [];
      draw(further);
    } catch {
      setText(status, words.noAnswer);
    }
  }

  const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, text);

  /** A card of the hand: tapped twice over it is laid away, else laid at once. */
  function own(card) {
    const node = h("button", { type: "button", class: "in-hand", "data-card": card, "aria-pressed": now.wants === "lay" ? "false" : undefined, onclick: () => tap(card) }, cardView(card));
    if (now.judged?.cards.includes(card) && now.judged.kind !== "well") node.toggleAttribute("data-hint", true);
    return node;
  }

  function tap(card) {
    if (now.wants === "play" || now.wants === "go") return ask(`play 0 ${card}`);
    if (now.wants !== "lay") return;
    chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card].slice(-2);
    for (const node of dialog.querySelectorAll(".own .in-hand")) node.setAttribute("aria-pressed", String(chosen.includes(node.dataset.card)));
    dialog.querySelector(".lay").disabled = chosen.length !== 2;
  }

  /** What stands under the text: the one thing to do, and help. */
  function todo() {
    const hint = button(words.hint, () => ask("hint"), "plain hint");
    switch (now.wants) {
      case "read": return [button(words.learn.goOn, () => ask("read"), "primary")];
      case "lay": return [h("button", { type: "button", class: "primary lay", disabled: true, onclick: () => ask(`discard 0 ${inOrder()}`) }, words.learn.layAway), hint];
      case "go": return [button(words.go, () => ask("go 0"), "primary"), hint];
      case "play": return [h("p", { class: "tap", text: words.learn.tapOne }), hint];
      case "count": return [h("div", { class: "numbers" }, ...now.choices.map((n) => button(words.learn.worth(n), () => ask(`count ${n}`)))), hint];
    }
    return [button(words.learn.playNow, () => { dialog.close(); play(); }, "primary"), button(words.learn.once, () => begin()),
      h("a", { href: inLanguage("/rules") }, words.home.rules)];
  }
  const inOrder = () => now.legal.map((line) => line.split(" ")[2]).find((cards) => chosen.every((card) => cards.includes(card)));

  /** What the board says of the last choice. */
  function judged() {
    const { judged } = now;
    if (!judged?.text) return null;
    return h("p", { class: `judged ${judged.kind}` }, h("span", { "aria-hidden": "true", text: MARKS[judged.kind] }), judged.text);
  }

  /** A choice that may be better: it can still be had. */
  function anyway(line) {
    return h("div", { class: "pick" }, button(words.learn.again, () => ask(null)), button(words.learn.anyway, () => ask(line, true), "plain"));
  }

  function table() {
    const { shown, pile, count, starter, others, happened, scores } = now;
    if (now.page === "end") {
      return h("div", { class: "felt end" }, ...scores.map((score, seat) => h("div", {}, badge(seat, COLORS[seat]), h("b", { text: String(score) }))));
    }
    const cards = shown ? [...shown.cards, starter] : [];
    return h("div", { class: "felt" },
      shown ? h("div", { class: "counted-hand", role: "group", "aria-label": cards.map(cardName).join(", ") },
        ...cards.map((card, n) => h("span", { class: n === 4 ? "with starter" : "with", "data-card": card }, cardView(card))))
        : h("div", { class: "two" },
          h("div", { class: "theirs", role: "img", "aria-label": `${words.learn.other}: ${words.hidden(others)}` }, badge(1, COLORS[1]), ...Array.from({ length: others }, () => cardView(null))),
          h("div", { class: "middle" },
            now.page === "play" ? h("div", { class: "count" }, h("span", { class: "number", text: String(count) }), h("small", { text: words.count })) : null,
            h("div", { class: "pile", role: "group", "aria-label": words.pile }, ...pile.map((card) => cardView(card))),
            starter ? h("figure", {}, cardView(starter), h("figcaption", { text: words.starter })) : null)),
      shown?.steps.length ? h("ol", { class: "steps" }, ...shown.steps.map((step, n) => h("li", {},
        h("button", { type: "button", onclick: () => light(n, true) }, h("span", { text: step.said }), h("b", { "aria-hidden": "true", text: `+${step.points}` }))))) : null,
      happened.length && !shown ? h("ul", { class: "happened" }, ...happened.map((text) => h("li", { text }))) : null,
      now.hand.length ? h("div", { class: "own", role: "group", "aria-label": words.yourHand }, badge(0, COLORS[0]), ...now.hand.map(own)) : null);
  }

  /** Lights the cards of one combination; without a touch each in turn. */
  function light(step, still = false) {
    if (still) clearInterval(ticking);
    const { steps } = now.shown;
    dialog.querySelectorAll(".steps button").forEach((node, n) => node.toggleAttribute("data-lit", n === step));
    for (const node of dialog.querySelectorAll(".with")) node.toggleAttribute("data-lit", steps[step]?.cards.includes(node.dataset.card) ?? false);
  }

  function draw(further) {
    clearInterval(ticking);
    const { title, text, number, of, pegs, scores } = now;
    const said = judged();
    const better = now.judged?.kind === "better";
    const heading = frame(dialog, title, [h("div", { class: "lesson" },
      h("section", { class: "talk" },
        h("p", { class: "part" }, words.learn.step(number, of)),
        said,
        // What was just explained stays; a choice that has been answered needs no more words.
        ...(better ? [anyway(tried)] : [h("div", { class: "text" }, ...text.map((sentence) => h("p", { text: sentence }))), h("div", { class: "todo" }, ...todo())])),
      table()),
    h("div", { class: "race-line", role: "img", "aria-label": `${words.learn.pegsAt(words.you, scores[0])}, ${words.learn.pegsAt(words.learn.other, scores[1])}` },
      h("b", { text: String(scores[0]) }), race(pegs), h("b", { text: String(scores[1]) })), status]);
    heading.tabIndex = -1;
    const parts = [further ? title : "", said?.textContent ?? "", ...(further ? now.happened : []), ...(better || !further ? [] : text)];
    setText(status, "");
    setTimeout(() => setText(status, parts.filter(Boolean).join(" ")), 60);
    const focus = dialog.querySelector(better ? ".pick button" : further ? ".todo .primary:not(:disabled)" : ".todo button:not(:disabled)");
    (focus ?? heading).focus({ preventScroll: true });
    if (now.shown?.steps.length) {
      let n = 0;
      light(0);
      if (!stillness()) ticking = setInterval(() => light((n = (n + 1) % now.shown.steps.length)), STEP_MS);
    }
  }

  async function begin() {
    now = null;
    await ask(null);
  }
  dialog.addEventListener("close", () => clearInterval(ticking));

  return {
    async open() {
      await begin();
      open(dialog);
      dialog.querySelector("h2").focus();
    },
  };
}
