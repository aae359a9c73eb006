// Exports of the history.

import { h } from "../core/dom.js";
import { words } from "./words.js";

/** Links to the exports. */
export async function exports() {
  const text = words.export;
  const kinds = /** @type {const} */ (["csv", "json", "zip"]);
  return [
    h("h1", { text: text.title }),
    h("p", { text: text.hint }),
    h("dl", { class: "exports" }, ...kinds.flatMap((kind) => [
      h("dt", {}, h("a", { class: "button", href: `/api/history/export.${kind}`, download: "", text: text[kind] })),
      h("dd", { text: text[`${kind}Hint`] }),
    ])),
    h("p", { class: "hint", text: text.note }),
    h("p", { class: "hint", text: text.print }),
  ];
}
