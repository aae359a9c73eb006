// One seat's score put right: the peg put where it belongs, points typed in, a penalty, muggins.

import { h, setText, toggle } from "../core/dom.js";
import { done, frame, open } from "../core/dialog.js";
import { digits } from "./pad.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";

/** What may be done with a typed number, as [name, the words on the button, the line of the record]. */
export function deeds({ scores, seats, target, muggins, callers }, seat, n) {
  const name = seats[seat].name;
  const say = words.scoring;
  const points = n !== null && n > 0;
  return [
    ["correct", say.putAt(n ?? "…"), n !== null && n <= target && n !== scores[seat] ? `correct ${seat} ${n}` : null],
    ["peg", say.pegs(n ?? "…"), points ? `peg ${seat} ${n}` : null],
    ["penalty", say.penalty(name, n ?? "…"), points ? `penalty ${seat} ${n}` : null],
    // A claim that the board knows of is called; what was missed in a play it did not follow is pegged.
    ...(muggins ? [["muggins", say.muggins(n ?? "…"), points ? `${(callers ?? []).includes(seat) ? "muggins" : "peg"} ${seat} ${n}` : null]] : []),
  ];
}

/** `act(line)` sends a line of the record; the promise says whether it was taken. */
export function seatCard(act) {
  const dialog = h("dialog", { id: "seatcard", "aria-labelledby": "seatcard-title" });
  document.body.append(dialog);
  const problem = h("p", { class: "problem", role: "alert" });
  let [seat, state, buttons] = [0, null, []];
  const pad = digits(121, () => draw());

  async function send(line) {
    const answer = await act(line);
    if (answer.ok) done(dialog);
    else setText(problem, answer.text);
  }

  function draw() {
    const now = deeds(state, seat, pad.value());
    buttons.forEach((button, n) => {
      const [, text, line] = now[n];
      setText(button, text);
      toggle(button, "disabled", line === null);
    });
  }

  function build() {
    const { name, color } = state.seats[seat];
    buttons = deeds(state, seat, null).map(([kind], n) => h("button", {
      type: "button", class: n === 0 ? "primary deed" : "deed", "data-deed": kind, onclick: () => send(deeds(state, seat, pad.value())[n][2]),
    }));
    const heading = frame(dialog, words.scoring.seatTitle(name, state.scores[seat]), [
      h("div", { class: "seatcard" },
        h("div", { class: "entry" }, h("p", { class: "how", text: words.scoring.typeHow }), pad.shown, pad.node),
        h("div", { class: "deeds" }, ...buttons, h("p", { class: "how", text: words.scoring.dragHow }))),
      problem,
    ]);
    heading.prepend(badge(seat, color));
    setText(problem, "");
    pad.set("");
  }

  dialog.addEventListener("keydown", (event) => pad.key(event));
  return {
    open(number) {
      seat = number;
      build();
      open(dialog);
      pad.node.firstChild.focus({ preventScroll: true });
    },
    show(next) {
      const gone = state !== null && (next.game !== state.game || next.mode !== "score" || next.winner !== null);
      state = next;
      if (!dialog.open) return;
      if (gone) dialog.close();
      else draw();
    },
  };
}
