// The director's page: PIN entry, open tasks, the event, the boards, the log.

import { byId, h, setText } from "../core/dom.js";
import { posting } from "../core/http.js";
import { boardsPart } from "./boards.js";
import { cardsPart, logPart } from "./cards.js";
import { chime, choose, isOn } from "./chime.js";
import { countdown } from "./clock.js";
import { nameExpert } from "./duplicate.js";
import { eventPart, todoPart } from "./event.js";
import { eventsPart, tabsPart } from "./events.js";
import { badRows } from "./files.js";
import { follow } from "./live.js";
import { standingsTable } from "./standings.js";
import { startPart } from "./start.js";
import { language, words } from "./words.js";

/** @import { Boards, Desk } from "./messages.d.ts" */
/**
 * Services for the parts of the page: act on the selected event, select another one, show a message.
 *
 * @typedef {{ desk: Desk, boards: Boards, act: (verb: string, what?: object) => Promise<any>, send: (path: string, body: object) => Promise<any>, choose: (event: string) => Promise<void>, tell: (text: string) => void }} Room
 */

const { desk: say } = words;
const content = byId("content");
const fault = h("p", { class: "fault", role: "alert" });
const SOON_MS = 150;
const AGAIN_MS = 1000;
const PARTS = ["tabs", "start", "todo", "event", "boards", "standings", "cards", "log", "events"];
/** @type {Record<string, HTMLElement>} */
const parts = Object.fromEntries(PARTS.map((name) => [name, h("section", { id: name })]));
/** Data from which each part was drawn. @type {Map<string, string>} */
const drawn = new Map();
/** Id of the directed event; empty for the main one. */
let chosen = "";
let following = false;
let due = false;
let drawnAt = -AGAIN_MS;
let asked = 0;
/** Number of open tasks when last drawn. */
let waited = Infinity;
const timer = countdown(byId("timer"), chime);

document.documentElement.lang = language;
document.title = `${say.title} – pegboard`;
setText(byId("skip"), say.skip);
setText(byId("back"), `← ${say.back}`);
setText(byId("title"), say.title);

/**
 * Acts on the selected event, and shows the result; resolves to the answer.
 *
 * @param {string} verb
 * @param {object} [what]
 */
const act = (verb, what = {}) => send("command", { do: verb, ...what });

/**
 * The same for a file of an event, by its address.
 *
 * @param {string} path
 * @param {object} body
 */
async function send(path, body) {
  setText(fault, "");
  const answer = await (await fetch(`/api/director/${path}${query()}`, posting(body))).json();
  if (!answer.ok) setText(fault, badRows(answer) ? "" : say.refused(answer.code));
  await draw();
  return answer;
}

/** The selected event as a query; empty for the main one. */
const query = () => (chosen ? `?event=${encodeURIComponent(chosen)}` : "");

/** @param {string} event */
async function chooseEvent(event) {
  chosen = event;
  await draw();
}

/** @param {string} text */
const tellHere = (text) => setText(byId("says"), text);

/** Redraws changed parts, except one in which somebody is typing. */
async function draw() {
  asked += 1;
  const mine = asked;
  const [desk, boards] = await Promise.all([`desk${query()}`, "boards"].map((name) => fetch(`/api/director/${name}`)));
  if (mine !== asked) return;
  if (desk.status === 404 && chosen) {
    chosen = "";
    await draw();
    return;
  }
  if (desk.status === 401) {
    door();
    return;
  }
  /** @type {Room} */
  const room = { desk: await desk.json(), boards: await boards.json(), act, send, choose: chooseEvent, tell: tellHere };
  nameExpert(room.desk.event);
  timer(room.desk);
  drawPart("tabs", [room.desk.events, room.desk.event?.id], () => tabsPart(room));
  drawPart("start", [room.desk.event, room.desk.events.length], () => startPart(room));
  drawPart("todo", [room.desk, room.boards], () => todoPart(room));
  const waits = parts.todo.querySelectorAll(".todo > li").length;
  if (waits > waited) chime();
  waited = waits;
  drawPart("event", [room.desk.event, room.desk.cards, room.desk.hidden, room.desk.until === null, room.desk.left === null, room.boards.boards.map(({ id, name }) => [id, name])], () => eventPart(room));
  drawPart("boards", room.boards, () => boardsPart(room));
  drawPart("standings", room.desk.event, () => (room.desk.event?.standings.length ? [h("h2", { text: words.standings }), standingsTable(room.desk.event)] : []));
  drawPart("cards", [room.desk.cards, room.desk.event?.names], () => cardsPart(room));
  drawPart("log", room.desk.log, () => logPart(room));
  drawPart("events", [room.desk.events, room.desk.event?.id], () => eventsPart(room));
}

/** Redraws soon after a change, and at most once a second: a full hall changes constantly. */
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
function drawPart(name, facts, made) {
  const now = JSON.stringify(facts);
  const part = parts[name];
  const typing = part.contains(document.activeElement) && document.activeElement?.matches("input, textarea, select");
  const holding = part.querySelector(".dragged, [data-swap][aria-pressed='true']");
  if (drawn.get(name) === now || typing || holding) return;
  drawn.set(name, now);
  const focused = part.contains(document.activeElement) ? document.activeElement?.getAttribute("data-what") : null;
  const opened = new Set([...part.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
  part.replaceChildren(...made().filter((node) => node !== null));
  for (const summary of part.querySelectorAll("details > summary")) if (opened.has(summary.textContent)) summary.parentElement?.setAttribute("open", "");
  if (focused) /** @type {HTMLElement | null} */ (part.querySelector(`[data-what="${focused}"]`))?.focus();
}

/** Shows the page of a signed-in director. */
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
  follow(drawSoon, (there) => setText(byId("says"), there ? "" : words.offline));
}

/** Asks for the PIN. */
function door() {
  const pin = h("input", { id: "pin", autocapitalize: "none", autocomplete: "current-password", type: "password", required: true, "aria-describedby": "pin-hint" });
  const wrong = h("p", { class: "fault", role: "alert" });
  content.replaceChildren(h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await (await fetch("/api/director/enter", posting({ pin: pin.value }))).json();
    if (answer.ok) enter();
    else if (answer.facts?.wait_s) setText(wrong, say.tooManyPins(Math.ceil(answer.facts.wait_s)));
    else setText(wrong, answer.code === "director-wrong-pin" ? say.wrongPin : say.refused(answer.code));
  } }, h("label", {}, say.pin, pin), h("button", { class: "strong", text: say.enter })), wrong, h("p", { id: "pin-hint", class: "hint", text: say.pinHint }));
  pin.focus();
}

/** Shows the page if the browser is signed in, else the PIN entry. */
async function start() {
  const { director } = await (await fetch("/api/director/enter")).json();
  if (director) await enter();
  else door();
}
await start();
