// Controls common to the parts of the director's page.

import { h } from "../core/dom.js";

/** @param {string} name @param {Record<string, string>} choices @param {string} chosen @param {(value: string) => unknown} [onchange] */
export const select = (name, choices, chosen, onchange) => h("select", { name, "data-what": name, onchange: onchange ? (/** @type {Event} */ event) => onchange(/** @type {HTMLSelectElement} */ (event.target).value) : null },
  ...Object.entries(choices).map(([value, text]) => h("option", { value, text, selected: value === chosen })));

/** @param {string} what @param {string} text @param {() => unknown} onclick @param {boolean} [strong] */
export const button = (what, text, onclick, strong = false) => h("button", { type: "button", "data-what": what, class: strong ? "strong" : "", text, onclick });

/** A submitted form is redrawn: nobody is typing in it any more. */
export const leaveForm = () => /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
