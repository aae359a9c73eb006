// Signs for the tables, one per page: a large number, and a QR code for the phones of the players.

import { byId, h, setText } from "../core/dom.js";
import { follow, isReached } from "./live.js";
import { language, words } from "./words.js";

/** @import { Hall } from "./messages.d.ts" */

const { signs: say } = words;
const MOST = 500;
const FIRST = 4;

document.documentElement.lang = language;
document.title = `${say.title} – pegboard`;
setText(byId("skip"), words.skip);
setText(byId("back"), `← ${words.director}`);
setText(byId("title"), say.title);

const from = h("input", { name: "from", type: "number", min: 1, max: MOST, value: 1, required: true });
const to = h("input", { name: "to", type: "number", min: 1, max: MOST, required: true });
byId("choose").append(
  h("label", { class: "small" }, say.from, from),
  h("label", { class: "small" }, say.to, to),
  h("button", { type: "button", class: "strong", text: say.print, onclick: () => print() }));

/** @type {Hall | null} */
let hall = null;

function draw() {
  if (!hall) return;
  const base = isReached() ? `${location.origin}/` : hall.address;
  const [first, last] = [from, to].map((field) => Math.min(MOST, Math.max(1, Math.round(Number(field.value) || 1))));
  byId("signs").replaceChildren(...Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).map((n) => h("section", { class: "sign", "aria-label": words.table(n) },
    h("h2", { text: say.table }),
    h("p", { class: "number", text: String(n) }),
    h("img", { src: `/api/qr/table/${n}.svg`, alt: "", width: 144, height: 144 }),
    h("p", { text: say.scan }),
    h("small", { text: `${base}player` }))));
}

from.addEventListener("input", draw);
to.addEventListener("input", draw);
follow((now) => {
  const first = !hall;
  hall = now;
  if (!first) return;
  const players = now.event?.present.length ?? 0;
  to.value = String(Math.max(players > 1 ? Math.floor(players / 2) : FIRST, ...Object.keys(now.event?.boards ?? {}).map(Number)));
  draw();
}, (there) => setText(byId("says"), there ? (hall && !hall.reachable && !isReached() ? words.desk.onlyHere : "") : words.offline));
