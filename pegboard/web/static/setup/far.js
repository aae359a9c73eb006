// A game with another board of the club: the connected boards, the invitation, and its state.

import { find, h, onChange, setText, style, toggle } from "../core/dom.js";
import { dialogue, done, frame, open } from "../core/dialog.js";
import { ask } from "../core/http.js";
import { store, stored } from "../core/storage.js";
import { words } from "../core/words.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Far } from "../core/protocol.d.ts" */
/** @typedef {{ id: string, name: string }} Other */
/** @typedef {{ fault?: string, error?: string }} Refused */

const texts = words.far;
const TARGETS = [121, 61];
const NAME_LENGTH = 20;
const LOOK_MS = 3000;

/** @param {string} text @param {() => unknown} onclick @param {string} [kind] */
const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, text);

/** A field for the player's name, prefilled with the last one. @param {string} label */
const nameField = (label) => h("input", {
  type: "text", class: "own-name", maxlength: NAME_LENGTH, autocomplete: "off", "aria-label": label, placeholder: label, value: stored("farName", ""),
});

/**
 * The dialog with the connected boards, and the line above the game.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await style("setup/far.css");
  const dialog = dialogue("far");
  const bar = h("section", { id: "far-bar", "aria-label": texts.label, hidden: true });
  find(document, "main").before(bar);
  const name = nameField(texts.name);
  const list = h("ul", { class: "others" });
  const status = h("p", { class: "how", role: "status" });
  const problem = h("p", { class: "problem", role: "alert" });
  let timer = 0;

  /** Sends a request; shows a refusal. @param {object} wish @param {(text: string) => void} refuse */
  async function wish(wish, refuse) {
    try {
      /** @type {{ ok: boolean, answer: Refused }} */
      const { ok, answer } = await ask("/api/far", wish);
      if (!ok) refuse(answer.fault ?? answer.error ?? "");
      return ok;
    } catch {
      refuse(words.offline);
      return false;
    }
  }

  /** The name in a field, which is stored; asks for an empty one. @param {HTMLInputElement} field */
  function nameIn(field) {
    const given = field.value.trim();
    toggle(field, "aria-invalid", !given);
    if (given) store("farName", given);
    else field.focus();
    return given;
  }

  const target = () => Number(/** @type {HTMLInputElement} */ (find(dialog, "input[name=far-target]:checked")).value);

  /** @param {Other} other */
  async function invite({ id }) {
    const own = nameIn(name);
    if (!own) return void setText(problem, texts.nameFirst);
    setText(problem, "");
    if (await wish({ invite: id, name: own, target: target() }, (text) => setText(problem, text))) done(dialog);
  }

  const draw = onChange((/** @type {Other[]} */ others) => {
    list.replaceChildren(...others.map((each) => h("li", {}, h("b", { text: each.name }), button(texts.invite, () => invite(each), "primary"))));
  });

  async function loadBoards() {
    try {
      /** @type {{ answer: { known: boolean, boards: Other[] } }} */
      const { answer: { known, boards } } = await ask("/api/far");
      draw(boards);
      setText(status, !known ? texts.noHall : boards.length ? texts.choose : texts.nobody);
    } catch {
      setText(status, words.offline);
    }
    if (dialog.open) timer = window.setTimeout(loadBoards, LOOK_MS);
  }
  dialog.addEventListener("close", () => window.clearTimeout(timer));

  frame(dialog, texts.title, [
    h("p", { class: "hint", text: texts.hint }),
    h("label", { class: "naming" }, h("span", { text: texts.name }), name),
    h("fieldset", { class: "choice" }, h("legend", { text: words.length }),
      ...TARGETS.map((each) => h("label", {}, h("input", { type: "radio", name: "far-target", value: String(each), checked: each === TARGETS[0] }), h("span", {}, h("b", { text: each }))))),
    status, list, problem]);

  const leave = () => wish({ leave: true }, page.notice);

  /** @typedef {{ far: Far | null, mine: boolean, on: boolean }} Facts */
  /** @type {Facts} */
  let facts = { far: null, mine: false, on: false };

  function drawLine() {
    const { far, mine, on } = facts;
    const parts = [];
    if (far && mine) {
      const { stage, other, target: to } = far;
      if (stage === "invited") {
        const own = nameField(texts.name);
        parts.push(h("span", { text: texts.asks(other, to) }), own,
          button(texts.accept, () => { const given = nameIn(own); if (given) wish({ accept: true, name: given }, page.notice); }, "primary"),
          button(texts.decline, leave));
      } else if (stage === "inviting") {
        parts.push(h("span", { text: texts.waiting }), button(texts.cancel, leave));
      } else if (stage === "joining") {
        parts.push(h("span", { text: texts.joining(other) }), button(texts.cancel, leave));
      } else if (on && (stage === "playing" || stage === "shuffling")) {
        const how = !far.here ? texts.away(other) : stage === "shuffling" ? texts.shuffling : texts.with(other);
        parts.push(h("span", { "data-away": !far.here, text: how }), h("small", { text: far.checked ? texts.checked(far.checked) : "" }), button(texts.leave, confirmLeave, "plain"));
      } else if (on && stage === "over" && far.checked) {
        parts.push(h("small", { text: texts.checked(far.checked) }));
      }
    }
    bar.replaceChildren(...parts);
    toggle(bar, "data-asks", far?.stage === "invited");
    toggle(bar, "hidden", parts.length === 0);
  }
  const update = onChange((/** @type {Facts} */ next) => {
    facts = next;
    drawLine();
  });

  /** Leaving a game is final, so it asks once. */
  function confirmLeave() {
    bar.replaceChildren(h("span", { text: texts.sure }), button(texts.leave, leave, "primary"), button(texts.stay, drawLine));
    find(bar, "button").focus();
  }

  return {
    open() {
      setText(problem, "");
      setText(status, texts.looking);
      open(dialog);
      loadBoards();
    },
    show({ far, game, you }) {
      update({ far, mine: you.role === "board", on: far?.game === game });
    },
  };
}
