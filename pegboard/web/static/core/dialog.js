// What all dialogues share: a heading with a way out, opening, closing.

import { byId, h } from "./dom.js";
import { words } from "./words.js";

/** Fills a <dialog> and returns it: a title, a close button, a body, a foot of buttons. */
export function frame(dialog, title, body, foot = []) {
  const heading = h("h2", { id: `${dialog.id}-title`, text: title });
  const close = h("button", { type: "button", class: "plain close", "aria-label": words.close, onclick: () => dialog.close() }, "✕");
  dialog.replaceChildren(
    h("header", { role: "presentation" }, heading, close),
    h("div", { class: "body" }, ...body),
    ...(foot.length ? [h("footer", { role: "presentation" }, ...foot)] : []));
  return heading;
}

/**
 * Closes a dialogue that has done its work. The focus goes to what to do next and not back to the
 * button that opened it: the next Enter is meant for OK.
 */
export function done(dialog) {
  if (!dialog.open) return;
  dialog.close();
  if (!document.querySelector("dialog[open]")) byId("next").focus({ preventScroll: true });
}

/** Opens a dialogue, over another one if need be; `first` selects what is focused then. */
export function open(dialog, first = null) {
  if (dialog.open) return;
  dialog.showModal();
  if (first) dialog.querySelector(first).focus();
}
