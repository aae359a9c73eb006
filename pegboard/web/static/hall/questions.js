// Questions of the director's page, each in a dialog on top of it.

import { h } from "../core/dom.js";
import { words } from "./words.js";

/** @import { Child } from "../core/dom.js" */

/**
 * Shows a question; a redraw of the page leaves it open. Returns the function that closes it.
 *
 * @param {string} title
 * @param {(close: () => void) => Child[]} made
 */
export function question(title, made) {
  const dialog = h("dialog", { class: "question", "aria-labelledby": "question-title" });
  dialog.addEventListener("close", () => dialog.remove());
  const close = () => dialog.close();
  dialog.append(
    h("header", { role: "presentation" }, h("h2", { id: "question-title", text: title }),
      h("button", { type: "button", class: "close", "aria-label": words.typed.close, onclick: close }, "×")),
    ...made(close).filter((node) => node !== null && node !== undefined));
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector("[data-first]"))?.focus();
  return close;
}
