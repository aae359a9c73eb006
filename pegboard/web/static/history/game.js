// One game: how the score went, deal by deal, what happened, its record, and its review.

import { h, setText } from "../core/dom.js";
import { figure, scoreCurve, table } from "./charts.js";
import { faces, outcome, problem, sideNames, sides } from "./parts.js";
import { called, dateTime, inLanguage, words } from "./words.js";

const AGAIN_MS = 1000;
const text = words.game;

/** The score after each deal, as a table. */
function afterDeals(game, names) {
  const ends = game.story.filter((each, n) => game.story[n + 1]?.deal !== each.deal);
  return table([text.after, ...names], ends.map(({ deal, scores }) => [deal || text.start, ...scores]), { label: text.curve });
}

function hand(game, { seat, crib, points, cards }) {
  const whose = `${game.seats[seat].name}${crib ? `, ${text.crib}` : ""}`;
  return h("li", {}, h("span", { class: "whose", text: whose }), h("b", { text: points }),
    cards ? faces(cards) : h("span", { class: "hint", text: text.unknown }));
}

function deal(game, round, n) {
  const facts = [`${text.play} ${round.play.join(" : ")}`, `${text.total} ${round.totals.join(" : ")}`,
    round.left_out ? text.leftOut[round.left_out] : ""].filter(Boolean);
  return h("li", {},
    h("div", {}, h("h3", { text: text.dealBy(n + 1, game.seats[round.dealer].name) }),
      round.starter ? h("p", {}, h("span", { class: "hint", text: `${text.starter} ` }), faces(round.starter)) : null,
      h("p", { class: "hint", text: facts.join(" · ") })),
    h("ul", { class: "hands" }, ...round.hands.map((each) => hand(game, each))));
}

function deals(game) {
  return h("section", {}, h("h2", { text: text.deals }),
    h("ol", { class: "rounds" }, ...game.rounds.map((round, n) => deal(game, round, n))));
}

function story(game) {
  const said = game.story.filter(({ says }) => says.length);
  if (!said.length) return null;
  return h("details", { class: "story" }, h("summary", {}, h("h2", { text: text.story })),
    h("ol", {}, ...said.flatMap(({ says }) => says.map((each) => h("li", { text: each })))));
}

function decision(each, names) {
  return h("li", { "data-verdict": each.verdict },
    h("b", { text: words.choice(each.deal, names[each.seat], each.said) }),
    h("span", { class: "cost", text: `${words.verdicts[each.verdict]}: ${each.cost}` }),
    h("span", { class: "why", text: each.why }));
}

function reviewed(section, game, found) {
  const costly = found.decisions.filter(({ verdict }) => verdict !== "best")
    .sort((a, b) => (b.cost_chance ?? b.cost_points) - (a.cost_chance ?? a.cost_points));
  const good = found.decisions.length - costly.length;
  const address = inLanguage(`/api/history/games/${encodeURIComponent(game.id)}/review.svg`);
  section.replaceChildren(
    h("h2", { text: text.reviewTitle }),
    h("p", { text: text.best(good, found.decisions.length) }),
    h("img", { class: "review", src: address, alt: text.charts }),
    h("h3", { text: text.choices }),
    costly.length ? h("ol", { class: "decisions" }, ...costly.slice(0, 12).map((each) => decision(each, found.names)))
      : h("p", { text: text.none }),
    h("ul", { class: "hint" }, ...found.not_judged.map((each) => h("li", { text: each }))));
}

/** The review, asked for when somebody wants it, and there at once where it was made before. */
function review(game) {
  const section = h("section", { class: "reviewed" });
  const says = h("p", { role: "status" });
  const bar = h("progress", { max: "1", value: "0", "aria-label": text.reviewTitle });
  const look = async () => {
    section.replaceChildren(says, bar);
    for (;;) {
      let found = null;
      try {
        found = await (await fetch(inLanguage(`/api/history/games/${encodeURIComponent(game.id)}/review`))).json();
      } catch {
        found = { ready: false, done: 0, of: 0 };
      }
      if (found.fault) {
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

/** `#game/ID`. */
export async function game(page) {
  const found = await page.ask(`games/${encodeURIComponent(page.path[0] ?? "")}`);
  if (!found) return null;
  if (found.fault) return problem(found.fault);
  const names = sideNames(found);
  const facts = [dateTime(found.started), words.modes[found.mode], text.to(found.target), text.dealtFirst(called(found.seats[found.dealer])), outcome(found)];
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
    ...notes.map((note) => h("p", { class: "hint", text: note })),
    found.story.length ? figure(text.curve, scoreCurve(found.story, names, found.target), afterDeals(found, names), text.curveHint) : null,
    found.rounds.length ? deals(found) : null,
    canReview ? review(found) : null,
    story(found),
    h("p", {}, h("a", { class: "button", href: `/api/history/games/${encodeURIComponent(found.id)}/record`, download: "", text: text.record })),
  ].filter(Boolean);
}
