// Counting by hand: what one's own hand is worth, and what another one missed in his.

import { h, onChange, setText, toggle } from "../core/dom.js";
import { cardView } from "../core/cards.js";
import { done, frame, open } from "../core/dialog.js";
import { counts } from "./pad.js";
import { words } from "../core/words.js";

/** `act(line)` sends a line of the record, `goOn()` says OK; their promises say whether it was taken. */
export function claimView(act, goOn) {
  const dialog = h("dialog", { id: "claim", "aria-labelledby": "claim-title" });
  document.body.append(dialog);
  const problem = h("p", { class: "problem", role: "alert" });

  async function send(what) {
    const question = JSON.stringify(latest);
    const answer = await what();
    if (!answer.ok) setText(problem, answer.text);
    // The next question may be here before this answer: the same seat counts its hand and its crib.
    else if (JSON.stringify(latest) === question) done(dialog);
  }

  const cardsOf = ({ cards, starter }) => h("div", { class: "counted-cards" },
    ...cards.map((card) => h("span", { class: "counted" }, cardView(card))),
    starter ? h("span", { class: "counted starter" }, cardView(starter), h("small", { text: `★ ${words.starter}` })) : null);

  const ownerOf = ({ seat, crib }, seats) => (crib ? words.theCrib : words.theHand)(seats[seat].name);

  function draw({ claim, call, callers, seats, waits }, forced = false) {
    setText(problem, "");
    // A claim that nobody waits for may be called too, but it is not asked about.
    if (!claim && !(call && (waits || forced))) return done(dialog);
    const parts = [];
    if (call) {
      parts.push(h("section", { class: "call" },
        h("p", { class: "said" }, words.scoring.said(ownerOf(call, seats), call.points)), cardsOf(call),
        ...callers.map((seat) => h("details", { open: !claim },
          h("summary", { text: words.scoring.missed(callers.length > 1 ? seats[seat].name : null) }),
          counts(1, (n) => send(() => act(`muggins ${seat} ${n}`)))))));
    }
    if (claim) {
      parts.push(h("section", { class: "own" }, cardsOf(claim), h("p", { class: "how", text: words.scoring.claimHow }),
        counts(0, (n) => send(() => act(`claim ${claim.seat} ${n}`)))));
    }
    const fine = h("button", { type: "button", class: "primary fine", text: words.scoring.fine, onclick: () => send(goOn) });
    const heading = frame(dialog, claim ? words.scoring.claimTitle(ownerOf(claim, seats)) : words.scoring.callTitle(ownerOf(call, seats)),
      [...parts, problem], claim || !waits ? [] : [fine]);
    toggle(dialog, "data-both", claim && call);
    open(dialog);
    heading.tabIndex = -1;
    heading.focus();
  }

  let latest = null;
  const update = onChange(draw);
  return {
    /** Opens it again after it was closed. */
    open: () => latest && draw(latest, true),
    show(state) {
      const { claim, call, seats, mode, you } = state;
      // Where each player has a page of his own, it asks for his own hand only.
      const mine = (seat) => mode === "computer" && (!you || you.seat === null || you.seat === seat);
      const callers = (state.callers ?? []).filter(mine);
      latest = {
        claim: claim && mine(claim.seat) ? claim : null, call: call && callers.length ? call : null, callers,
        seats: seats.map(({ name }) => ({ name })), waits: state.waits ?? true,
      };
      update(latest);
    },
  };
}
