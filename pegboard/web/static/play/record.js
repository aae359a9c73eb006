// A line of a game record in a few plain words: what UNDO would take back.

import { cardText } from "../core/cards.js";
import { words } from "../core/words.js";

const texts = (cards) => (cards.match(/../g) ?? []).map(cardText).join(" ");

/** "play 1 4D" as "Ben’s 4♦"; a line this page does not know stays as it is. */
export function inWords(line, seats) {
  const [verb, ...rest] = line.split(" ");
  const name = seats[Number(rest[0])]?.name;
  const say = words.undoes[verb];
  if (!say) return line;
  if (["deal", "cut", "crib"].includes(verb)) return say(verb === "deal" ? "" : texts(rest[0]));
  if (name === undefined) return line;
  return say(name, ["play", "hand"].includes(verb) ? texts(rest[1] ?? "") : rest[1]);
}
