// For a video stream: scores, cards played and winning chances, as a watcher sees them.
//
// It requests a watcher's view, so no hidden card can appear, even if the browser runs on the board
// itself.

import { liveSocket } from "../core/live_socket.js";
import { TEXTS } from "./texts.js";

const PING = JSON.stringify({ id: "ping", ping: true });
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const language = [document.documentElement.dataset.language ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2)).find((tag) => tag in TEXTS) ?? "en";
document.documentElement.lang = language;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} tag @param {string} text */
const node = (tag, text = "", kind = "") => {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
};

/** @param {string} card */
export const face = (card) => `${card[0] === "T" ? "10" : card[0]}${SUITS[/** @type {keyof typeof SUITS} */ (card[1])] ?? ""}`;

/** @type {number[] | null} */
let chances = null;
let asked = "";

/** @param {any} state */
async function askChances(state) {
  const about = `${state.game} ${state.scores} ${state.dealer}`;
  if (about === asked) return;
  asked = about;
  try {
    ({ chances } = await (await fetch("/api/chances?watch=1")).json());
  } catch {
    chances = null;
  }
  draw(state);
}

/** @param {any} state */
function draw({ seats, scores, turn, pile, count }) {
  const rows = seats.map((/** @type {any} */ { name, color, side }, /** @type {number} */ seat) => {
    const row = node("li");
    const mark = node("i");
    mark.style.background = color;
    row.toggleAttribute("data-turn", turn === seat);
    const chance = chances?.[side];
    row.append(mark, node("span", name), node("b", String(scores[seat])), node("small", chance === undefined ? "" : `${Math.round(100 * chance)} %`));
    return row;
  });
  byId("sides").replaceChildren(...rows);
  byId("pile").replaceChildren(...pile.map((/** @type {string} */ card) => node("span", face(card), "HD".includes(card[1]) ? "red" : "")),
    ...(pile.length ? [node("em", `${TEXTS[language].count} ${count}`)] : []));
  byId("overlay").hidden = false;
}

/** @param {string} text */
const announce = (text) => { byId("says").textContent = text; };

liveSocket(() => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws?watch=1&language=${language}`, {
  ping: PING,
  received: (data) => {
    if (typeof data !== "string") return;
    const message = JSON.parse(data);
    if (message.type !== "state") return;
    draw(message);
    askChances(message);
  },
  current: () => announce(""),
  doubted: () => announce(TEXTS[language].old),
  lost: () => announce(TEXTS[language].old),
});
