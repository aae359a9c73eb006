// The shuffle's commitment: the hash published before the deal, and how to verify it.

import { byId, h, onChange, toggle } from "../core/dom.js";
import { words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Shuffle } from "../core/protocol.d.ts" */

const GROUP = 4;
const SHORT = 2;

/**
 * Formats a hash in groups for comparison by eye.
 *
 * @param {string} hash
 */
export const groups = (hash) => hash.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? [];

/**
 * A short form of a hash that expands on tap.
 *
 * @param {string} label
 * @param {string} hash
 */
export function hashView(label, hash) {
  return h("details", { class: "seal" },
    h("summary", {}, `${label} `, h("code", { text: `${groups(hash).slice(0, SHORT).join(" ")} …` })),
    h("code", { class: "whole", text: groups(hash).join(" ") }));
}

/**
 * The line below the prompt: the commitment before the first card, its verification after the last.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ open }) {
  const node = byId("seal");
  const draw = onChange((/** @type {{ shuffle: Shuffle | null, dealt: boolean, over: boolean }} */ { shuffle, dealt, over }) => {
    const shown = shuffle && (over || !dealt);
    toggle(node, "hidden", !shown);
    toggle(node, "data-over", over);
    node.replaceChildren(...(shown ? [
      over ? h("button", { type: "button", text: words.seal.check, onclick: () => open("help", "shuffle") })
        : hashView(words.seal.bound, shuffle.commitment)] : []));
  });
  return {
    show: ({ kind, shuffle, seq, winner }) =>
      draw({ shuffle: kind.has_dealt_hands ? shuffle : null, dealt: seq > 0, over: winner !== null }),
  };
}

/**
 * Details of this game's shuffle, for the help.
 *
 * @param {Shuffle | null} shuffle
 */
export function sealFacts(shuffle) {
  if (!shuffle) return [h("p", { text: words.seal.none })];
  return [
    hashView(words.seal.commitment, shuffle.commitment),
    ...(shuffle.phrase ? [h("p", { text: words.seal.yourPhrase(shuffle.phrase) })] : []),
    shuffle.seed ? hashView(words.seal.seed, shuffle.seed) : h("p", { text: words.seal.later }),
    ...(shuffle.seed ? [h("p", { text: words.seal.how })] : []),
  ];
}
