// The camera's picture with outlined cards; and a single card cut out, upright and enlarged.
//
// Outlines are distinguishable without colour: a doubtful card's is dashed with a question mark, the
// starter's is double with a star, a highlighted one is thick.

import { findAll, s, toggle } from "../core/dom.js";
import { cardText, isRed, suitOf } from "../core/cards.js";

/** @import { Card, Corner } from "../core/protocol.d.ts" */
/** @import { StillOffer } from "./still.d.ts" */
/** @typedef {{ x: number, y: number, width: number, height: number }} Part */

const LABEL = 0.05; // of the longer visible side; 19 px of 380 px
const TOUCH = 0.066; // touch radius around a label: 25 px there
const MARGIN = 0.14; // margin around the cards on each side: room for the labels

/** @param {StillOffer} offer */
const source = (offer) => `/api/picture?${offer.id}`;

/** @param {Corner[]} corners @returns {Corner} */
const middle = (corners) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length, corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * Whether there is a picture to draw.
 *
 * @param {StillOffer} offer
 */
export const hasPicture = (offer) => offer.source === "camera" && offer.width > 0;

/**
 * The visible part of the picture: the cards with a margin. If a card is missing or surplus it is the
 * whole picture, so that the player can see the rest.
 *
 * @param {StillOffer} offer
 * @param {Card[]} cards
 * @returns {Part}
 */
export function shownPart(offer, cards) {
  const whole = { x: 0, y: 0, width: offer.width, height: offer.height };
  const all = offer.cards.length + (offer.starter ? 1 : 0);
  if (offer.missing !== 0 || cards.length < all - 1) return whole;
  const corners = cards.flatMap((card) => offer.outlines[card]);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const room = MARGIN * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const [left, right] = [Math.min(...xs) - room, Math.max(...xs) + room].map((x) => Math.round(within(x, 0, offer.width)));
  const [top, bottom] = [Math.min(...ys) - room, Math.max(...ys) + room].map((y) => Math.round(within(y, 0, offer.height)));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : whole;
}

/**
 * The position of a card's label: just outside the corner with its index.
 *
 * @param {Corner[]} corners
 * @param {Part} part
 * @param {number} across
 * @param {number} down
 */
function labelPlace(corners, part, across, down) {
  const [x, y] = middle(corners);
  const [cx, cy] = corners[0];
  const far = 1.22;
  return [within(x + far * (cx - x), part.x + across, part.x + part.width - across), within(y + far * (cy - y), part.y + down, part.y + part.height - down)];
}

/**
 * A card's outline and its label; all labels are drawn above all outlines.
 *
 * @param {StillOffer} offer @param {Part} part @param {Card} card @param {(card: Card) => unknown} tapped
 */
function outline(offer, part, card, tapped) {
  const corners = offer.outlines[card];
  const side = Math.max(part.width, part.height);
  const size = LABEL * side;
  const doubt = offer.doubtful.includes(card);
  const starter = card === offer.starter;
  const text = `${starter ? "★" : ""}${cardText(card)}${doubt ? "?" : ""}`;
  const wide = size * (0.62 * [...text].length + 0.5);
  const [x, y] = labelPlace(corners, part, wide / 2, size * 0.72);
  const points = corners.map((corner) => corner.join(",")).join(" ");
  /** @param {string} name */
  const line = (name) => s("polygon", { class: name, points, "stroke-linejoin": "round" });
  /** @param {string} name @param {(SVGElement | null)[]} parts */
  const group = (name, ...parts) => s("g", {
    class: name, "data-card": card, "data-doubt": doubt, "data-starter": starter, onclick: () => tapped(card),
  }, ...parts);
  return {
    lines: group("seen-card", line("edge"), line("line"), starter ? line("inner") : null),
    label: group("seen-label", s("circle", { class: "hit", cx: x, cy: y, r: TOUCH * side }),
      s("rect", { class: "tag", x: x - wide / 2, y: y - size * 0.68, width: wide, height: size * 1.36, rx: size * 0.3 }),
      s("text", { class: isRed(suitOf(card)) ? "tag-text red" : "tag-text", x, y, "font-size": size, text })),
  };
}

/**
 * The picture; `tapped(card)` is called when a card's outline or label is tapped.
 *
 * @param {StillOffer} offer
 * @param {(card: Card) => unknown} tapped
 * @param {string} label
 */
export function pictureView(offer, tapped, label) {
  const cards = Object.keys(offer.outlines).filter((card) => offer.cards.includes(card) || card === offer.starter);
  const part = shownPart(offer, cards);
  const drawn = cards.map((card) => outline(offer, part, card, tapped));
  const node = s("svg", { class: "picture", viewBox: `${part.x} ${part.y} ${part.width} ${part.height}`, role: "img", "aria-label": label },
    s("image", { href: source(offer), width: offer.width, height: offer.height, preserveAspectRatio: "none" }),
    ...drawn.map(({ lines }) => lines), ...drawn.map(({ label: text }) => text));
  node.style.setProperty("--px", String(Math.max(part.width, part.height) / 400));
  return {
    node,
    /**
     * Highlights these cards; with none, all look alike.
     *
     * @param {Card[]} lit
     */
    light(lit) {
      toggle(node, "data-telling", lit.length > 0);
      for (const each of findAll(node, ".seen-card, .seen-label")) toggle(each, "data-lit", lit.includes(each.dataset.card ?? ""));
    },
  };
}

/**
 * One card cut out of the picture and turned upright; null if it is not in the picture.
 *
 * @param {StillOffer} offer
 * @param {Card} card
 */
export function closeUp(offer, card) {
  const corners = offer.outlines[card];
  if (!hasPicture(offer) || !corners) return null;
  const [x, y] = middle(corners);
  const [across, down] = [[0, 1], [1, 2]].map(([a, b]) => [corners[b][0] - corners[a][0], corners[b][1] - corners[a][1]]);
  const [width, height] = [across, down].map((side) => 1.16 * Math.hypot(...side));
  const turn = -Math.atan2(across[1], across[0]) * 180 / Math.PI;
  return s("svg", { class: "close-up", viewBox: `${x - width / 2} ${y - height / 2} ${width} ${height}`, "aria-hidden": "true" },
    s("image", { href: source(offer), width: offer.width, height: offer.height, preserveAspectRatio: "none", transform: `rotate(${turn} ${x} ${y})` }));
}
