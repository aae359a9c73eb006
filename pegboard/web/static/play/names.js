// Corrects the names at the table: a misspelled one, or players in each other’s seats.

import { findAll, h, setText } from "../core/dom.js";
import { dialogue, done, frame, open } from "../core/dialog.js";
import { letters, lettersWanted } from "../core/letters.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Seat, State } from "../core/protocol.d.ts" */
/** A field's name, and the seat that has it now; null once it has been edited. */
/** @typedef {{ text: string, from: Seat | null }} Entry */

const LONGEST = 24;

/**
 * The names for the command: a text, or the seat whose name it is, or null for no change.
 *
 * @param {Entry[]} entries by seat
 */
export const corrected = (entries) =>
  entries.map(({ text, from }, seat) => (from === null ? text.trim() : from === seat ? null : from));

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ dispatch }) {
  const dialog = dialogue("names");
  const problem = h("p", { class: "problem", role: "alert" });
  /** @type {State | null} */
  let state = null;
  /** @type {ReturnType<typeof letters> | null} */
  let lettered = null;
  dialog.addEventListener("close", () => lettered?.close());

  /** @param {State} of */
  function build(of) {
    /** @type {Entry[]} */
    const entries = of.seats.map(({ name }, seat) => ({ text: name, from: seat }));
    const fields = of.seats.map(({ name, player }, seat) => h("input", {
      type: "text", maxlength: LONGEST, autocomplete: "off", value: name, disabled: player !== "person", "aria-label": words.names.of(seat + 1),
      oninput: () => { entries[seat] = { text: fields[seat].value, from: null }; },
      onkeydown: (/** @type {KeyboardEvent} */ { key }) => { if (key === "Enter") save(); },
    }));
    const people = of.seats.flatMap(({ player }, seat) => (player === "person" ? [seat] : []));
    /** @param {Seat} one @param {Seat} other */
    function swap(one, other) {
      [entries[one], entries[other]] = [entries[other], entries[one]];
      for (const seat of [one, other]) fields[seat].value = entries[seat].text;
    }
    async function save() {
      const names = corrected(entries);
      if (names.every((name) => name === null)) return done(dialog);
      const answer = await dispatch({ names }, { quiet: true });
      if (answer.ok) done(dialog);
      else setText(problem, answer.text);
    }
    const rows = of.seats.flatMap(({ color }, seat) => {
      const next = people[people.indexOf(seat) + 1];
      const row = h("label", { class: "named" }, badge(seat, color), fields[seat]);
      return next === undefined || !people.includes(seat) ? [row]
        : [row, h("button", { type: "button", class: "swap", "data-swap": seat, onclick: () => swap(seat, next) }, `⇅ ${words.names.swap}`)];
    });
    frame(dialog, words.names.title, [h("p", { class: "how", text: words.names.how }), ...rows, problem],
      [h("button", { type: "button", class: "primary", text: words.names.save, onclick: save })]);
    setText(problem, "");
    if (lettersWanted()) lettered = letters(dialog, fields.filter((field) => !field.disabled), []);
  }

  return {
    open() {
      if (!state) return;
      build(state);
      open(dialog);
      [...findAll(dialog, "input:not(:disabled)")][0]?.focus({ preventScroll: true });
    },
    show(next) {
      if (dialog.open && next.game !== state?.game) dialog.close();
      state = next;
    },
  };
}

/**
 * Whether this page may correct the names of the game on the table.
 *
 * @param {Pick<State, "kind" | "far" | "signing" | "you">} state
 */
export const mayRename = ({ kind, far, signing, you }) => you.role !== "watcher" && kind.may_rename && !far && !signing;
