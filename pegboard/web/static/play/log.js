// The log of the game, line by line: to read, and to undo back to one of its lines.

import { claim, peg } from "../core/actions.js";
import { findAll, h, setText, toggle } from "../core/dom.js";
import { dialogue, done, frame, open } from "../core/dialog.js";
import { inLanguage, words } from "../core/words.js";
import { mayRename } from "./names.js";
import { inWords } from "./record.js";
import { digits } from "./pad.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Move, MoveLog, SeatInfo } from "../core/protocol.d.ts" */

const MOST = 121; // above the value of any line of a game
/** Actions with editable points, by verb. */
const CHANGED = { peg, claim };

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view({ dispatch, open: openView }) {
  const dialog = dialogue("story");
  const list = h("ol", { class: "story" });
  const problem = h("p", { class: "problem", role: "alert" });
  const asked = h("p", { class: "asked", role: "status" });
  const yes = h("button", { type: "button", class: "primary take-back", onclick: () => undoToLine() });
  const again = h("button", { type: "button", class: "redo", hidden: true, onclick: () => redo() });
  const pad = digits(() => MOST, (value) => { setText(change, words.scoring.changeTo(value ?? 0)); toggle(change, "disabled", value === null); });
  const change = h("button", { type: "button", class: "primary change", onclick: () => edit() });
  const points = h("section", { class: "points", hidden: true }, pad.shown, pad.node, change);
  const names = h("button", { type: "button", class: "to-names", text: words.names.door, onclick: () => openView("names") });
  const no = h("button", { type: "button", text: words.cancel, onclick: () => choose(null) });
  /** @type {MoveLog | null} */
  let story = null;
  /** @type {number | null} */
  let chosen = null;
  /** @type {SeatInfo[]} */
  let seats = [];
  let seq = -1;
  dialog.addEventListener("keydown", (event) => { if (!points.hidden) pad.key(event, change); });
  frame(dialog, words.scoring.storyTitle, [list, again, points, names, problem], [asked, no, yes]);

  async function undoToLine() {
    if (story === null || chosen === null) return;
    const answer = await dispatch({ back: { to: story.moves[chosen].at, seq: story.seq } }, { quiet: true });
    if (answer.ok) done(dialog);
    else {
      await load();
      setText(problem, answer.text);
    }
  }

  /** Changes the points of the selected line; later lines are kept. */
  async function edit() {
    const move = story?.moves[chosen ?? -1];
    const value = pad.value();
    if (!story || !move || move.seat === null || value === null) return;
    const action = CHANGED[/** @type {keyof typeof CHANGED} */ (move.verb)](move.seat, value);
    const answer = await dispatch({ edit: { at: move.at, seq: story.seq, action } }, { quiet: true });
    await load();
    setText(problem, answer.ok ? "" : answer.text);
  }

  async function redo() {
    const answer = await dispatch({ redo: true }, { quiet: true });
    await load();
    setText(problem, answer.ok ? "" : answer.text);
  }

  /**
   * Marks a line and all after it, and describes what would be undone.
   *
   * @param {number | null} place
   */
  function choose(place) {
    chosen = place === chosen ? null : place;
    const from = chosen ?? Infinity;
    [...list.children].forEach((item, n) => {
      toggle(item, "data-going", n >= from);
      item.querySelector("button")?.setAttribute("aria-pressed", String(n === chosen));
    });
    for (const node of [asked, no, yes]) toggle(node, "hidden", chosen === null);
    const worth = story?.moves[chosen ?? -1]?.points ?? null;
    toggle(points, "hidden", worth === null);
    if (worth !== null) {
      pad.set("");
      pad.focus();
    }
    setText(change, worth === null ? "" : words.scoring.changeFrom(worth));
    toggle(change, "disabled", true);
    toggle(dialog, "data-asking", chosen !== null);
    const going = story?.moves.slice(from) ?? [];
    if (chosen === null || !going.length) return;
    setText(asked, words.scoring.goes(going[0].lines.at(-1) ?? "", going.length - 1));
    setText(yes, going.length === 1 ? words.scoring.takeBackOne : words.scoring.takeBack(going.length));
    yes.scrollIntoView({ block: "nearest" });
  }

  /** @param {Move[]} moves */
  function draw(moves) {
    list.replaceChildren(...moves.map(({ seat, lines, can_undo: canUndo, scores }, n) => {
      const button = h("button", { type: "button", "aria-pressed": "false", disabled: !canUndo, onclick: () => choose(n) },
        h("span", { class: "lines" }, ...lines.map((text) => h("span", { text }))), scores ? h("b", { class: "total", text: scores.join("–") }) : null);
      const item = h("li", {}, button);
      if (seat !== null && seats[seat]) item.style.setProperty("--seat", seats[seat].color);
      return item;
    }));
    if (!moves.length) list.append(h("li", { class: "how", text: words.nothingToUndo }));
    chosen = null;
    choose(null);
    list.scrollTop = list.scrollHeight;
  }

  async function load() {
    setText(problem, "");
    try {
      const told = /** @type {MoveLog} */ (await (await fetch(inLanguage("/api/story"), { cache: "no-store" })).json());
      story = told;
      draw(told.moves);
    } catch {
      setText(problem, words.offline);
    }
  }

  return {
    async open() {
      open(dialog);
      await load();
      [...findAll(list, "li:last-child button:not(:disabled)")][0]?.focus({ preventScroll: true });
    },
    show(state) {
      ({ seats } = state);
      const { redo_target: target } = state;
      toggle(again, "hidden", !target);
      toggle(names, "hidden", !mayRename(state));
      if (target) setText(again, words.scoring.redo(inWords(target, seats)));
      const moved = state.seq !== seq;
      seq = state.seq;
      // The list is frozen while somebody decides; the board refuses stale requests.
      if (dialog.open && moved && chosen === null) load();
    },
  };
}
