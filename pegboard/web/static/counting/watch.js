// Watching the table: the camera's view and the board's interpretation; a tap on a card corrects it.

import { h, s, setText, style, toggle } from "../core/dom.js";
import { cardName, cardText, cardView, isRed, suitOf } from "../core/cards.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { ask } from "../core/http.js";
import { badge } from "../core/shapes.js";
import { language, words } from "../core/words.js";
import { mender } from "./card_correction.js";
import { choose } from "./watch_key.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Card, SeenCard, SeenTable, State, WatchAnswer, WatchQuestion, WatchedLine } from "../core/protocol.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const say = (await import(`./words/${language}.js`)).words;

const LOOK_MS = 1000;
const LABEL_PX = 15;
const USUAL_PX = 500; // width, before layout
const MARGIN = 0.12; // margin around the cards, as a fraction of the picture
const LEAST = 0.5; // minimum visible fraction of the picture
const APART = 1.3; // distance of a label from the card's centre, as a fraction of the way to the corner

/**
 * The visible part of the picture: the cards with a margin.
 *
 * @param {SeenTable} seen
 */
export function shownPart({ width, height, cards }) {
  const corners = cards.flatMap((each) => each.corners);
  const [xs, ys] = [0, 1].map((n) => corners.map((corner) => corner[n] / (n ? height : width)));
  /** @param {number[]} all */
  const middle = (all) => (Math.min(...all) + Math.max(...all)) / 2;
  /** @param {number[]} all */
  const span = (all) => Math.max(...all) - Math.min(...all) + 2 * MARGIN;
  const part = cards.length ? Math.min(1, Math.max(LEAST, span(xs), span(ys))) : 1;
  const [x, y] = [xs, ys].map((all) => (cards.length ? Math.min(1 - part, Math.max(0, middle(all) - part / 2)) : 0));
  return { x: Math.round(x * width), y: Math.round(y * height), width: Math.round(part * width), height: Math.round(part * height) };
}

/**
 * Outlines and labels; overlapping cards get separate label positions.
 *
 * @param {SeenCard[]} cards @param {number} size font size of the labels, in pixels of the picture
 */
function outlines(cards, size) {
  /** @type {{ x: number, y: number, wide: number }[]} */
  const placed = [];
  const labels = cards.map(({ card, corners, sure }) => {
    const [across, down] = [0, 1].map((at) => corners.reduce((sum, corner) => sum + corner[at], 0) / corners.length);
    const text = `${cardText(card)}${sure ? "" : "?"}`;
    const wide = size * (0.62 * [...text].length + 0.6);
    const [x, first] = [across + APART * (corners[0][0] - across), down + APART * (corners[0][1] - down)];
    const away = first < down ? -1.5 * size : 1.5 * size;
    let y = first;
    const taken = () => placed.some((each) => Math.abs(each.x - x) < (each.wide + wide) / 2 && Math.abs(each.y - y) < 1.4 * size);
    while (taken()) y += away;
    placed.push({ x, y, wide });
    return s("g", { "data-doubt": !sure },
      s("rect", { x: x - wide / 2, y: y - size * 0.7, width: wide, height: size * 1.4, rx: size * 0.3 }),
      s("text", { x, y, "font-size": size, class: isRed(suitOf(card)) ? "red" : "", text }));
  });
  const lines = cards.map(({ corners, sure }) =>
    s("polygon", { "data-doubt": !sure, points: corners.map((corner) => corner.join(",")).join(" ") }));
  return [...lines, ...labels];
}

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await style("counting/watch.css");
  const dialog = dialogue("watch");
  const mend = mender(page, say);
  /** @type {HTMLInputElement} */
  const wanted = h("input", { type: "checkbox", onchange: () => switched() });
  const refusal = h("p", { class: "problem", role: "alert" });
  const status = h("p", { class: "status", role: "status" });
  const picture = s("svg", { class: "seen", role: "img", "aria-label": say.picture });
  const asked = h("p", { class: "asked" });
  const choices = h("div", { class: "choices" });
  const question = h("div", { class: "question", hidden: true }, asked, choices);
  const piles = h("div", { class: "piles" });
  const choice = h("label", { class: "switch" }, wanted, h("span", { text: say.switch }));
  const how = h("p", { class: "how", text: say.how });
  frame(dialog, say.title, [
    choice, how, refusal,
    status, question, picture, piles,
  ]);
  let timer = 0, shown = 0;
  /** Key of the drawn piles: a card under a finger must not be redrawn. */
  let drawn = "";

  async function switched() {
    setText(refusal, (await choose(wanted.checked)).text);
    if (refusal.textContent && page.state) show(page.state);
  }

  /** @param {string} id @param {WatchAnswer} answer */
  async function reply(id, answer) {
    const { text } = await page.dispatch(answer === "yes" ? { watch: id } : { watch: id, answer }, { quiet: true });
    setText(refusal, text);
  }

  /** @param {WatchQuestion | null | undefined} now */
  function drawQuestion(now) {
    toggle(question, "hidden", !now);
    setText(asked, now?.text ?? "");
    if (now?.id === choices.dataset.question) return; // a button under a finger must not be redrawn
    choices.dataset.question = now?.id ?? "";
    choices.replaceChildren(...(now?.answers ?? []).map(({ answer, text }, number, { length }) =>
      h("button", { type: "button", class: number ? "" : "primary", "data-answer": answer, text: length > 1 ? text : say.right, onclick: () => now && reply(now.id, answer) })));
  }

  /** @param {WatchedLine} line */
  const card = (line) => h("button", { type: "button", class: "card", "data-card": line.card, onclick: () => mend.open(line) },
    cardView(line.card), line.sure ? null : h("span", { class: "doubt", "aria-label": say.unsure, role: "img", text: "?" }));

  /** @param {State} state */
  function drawPiles({ watch, seats, stage, turn }) {
    const lines = watch?.lines ?? [];
    const starter = lines.filter(({ seat }) => seat === null);
    const rows = seats.map(({ name, color }, seat) => h("section", { "data-turn": stage === "play" && turn === seat },
      h("h3", {}, badge(seat, color), h("span", { text: stage === "play" && turn === seat ? say.next(name) : name })),
      h("div", { class: "cards" }, ...lines.filter((line) => line.seat === seat).map(card))));
    piles.replaceChildren(...starter.map((line) => h("section", { class: "turned" }, h("h3", { text: words.starter }), h("div", { class: "cards" }, card(line)))), ...rows);
    if (!lines.length) piles.replaceChildren(h("p", { class: "how", text: say.nothing }));
  }

  /** @param {State} state */
  function show(state) {
    const { watch, you, seats, stage, turn, count, sample } = state;
    if (!dialog.open) return;
    for (const node of [choice, how]) toggle(node, "hidden", sample);
    const on = watch?.on ?? false;
    wanted.checked = on;
    wanted.disabled = you.role !== "board";
    setText(status, say.views[on && watch && stage !== "over" ? watch.view : "off"] + (wanted.disabled && !on ? ` ${say.onlyBoard}` : "") + (stage === "play" && on ? ` · ${words.count} ${count}` : ""));
    drawQuestion(watch?.question);
    const now = JSON.stringify([watch?.lines, seats.map(({ name, color }) => [name, color]), stage, turn]);
    if (now !== drawn) drawPiles(state);
    drawn = now;
  }

  /** Polls the camera's view while the dialog is open. */
  async function poll() {
    clearTimeout(timer);
    if (!dialog.open) return;
    if (page.state?.watch?.on) {
      try {
        /** @type {{ answer: SeenTable }} */
        const { answer: seen } = await ask("/api/watch");
        if (seen.picture && dialog.open) draw(seen);
      } catch {
        // It is out of reach, as the page reports.
      }
    }
    toggle(picture, "data-empty", !page.state?.watch?.on || !shown);
    timer = setTimeout(poll, LOOK_MS);
  }

  /** @param {SeenTable} seen */
  function draw(seen) {
    const { picture: number, width, height, cards } = seen;
    const part = shownPart(seen);
    picture.setAttribute("viewBox", `${part.x} ${part.y} ${part.width} ${part.height}`);
    const scale = Math.min((picture.clientWidth || USUAL_PX) / part.width, (picture.clientHeight || USUAL_PX) / part.height);
    picture.style.setProperty("--px", String(part.width / 400));
    shown = number;
    picture.replaceChildren(
      s("image", { href: `/api/watch/picture?${number}`, width, height, preserveAspectRatio: "none" }),
      ...outlines(cards, LABEL_PX / scale));
    picture.setAttribute("aria-label", [say.picture, ...cards.map((each) => cardName(each.card))].join(", "));
  }

  dialog.addEventListener("close", () => clearTimeout(timer));
  return {
    show,
    /** Opens the dialog; with a card, for its correction. @param {Card} [which] */
    open(which) {
      const line = page.state?.watch?.lines.find((each) => each.card === which);
      if (line) {
        mend.open(line);
        return;
      }
      open(dialog);
      drawn = "";
      if (page.state) show(page.state);
      poll();
    },
  };
}
