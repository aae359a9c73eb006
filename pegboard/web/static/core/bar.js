// The bar above the board, and connection messages: simulated, broken, lost, notices.

import { byId, setText, toggle } from "./dom.js";
import { words } from "./words.js";

/** @import { Page, View } from "./page.d.ts" */
/** @import { Device } from "./protocol.d.ts" */

const NOTICE_MS = 5000;

/** Shows a message at the foot of the page for a moment. */
export function noticeLine() {
  let timer = 0;
  /** @param {string} text */
  return (text) => {
    const node = byId("notice");
    setText(node, text);
    // Reopening puts it above a dialog opened meanwhile.
    node.hidePopover?.();
    node.showPopover?.();
    clearTimeout(timer);
    timer = setTimeout(() => { setText(node, ""); node.hidePopover?.(); }, NOTICE_MS);
  };
}

/** Warns that the score on the page may be stale. */
export function doubted() {
  setText(byId("lost"), words.checking);
  byId("lost").hidden = false;
}

/** Reports that the connection is lost. */
export function lost() {
  setText(byId("lost"), words.lost);
  byId("lost").hidden = false;
  toggle(document.body, "data-lost", true);
}

/** Clears the warning; returns whether the connection was lost before. */
export function found() {
  const was = document.body.hasAttribute("data-lost");
  byId("lost").hidden = true;
  setText(byId("lost"), "");
  toggle(document.body, "data-lost", false);
  return was;
}

/**
 * The broken devices, with a link to their details.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  /** @type {Device[]} */
  let broken = [];
  byId("open-new").addEventListener("click", () => page.open("newgame", page.state?.kind.has_dealt_hands ? "computer" : "score"));
  byId("open-menu").addEventListener("click", () => page.open("menu"));
  byId("trouble").addEventListener("click", () => {
    const only = broken.length > 0 && broken.every(({ name }) => name === "camera");
    page.open(only ? "camera" : "doctor");
  });
  return {
    show({ simulated, devices }) {
      toggle(byId("simulated"), "hidden", !simulated);
      broken = devices.filter(({ ok }) => !ok);
      toggle(byId("trouble"), "hidden", broken.length === 0);
      setText(byId("trouble"), broken.map(({ name, says }) => `${name}: ${says}`).join(", "));
    },
  };
}
