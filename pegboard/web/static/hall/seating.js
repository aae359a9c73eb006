// Seating of the round, for the director: players are swapped by dragging, or by selecting one and
// then the other (click, touch, Enter or space bar; Escape cancels).

import { h } from "../core/dom.js";
import { tablesNow } from "./matches.js";
import { words } from "./words.js";

/** @import { ClubEvent } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */

const { seating: say } = words;
const FAR = 8;
/** The held item: its kind, value and name. @type {{ kind: string, value: string, name: string } | null} */
let held = null;
/** @type {Room | null} */
let room = null;
/** True while the click that follows a drag is pending. */
let ended = false;

/** @param {Element | null} element */
const chipAt = (element) => /** @type {HTMLElement | null} */ (element?.closest("[data-swap]") ?? null);

/** @param {HTMLElement} chip */
function read(chip) {
  const [kind, value] = /** @type {[string, string]} */ (JSON.parse(chip.dataset.swap ?? "[]"));
  return { kind, value, name: chip.textContent ?? "" };
}

function mark() {
  for (const chip of document.querySelectorAll("[data-swap]")) {
    const { kind, value } = read(/** @type {HTMLElement} */ (chip));
    chip.setAttribute("aria-pressed", String(held?.kind === kind && held.value === value));
  }
}

/** @param {ReturnType<typeof read> | null} next */
function hold(next) {
  held = next;
  mark();
  room?.tell(held ? say.held(held.name) : "");
}

/** @param {ReturnType<typeof read>} one @param {ReturnType<typeof read>} other */
async function swap(one, other) {
  hold(null);
  if (one.kind !== other.kind || one.value === other.value) return;
  const number = one.kind === "tables" ? Number : String;
  const answer = await room?.act(`swap-${one.kind}`, { one: number(one.value), other: number(other.value) });
  if (answer?.ok) room?.tell(say.swapped(one.name, other.name));
}

/** Handles a click or key on an exchangeable item. @param {HTMLElement} chip */
function chosen(chip) {
  const now = read(chip);
  if (ended) return;
  if (held && held.kind === now.kind) swap(held, now);
  else hold(now);
}

/** @param {PointerEvent} down */
function drag(down) {
  const chip = chipAt(/** @type {Element} */ (down.currentTarget));
  if (!chip || down.button) return;
  const from = read(chip);
  let moving = false;
  /** @type {HTMLElement | null} */
  let over = null;
  /** @param {PointerEvent} event */
  const move = (event) => {
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    moving ||= Math.hypot(x, y) > FAR;
    if (!moving) return;
    event.preventDefault();
    chip.style.translate = `${x}px ${y}px`;
    chip.classList.add("dragged");
    over?.classList.remove("over");
    over = chipAt(document.elementFromPoint(event.clientX, event.clientY));
    if (over && (over === chip || read(over).kind !== from.kind)) over = null;
    over?.classList.add("over");
  };
  /** @param {PointerEvent} event */
  const end = (event) => {
    chip.removeEventListener("pointermove", move);
    chip.removeEventListener("pointerup", end);
    chip.removeEventListener("pointercancel", end);
    chip.style.translate = "";
    chip.classList.remove("dragged");
    over?.classList.remove("over");
    if (!moving) return;
    ended = true; // the click that ends a drag selects nothing
    setTimeout(() => { ended = false; }, 0);
    if (over && event.type === "pointerup") swap(from, read(over));
  };
  chip.setPointerCapture(down.pointerId);
  chip.addEventListener("pointermove", move);
  chip.addEventListener("pointerup", end);
  chip.addEventListener("pointercancel", end);
}

/** @param {string} kind @param {string} value @param {string} text @param {boolean} fixed it is on the cards already */
const chipOf = (kind, value, text, fixed) => (fixed ? h("span", { class: "chip", text }) : h("button", {
  type: "button", class: "chip", "data-swap": JSON.stringify([kind, value]), "data-what": `${kind} ${value}`, "aria-pressed": "false", text,
  onclick: (/** @type {Event} */ { currentTarget }) => chosen(/** @type {HTMLElement} */ (currentTarget)),
  onpointerdown: drag,
  onkeydown: (/** @type {KeyboardEvent} */ { key }) => { if (key === "Escape") hold(null); },
}));

/**
 * Seats of this round, or of the running matches.
 *
 * @param {Room} now
 * @param {ClubEvent} event
 */
export function seatingPart(now, event) {
  room = now;
  held = null;
  const seated = tablesNow(event);
  const taken = new Set(seated.map(({ table }) => table));
  const rows = seated.map(({ table, players, points }) => {
    const fixed = points.some((each) => each !== null);
    return h("li", {}, chipOf("tables", String(table), words.table(table), fixed), ...players.map((player) => chipOf("players", player, event.names[player], fixed)));
  });
  // A match may be moved to a free table.
  if (event.matches.length) rows.push(...Object.keys(event.boards).filter((table) => !taken.has(Number(table))).map((table) => h("li", {}, chipOf("tables", table, words.table(Number(table)), false))));
  if (event.bye && !event.seeds.length) rows.push(h("li", {}, h("span", { class: "chip", text: say.bye }), chipOf("players", event.bye, event.names[event.bye], false)));
  return h("details", {}, h("summary", { text: say.title }), h("p", { class: "hint", text: say.hint }), h("ul", { class: "seating" }, ...rows));
}
