// The page: distributes the board's state to every view, and sends commands to the board.

import { byId, findAll, toggle } from "./core/dom.js";
import { doubted, found, lost, noticeLine, view as bar } from "./core/bar.js";
import { keepFocus } from "./core/focus.js";
import { renew } from "./core/http.js";
import { isKiosk } from "./core/kiosk.js";
import { Link } from "./core/link.js";
import { interrupted } from "./core/setting_up.js";
import { LazyView } from "./core/views.js";
import { Voice } from "./core/voice.js";
import { fillWords, inLanguage, words } from "./core/words.js";
import { view as plan } from "./board/plan.js";
import { view as hand } from "./play/hand.js";
import { keyboard, view as keys } from "./play/keys.js";
import { view as announcer } from "./play/announcements.js";
import { view as seal } from "./play/seal.js";
import { view as seats } from "./play/seats.js";
import { view as table } from "./play/table.js";

/** @import { Page, View } from "./core/page.d.ts" */
/** @import { State } from "./core/protocol.d.ts" */

const SOON_MS = 50;

fillWords(document);
const link = new Link(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${inLanguage("/ws")}`);
/** @type {State | null} */
let state = null;
const notice = noticeLine();

/** Sends a command to the board; everything goes through it. @type {Page["dispatch"]} */
async function dispatch(command, { quiet = false, once = false } = {}) {
  const { ok, error = "", need } = await link.send(command, once);
  if (need === "pairing") page.open("pair");
  /** @type {Record<string, string>} */
  const own = { offline: words.offline, noAnswer: words.noAnswer };
  const text = ok ? "" : own[error] ?? error;
  if (!ok && !quiet) notice(text);
  return { ok, text };
}

/** @type {Page} */
const page = {
  get state() { return state; },
  get connected() { return link.open; },
  dispatch,
  async open(name, ...what) {
    try {
      await openable[name].open?.(...what);
    } catch {
      notice(words.offline);
    }
  },
  notice,
  voice: new Voice(),
};

/** @param {() => Promise<import("./core/views.js").Module>} load @param {(state: State) => unknown} [needs] */
const later = (load, needs) => new LazyView(page, load, needs);

/** Whether there are several places to play, or watchers. @param {State} state */
const apart = ({ you, asking, seats: all }) =>
  you.role !== "board" || you.covered.length || asking.length || all.some(({ at }) => at && at !== "board");

const board = plan(page);
/** Views without an opener: always present, or loaded when a state needs them. */
const offer = later(() => import("./counting/offer.js"), ({ offer: offered, counting }) => offered || counting);
const telling = later(() => import("./counting/show.js"), ({ kind }) => kind.has_dealt_hands);
const attract = later(() => import("./setup/attract.js"), ({ inviting, you }) => inviting && you.role !== "watcher");
const sounds = later(() => import("./play/sounds.js"), isKiosk);
const watching = later(() => import("./counting/watch_key.js"), ({ watch }) => watch);
const others = [
  later(() => import("./core/abandoned.js"), isKiosk),
  later(() => import("./core/awake.js"), ({ kind }) => kind.has_people && navigator.wakeLock),
  later(() => import("./play/win.js"), ({ scores, target, winner }) => winner !== null || Math.max(...scores) > target / 2),
  later(() => import("./board/pegdrag.js"), ({ kind }) => kind.has_real_cards),
  later(() => import("./admin/company.js"), apart),
];
const packed = later(() => import("./counting/pack.js"), ({ pack, you }) => pack?.question && you.role !== "watcher");
const networkQuestion = later(() => import("./admin/network_question.js"), ({ switch_question }) => switch_question);
/** Views that can be opened, by name. */
const openable = {
  board: later(() => import("./board/overlay.js")),
  camera: later(() => import("./admin/camera.js")),
  discards: later(() => import("./study/discards.js")),
  claim: later(() => import("./play/claim.js"), ({ kind, claim, call }) => kind.has_dealt_hands && (claim ?? call)),
  doctor: later(() => import("./admin/doctor.js")),
  far: later(() => import("./setup/far.js"), ({ far, you }) => far && you.role === "board"),
  first: later(() => import("./first/first.js"), ({ you }) => you.role === "board" && interrupted()),
  home: later(() => import("./setup/home.js")),
  keeping: later(() => import("./admin/backup.js"), ({ you, notices }) => you.role !== "watcher" && notices.length),
  learn: later(() => import("./setup/learn.js")),
  help: later(() => import("./admin/help.js")),
  menu: later(() => import("./admin/menu.js")),
  names: later(() => import("./play/names.js")),
  newgame: later(() => import("./setup/newgame.js")),
  pair: later(() => import("./admin/pair.js")),
  practice: later(() => import("./study/practice.js")),
  phones: later(() => import("./admin/phones.js")),
  picker: later(() => import("./counting/picker.js")),
  review: later(() => import("./play/review.js")),
  settings: later(() => import("./admin/settings.js")),
  seatcard: later(() => import("./play/seatcard.js")),
  story: later(() => import("./play/log.js")),
  watch: later(() => import("./counting/watch.js")),
};
/** @type {View[]} */
const views = [
  board, seats(page), keys(page), table(page), hand(page), seal(page), bar(page), announcer(page),
  ...Object.values(openable), offer, telling, attract, networkQuestion, packed, sounds, watching, ...others,
];

/** Preloads the views for counting, so that no word of the narration is missed. @param {Promise<void> | null} first */
const soon = (first) => setTimeout(async () => {
  await Promise.all([first, offer.load(), openable.picker.load()]);
  toggle(document.body, "data-whole", true);
  navigator.serviceWorker?.register("/worker.js").catch(() => {}); // if permitted
}, SOON_MS);

/** @param {State} next */
function show(next) {
  state = next;
  const invited = next.inviting && !document.body.hasAttribute("data-inviting");
  toggle(document.body, "data-inviting", next.inviting);
  keepFocus(() => { for (const view of views) view.show?.(next); });
  // A new page shows the home screen first; later the attract screen comes first.
  const first = !document.body.hasAttribute("data-ready");
  const asked = first && invited && next.you.role !== "watcher" ? page.open("home", { unasked: true }) : null;
  for (const view of views) if (view instanceof LazyView && view.needs(next)) view.load();
  document.body.dataset.cards = next.kind.has_real_cards ? "real" : next.kind.has_dealt_hands ? "dealt" : "shown";
  if (first) soon(asked);
  toggle(document.body, "data-ready", true);
}

/** Explains that the board is visible to paired devices only. */
async function letIn() {
  try {
    const { role, viewing } = await (await fetch("/api/me")).json();
    if (viewing === "paired" && role === "watcher") page.open("pair");
  } catch {
    // It is out of reach, as the link reports.
  }
}

link.on("state", show);
link.on("frame", (frame) => board.light(frame));
link.on("missed", ({ lines }) => { if (lines.length) notice(`${words.company.missed} ${lines.slice(-3).join(" · ")}`); });
// A board that is being set up restarts on request of this page.
link.on("open", () => {
  if (!found()) return;
  if (!document.querySelector("#first[open]")) notice(words.back);
  renew();
});
link.on("doubted", doubted);
link.on("lost", () => {
  lost();
  letIn();
});
for (const button of findAll(byId("demo"), "[data-mode]")) {
  button.addEventListener("click", () => page.open("newgame", /** @type {State["mode"]} */ (button.dataset.mode)));
}
// Browsers allow sound only after a touch, except on the board's own screen.
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => sounds.load(), { once: true });
// A pairing code in the address is sent immediately.
if (location.hash.startsWith("#pair=")) page.open("pair", /^#pair=([\w-]+)$/.exec(location.hash)?.[1]);
keyboard(page);

// The quick reference opens with one key from anywhere.
addEventListener("keydown", ({ key, target }) => {
  if (key === "?" && !(/** @type {Element} */ (target).closest?.("input, textarea, select"))) location.assign(inLanguage("/rules"));
});
