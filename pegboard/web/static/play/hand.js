// The hand of the person who plays the computer: lay away, play, go, by tap or by drag. Only what is
// legal works, and a card that is touched in vain says why.

import { h, byId, onChange, setText, toggle } from "../core/dom.js";
import { cardText, cardView } from "../core/cards.js";
import { draggable } from "./dragging.js";
import { inLanguage, words } from "../core/words.js";

const FULL = 31;
const AUTO_GO = "pegboard.autogo";
const AUTO_GO_MS = 900; // people see that it is their turn, and that nothing fits

/** Whether go is said without a touch; `wish` changes it. A browser that keeps nothing asks again. */
function autoGo(wish) {
  try {
    if (wish !== undefined) localStorage.setItem(AUTO_GO, wish ? "yes" : "");
    return localStorage.getItem(AUTO_GO) === "yes";
  } catch {
    return Boolean(wish);
  }
}

/** What a card adds to the count. */
export const worth = (card) => (card[0] === "A" ? 1 : Number(card[0]) || 10);

const cardsOf = (action) => (action?.split(" ")[2] ?? "").match(/../g) ?? [];
const sameCards = (a, b) => a.length === b.length && a.every((card) => b.includes(card));

/** What a person may do now, from the legal lines of the record. */
export function choices(legal) {
  const of = (verb) => legal.filter((line) => line.startsWith(`${verb} `));
  const discards = of("discard");
  return {
    play: new Map(of("play").map((line) => [cardsOf(line)[0], line])),
    go: of("go")[0] ?? null,
    layAway: discards.length ? cardsOf(discards[0]).length : 0,
    discard: (cards) => discards.find((line) => sameCards(cardsOf(line), cards)),
  };
}

/** What the expert would do: `{cards, text}`, or `{fault}`. */
async function advice() {
  try {
    return await (await fetch(inLanguage("/api/hint"))).json();
  } catch {
    return { fault: words.offline };
  }
}

/** The hand at the bottom; `act(line)` sends a line of the record, `quietly(line)` without complaint, `openClaim()` counts. */
export function handView(act, quietly, openClaim) {
  const root = byId("hand");
  const hint = h("p", { class: "hint" });
  const row = h("div", { class: "cards", role: "group", "aria-label": words.yourHand });
  const confirm = h("button", { type: "button", class: "confirm", onclick: () => layAway() });
  const go = h("button", { type: "button", class: "confirm go", text: words.go, onclick: () => act(now.go) });
  const auto = h("input", { type: "checkbox", onchange: () => autoGo(auto.checked) && sayGo() });
  const going = h("label", { class: "auto-go", hidden: true }, auto, h("span", { text: words.scoring.autoGo }));
  const count = h("button", { type: "button", class: "primary claim", hidden: true, text: words.scoring.claimOpen, onclick: () => openClaim() });
  const help = h("button", { type: "button", class: "help", onclick: () => ask() }, words.hint, h("kbd", { "aria-hidden": "true", text: "H" }));
  const advised = h("p", { class: "advice", role: "status" });
  root.replaceChildren(hint, row, confirm, go, going, count, help, advised);
  let now = choices([]);
  let chosen = [];
  let total = 0;
  let goTimer = 0;

  const layAway = () => {
    const line = now.discard(chosen);
    if (line) act(line);
  };

  const tap = (card) => {
    if (now.layAway) {
      if (chosen.includes(card)) chosen = chosen.filter((each) => each !== card);
      else chosen = [...chosen, card].slice(-now.layAway);
      mark();
    } else if (now.play.has(card)) {
      act(now.play.get(card));
    } else {
      advise(whyNot(card));
    }
  };

  const whyNot = (card) =>
    now.play.size || now.go ? words.scoring.tooMuch(cardText(card), total + worth(card), FULL) : words.wait;

  /** A card that was dragged onto the table is laid, or laid away with the one dragged before. */
  const drop = (card) => {
    if (!now.layAway) return tap(card);
    if (!chosen.includes(card)) chosen = [...chosen, card].slice(-now.layAway);
    mark();
    if (chosen.length === now.layAway) layAway();
  };

  const sayGo = () => {
    clearTimeout(goTimer);
    const line = now.go;
    if (line) goTimer = setTimeout(() => now.go === line && quietly(line), AUTO_GO_MS);
  };

  const advise = (text, cards = []) => {
    setText(advised, text);
    for (const button of row.children) {
      const meant = cards.includes(button.dataset.card);
      toggle(button, "data-hint", meant);
      button.querySelector(".unseen").textContent = meant ? words.hinted : "";
    }
  };

  const ask = async () => {
    const asked = row.firstChild;
    advise(words.hinting);
    const { text, cards, fault } = await advice();
    // The game has gone on meanwhile: the hint is for another position.
    if (row.firstChild !== asked) return;
    advise(fault ?? text, cards);
  };

  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "h" || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (help.hidden || root.hidden || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    ask();
  });

  const mark = () => {
    for (const button of row.children) {
      const picked = chosen.includes(button.dataset.card);
      button.setAttribute("aria-pressed", String(picked));
    }
    const ready = now.layAway > 0 && chosen.length === now.layAway;
    toggle(confirm, "hidden", now.layAway === 0);
    toggle(confirm, "disabled", !ready);
    setText(confirm, ready ? words.layAwayNow(words.and(chosen.map(cardText))) : words.layAway(now.layAway));
  };

  const draw = onChange(({ cards, legal, count: pile, claims, stage }) => {
    now = choices(legal);
    total = pile;
    chosen = chosen.filter((card) => cards.includes(card) && now.layAway);
    row.replaceChildren(...cards.map((card) => {
      const able = now.layAway > 0 || now.play.has(card);
      const button = h("button", {
        type: "button", class: "in-hand", "data-card": card, "aria-disabled": String(!able), onclick: () => tap(card),
      }, cardView(card), h("span", { class: "unseen" }));
      draggable(button, { may: () => able, drop: () => drop(card) });
      return button;
    }));
    // Dimmed is what cannot be played now; while others play, or in the show, no card is worse than another.
    if (now.layAway || now.play.size || now.go) row.removeAttribute("data-rest");
    else row.dataset.rest = stage === "play" ? "wait" : "show";
    advise("");
    toggle(help, "hidden", legal.length === 0);
    toggle(go, "hidden", now.go === null);
    toggle(going, "hidden", now.go === null);
    toggle(count, "hidden", !claims);
    auto.checked = autoGo();
    if (now.go !== null && auto.checked) sayGo();
    setText(hint, now.layAway || now.go ? "" : now.play.size ? words.tapToPlay : words.wait);
    mark();
  });

  return {
    show(state) {
      const seat = state.you ? state.you.seat ?? -1 : state.seats.findIndex((each) => each.player === "person");
      const cards = state.mode === "computer" && seat >= 0 ? state.hands[seat] ?? [] : [];
      const claims = state.mode === "computer" && Boolean(state.claim || state.call) && state.winner === null;
      const shown = cards.length > 0 || claims;
      toggle(root, "hidden", !shown);
      toggle(document.body, "data-hand", shown);
      draw({ cards, legal: state.legal, count: state.count, claims, stage: state.stage });
    },
  };
}
