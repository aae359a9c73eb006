// A win that feels like one: who, by how much, what it counts, and pegs of light over the page.

import { byId, h, onChange, setText, stillness, toggle } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";

const SPARKS = 70;
const FALL_MS = [2200, 4200];

const among = ([from, to]) => from + (to - from) * Math.random();

/** Pegs in the winner's colour that fall over the page; none where little motion is wished. */
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

/** "121 – 87": the winner's side first, each side once. */
export function result({ scores, seats, winner }) {
  const sides = [...new Set(seats.map(({ side }) => side))];
  const first = seats[winner].side;
  const of = (side) => scores[seats.findIndex((seat) => seat.side === side)];
  return [of(first), ...sides.filter((side) => side !== first).map(of)].join(" – ");
}

/** The seats of the side that won, by name: "Ann and Cid". */
const winners = ({ seats, winner }) => words.and(seats.filter(({ side }) => side === seats[winner].side).map(({ name }) => name));

function matchLine({ match, games, seats, winner }) {
  const say = words.scoring;
  const worth = games?.[seats[winner].side];
  const parts = worth && match ? [say.counts(worth)] : [];
  if (match) {
    const sides = [...new Set(seats.map(({ side }) => side))].map((side) => ({ side, names: seats.filter((each) => each.side === side).map(({ name }) => name) }));
    const stand = sides.map(({ side, names }) => `${words.and(names)} ${match.wins[side]}`).join(", ");
    parts.push(say.match(stand, match.first_to ? say.firstTo(match.first_to) : say.gamesOf(match.played, match.length)));
    if (match.over) parts.push(say.matchOver(leaders(sides, match)));
  }
  return parts.join(" ");
}

const leaders = (sides, { wins }) => words.and(sides.filter(({ side }) => wins[side] === Math.max(...wins)).map(({ names }) => words.and(names)));

/** The win below the board; `next()` begins the next game, `review()` shows this one again. */
export function winView({ next, review }) {
  const root = byId("win");
  const title = h("h2", { class: "who", tabindex: -1 });
  const text = h("p", { class: "result" });
  const stands = h("p", { class: "match" });
  const onward = h("button", { type: "button", class: "primary next-game", onclick: next });
  const again = h("button", { type: "button", id: "open-review", class: "again", text: words.reviewGame, onclick: review });
  root.replaceChildren(title, text, stands, h("div", { class: "doors" }, onward, again));
  let seen = null;

  const draw = onChange((facts) => {
    const { won, seats, winner, skunk, mode, match } = facts;
    toggle(root, "hidden", !won);
    toggle(document.body, "data-over", won);
    if (!won) return;
    const names = winners(facts);
    const { color } = seats[winner];
    root.style.setProperty("--seat", color);
    title.replaceChildren(badge(winner, color), h("span", { text: words.scoring.wins(names, seats.filter(({ side }) => side === seats[winner].side).length > 1) }));
    setText(text, [result(facts), words.skunks[skunk]].filter(Boolean).join(" · "));
    setText(stands, matchLine(facts));
    setText(onward, match?.over ? words.scoring.nextMatch : words.scoring.nextGame);
    toggle(again, "hidden", mode !== "computer");
  });

  const celebrate = (state) => {
    const { color } = state.seats[state.winner];
    shower(color);
    if (stillness()) return;
    root.animate([{ transform: "scale(0.6)", opacity: 0 }, { transform: "scale(1.06)", opacity: 1, offset: 0.7 }, { transform: "scale(1)" }],
      { duration: 620, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" });
    for (const panel of document.querySelectorAll(".seat[data-won] .score")) {
      panel.animate([{ transform: "scale(1)" }, { transform: "scale(1.14)" }, { transform: "scale(1)" }], { duration: 700, iterations: 3, easing: "ease-in-out" });
    }
  };

  return {
    show(state) {
      const won = state.winner !== null;
      const { seats, winner, skunk, mode, match = null, games = null, scores } = state;
      draw({ won, winner, skunk, mode, match, games, scores, seats: seats.map(({ name, color, side }) => ({ name, color, side })) });
      // A game that was won before anybody looked is told, and not celebrated again.
      const fresh = seen !== null && seen.game === state.game && !seen.won && won;
      seen = { game: state.game, won };
      if (fresh) celebrate(state);
    },
  };
}
