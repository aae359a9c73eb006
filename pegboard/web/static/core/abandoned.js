// Abandoned dialogs on the board's own screen: an unanswered one closes, and the board continues as
// if it had been dismissed.

import { findAll } from "./dom.js";
import { LEFT_MS, READING_MS } from "./kiosk.js";

/** @import { View } from "./page.d.ts" */

/** Dialogs that people read, or act on at the table meanwhile. */
const SLOW = new Set(["camera", "discards", "first", "help", "learn", "practice", "review", "story", "watch"]);
/** Dialogs that stay until somebody has read them. */
const STICKY = new Set(["notices"]);

/**
 * Closes abandoned dialogs; a touch, a key, and any change on the board restart the timer.
 *
 * @returns {View}
 */
export function view() {
  let lastState = "";
  let since = Date.now();
  let timer = 0;

  const here = () => { since = Date.now(); };
  const left = () => /** @type {HTMLDialogElement[]} */ ([...findAll(document, "dialog[open]")]).filter(({ id }) => !STICKY.has(id));

  function check() {
    timer = 0;
    const dialogs = left();
    const due = since + (dialogs.some(({ id }) => SLOW.has(id)) ? READING_MS : LEFT_MS) - Date.now();
    if (due <= 0) for (const dialog of dialogs.toReversed()) dialog.close();
    else if (dialogs.length) timer = setTimeout(check, due);
  }
  for (const kind of ["pointerdown", "keydown", "input"]) addEventListener(kind, here, { capture: true, passive: true });
  new MutationObserver(() => {
    if (timer || !left().length) return;
    here();
    check();
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
  // The rules page has no script of its own: the server sends it with a redirect after this time.
  addEventListener("click", ({ target }) => {
    const link = /** @type {Element} */ (target).closest?.("a");
    if (link?.pathname === "/rules") link.search = `?${new URLSearchParams([...new URLSearchParams(link.search), ["kiosk", "1"]])}`;
  }, true);
  return {
    show({ game, seq }) {
      if (`${game} ${seq}` !== lastState) here();
      lastState = `${game} ${seq}`;
    },
  };
}
