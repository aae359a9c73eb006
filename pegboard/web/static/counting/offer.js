// A counted hand on offer: the picture with its cards, each combination highlighted while the board
// narrates it, and questions about uncertain cards, one at a time.

import { h, dialogById, findAll, onChange, setText, toggle } from "../core/dom.js";
import { cardName } from "../core/cards.js";
import { done, frame, open } from "../core/dialog.js";
import { words } from "../core/words.js";
import { oneCard } from "./onecard.js";
import { calls, claimPad } from "./claims.js";
import { addButton, allCards, cardButton, question, whichStarter, whose } from "./offer_parts.js";
import { hasPicture, pictureView } from "./picture.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Card, CountStep, Offer, Correction, Seat, SeatInfo } from "../core/protocol.d.ts" */
/** @import { StillOffer } from "./still.d.ts" */
/**
 * @typedef {{ offer: StillOffer | null, seats: Pick<SeatInfo, "name">[], dealer: Seat, notice: string | null,
 *   totals: number[] }} Facts
 */
/**
 * @typedef {{ cards: HTMLElement[], steps: HTMLElement[], photo: ReturnType<typeof pictureView> | null,
 *   keep: HTMLButtonElement, main: HTMLElement }} Parts
 */

const LONG = 3;

/**
 * The heading of the dialog: the question, or the value of the hand.
 *
 * @param {Pick<Offer, "problem" | "asks" | "doubtful" | "crib" | "points" | "known_starter" | "claimed">} offer
 * @param {string} name
 */
export function heading({ problem, asks, doubtful, crib, points, known_starter: known, claimed }, name) {
  if (asks === "claim") return crib ? words.asksCribClaim(name) : words.asksClaim(name);
  if (asks === "missed") return words.scoring.callTitle(crib ? words.theCrib(name) : words.theHand(name));
  if (claimed !== null) return claimed === points ? words.claimed(name, claimed) : words.claimedWrong(name, claimed, points);
  if (asks === "known" && known) return words.asksKnown(cardName(known));
  if (problem) return asks === "starter" ? words.asksStarter : problem;
  if (asks === "card") return words.asksCard(cardName(doubtful[0]));
  return (crib ? words.forCrib : words.forHand)(words.pegs(points), name);
}

/**
 * The large line during narration: the current combination. A long count is not repeated at the end,
 * because its combinations are listed below.
 *
 * @param {Pick<Offer, "steps" | "spoken" | "points">} offer
 * @param {number | null} at
 * @returns {{ said: string, total: number }}
 */
export function phrase({ steps, spoken, points }, at) {
  if (at !== null) return steps[at];
  return steps.length > LONG ? steps[steps.length - 1] : { said: spoken, total: points };
}

/**
 * The dialog; it opens automatically when a hand is offered.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  const { dispatch, voice } = page;
  const dialog = dialogById("offer");
  const picker = dialogById("picker");
  const trouble = h("p", { class: "problem", role: "alert" });
  const status = h("p", { class: "unseen", role: "status" });
  const clock = h("div", { class: "clock" });
  const telling = h("p", { class: "telling", "aria-hidden": "true" });
  /** @type {string | null} */
  let shown = null;
  /** @type {Parts | null} */
  let parts = null;
  /** @type {number | null} */
  let pinned = null;
  /** @type {Offer | null} */
  let latest = null;
  let name = "";

  const dismiss = () => { if (page.connected && latest) dispatch({ dismiss: true }); };
  const hold = () => { if (page.connected) dispatch({ hold: true }); };
  /** @param {StillOffer} offer */
  const enter = ({ cards, starter, doubtful, problem }) => page.open("picker", { cards, starter, doubtful, problem });
  /** @param {Correction} what */
  const change = (what) => dispatch({ change: { ...what, offer: latest?.id } }, { quiet: true });
  /** @param {Correction} what */
  const put = async (what) => {
    const answer = await change(what);
    setText(trouble, answer.ok ? "" : answer.text);
    return answer;
  };
  const save = async () => {
    const { ok, text } = await dispatch({ save: true }, { quiet: true });
    setText(trouble, ok ? "" : text);
  };
  /** @param {{ claim: number } | { muggins: Seat, points: number } | {}} what */
  const send = async (what) => {
    if (!latest) return;
    const { seat, crib } = latest;
    const { ok, text } = await dispatch({ accept: true, seat, crib, ...what }, { once: true, quiet: true });
    setText(trouble, ok ? "" : text);
  };
  const one = oneCard(put, page);

  /** @param {CountStep} step @param {number} n */
  const stepButton = (step, n) => h("button", { type: "button", class: "item", onclick: () => { pinned = pinned === n ? null : n; again(); } },
    h("span", { text: step.said }), h("b", { "aria-hidden": "true", text: `+${step.points}` }));

  /** @param {Facts} facts */
  function draw({ offer, seats, dealer, notice, totals }) {
    const fresh = offer !== null && offer.id !== shown;
    shown = offer?.id ?? null;
    pinned = null;
    parts = null;
    if (!offer || fresh) {
      one.close();
      setText(trouble, "");
    }
    if (!offer) return done(dialog);
    const missed = offer.asks === "missed";
    const asking = Boolean(offer.problem) || offer.asks === "card" || offer.asks === "claim" || missed;
    const claimed = offer.claimed !== null;
    const all = allCards(offer);
    /** @param {Card | null} card */
    const look = (card) => { if (!claimed) one.open(offer, card); };
    /** @param {Card} card */
    const tap = (card) => (offer.asks === "starter" ? put({ starter: card }) : look(card));
    const cards = all.map((card) => cardButton(offer, card, tap));
    const steps = asking ? [] : offer.steps.map(stepButton);
    const photo = hasPicture(offer) ? pictureView(offer, tap, words.pictureOf(all.map(cardName).join(", "))) : null;
    const title = heading(offer, name);
    const peg = h("button", {
      type: "button", class: "primary", text: offer.points ? words.offerPeg(offer.points, name) : words.offerPegNone(name),
      onclick: () => dispatch({ accept: true, seat: offer.seat, crib: offer.crib }, { once: true }),
    });
    const keep = h("button", { type: "button", class: "save", onclick: save });
    const byTouch = h("button", { type: "button", class: "enter", text: words.change, onclick: () => enter(offer) });
    const onward = h("button", {
      type: "button", class: "primary", text: missed ? words.leaveMissed : words.scoring.goOn, onclick: missed ? () => send({}) : dismiss,
    });
    const anew = offer.source === "camera" ? h("button", { type: "button", class: "again", text: words.lookAgain, onclick: () => dispatch({ count: true }, { once: true }) }) : null;
    const { earlier } = offer;
    const other = earlier && h("button", {
      type: "button", class: "earlier", text: words.earlierWrong(seats[earlier.seat].name), onclick: () => page.open("picker", { ...earlier, starter: offer.starter }),
    });
    const footer = claimed ? [photo && keep, onward]
      : [h("button", { type: "button", text: words.dismiss, onclick: dismiss }), anew, byTouch, other, photo && keep, asking ? null : peg];
    frame(dialog, title, [
      photo && h("div", { class: "photo" }, photo.node),
      h("div", { class: "counted-cards" }, ...cards, offer.missing > 0 ? addButton(() => look(null)) : null),
      offer.asks === "card" ? question(offer, { put, open: look }) : null,
      offer.asks === "known" ? whichStarter(offer, { put, open: look }) : null,
      offer.asks === "claim" ? claimPad(offer, totals, send) : null,
      missed ? h("p", { class: "how said", text: words.scoring.said((offer.crib ? words.theCrib : words.theHand)(name), words.pegs(offer.claimed ?? 0)) }) : null,
      missed ? calls(offer, seats, totals, send) : null,
      asking ? null : telling,
      steps.length ? h("div", { class: "items" }, ...steps) : null,
      h("p", { class: "hint", text: offer.asks === "starter" ? words.hintStarter : offer.asks === "known" || claimed ? "" : offer.problem ? (offer.missing > 0 ? words.hintMissing : words.hintProblem) : words.hintTap }),
      claimed || (offer.asks && offer.asks !== "claim") ? null : whose(offer, seats, dealer, put),
      notice ? h("p", { class: "note", text: notice }) : null,
      trouble, clock, status,
    ], footer).classList.toggle("problem", Boolean(offer.problem));
    toggle(dialog, "data-picture", photo !== null);
    toggle(dialog, "data-asking", asking);
    const main = asking && !missed ? [".yes", ".which .primary", ".add", ".claims button:enabled", ".counted"].flatMap((each) => [...findAll(dialog, each)])[0] ?? byTouch : claimed ? onward : peg;
    parts = { cards, steps, photo, keep, main };
    // Nothing was recognised: open the picker for the whole hand.
    if (fresh && all.length === 0) return void enter(offer);
    if (!picker.open) open(dialog);
    focusMain();
    setTimeout(() => setText(status, asking ? title : `${title}: ${offer.spoken}`), 100);
    if (asking) voice.say(title);
    else if (!offer.steps.length) voice.say(offer.spoken);
    again();
  }

  const focusMain = () => { if (dialog.open && !dialogById("card").open) parts?.main.focus({ preventScroll: true }); };

  /** Highlights and enlarges the combination that is being narrated. */
  function again() {
    if (!latest || !parts) return;
    const { steps, step, narrated, saved, countdown } = latest;
    const now = pinned ?? step;
    const lit = now === null ? [] : steps[now]?.cards ?? [];
    parts.photo?.light(lit);
    for (const node of parts.cards) toggle(node, "data-lit", lit.includes(node.dataset.card ?? ""));
    parts.steps.forEach((node, n) => {
      toggle(node, "data-lit", n === now);
      toggle(node, "data-told", narrated || (step !== null && n < step));
    });
    const { said, total } = phrase(latest, now);
    telling.replaceChildren(h("span", { class: "spoken", text: said }), ...(steps.length ? [h("b", { text: total })] : []));
    if (now !== null) parts.steps[now]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    setText(parts.keep, saved ? words.saved : words.save);
    toggle(parts.keep, "disabled", saved);
    if (saved) setText(status, words.savedAs(saved));
    parts.keep.title = saved ? words.savedAs(saved) : words.saveHint;
    clock.replaceChildren(...(countdown === null ? [] : [
      h("p", {}, h("b", { text: countdown }), h("span", { text: words.pegsItself })),
      h("button", { type: "button", text: words.holdOn, onclick: hold }),
    ]));
  }

  /** Updates highlights and texts to the progress of the narration. */
  function advance() {
    again();
    if (!latest || !parts) return;
    const { steps, step, narrated, points, claimed } = latest;
    if (step !== null) voice.say(steps[step].said);
    else if (narrated && claimed !== null) voice.say(heading(latest, name));
    else if (narrated && steps.length) voice.say(words.pegs(points));
  }

  // Esc and the close button dismiss the hand.
  dialog.addEventListener("close", () => { if (shown !== null && !picker.open) dismiss(); });
  // A picked hand is offered once the picker has closed.
  picker.addEventListener("close", () => {
    if (shown === null) return;
    open(dialog);
    focusMain();
  });
  dialogById("card").addEventListener("close", focusMain);

  const update = onChange(draw);
  const step = onChange(advance);
  // Any touch or key stops automatic pegging; on the peg button it confirms.
  /** @param {Event} event */
  const meansYes = (event) => /** @type {Element} */ (event.target).closest?.("#offer .primary")
    && (!(event instanceof KeyboardEvent) || event.key === "Enter" || event.key === " ");
  /** @param {Event} event */
  const touched = (event) => { if (latest?.autopeg_pending && !meansYes(event)) hold(); };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touched, true);

  return {
    show({ offer, seats, dealer, notice, hand_totals: totals }) {
      latest = offer;
      if (offer) ({ name } = seats[offer.seat]);
      update({ offer: offer && still(offer), dealer, notice: offer && notice, seats: seats.map(({ name }) => ({ name })), totals });
      step(offer);
    },
  };
}

/** @param {Offer} offer @returns {StillOffer} */
function still(offer) {
  const { step: _step, narrated: _narrated, countdown: _countdown, saved: _saved, autopeg_pending: _pending, ...rest } = offer;
  return rest;
}
