// A player: results, points per deal beside published averages, hands, opponents, luck and skill.

import { h } from "../core/dom.js";
import { figure, room, table } from "./charts.js";
import { forget, join } from "./names.js";
import { faces, person, problem } from "./parts.js";
import { called, date, finePercent, hundredth, integer, percent, tenth, words } from "./words.js";

/** @import { Averages, Counts, Looked, PlayerPage, Role, What } from "./messages.d.ts" */

const text = words.player;
/** @type {Role[]} */
const ROLES = ["dealer", "pone"];
/** @type {What[]} */
const WHATS = ["hand", "crib", "play", "other", "total"];
/** @type {What[]} */
const ALWAYS = ["hand", "play", "total"];

/** @param {PlayerPage} found @param {Role} role @param {What} what */
const published = (found, role, what) =>
  found.published.per_deal.find((each) => each.role === role && each.what === what);

/**
 * Points per deal in both roles, at tables of one size.
 *
 * @param {PlayerPage} found
 * @param {string} size
 * @param {Averages} averages
 */
function perDeal(found, size, averages) {
  const title = size === "2" ? text.perDeal : `${text.perDeal}: ${text.table[size]}`;
  const rows = ROLES.flatMap((role) => {
    const average = averages[role];
    if (!average) return [];
    return WHATS.filter((what) => average[what] || ALWAYS.includes(what)).map((what) => {
      const other = size === "2" ? published(found, role, what) : undefined;
      return [`${text.roles[role]}, ${text.whats[what]}`, `${hundredth(average[what])} (${text.deals(average.deals)})`,
        other ? hundredth(other.value) : "–", other?.source ?? ""];
    });
  });
  const numbers = table(["", text.yours, text.published, text.source], rows, { label: title });
  return figure(title, found.charts.per_deal[size] ?? "", numbers,
    size === "2" ? `${text.perDealHint} ${text.sureHint}` : text.sureHint);
}

/**
 * The distribution of hand or crib values, beside the expected one.
 *
 * @param {string} title
 * @param {(n: number) => string} hint
 * @param {string | undefined} chart
 * @param {Counts} counts
 * @param {Counts} expected
 * @param {Counts} every
 */
function hands(title, hint, chart, counts, expected, every) {
  /** @param {Counts} some */
  const total = (some) => Object.values(some).reduce((a, b) => a + b, 0);
  const [mine, theirs, all] = [total(counts), total(expected), total(every)];
  if (!chart) return null;
  /** @param {Counts} some @param {number} n @param {number} of */
  const share = (some, n, of) => (some[n] ? finePercent(some[n] / of) : "–");
  const points = [...new Set([...Object.keys(counts), ...Object.keys(expected)])].map(Number).sort((a, b) => a - b);
  const rows = points.map((n) => [n, integer(counts[n] ?? 0), share(counts, n, mine), share(expected, n, theirs), share(every, n, all)]);
  return figure(title, chart, table([text.points, text.here, text.share, text.expert, text.every], rows, { label: title }), hint(mine));
}

/** @param {PlayerPage} found */
function first(found) {
  const [[went, won], [other, otherWon]] = [found.first, found.second];
  if (!went && !other) return null;
  const rows = [[text.firstDealer, integer(went), `${won} (${percent(won, went)})`], [text.otherDealer, integer(other), `${otherWon} (${percent(otherWon, other)})`]];
  return h("section", {}, h("h2", { text: text.first }),
    table(["", words.players.games, words.players.won], rows, { label: text.first }),
    h("p", { class: "hint", text: text.firstHint(finePercent(found.published.first_dealer_wins.value)) }));
}

/** @param {PlayerPage} found */
function best(found) {
  if (!found.best.length) return null;
  return h("section", {}, h("h2", { text: text.best }), h("ol", { class: "best" }, ...found.best.map((each) => h("li", {},
    h("b", { text: each.points }), faces(each.cards), h("span", { class: "hint word", text: text.starter }), faces(each.starter),
    each.crib ? h("span", { class: "hint", text: `(${text.crib})` }) : null,
    h("a", { href: `#game/${encodeURIComponent(each.game)}`, text: date(each.at) })))));
}

/** @param {PlayerPage} found */
function opponents(found) {
  if (!found.opponents.length) return null;
  const rows = found.opponents.map((row) => [person(row), integer(row.games), `${row.wins} (${percent(row.wins, row.games)})`,
    `${row.skunks} : ${row.skunked}`, signed((row.points - row.against) / row.games)]);
  return h("section", {}, h("h2", { text: text.opponents }),
    table([text.opponent, words.players.games, words.players.won, words.players.skunks, text.difference], rows, { label: text.opponents }));
}

/** @param {number} value */
const signed = (value) => `${value > 0.05 ? "+" : value < -0.05 ? "−" : ""}${tenth(Math.abs(value))}`;

/** @param {PlayerPage} found */
function highlights(found) {
  /**
   * @template {{ game: string, at: number }} Then
   * @param {Then | null} one
   * @param {(one: Then) => string} says
   */
  const link = (one, says) => one && h("li", {}, `${says(one)} `, h("a", { href: `#game/${encodeURIComponent(one.game)}`, text: date(one.at) }));
  const list = [
    link(found.best_win, ({ score, against }) => text.bestWin(score, against)),
    link(found.worst_loss, ({ score, against }) => text.worstLoss(score, against)),
    link(found.best_deal, ({ points }) => text.bestDeal(points)),
  ].filter((line) => line !== null);
  return list.length ? h("section", {}, h("h2", { text: text.highlights }), h("ul", {}, ...list)) : null;
}

/** @param {PlayerPage} found */
function luckAndSkill(found) {
  const judged = found.course.filter(({ decisions }) => decisions);
  const { done, of } = found.reviews;
  const progress = done < of ? h("p", { class: "hint", text: text.courseProgress(done, of) }) : null;
  if (!judged.length) return h("section", {}, h("h2", { text: text.course }), h("p", { text: text.courseNone }), progress);
  const { skill, luck } = found.charts;
  const rows = judged.map((each) => [date(each.at), `${each.good} / ${each.decisions}`, tenth(each.points),
    each.unit === "chance" ? signed(100 * each.luck) : "–"]);
  return h("section", {}, h("h2", { text: text.course }), h("p", { class: "hint", text: text.courseHint }), progress,
    skill ? figure(text.skill, skill, null) : null,
    luck ? figure(text.luck, luck, null) : null,
    h("details", {}, h("summary", { text: words.numbers }),
      table([words.columns.date, text.skill, text.given, text.luck], rows, { label: text.course })));
}

/** @param {PlayerPage} found */
function notKnown(found) {
  const list = [found.pegs_only ? text.pegsOnly(found.pegs_only) : "",
    ...Object.entries(found.left_out).map(([why, n]) => text.leftOut[why](n))].filter(Boolean);
  return list.length ? h("section", { class: "hint" }, h("h2", { text: text.notKnown }), h("ul", {}, ...list.map((each) => h("li", { text: each })))) : null;
}

/**
 * `#player?player=KEY` or `#player?level=LEVEL`.
 *
 * @param {Looked} page
 */
export async function player(page) {
  /** @type {import("./messages.d.ts").Found<PlayerPage>} */
  const answer = await page.ask(`player?${page.query}&charts=${room()}`);
  if (!answer) return null;
  if ("fault" in answer) return problem(answer.fault);
  const found = answer.page;
  const summary = found.games ? [
    text.summary(words.gamesFound(found.games), text.gamesWon(found.wins), percent(found.wins, found.games)), text.streak(found.streak),
    text.skunks(found.skunks[1], found.skunks[2]), text.skunked(found.skunked[1], found.skunked[2]), text.last(date(found.last_at)),
  ].join(" ") : text.none;
  const games = new URLSearchParams(found.level ? { level: found.level } : { player: found.key ?? "" });
  return [
    h("h1", { text: called(found) }),
    h("p", { text: summary }),
    h("p", {}, h("a", { class: "button", href: `#games?${games}`, text: text.gamesOf })),
    ...Object.entries(found.tables).map(([size, averages]) => perDeal(found, size, averages)),
    luckAndSkill(found),
    best(found),
    hands(text.hands, text.handsHint, found.charts.hands, found.hands, found.published.hands, found.published.every_hand),
    hands(text.cribs, text.cribsHint, found.charts.cribs, found.cribs, found.published.cribs, found.published.every_hand),
    opponents(found),
    first(found),
    highlights(found),
    notKnown(found),
    found.key ? join(found) : null,
    found.key ? forget(found) : null,
  ].filter(Boolean);
}
