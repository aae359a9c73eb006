// Brightness slider: the LEDs follow it, and its value is saved on release.

import { h } from "../core/dom.js";
import { change, previewing } from "./board_settings.js";

let made = 0;

/**
 * The row: name, slider, and the reason why it is read-only, if it is.
 *
 * @param {string} label
 * @param {string} key of the setting
 * @param {number} value 0 to 1
 * @param {(fault: string) => void} refused
 */
export function slider(label, key, value, refused, fixed = "", live = true) {
  const preview = previewing();
  const percent = h("output", { text: `${Math.round(100 * value)} %` });
  made += 1;
  const note = h("small", { id: `slider-${made}`, text: fixed });
  /** @type {HTMLInputElement} */
  const input = h("input", {
    type: "range", min: 0, max: 1, step: 0.02, value, disabled: fixed !== "", "aria-label": label, "aria-describedby": fixed ? note.id : null,
    oninput: () => {
      percent.textContent = `${Math.round(100 * Number(input.value))} %`;
      if (live) preview({ [key]: Number(input.value) });
    },
    onchange: async () => {
      const fault = await change({ [key]: Number(input.value) });
      if (fault) refused(fault);
    },
  });
  return h("label", { class: "slider", "data-key": key }, h("span", { text: label }), input, percent, note);
}
