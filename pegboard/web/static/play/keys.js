// The board's buttons on the page and on the keyboard. All of them press pins.

import { h, byId, onChange, setText, toggle } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { signed, words } from "../core/words.js";
import { inWords } from "./record.js";
import { onLeft } from "./seats.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Seat, SeatInfo, State } from "../core/protocol.d.ts" */

const KINDS = ["+1", "+5", "-1"];
const SEAT_KEYS = ["QWE", "IOP", "ASD", "JKL"];
const PRESSED_MS = 140;

/**
 * Keys and the buttons they press: [["Q", "0+1"], … ["Enter", "ok"]].
 *
 * @param {number} seats
 * @returns {[key: string, press: string][]}
 */
export function keyMap(seats) {
  const own = Array.from({ length: seats }, (_, seat) =>
    KINDS.map((kind, n) => /** @type {[string, string]} */ ([SEAT_KEYS[seat][n], `${seat}${kind}`]))).flat();
  return [...own, ["Enter", "ok"], ["Backspace", "undo"], ["C", "count"]];
}

/**
 * Whether COUNT reads the bundled sample pictures instead of a camera.
 *
 * @param {State} state
 */
const samples = ({ devices }) => devices.some(({ name, address }) => name === "camera" && address === "files:");

/** @param {string} kind */
const sign = (kind) => kind.replace("-", "−");

/**
 * Presses a button of the board. Undo must not be executed twice because two people pressed it.
 *
 * @param {Page} page
 * @param {string} name
 */
const press = ({ dispatch }, name) => dispatch({ press: name }, { once: name === "undo" });

/**
 * Action of a button on the page. After a touch the focus leaves it, because the next Enter is
 * meant for OK.
 *
 * @param {Page} page
 * @param {string} name
 */
const pressOn = (page, name) => (/** @type {{ currentTarget: HTMLElement, detail: number }} */ { currentTarget, detail }) => {
  press(page, name);
  if (detail > 0) currentTarget.blur();
};

/** @param {Page} page @param {Pick<SeatInfo, "name" | "color">} seat @param {Seat} number */
function seatKeys(page, seat, number) {
  const keys = KINDS.map((kind, n) => h("button", {
    type: "button", class: kind === "-1" ? "key less" : "key", "data-press": `${number}${kind}`,
    onclick: pressOn(page, `${number}${kind}`),
  }, h("b", { class: "unseen", text: `${seat.name} ` }), h("span", { text: sign(kind) }),
  h("kbd", { "aria-hidden": "true", text: SEAT_KEYS[number][n] })));
  const node = h("div", { class: "seat-keys", "data-of": number, role: "group", "aria-label": seat.name }, badge(number, seat.color), ...keys);
  node.style.setProperty("--seat", seat.color);
  return node;
}

/** @param {string} kind @param {string} label @param {string | null} key @param {(event: any) => unknown} onclick */
function sharedKey(kind, label, key, onclick) {
  const hint = h("small");
  const pressed = key === null ? undefined : kind;
  const node = h("button", { type: "button", class: `key ${kind}`, "data-press": pressed, onclick }, h("span", { text: label }), hint);
  if (key) node.append(h("kbd", { "aria-hidden": "true", text: key }));
  return { node, hint };
}

/** Short labels for the effects of OK. */
const OK_DOES = {
  yes: words.yes, "let-go": words.leaveMissed, continue: words.scoring.goOn,
  "next-game": words.scoring.nextGame, "next-match": words.scoring.nextMatch,
};

/**
 * The effect of OK now, in a word or two; empty for none.
 *
 * @param {Pick<State, "pending" | "offer" | "ok">} state
 */
export function okMeans({ pending, offer, ok }) {
  const waiting = pending.filter((points) => points);
  if (waiting.length) return words.okPegs(waiting.map(signed).join(" "));
  if (ok === "peg") return offer ? words.okPegs(signed(offer.points)) : "";
  return ok && OK_DOES[ok];
}

/**
 * The action UNDO would undo.
 *
 * @param {Pick<State, "pending" | "undo_target" | "seats" | "replaced" | "renamed" | "you">} state
 */
export function undoMeans({ pending, undo_target: target, seats, replaced, renamed, you }) {
  const waiting = pending.filter((points) => points);
  if (waiting.length) return waiting.map((points) => words.pendingUndo(signed(points))).join(" ");
  if (renamed) return words.names.undo(renamed.join(", "));
  if (replaced && you.role === "board") return words.scoring.backTo(replaced.scores.join("–"));
  return target ? inWords(target, seats) : words.nothingToUndo;
}

/**
 * All buttons.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  const pick = () => page.open("picker", { cards: [], starter: page.state?.starter ?? null });
  const ok = sharedKey("ok", words.ok, "⏎", pressOn(page, "ok"));
  const undo = sharedKey("undo", words.undo, "⌫", pressOn(page, "undo"));
  const count = sharedKey("count", words.countKey, "C", pressOn(page, "count"));
  const cards = sharedKey("pick", words.cardsKey, null, pick);
  const story = sharedKey("log", words.scoring.logKey, null, () => page.open("story"));
  const board = sharedKey("board", words.scoring.boardKey, null, () => page.open("board"));
  setText(cards.hint, words.cardsHint);
  setText(story.hint, words.scoring.logHint);
  byId("keys-shared").replaceChildren(ok.node, undo.node, story.node, board.node, count.node, cards.node);

  const rebuild = onChange((/** @type {Pick<SeatInfo, "name" | "color">[]} */ seats) => {
    const nodes = seats.map((seat, number) => seatKeys(page, seat, number));
    byId("keys-left").replaceChildren(...nodes.filter((_, n) => onLeft(n, seats.length)));
    byId("keys-right").replaceChildren(...nodes.filter((_, n) => !onLeft(n, seats.length)));
  });
  return {
    show(state) {
      rebuild(state.seats.map(({ name, color }) => ({ name, color })));
      setText(ok.hint, okMeans(state));
      setText(undo.hint, undoMeans(state));
      setText(count.hint, state.counting ? words.counting : samples(state) ? words.countSamples : words.countHint);
      toggle(count.node, "data-busy", state.counting);
    },
  };
}

/**
 * Listens to the keyboard, except in dialogs and text fields.
 *
 * @param {Page} page
 */
export function keyboard(page) {
  addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const inside = /** @type {Element} */ (event.target).closest?.bind(event.target);
    if (document.querySelector("dialog[open]") || inside?.("input, textarea, select")) return;
    // A focused button handles Enter itself.
    if (event.key === "Enter" && inside?.("button, a")) return;
    if (event.key === "Backspace" && event.shiftKey) {
      event.preventDefault();
      page.dispatch({ redo: true }, { once: true });
      return;
    }
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const found = keyMap(page.state?.seats.length ?? 2).find(([name]) => name === key);
    if (!found) return;
    event.preventDefault();
    press(page, found[1]);
    const node = document.querySelector(`[data-press="${found[1]}"]`);
    node?.classList.add("pressed");
    setTimeout(() => node?.classList.remove("pressed"), PRESSED_MS);
  });
}
