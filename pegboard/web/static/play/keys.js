// The board's buttons on the page, and the same buttons on a keyboard. All of them press pins.

import { h, byId, onChange, setText, toggle } from "../core/dom.js";
import { inWords } from "./record.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";

const KINDS = ["+1", "+5", "-1"];
const SEAT_KEYS = ["QWE", "IOP", "ASD", "JKL"];

/** Which key presses which button: [["Q", "0+1"], … ["Enter", "ok"]]. */
export function keyMap(seats) {
  const own = Array.from({ length: seats }, (_, seat) =>
    KINDS.map((kind, n) => [SEAT_KEYS[seat][n], `${seat}${kind}`])).flat();
  return [...own, ["Enter", "ok"], ["Backspace", "undo"], ["C", "count"]];
}

/** Whether COUNT reads the pictures that come with pegboard, and no camera. */
const samples = ({ devices }) => devices.some(({ name, address }) => name === "camera" && address === "files:");

const sign = (kind) => kind.replace("-", "−");

// After a touch the focus does not stay on the button: the next Enter is meant for OK.
const pressOn = (press) => ({ currentTarget, detail }) => {
  press(currentTarget.dataset.press);
  if (detail > 0) currentTarget.blur();
};

function seatKeys(seat, number, press) {
  const keys = KINDS.map((kind, n) => h("button", {
    type: "button", class: kind === "-1" ? "key less" : "key", "data-press": `${number}${kind}`,
    onclick: pressOn(press),
  }, h("b", { class: "unseen", text: `${seat.name} ` }), h("span", { text: sign(kind) }),
  h("kbd", { "aria-hidden": "true", text: SEAT_KEYS[number][n] })));
  const node = h("div", { class: "seat-keys", "data-of": number, role: "group", "aria-label": seat.name }, badge(number, seat.color), ...keys);
  node.style.setProperty("--seat", seat.color);
  return node;
}

function sharedKey(press, label, key) {
  const hint = h("small");
  const node = h("button", { type: "button", class: `key ${press ?? "pick"}`, "data-press": press }, h("span", { text: label }), hint);
  if (key) node.append(h("kbd", { "aria-hidden": "true", text: key }));
  return { node, hint };
}

/** What OK says yes to now, in a word or two; empty where it is to nothing. */
function okMeans({ pending, offer, winner, waits, match }) {
  const waiting = pending.filter((points) => points);
  if (waiting.length) return words.okPegs(waiting.map(words.pending).join(" "));
  if (offer) return offer.asks === "card" ? words.yes : offer.problem ? "" : words.okPegs(words.pending(offer.points));
  if (winner !== null) return match?.over ? words.scoring.nextMatch : words.scoring.nextGame;
  return waits ? words.scoring.goOn : "";
}

/** All buttons; `press(name)` is called for each press, `enterCards()` for CARDS, `openStory()` for LOG. */
export function buttons(press, enterCards, openStory) {
  const ok = sharedKey("ok", words.ok, "⏎");
  const undo = sharedKey("undo", words.undo, "⌫");
  const count = sharedKey("count", words.countKey, "C");
  const cards = sharedKey(null, words.cardsKey);
  const story = sharedKey(null, words.scoring.logKey);
  setText(cards.hint, words.cardsHint);
  setText(story.hint, words.scoring.logHint);
  story.node.classList.replace("pick", "log");
  story.node.addEventListener("click", openStory);
  for (const { node } of [ok, undo, count]) node.addEventListener("click", pressOn(press));
  cards.node.addEventListener("click", enterCards);
  byId("keys-shared").replaceChildren(ok.node, undo.node, story.node, count.node, cards.node);

  const rebuild = onChange((seats) => {
    const nodes = seats.map((seat, number) => seatKeys(seat, number, press));
    byId("keys-left").replaceChildren(...nodes.filter((_, n) => n % 2 === 0));
    byId("keys-right").replaceChildren(...nodes.filter((_, n) => n % 2 === 1));
  });
  return {
    show(state) {
      rebuild(state.seats.map(({ name, color }) => ({ name, color })));
      const waiting = state.pending.filter((points) => points);
      setText(ok.hint, okMeans(state));
      setText(undo.hint, waiting.length ? waiting.map(words.pendingUndo).join(" ") : state.undoes ? inWords(state.undoes, state.seats) : words.nothingToUndo);
      setText(count.hint, state.counting ? words.counting : samples(state) ? words.countSamples : words.countHint);
      toggle(count.node, "data-busy", state.counting);
    },
  };
}

/** Listens to the keyboard. Where a dialogue is open or a text is written, keys mean that. */
export function keyboard(press, seatCount) {
  addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.("input, textarea, select")) return;
    // A focused button answers to Enter itself.
    if (event.key === "Enter" && event.target.closest?.("button, a")) return;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const found = keyMap(seatCount()).find(([name]) => name === key);
    if (!found) return;
    event.preventDefault();
    press(found[1]);
    const node = document.querySelector(`[data-press="${found[1]}"]`);
    node?.classList.add("pressed");
    setTimeout(() => node?.classList.remove("pressed"), 140);
  });
}
