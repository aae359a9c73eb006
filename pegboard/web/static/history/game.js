// A game: score by deal, the play, its record, and its review.

import { h, setText } from "../core/dom.js";
import { costly } from "../core/review.js";
import { figure, room, table } from "./charts.js";
import { stepper } from "../study/stepper.js";
import { goOn } from "./continue.js";
import { gameNames } from "./names.js";
import { faces, outcome, problem, sideNames, sides } from "./parts.js";
import { board, called, dateTime, inLanguage, words } from "./words.js";

/** @import { Decision, Review, Reviewing } from "../core/reviews.d.ts" */
/** @import { GamePage, Looked, Round } from "./messages.d.ts" */

const AGAIN_MS = 1000;
const DEAREST = 12;
const text = words.game;

/**
 * The score after each deal, as a table.
 *
 * @param {GamePage} game
 * @param {string[]} names
 */
function afterDeals(game, names) {
  const ends = game.story.filter((each, n) => game.story[n + 1]?.deal !== each.deal);
  return table([text.after, ...names], ends.map(({ deal, scores }) => [deal || text.start, ...scores]), { label: text.curve });
}

/** @param {GamePage} game @param {Round["hands"][number]} hand */
function hand(game, { seat, crib, points, cards }) {
  const whose = `${game.seats[seat].name}${crib ? `, ${text.crib}` : ""}`;
  return h("li", {}, h("span", { class: "whose", text: whose }), h("b", { text: points }),
    cards ? faces(cards) : h("span", { class: "hint", text: text.unknown }));
}

/** @param {GamePage} game @param {Round} round @param {number} n */
function deal(game, round, n) {
  const facts = [`${text.play} ${round.play.join(" : ")}`, `${text.total} ${round.totals.join(" : ")}`,
    round.left_out ? text.leftOut[round.left_out] : ""].filter(Boolean);
  return h("li", {},
    h("div", {}, h("h3", { text: text.dealBy(n + 1, game.seats[round.dealer].name) }),
      round.starter ? h("p", {}, h("span", { class: "hint", text: `${text.starter} ` }), faces(round.starter)) : null,
      h("p", { class: "hint", text: facts.join(" · ") })),
    h("ul", { class: "hands" }, ...round.hands.map((each) => hand(game, each))));
}

/** @param {GamePage} game */
function deals(game) {
  return h("section", {}, h("h2", { text: text.deals }),
    h("ol", { class: "rounds" }, ...game.rounds.map((round, n) => deal(game, round, n))));
}

/** @param {GamePage} game */
function story(game) {
  const said = game.story.filter(({ says }) => says.length);
  if (!said.length) return null;
  return h("details", { class: "story" }, h("summary", {}, h("h2", { text: text.story })),
    h("ol", {}, ...said.flatMap(({ says }) => says.map((each) => h("li", { text: each })))));
}

/** @param {Decision} each @param {string[]} names @param {() => void} show */
function decision(each, names, show) {
  return h("li", { "data-verdict": each.verdict },
    h("button", { type: "button", class: "plain", onclick: show }, h("b", { text: words.choice(each.deal, names[each.seat], each.said) })),
    h("span", { class: "cost", text: `${words.verdicts[each.verdict]}: ${each.cost}` }),
    h("span", { class: "why", text: each.why }));
}

/** @param {HTMLElement} section @param {GamePage} game @param {Review} found */
function reviewed(section, game, found) {
  const dear = costly(found.decisions);
  const good = found.decisions.length - dear.length;
  const address = inLanguage(`/api/history/games/${encodeURIComponent(game.id)}/review.svg`);
  const steps = stepper(found);
  /** @param {string} label @param {number} seat */
  const whose = (label, seat) => h("label", {}, h("input", {
    type: "radio", name: "review-of", value: seat, checked: seat < 0, onchange: () => steps.of(seat),
  }), h("span", { text: label }));
  steps.of(-1);
  section.replaceChildren(
    h("h2", { text: text.reviewTitle }),
    h("p", { text: text.best(good, found.decisions.length) }),
    h("fieldset", { class: "whose" }, h("legend", { text: board.review.whose }),
      whose(board.review.everybody, -1), ...found.names.map(whose)),
    steps.node,
    h("details", {}, h("summary", {}, h("h3", { text: text.choices })),
      dear.length ? h("ol", { class: "decisions" }, ...dear.slice(0, DEAREST).map((each) => decision(each, found.names, () => steps.show(each))))
        : h("p", { text: text.none })),
    h("details", {}, h("summary", {}, h("h3", { text: board.review.more })), h("img", { class: "review", src: address, alt: text.charts, loading: "lazy" })),
    h("ul", { class: "hint" }, ...found.not_judged.map((each) => h("li", { text: each }))));
}

/**
 * The review: made on request, shown at once if it already exists.
 *
 * @param {GamePage} game
 */
function review(game) {
  const section = h("section", { class: "reviewed" });
  const says = h("p", { role: "status" });
  const bar = h("progress", { max: "1", value: "0", "aria-label": text.reviewTitle });
  const look = async () => {
    section.replaceChildren(says, bar);
    for (;;) {
      /** @type {Review | Reviewing | { fault: string }} */
      let found;
      try {
        found = await (await fetch(inLanguage(`/api/history/games/${encodeURIComponent(game.id)}/review`))).json();
      } catch {
        found = { ready: false, done: 0, of: 0 };
      }
      if ("fault" in found) {
        section.replaceChildren(h("p", { class: "hint", text: found.fault }));
        return;
      }
      if (found.ready) {
        reviewed(section, game, found);
        return;
      }
      setText(says, text.working(found.done, found.of));
      bar.value = found.of ? found.done / found.of : 0;
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      if (!section.isConnected) return;
    }
  };
  if (game.reviewed) look();
  else section.append(h("button", { type: "button", onclick: look }, text.review));
  return section;
}

/**
 * `#game/ID`.
 *
 * @param {Looked} page
 */
export async function game(page) {
  /** @type {import("./messages.d.ts").Found<GamePage>} */
  const answer = await page.ask(`games/${encodeURIComponent(page.path[0] ?? "")}?charts=${room()}`);
  if (!answer) return null;
  if ("fault" in answer) return problem(answer.fault);
  const found = answer.page;
  const names = sideNames(found);
  const facts = [dateTime(found.started), board.modes[found.mode].played, text.to(found.target), text.dealtFirst(called(found.seats[found.dealer])), outcome(found)];
  const notes = [
    found.winner === null && found.mode !== "score" ? text.hidden : "",
    found.known === "none" && found.winner !== null ? text.pegsOnly : "",
    found.known === "some" ? text.someByHand : "",
  ].filter(Boolean);
  const canReview = found.winner !== null && found.rounds.some(({ hands }) => hands.some(({ cards }) => cards));
  return [
    h("h1", { text: text.title(found.number) }),
    h("p", { class: "hint", text: facts.filter(Boolean).join(" · ") }),
    sides(found),
    goOn(found, found),
    ...notes.map((note) => h("p", { class: "hint", text: note })),
    found.charts.scores ? figure(text.curve, found.charts.scores, afterDeals(found, names), text.curveHint) : null,
    found.rounds.length ? deals(found) : null,
    canReview ? review(found) : null,
    story(found),
    gameNames(found),
    h("p", {}, h("a", { class: "button", href: `/api/history/games/${encodeURIComponent(found.id)}/record`, download: "", text: text.record })),
  ].filter(Boolean);
}
