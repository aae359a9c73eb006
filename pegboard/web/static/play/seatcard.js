// Corrections for one seat: the peg moved, points typed in, a penalty, muggins.

import { correct, muggins, peg, penalty } from "../core/actions.js";
import { h, setText, toggle } from "../core/dom.js";
import { dialogue, done, frame, open } from "../core/dialog.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";
import { mayRename } from "./names.js";
import { digits } from "./pad.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Seat, State } from "../core/protocol.d.ts" */
/** @typedef {{ kind: string, text: string, action: string | null }} ScoreEntry */

/** Frequent scores beyond the keys of a seat: one touch pegs them. */
const QUICK = [6, 8, 10, 12, 14, 16, 20, 24];

/**
 * Possible actions for a typed number, with their button labels: the likeliest first, which is also
 * what Enter does.
 *
 * @param {Pick<State, "scores" | "seats" | "target" | "muggins" | "callers">} state
 * @param {Seat} seat
 * @param {number | null} n
 * @returns {ScoreEntry[]}
 */
export function entries({ scores, seats, target, muggins: played, callers }, seat, n) {
  const name = seats[seat].name;
  const say = words.scoring;
  const shown = n ?? "…";
  /** @param {(seat: Seat, points: number) => string} action */
  const points = (action) => (n !== null && n > 0 ? action(seat, n) : null);
  return [
    { kind: "peg", text: say.pegs(shown), action: points(peg) },
    { kind: "correct", text: say.putAt(shown), action: n !== null && n <= target && n !== scores[seat] ? correct(seat, n) : null },
    { kind: "penalty", text: say.penalty(name, shown), action: points(penalty) },
    // A known claim is called; points missed in a play that the board did not follow are pegged.
    ...(played ? [{ kind: "muggins", text: say.muggins(shown), action: points(callers.includes(seat) ? muggins : peg) }] : []),
  ];
}

/**
 * The dialog of one seat.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ dispatch, open: openView }) {
  const dialog = dialogue("seatcard");
  const problem = h("p", { class: "problem", role: "alert" });
  /** @type {State | null} */
  let state = null;
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  let seat = 0;
  const pad = digits(() => state?.target ?? 0, () => draw());
  const now = () => (state ? entries(state, seat, pad.value()) : []);

  /** @param {string | null | undefined} action */
  async function send(action) {
    if (!action) return;
    const answer = await dispatch({ action }, { quiet: true, once: true });
    if (answer.ok) done(dialog);
    else setText(problem, answer.text);
  }

  function draw() {
    now().forEach(({ text, action }, n) => {
      setText(buttons[n], text);
      toggle(buttons[n], "disabled", action === null);
    });
  }

  /** @param {State} of */
  function build(of) {
    const { name, color } = of.seats[seat];
    buttons = entries(of, seat, null).map(({ kind }, n) => h("button", {
      type: "button", class: n === 0 ? "primary score-entry" : "score-entry", "data-entry": kind, onclick: () => send(now()[n].action),
    }));
    const quick = h("div", { class: "quick", role: "group", "aria-label": words.scoring.quick }, h("span", { class: "how", text: words.scoring.quick }),
      ...QUICK.map((n) => h("button", { type: "button", "data-quick": n, onclick: () => send(peg(seat, n)) }, `+${n}`)));
    const heading = frame(dialog, words.scoring.seatTitle(name, of.scores[seat]), [
      quick,
      h("div", { class: "seatcard" },
        h("div", { class: "entry" }, h("p", { class: "how", text: words.scoring.typeHow }), pad.shown, pad.node),
        h("div", { class: "score-entries" }, ...buttons, h("p", { class: "how", text: words.scoring.dragHow }))),
      problem,
    ]);
    heading.prepend(badge(seat, color));
    heading.after(h("button", { type: "button", class: "plain to-names", hidden: !mayRename(of), text: words.names.door, onclick: () => { dialog.close(); openView("names"); } }));
    setText(problem, "");
    pad.set("");
  }

  dialog.addEventListener("keydown", (event) => pad.key(event, buttons[0]));
  return {
    /** @param {Seat} number */
    open(number) {
      if (!state) return;
      seat = number;
      build(state);
      open(dialog);
      pad.focus();
    },
    show(next) {
      const gone = state !== null && (next.game !== state.game || !next.kind.has_real_cards || next.winner !== null);
      state = next;
      if (!dialog.open) return;
      if (gone) dialog.close();
      else draw();
    },
  };
}
