// Celebration of a win: the winner, the margin, the match, and falling pegs of light.

import { byId, findAll, h, onChange, setText, stillness, toggle } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { listed, words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Seat, SeatInfo, State } from "../core/protocol.d.ts" */
/**
 * @typedef {Pick<State, "scores" | "skunk" | "kind" | "match" | "games">
 *   & { winner: Seat, seats: Pick<SeatInfo, "name" | "color" | "side">[] }} Won
 */

const SPARKS = 70;
const FALL_MS = [2200, 4200];

/** @param {number[]} limits */
const among = ([from, to]) => from + (to - from) * Math.random();

/**
 * Pegs in the winner's colour that fall over the page; none with reduced motion.
 *
 * @param {string} color
 */
function shower(color) {
  if (stillness()) return;
  const sky = h("div", { class: "sky", "aria-hidden": "true" });
  document.body.append(sky);
  const falls = Array.from({ length: SPARKS }, (_, n) => {
    const spark = h("i", { class: n % 3 ? "spark" : "spark gold" });
    spark.style.setProperty("--seat", color);
    spark.style.left = `${among([0, 100])}%`;
    sky.append(spark);
    const [turn, aside] = [among([-540, 540]), among([-60, 60])];
    return spark.animate([
      { transform: "translate(0, -10vh) rotate(0deg)", opacity: 1 },
      { transform: `translate(${aside}px, 70vh) rotate(${0.7 * turn}deg)`, opacity: 1, offset: 0.75 },
      { transform: `translate(${1.4 * aside}px, 108vh) rotate(${turn}deg)`, opacity: 0 },
    ], { duration: among(FALL_MS), delay: among([0, 900]), easing: "cubic-bezier(0.3, 0, 0.8, 1)", fill: "both" }).finished;
  });
  Promise.allSettled(falls).then(() => sky.remove());
}

/** @param {Pick<Won, "seats">} won */
const sidesOf = ({ seats }) => [...new Set(seats.map(({ side }) => side))];

/** @param {Pick<Won, "seats">} won @param {number} side */
const namesOf = ({ seats }, side) => seats.filter((seat) => seat.side === side).map(({ name }) => name);

/**
 * "121 – 87": the winner's side first, each side once.
 *
 * @param {Pick<Won, "scores" | "seats" | "winner">} won
 */
export function result({ scores, seats, winner }) {
  const first = seats[winner].side;
  /** @param {number} side */
  const of = (side) => scores[seats.findIndex((seat) => seat.side === side)];
  return [of(first), ...sidesOf({ seats }).filter((side) => side !== first).map(of)].join(" – ");
}

/**
 * What the win counts in the match, and the match score.
 *
 * @param {Won} won
 */
export function matchLine({ match, games, seats, winner }) {
  const say = words.scoring;
  if (!match) return "";
  const worth = games?.[seats[winner].side];
  const sides = sidesOf({ seats });
  /** @param {number} side */
  const named = (side) => listed(namesOf({ seats }, side));
  const stand = sides.map((side) => `${named(side)} ${match.wins[side]}`).join(", ");
  const leaders = sides.filter((side) => match.wins[side] === Math.max(...match.wins));
  return [
    worth ? say.counts(worth) : "",
    say.match(stand, match.first_to ? say.firstTo(match.first_to) : say.gamesOf(match.played, match.length ?? 0)),
    match.over ? say.matchOver(listed(leaders.map(named))) : "",
  ].filter(Boolean).join(" ");
}

/** @param {State} state @returns {Won | null} */
function wonOf({ winner, skunk, kind, match, games, scores, seats }) {
  if (winner === null) return null;
  return { winner, skunk, kind, match, games, scores, seats: seats.map(({ name, color, side }) => ({ name, color, side })) };
}

/**
 * Whether the viewer of this page has lost: the player of a phone, or at the board a person who played
 * the computer alone.
 *
 * @param {Pick<State, "winner" | "seats" | "you">} state
 */
export function isDefeat({ winner, seats, you }) {
  if (winner === null || you.role === "watcher") return false;
  const people = new Set(seats.filter(({ player }) => player === "person").map(({ side }) => side));
  const alone = people.size === 1 && people.size < new Set(seats.map(({ side }) => side)).size ? [...people][0] : null;
  const own = you.role === "board" || you.seat === null ? alone : seats[you.seat].side;
  return own !== null && own !== seats[winner].side;
}

/**
 * The win below the board.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  const { dispatch, open } = page;
  const root = byId("win");
  const title = h("h2", { class: "who", tabindex: -1 });
  const text = h("p", { class: "result" });
  const stands = h("p", { class: "match" });
  const onward = h("button", { type: "button", class: "primary next-game", onclick: () => dispatch({ press: "ok" }) });
  const again = h("button", { type: "button", id: "open-review", class: "again", text: words.reviewGame, onclick: () => open("review") });
  const doors = h("div", { class: "doors" }, onward, again);
  root.replaceChildren(title, text, stands, doors);
  /** Signing of event games; loaded with the first one. @type {Promise<Required<Pick<View, "show">>> | null} */
  let signing = null;

  /** @param {State} state */
  async function sign(state) {
    if (state.signing) signing ??= import("./signing.js").then(({ buttons }) => buttons(page, doors));
    try {
      (await signing)?.show(page.state ?? state);
    } catch {
      signing = null; // the board is out of reach: try again with the next state
    }
  }
  /** @type {{ game: string, won: boolean } | null} */
  let lastWin = null;

  const draw = onChange((/** @type {Won | null} */ won) => {
    toggle(root, "hidden", !won);
    toggle(document.body, "data-over", won);
    if (!won) return;
    const { color, side } = won.seats[won.winner];
    const names = namesOf(won, side);
    root.style.setProperty("--seat", color);
    title.replaceChildren(badge(won.winner, color), h("span", { text: words.scoring.wins(listed(names), names.length) }));
    setText(text, [result(won), words.skunks[won.skunk]].filter(Boolean).join(" · "));
    setText(stands, matchLine(won));
    setText(onward, won.match?.over ? words.scoring.nextMatch : words.scoring.nextGame);
    toggle(again, "hidden", !won.kind.has_dealt_hands);
  });

  /** @param {Won} won */
  const celebrate = ({ seats, winner }) => {
    shower(seats[winner].color);
    if (stillness()) return;
    root.animate([{ transform: "scale(0.6)", opacity: 0 }, { transform: "scale(1.06)", opacity: 1, offset: 0.7 }, { transform: "scale(1)" }],
      { duration: 620, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
    for (const panel of findAll(document, ".seat[data-won] .score")) {
      panel.animate([{ transform: "scale(1)" }, { transform: "scale(1.14)" }, { transform: "scale(1)" }], { duration: 700, iterations: 3, easing: "ease-in-out" });
    }
  };

  return {
    show(state) {
      sign(state);
      const won = wonOf(state);
      draw(won);
      // A game won before the page opened is shown without celebration.
      const fresh = lastWin !== null && lastWin.game === state.game && !lastWin.won;
      lastWin = { game: state.game, won: won !== null };
      if (fresh && won && !isDefeat(state)) celebrate(won);
    },
  };
}
