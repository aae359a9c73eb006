// A hand that was counted and is offered: the picture, the cards, each combination lit in turn.

import { h, byId, onChange, stillness, toggle } from "./dom.js";
import { cardView } from "./cards.js";
import { done, frame, open } from "./dialog.js";
import { words } from "./words.js";

const TURN_MS = 1700;

/** `accept(seat, crib)`, `dismiss()`, `change(offer, at)` are what the player may want. */
export function offerView({ accept, dismiss, change, say }) {
  const dialog = byId("offer");
  let timer = 0;
  let shown = null;

  const light = (cards, items, n) => {
    items.forEach((item, i) => toggle(item.node, "data-lit", i === n));
    for (const node of cards) toggle(node, "data-lit", items[n]?.cards.includes(node.dataset.card));
  };

  function inTurn(cards, items) {
    clearInterval(timer);
    if (items.length === 0) return;
    let n = 0;
    light(cards, items, n);
    if (!stillness()) timer = setInterval(() => light(cards, items, (n = (n + 1) % items.length)), TURN_MS);
    items.forEach((item, i) => item.node.addEventListener("click", () => {
      clearInterval(timer);
      light(cards, items, i);
    }));
  }

  function cardButton(offer, card, n) {
    const doubt = offer.doubtful.includes(card);
    const starter = card === offer.starter;
    const node = h("button", {
      type: "button", class: starter ? "counted starter" : "counted", "data-card": card, "data-doubt": doubt,
      onclick: () => change(offer, starter ? 4 : n),
    }, cardView(card));
    if (doubt) node.append(h("b", { class: "unseen", text: words.notSure }));
    if (starter) node.append(h("small", { text: words.starter }));
    return node;
  }

  /** Seats and the crib to choose from; each is a radio button. */
  function whose(state, offer, chosen) {
    const hands = state.seats.map((seat, number) => ({ seat: number, crib: false, text: words.theHand(seat.name) }));
    const crib = { seat: state.dealer, crib: true, text: words.theCrib(state.seats[state.dealer].name) };
    return h("fieldset", { class: "whose" }, h("legend", { text: words.offerWhose }),
      ...[...hands, crib].map((each) => {
        const mine = each.crib === offer.crib && (each.crib || each.seat === offer.seat);
        const input = h("input", { type: "radio", name: "whose", checked: mine, onchange: () => chosen(each) });
        if (mine) chosen(each);
        return h("label", {}, input, h("span", { text: each.text }));
      }));
  }

  function draw({ offer, seats, dealer }) {
    clearInterval(timer);
    const fresh = offer && offer.id !== shown;
    shown = offer?.id ?? null;
    if (!offer) return done(dialog);
    let to = { seat: offer.seat, crib: offer.crib };
    const peg = h("button", { type: "button", class: "primary", onclick: () => accept(to.seat, to.crib) });
    const chosen = (each) => {
      to = each;
      const name = seats[each.seat].name;
      peg.textContent = offer.points ? words.offerPeg(offer.points, name) : words.offerPegNone(name);
    };
    const all = [...offer.cards, ...(offer.starter && !offer.cards.includes(offer.starter) ? [offer.starter] : [])];
    const cards = all.map((card, n) => cardButton(offer, card, n));
    const items = offer.items.map((item) => ({
      cards: item.cards,
      node: h("button", { type: "button", class: "item" },
        h("span", { text: words.kinds[item.kind] ?? item.kind }), h("b", { text: String(item.points) })),
    }));
    const heading = offer.problem ?? (offer.points ? words.pegs(offer.points) : words.offerNone);
    const body = [
      offer.source === "camera" ? h("img", { src: `/api/picture?${offer.id}`, alt: words.picture, onerror: (event) => event.target.remove() }) : null,
      h("div", { class: "counted-cards" }, ...cards),
      offer.doubtful.length ? h("p", { class: "doubt", text: words.offerDoubt }) : null,
      h("p", { class: "spoken", text: offer.problem ? "" : offer.spoken }),
      h("div", { class: "items" }, ...items.map((item) => item.node)),
      whose({ seats, dealer }, offer, chosen),
    ];
    const foot = [
      h("button", { type: "button", text: words.dismiss, onclick: () => dismiss() }),
      h("button", { type: "button", text: words.change, onclick: () => change(offer, null) }),
    ];
    if (!offer.problem) foot.push(peg);
    frame(dialog, heading, body.filter(Boolean), foot).classList.toggle("problem", Boolean(offer.problem));
    // A reading that cannot be counted asks at once, in the picker, with what was seen.
    if (fresh && offer.problem && offer.source === "camera") return change(offer, null);
    if (!byId("picker").open) open(dialog);
    (offer.problem ? foot[1] : peg).focus({ preventScroll: true });
    inTurn(cards, items);
    if (!offer.problem) say(offer.spoken);
  }

  // Esc and the cross mean: not this hand.
  dialog.addEventListener("close", () => {
    clearInterval(timer);
    if (shown !== null && !byId("picker").open) dismiss();
  });
  // A hand that was picked is offered when the picker is out of the way.
  byId("picker").addEventListener("close", () => shown !== null && open(dialog));
  const update = onChange(draw);
  return {
    show: ({ offer, seats, dealer }) => update({ offer, dealer, seats: seats.map(({ name }) => ({ name })) }),
  };
}
