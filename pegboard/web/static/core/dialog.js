// Parts common to all dialogs: a heading with a close button, opening, closing.

/** @import { Child } from "./dom.js" */
import { byId, find, h } from "./dom.js";
import { words } from "./words.js";

/**
 * Adds a dialog at the end of the page.
 *
 * @param {string} id
 */
export function dialogue(id) {
  const dialog = h("dialog", { id, "aria-labelledby": `${id}-title` });
  document.body.append(dialog);
  return dialog;
}

/**
 * Fills a <dialog> with title, close button, body and a foot of buttons; returns its heading.
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
 * Closes a dialog after success. The focus moves to the next action instead of the button that opened
 * the dialog, because the next Enter is meant for OK.
 *
 * @param {HTMLDialogElement} dialog
 */
export function done(dialog) {
  if (!dialog.open) return;
  dialog.close();
  if (!document.querySelector("dialog[open]")) byId("next").focus({ preventScroll: true });
}

/**
 * Opens a dialog, on top of another one if necessary; `first` selects the element to focus.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string | null} first
 */
export function open(dialog, first = null) {
  if (dialog.open) return;
  dialog.showModal();
  if (first) find(dialog, first).focus();
}
