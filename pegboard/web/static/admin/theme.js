// Preference of this screen: dark or light, on every page of the board.

import { h } from "../core/dom.js";
import { keep, kept } from "../core/kept.js";
import { words } from "../core/words.js";

const THEMES = /** @type {const} */ (["dark", "light", "auto"]);

/** The choice of the theme. */
export function themes() {
  const now = kept("theme", document.documentElement.dataset.theme);
  return h("fieldset", { class: "choice themes" }, h("legend", { text: words.theme.title }),
    ...THEMES.map((theme) => h("label", {},
      h("input", {
        type: "radio", name: "theme", value: theme, checked: theme === now,
        onchange: () => { keep("theme", theme); dispatchEvent(new Event("theme")); },
      }),
      h("span", { text: words.theme[theme] }))));
}
