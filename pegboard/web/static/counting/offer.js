// A hand that was counted and is offered: the picture with its cards, each combination lit in turn
// as the board tells it, and what is not certain asked about, one card at a time.

import { h, byId, onChange, setText, toggle } from "../core/dom.js";
import { cardName, cardView } from "../core/cards.js";
import { done, frame, open } from "../core/dialog.js";
import { oneCard } from "./onecard.js";
import { closeUp, hasPicture, pictureView } from "./picture.js";
import { words } from "../core/words.js";

const HAND = 4;
const LONG = 3;

/** What the player may want: `accept(seat, crib)`, `dismiss()`, `change(what)`, `save()`, `hold()`, `enter(offer)`; `say(text)` is the voice. */
export function offerView({ accept, dismiss, change, save, hold, enter, say }) {
  const dialog = byId("offer");
  const trouble = h("p", { class: "problem", role: "alert" });
  const status = h("p", { class: "unseen", role: "status" });
  const clock = h("div", { class: "clock" });
  const telling = h("p", { class: "telling", "aria-hidden": "true" });
  let shown = null;
  let parts = null;
  let pinned = null;

  const put = async (what) => {
    const answer = await change(what);
    setText(trouble, answer.ok ? "" : answer.text);
    return answer;
  };
  const one = oneCard(put);
  const allCards = (offer) => [...offer.cards, ...(offer.starter && !offer.cards.includes(offer.starter) ? [offer.starter] : [])];

  const tap = (offer, card) => (offer.asks === "starter" ? put({ starter: card }) : one.open(offer, card));

  function cardButton(offer, card) {
    const doubt = offer.doubtful.includes(card);
    const starter = card === offer.starter;
    const node = h("button", {
      type: "button", class: starter ? "counted starter" : "counted", "data-card": card, "data-doubt": doubt, onclick: () => tap(offer, card),
    }, cardView(card));
    if (doubt) node.append(h("b", { class: "unseen", text: words.notSure }));
    if (starter) node.append(h("small", { text: `★ ${words.starter}` }));
    return node;
  }

  const addButton = (offer) => h("button", { type: "button", class: "counted add", "aria-label": words.addTitle, onclick: () => one.open(offer, null) },
    h("span", { class: "empty", text: "+" }));

  /** Seats and the crib to choose from; each is a radio button. */
  function whose({ seats, dealer, offer }) {
    const hands = seats.map((seat, number) => ({ seat: number, crib: false, text: words.theHand(seat.name) }));
    const crib = { seat: dealer, crib: true, text: words.theCrib(seats[dealer].name) };
    return h("fieldset", { class: "whose" }, h("legend", { text: words.offerWhose }),
      ...[...hands, crib].map((each) => {
        const mine = each.crib === offer.crib && (each.crib || each.seat === offer.seat);
        const input = h("input", { type: "radio", name: "whose", checked: mine, onchange: () => put({ seat: each.seat, crib: each.crib }) });
        return h("label", {}, input, h("span", { text: each.text }));
      }));
  }

  /** "Is this the five of hearts?", with the card large, and what else it could be. */
  function question(offer) {
    const [card] = offer.doubtful;
    const answer = (name, text, what) => h("button", { type: "button", class: name, onclick: what }, text);
    const free = (offer.others[card] ?? []).filter((each) => !allCards(offer).includes(each));
    return h("div", { class: "asked question" }, closeUp(offer, card) ?? cardView(card, { class: "close-up" }), h("div", { class: "options" },
      answer("primary yes", words.yes, () => put({ card, to: card })),
      ...free.slice(0, 2).map((each) => h("button", { type: "button", class: "option", "data-card": each, onclick: () => put({ card, to: each }) },
        cardView(each), h("span", { text: words.noItIs(cardName(each)) }))),
      answer("other", words.otherCard, () => one.open(offer, card))));
  }

  const heading = (offer, name) => offer.problem ? (offer.asks === "starter" ? words.asksStarter : offer.problem)
    : offer.asks === "card" ? words.asksCard(cardName(offer.doubtful[0]))
      : offer.crib ? words.forCrib(offer.points, name) : words.forHand(offer.points, name);

  function stepButton(step, n) {
    return h("button", { type: "button", class: "item", onclick: () => { pinned = pinned === n ? null : n; progress.again(); } },
      h("span", { text: step.said }), h("b", { "aria-hidden": "true", text: `+${step.points}` }));
  }

  function draw({ offer, seats, dealer, notice }) {
    const fresh = offer && offer.id !== shown;
    shown = offer?.id ?? null;
    pinned = null;
    parts = null;
    if (!offer || fresh) {
      one.close();
      setText(trouble, "");
    }
    if (!offer) return done(dialog);
    const asking = Boolean(offer.problem) || offer.asks === "card";
    const name = seats[offer.seat].name;
    const all = allCards(offer);
    const cards = all.map((card) => cardButton(offer, card));
    const missing = all.length <= HAND || (offer.starter === null && all.length < HAND + 1);
    const steps = asking ? [] : offer.steps.map(stepButton);
    const photo = hasPicture(offer) ? pictureView(offer, (card) => tap(offer, card), words.pictureOf(all.map(cardName))) : null;
    const title = heading(offer, name);
    const peg = h("button", { type: "button", class: "primary", text: offer.points ? words.offerPeg(offer.points, name) : words.offerPegNone(name), onclick: () => accept(offer.seat, offer.crib) });
    const body = [
      photo ? h("div", { class: "photo" }, photo.node) : null,
      h("div", { class: "counted-cards" }, ...cards, missing ? addButton(offer) : null),
      offer.asks === "card" ? question(offer) : null,
      asking ? null : telling,
      steps.length ? h("div", { class: "items" }, ...steps) : null,
      h("p", { class: "hint", text: offer.asks === "starter" ? words.hintStarter : offer.problem ? words.hintProblem : words.hintTap }),
      offer.asks ? null : whose({ seats, dealer, offer }),
      notice ? h("p", { class: "note", text: notice }) : null,
      trouble, clock, status,
    ];
    const keep = h("button", { type: "button", class: "save", onclick: async () => { const { ok, text } = await save(); setText(trouble, ok ? "" : text); } });
    const foot = [
      h("button", { type: "button", text: words.dismiss, onclick: () => dismiss() }),
      h("button", { type: "button", class: "enter", text: words.change, onclick: () => enter(offer) }),
      photo ? keep : null,
      asking ? null : peg,
    ];
    frame(dialog, title, body.filter(Boolean), foot.filter(Boolean)).classList.toggle("problem", Boolean(offer.problem));
    toggle(dialog, "data-picture", photo !== null);
    toggle(dialog, "data-asking", asking);
    const main = asking ? [".yes", ".add", ".counted"].map((one) => dialog.querySelector(one)).find(Boolean) ?? foot[1] : peg;
    parts = { cards, steps, photo, keep, main };
    // Nothing was recognised: the whole hand is entered at once.
    if (fresh && all.length === 0) return enter(offer);
    if (!byId("picker").open) open(dialog);
    focusMain();
    setTimeout(() => setText(status, asking ? title : `${title}: ${offer.spoken}`), 100);
    if (asking) say(title);
    else if (!offer.steps.length) say(offer.spoken);
    advance({ offer: latest, again: true });
  }

  const focusMain = () => dialog.open && !byId("card").open && parts?.main.focus({ preventScroll: true });

  /** How far the board is in its telling: what is lit, and what is said. */
  function advance({ offer, again }) {
    if (!offer || !parts) return;
    const { steps, step, told, saved, countdown } = offer;
    const now = pinned ?? step;
    const lit = now === null ? [] : steps[now]?.cards ?? [];
    parts.photo?.light(lit);
    for (const node of parts.cards) toggle(node, "data-lit", lit.includes(node.dataset.card));
    parts.steps.forEach((node, n) => {
      toggle(node, "data-lit", n === now);
      toggle(node, "data-told", told || (step !== null && n < step));
    });
    // A long count is not written out again: its combinations stand below, each in its own words.
    const phrase = now !== null ? steps[now] : steps.length > LONG ? steps.at(-1) : { said: offer.spoken, total: offer.points };
    telling.replaceChildren(h("span", { class: "spoken", text: phrase.said }), ...(steps.length ? [h("b", { text: String(phrase.total) })] : []));
    parts.steps[now]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    setText(parts.keep, saved ? words.saved : words.save);
    toggle(parts.keep, "disabled", saved);
    if (saved) setText(status, words.savedAs(saved));
    parts.keep.title = saved ? words.savedAs(saved) : words.saveHint;
    clock.replaceChildren(...(countdown === null ? [] : [
      h("p", {}, h("b", { text: String(countdown) }), h("span", { text: words.pegsItself })),
      h("button", { type: "button", text: words.holdOn, onclick: () => hold() }),
    ]));
    if (again) return;
    if (step !== null) say(steps[step].said);
    else if (told && steps.length) say(words.pegs(offer.points));
  }

  // Esc and the cross mean: not this hand.
  dialog.addEventListener("close", () => shown !== null && !byId("picker").open && dismiss());
  // A hand that was picked is offered when the picker is out of the way.
  byId("picker").addEventListener("close", () => shown !== null && (open(dialog), focusMain()));
  byId("card").addEventListener("close", focusMain);

  let latest = null;
  const update = onChange(draw);
  const step = onChange(advance);
  const progress = { again: () => advance({ offer: latest, again: true }) };
  // Any touch and any key stops what would peg by itself; on the peg button it means yes.
  const meansYes = ({ type, key, target }) => target.closest?.("#offer .primary") && (type === "pointerdown" || key === "Enter" || key === " ");
  const touched = (event) => latest?.armed && !meansYes(event) && hold();
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touched, true);

  return {
    show({ offer, seats, dealer, notice }) {
      latest = offer;
      const { step: _, told: __, countdown: ___, saved: ____, armed: _____, ...still } = offer ?? {};
      update({ offer: offer && still, dealer, notice: offer && notice, seats: seats.map(({ name }) => ({ name })) });
      step({ offer });
    },
  };
}
