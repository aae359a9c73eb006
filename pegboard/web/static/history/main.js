// The history: the fragment of the address selects what is loaded and shown.

import { byId, findAll, h, setText } from "../core/dom.js";
import { renew } from "../core/http.js";
import { comeHome } from "../core/kiosk.js";
import { inLanguage, language, words } from "./words.js";

/** @import { Found, Looked, Reading } from "./messages.d.ts" */
/** Draws a page; does nothing if another one has been opened meanwhile. */
/** @typedef {(page: Looked) => Promise<(Node | null)[] | null>} Draw */

const AGAIN_MS = 700;
/** @type {Record<string, () => Promise<Draw>>} */
const ROOMS = {
  games: async () => (await import("./lists.js")).games,
  matches: async () => (await import("./lists.js")).matches,
  players: async () => (await import("./lists.js")).players,
  export: async () => (await import("./export.js")).exports,
  game: async () => (await import("./game.js")).game,
  player: async () => (await import("./player.js")).player,
};
const TABS = ["games", "matches", "players", "export"];
/** @type {Record<string, string>} */
const PARENT = { game: "games", player: "players" };

const content = byId("content");
let turn = 0;

comeHome();
document.documentElement.lang = language;
setText(byId("skip"), words.skip);
setText(byId("back"), `← ${words.back}`);
byId("rooms").setAttribute("aria-label", words.roomsLabel);
byId("rooms").append(h("ul", {}, ...TABS.map((name) => h("li", {}, h("a", { href: `#${name}`, "data-room": name, text: words.rooms[name] })))));
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  content.focus();
});

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Requests `path` until the answer is ready, unless another page is opened.
 *
 * @template Page
 * @param {string} path
 * @param {number} mine
 * @returns {Promise<Found<Page>>}
 */
async function ask(path, mine) {
  for (;;) {
    /** @type {({ ready: true } & Page | Reading) & { fault?: string, error?: string } | null} */
    let answer = null;
    try {
      answer = await (await fetch(inLanguage(`/api/history/${path}`))).json();
    } catch {
      setText(byId("says"), words.offline);
    }
    if (mine !== turn) return null;
    const fault = answer?.fault ?? answer?.error; // the latter if this viewer may not watch
    if (fault) return { fault };
    if (answer?.ready) {
      setText(byId("says"), "");
      return { page: answer };
    }
    if (answer) setText(byId("says"), words.reading(answer.done, answer.of));
    await pause(AGAIN_MS);
    if (mine !== turn) return null;
  }
}

async function show() {
  const mine = ++turn;
  const [name, query = ""] = location.hash.slice(1).split("?");
  const [room, ...rest] = name.split("/");
  const known = Object.hasOwn(ROOMS, room) ? room : "games";
  for (const link of findAll(document, "[data-room]")) {
    if (link.dataset.room === (PARENT[known] ?? known)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const draw = await ROOMS[known]().catch(renew);
  if (!draw) {
    setText(byId("says"), words.offline);
    return;
  }
  /** @type {Looked} */
  const page = {
    path: rest.map(decodeURIComponent),
    query: new URLSearchParams(query),
    /** @param {string} asked */
    ask: (asked) => ask(asked, mine),
  };
  const drawn = await draw(page);
  if (mine !== turn || !drawn) return;
  const isFirst = !content.hasChildNodes();
  content.replaceChildren(...drawn.filter((node) => node !== null));
  document.title = `${content.querySelector("h1")?.textContent ?? words.title} – pegboard`;
  document.body.toggleAttribute("data-ready", true);
  if (!isFirst) {
    scrollTo(0, 0);
    content.focus({ preventScroll: true }); // screen readers notice the new page
  }
}

addEventListener("hashchange", show);
show();
