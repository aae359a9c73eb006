// What all dialogues share: a heading with a way out, opening, closing.

/** @import { Child } from "./dom.js" */
import { byId, find, h } from "./dom.js";
import { words } from "./words.js";

/**
 * A dialogue of its own at the end of the page.
 *
 * @param {string} id
 */
export function dialogue(id) {
  const dialog = h("dialog", { id, "aria-labelledby": `${id}-title` });
  document.body.append(dialog);
  return dialog;
}

/**
 * Fills a <dialog> and returns its heading: a title, a close button, a body, a foot of buttons.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string} title
 * @param {Child[]} body
 * @param {Child[]} foot
 */
export function frame(dialog, title, body, foot = []) {
  const heading = h("h2", { id: `${dialog.id}-title`, text: title });
  const close = h("button", { type: "button", class: "plain close", "aria-label": words.close, onclick: () => dialog.close() }, "×");
  dialog.replaceChildren(
    h("header", { role: "presentation" }, heading, close),
    h("div", { class: "body" }, ...body),
    ...(foot.length ? [h("footer", { role: "presentation" }, ...foot)] : []));
  return heading;
}

/**
 * Closes a dialogue that has done its work. The focus goes to what to do next and not back to the
 * button that opened it: the next Enter is meant for OK.
 *
 * @param {HTMLDialogElement} dialog
 */
export function done(dialog) {
  if (!dialog.open) return;
  dialog.close();
  if (!document.querySelector("dialog[open]")) byId("next").focus({ preventScroll: true });
}

/**
 * Opens a dialogue, over another one if need be; `first` selects what is focused then.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string | null} first
 */
export function open(dialog, first = null) {
  if (dialog.open) return;
  dialog.showModal();
  if (first) find(dialog, first).focus();
}
