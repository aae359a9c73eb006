// The director's page: the PIN, then what needs somebody first, the event, the boards, the log.

import { byId, h, setText } from "../core/dom.js";
import { posting } from "../core/http.js";
import { boardsPart } from "./boards.js";
import { cardsPart, logPart } from "./cards.js";
import { chime, choose, isOn } from "./chime.js";
import { countdown } from "./clock.js";
import { eventPart, todoPart } from "./event.js";
import { follow } from "./live.js";
import { standingsTable } from "./standings.js";
import { language, words } from "./words.js";

/** @import { Boards, Desk } from "./messages.d.ts" */
/** What the parts of the page may do. @typedef {{ desk: Desk, boards: Boards, act: (path: string, body?: object) => Promise<boolean> }} Room */

const { desk: say } = words;
const content = byId("content");
const fault = h("p", { class: "fault", role: "alert" });
const SOON_MS = 150;
const AGAIN_MS = 1000;
const PARTS = ["todo", "event", "boards", "standings", "cards", "log"];
/** @type {Record<string, HTMLElement>} */
const parts = Object.fromEntries(PARTS.map((name) => [name, h("section", { id: name })]));
/** @type {Map<string, string>} What each part was drawn from. */
const drawn = new Map();
let following = false;
let due = false;
let drawnAt = -AGAIN_MS;
let asked = 0;
/** How much waited for somebody when it was drawn last. */
let waited = Infinity;
const timer = countdown(byId("timer"), chime);

document.documentElement.lang = language;
document.title = `${say.title} – pegboard`;
setText(byId("skip"), say.skip);
setText(byId("back"), `← ${say.back}`);
setText(byId("title"), say.title);

/**
 * Does something, and shows what came of it; false where it was refused.
 *
 * @param {string} path
 * @param {object} [body]
 */
async function act(path, body = {}) {
  setText(fault, "");
  const answer = await (await fetch(`/api/director/${path}`, posting(body))).json();
  if (!answer.ok) setText(fault, say.refused(answer.code));
  await draw();
  return answer.ok;
}

/** Draws the parts that have changed; one in which somebody types stays as it is. */
async function draw() {
  asked += 1;
  const mine = asked;
  const [desk, boards] = await Promise.all(["desk", "boards"].map((name) => fetch(`/api/director/${name}`)));
  if (mine !== asked) return;
  if (desk.status === 401) {
    door();
    return;
  }
  /** @type {Room} */
  const room = { desk: await desk.json(), boards: await boards.json(), act };
  put("todo", [room.desk, room.boards], () => todoPart(room));
  const waits = parts.todo.querySelectorAll(".todo > li").length;
  if (waits > waited) chime();
  waited = waits;
  put("event", [room.desk.event, room.desk.hidden, room.boards.boards.map(({ id, name }) => [id, name])], () => eventPart(room));
  put("boards", room.boards, () => boardsPart(room));
  put("standings", room.desk.event, () => (room.desk.event?.standings.length ? [h("h2", { text: words.standings }), standingsTable(room.desk.event)] : []));
  put("cards", [room.desk.cards, room.desk.event?.names], () => cardsPart(room));
  put("log", room.desk.log, () => logPart(room));
}

/** Draws soon after a change, and again a second later at most: in a full hall there is always one. */
function drawSoon() {
  if (due) return;
  due = true;
  setTimeout(async () => {
    drawnAt = performance.now();
    due = false;
    if (content.contains(parts.todo)) await draw();
  }, Math.max(SOON_MS, drawnAt + AGAIN_MS - performance.now()));
}

/**
 * @param {string} name
 * @param {unknown} facts
 * @param {() => (Node | null)[]} made
 */
function put(name, facts, made) {
  const now = JSON.stringify(facts);
  const part = parts[name];
  const typing = part.contains(document.activeElement) && document.activeElement?.matches("input, textarea, select");
  if (drawn.get(name) === now || typing) return;
  drawn.set(name, now);
  const focused = part.contains(document.activeElement) ? document.activeElement?.getAttribute("data-what") : null;
  part.replaceChildren(...made().filter((node) => node !== null));
  if (focused) /** @type {HTMLElement | null} */ (part.querySelector(`[data-what="${focused}"]`))?.focus();
}

/** Draws the page of somebody who is in. */
async function enter() {
  drawn.clear();
  const leave = h("button", { type: "button", text: say.leave, onclick: async () => { await fetch("/api/director/leave", posting({})); door(); } });
  const sound = h("button", { type: "button", "aria-pressed": String(isOn()), text: say.chime, onclick: () => {
    choose(!isOn());
    sound.setAttribute("aria-pressed", String(isOn()));
  } });
  content.replaceChildren(fault, ...PARTS.map((name) => parts[name]), h("section", { class: "doors" }, sound, " ", leave));
  await draw();
  if (following) return;
  following = true;
  follow(({ until }) => {
    timer(until);
    drawSoon();
  }, (there) => setText(byId("says"), there ? "" : words.offline));
}

/** Asks for the PIN. */
function door() {
  const pin = h("input", { id: "pin", inputmode: "numeric", autocomplete: "current-password", type: "password", required: true, "aria-describedby": "pin-hint" });
  const wrong = h("p", { class: "fault", role: "alert" });
  content.replaceChildren(h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await (await fetch("/api/director/enter", posting({ pin: pin.value }))).json();
    if (answer.ok) enter();
    else setText(wrong, answer.code === "director-wrong-pin" ? say.wrongPin : say.refused(answer.code));
  } }, h("label", {}, say.pin, pin), h("button", { class: "strong", text: say.enter })), wrong, h("p", { id: "pin-hint", class: "hint", text: say.pinHint }));
  pin.focus();
}

/** Goes in where the browser is known, else to the door. */
async function begin() {
  const { director } = await (await fetch("/api/director/enter")).json();
  if (director) await enter();
  else door();
}
await begin();
