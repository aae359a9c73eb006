// What the board says for whoever is to choose a game: what it has, its options, the last wishes.

import { language } from "../core/words.js";

/** The answer of /api/welcome; throws where the board does not answer. */
export async function welcome() {
  const answer = await fetch(`/api/welcome?language=${language}`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}
