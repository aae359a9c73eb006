// Preference of this screen: dark or light, on every page of the board.

import { h } from "../core/dom.js";
import { store, stored } from "../core/storage.js";
import { words } from "../core/words.js";

const THEMES = /** @type {const} */ (["dark", "light", "auto"]);

/** The choice of the theme. */
export function themes() {
  const now = stored("theme", document.documentElement.dataset.theme);
  return h("fieldset", { class: "choice themes" }, h("legend", { text: words.theme.title }),
    ...THEMES.map((theme) => h("label", {},
      h("input", {
        type: "radio", name: "theme", value: theme, checked: theme === now,
        onchange: () => { store("theme", theme); dispatchEvent(new Event("theme")); },
      }),
      h("span", { text: words.theme[theme] }))));
}
