// The player's hand: discard, play and go, by tap or drag. Only legal actions work; an illegal card
// explains why.

import { h, byId, find, onChange, setText, toggle } from "../core/dom.js";
import { cardText, cardView, inOrder } from "../core/cards.js";
import { ask } from "../core/http.js";
import { store, stored } from "../core/storage.js";
import { listed, words } from "../core/words.js";
import { draggable } from "./dragging.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { DiscardRow } from "../core/reviews.d.ts" */
/** @import { Action, BlockedCard, Card, Stage, State } from "../core/protocol.d.ts" */
/** @typedef {{ text: string, cards: Card[], discards?: DiscardRow[], fault?: undefined } | { fault: string }} Hint */

const AUTO_GO_MS = 900; // time to notice that it is one's turn and that no card fits

/** @param {Card[]} a @param {Card[]} b */
const sameCards = (a, b) => a.length === b.length && a.every((card) => b.includes(card));

/**
 * A player's legal actions, as lines of the record.
 *
 * @param {Action[]} legal
 */
export function choices(legal) {
  const discards = legal.filter(({ verb }) => verb === "discard");
  return {
    play: new Map(legal.filter(({ verb }) => verb === "play").map(({ cards, action }) => [cards[0], action])),
    go: legal.find(({ verb }) => verb === "go")?.action ?? null,
    layAway: discards.length ? discards[0].cards.length : 0,
    /** @param {Card[]} chosen */
    discard: (chosen) => discards.find(({ cards }) => sameCards(cards, chosen))?.action,
  };
}

/** Requests the expert's choice. @returns {Promise<Hint>} */
async function advice() {
  try {
    return (await ask("/api/hint")).answer;
  } catch {
    return { fault: words.offline };
  }
}

/**
 * The hand at the bottom.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ dispatch, open }) {
  const root = byId("hand");
  const hint = h("p", { class: "hint" });
  const row = h("div", { class: "cards", role: "group", "aria-label": words.yourHand });
  const confirm = h("button", { type: "button", class: "confirm", onclick: () => layAway() });
  const go = h("button", { type: "button", class: "confirm go", text: words.go, onclick: () => act(now.go) });
  const auto = h("input", { type: "checkbox", onchange: () => { store("autogo", auto.checked); if (auto.checked) sayGo(); } });
  const going = h("label", { class: "auto-go", hidden: true }, auto, h("span", { text: words.scoring.autoGo }));
  const count = h("button", { type: "button", class: "primary claim", hidden: true, text: words.scoring.claimOpen, onclick: () => open("claim") });
  const every = h("button", { type: "button", class: "plain every", hidden: true, text: words.everyDiscard, onclick: () => open("discards", weighed) });
  /** @type {DiscardRow[]} */
  let weighed = [];
  const help = h("button", { type: "button", class: "help", onclick: () => showHint() }, words.hint, h("kbd", { "aria-hidden": "true", text: "H" }));
  const advised = h("p", { class: "advice", role: "status" });
  root.replaceChildren(hint, row, confirm, go, going, count, help, advised, every);
  let now = choices([]);
  /** @type {BlockedCard[]} */
  let tooHigh = [];
  /** @type {Card[]} */
  let chosen = [];
  let goTimer = 0;

  const buttons = () => /** @type {HTMLElement[]} */ ([...row.children]);
  /** @param {string | null | undefined} line */
  const act = (line) => { if (line) dispatch({ action: line }); };
  const layAway = () => act(now.discard(chosen));
  /** @param {Card} card */
  const choose = (card) => [...chosen, card].slice(-now.layAway);

  /** @param {Card} card */
  const tap = (card) => {
    if (now.layAway) {
      chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : choose(card);
      mark();
    } else if (now.play.has(card)) {
      act(now.play.get(card));
    } else {
      advise(whyNot(card));
    }
  };

  /** @param {Card} card */
  const whyNot = (card) => {
    const found = tooHigh.find((each) => each.card === card);
    return found ? words.scoring.tooMuch(cardText(card), found.makes, found.most) : words.wait;
  };

  /**
   * Plays a card dragged onto the table, or discards it with the one dragged before.
   *
   * @param {Card} card
   */
  const drop = (card) => {
    if (!now.layAway) return tap(card);
    if (!chosen.includes(card)) chosen = choose(card);
    mark();
    if (chosen.length === now.layAway) layAway();
  };

  const sayGo = () => {
    clearTimeout(goTimer);
    const line = now.go;
    if (line) goTimer = setTimeout(() => { if (now.go === line) dispatch({ action: line }, { quiet: true }); }, AUTO_GO_MS);
  };

  /** @param {string} text @param {Card[]} cards @param {DiscardRow[]} rows */
  const advise = (text, cards = [], rows = []) => {
    setText(advised, text);
    weighed = rows;
    toggle(every, "hidden", !rows.length);
    for (const button of buttons()) {
      const meant = cards.includes(button.dataset.card ?? "");
      toggle(button, "data-hint", meant);
      setText(find(button, ".unseen"), meant ? words.hinted : "");
    }
  };

  const showHint = async () => {
    const asked = row.firstChild;
    advise(words.hinting);
    const hinted = await advice();
    // The game has moved on: the hint is for another position.
    if (row.firstChild !== asked) return;
    if (hinted.fault === undefined) advise(hinted.text, hinted.cards, hinted.discards);
    else advise(hinted.fault);
  };

  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "h" || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (help.hidden || root.hidden || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    showHint();
  });

  // Enter confirms a complete selection, as its key says, instead of pressing the focused card.
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (root.hidden || document.querySelector("dialog[open]")) return;
    const button = /** @type {Element} */ (event.target).closest?.("button, a, input, label");
    const card = button instanceof HTMLElement ? button.dataset.card : undefined;
    if (button && !(card && (chosen.includes(card) || now.go))) return;
    const ready = now.layAway > 0 && chosen.length === now.layAway;
    if (!ready && !now.go) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (ready) layAway();
    else act(now.go);
  }, { capture: true });

  const mark = () => {
    for (const button of buttons()) button.setAttribute("aria-pressed", String(chosen.includes(button.dataset.card ?? "")));
    const ready = now.layAway > 0 && chosen.length === now.layAway;
    toggle(confirm, "hidden", now.layAway === 0);
    toggle(confirm, "disabled", !ready);
    setText(confirm, ready ? words.layAwayNow(listed(chosen.map(cardText))) : words.layAway(now.layAway));
  };

  /** @param {Card} card */
  const cardButton = (card) => {
    const able = now.layAway > 0 || now.play.has(card);
    const button = h("button", {
      type: "button", class: "in-hand", "data-card": card, "aria-disabled": String(!able), onclick: () => tap(card),
    }, cardView(card), h("span", { class: "unseen" }));
    draggable(button, { may: () => able, drop: () => drop(card) });
    return button;
  };

  /**
   * @param {{ cards: Card[], legal: Action[], blocked: BlockedCard[], count: number, claims: boolean, stage: Stage,
   *   waits: boolean, over: boolean, alone: boolean }} facts
   */
  const draw = ({ cards, legal, blocked, claims, stage, waits, over, alone }) => {
    now = choices(legal);
    tooHigh = blocked;
    chosen = chosen.filter((card) => cards.includes(card) && now.layAway);
    row.replaceChildren(...inOrder(cards).map(cardButton));
    // Cards that cannot be played now are dimmed; on others' turns, and in the show, none are.
    if (now.layAway || now.play.size || now.go) row.removeAttribute("data-rest");
    else row.dataset.rest = stage === "play" ? "wait" : "show";
    advise("");
    toggle(help, "hidden", alone || legal.length === 0);
    toggle(go, "hidden", now.go === null);
    toggle(going, "hidden", now.go === null);
    toggle(count, "hidden", !claims);
    auto.checked = stored("autogo", false);
    if (now.go !== null && auto.checked) sayGo();
    setText(hint, now.layAway || now.go ? "" : now.play.size ? words.tapToPlay : waits ? words.waitsForOk : over ? "" : words.wait);
    mark();
  };
  const update = onChange(draw);

  return {
    /** @param {State} state */
    show(state) {
      const { seat } = state.you;
      const cards = state.kind.has_dealt_hands && seat !== null ? state.hands[seat] ?? [] : [];
      const claims = state.kind.has_dealt_hands && Boolean(state.claim ?? state.call) && state.winner === null;
      const shown = cards.length > 0 || claims;
      toggle(root, "hidden", !shown);
      toggle(document.body, "data-hand", shown);
      update({ cards, legal: state.legal, blocked: state.blocked, count: state.count, claims, stage: state.stage,
        waits: state.awaiting_ack, over: state.winner !== null, alone: state.far?.game === state.game });
    },
  };
}
