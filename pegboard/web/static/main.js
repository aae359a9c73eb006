// The page: the board's state goes to every view, what people do goes to the board.

import "./board/board.js";
import { byId, setText, toggle } from "./core/dom.js";
import { keepFocus } from "./core/focus.js";
import { handView } from "./play/hand.js";
import { buttons, keyboard } from "./play/keys.js";
import { Link } from "./core/link.js";
import { menu } from "./admin/menu.js";
import { Voice, announcer } from "./play/say.js";
import { sealLine } from "./play/seal.js";
import { dealPasses, seatPanels } from "./play/seats.js";
import { tableView } from "./play/table.js";
import { fillWords, inLanguage, words } from "./core/words.js";

const NOTICE_MS = 5000;
const SOON_MS = 50;

fillWords(document);
const board = document.querySelector("peg-board");
const link = new Link(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${inLanguage("/ws")}`);
let state = null;
let noticeTimer = 0;

function notice(text) {
  setText(byId("notice"), text);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => setText(byId("notice"), ""), NOTICE_MS);
}

/** Sends a command; the answer has `ok`, and `text` where it was refused. */
async function ask(command) {
  const { ok, error, need } = await link.send(command);
  if (need === "pairing") pairing.open();
  return { ok, text: ok ? "" : words[error] ?? error };
}

/** The same, and a refusal is shown. */
async function tell(command) {
  const answer = await ask(command);
  if (!answer.ok) notice(answer.text);
  return answer;
}

const press = (name) => tell({ press: name });
const voice = new Voice();
/** What is not part of the first page, mostly a dialogue: it is loaded when it is first needed. */
const later = (load) => {
  let [part, loading] = [null, null];
  const begin = async () => {
    part = await load();
    if (state) part.show?.(state);
    return part;
  };
  const loaded = () => (loading ??= begin().catch((error) => { loading = null; throw error; }));
  return {
    show: (next) => part?.show?.(next),
    load: () => loaded().catch(() => {}),
    async open(...what) {
      try {
        await (await loaded()).open(...what);
      } catch {
        notice(words.offline);
      }
    },
  };
};
const cards = later(async () => (await import("./counting/picker.js")).picker((hand, starter) => ask({ cards: hand, starter })));
const games = later(async () => (await import("./setup/newgame.js")).newGame((game) => ask({ new: game })));
const learn = later(async () => (await import("./setup/learn.js")).learnView({ play: () => games.open("computer", false) }));
const home = later(async () => (await import("./setup/home.js")).homeView({
  play: (mode) => games.open(mode, false), count: countHand, goOn: () => tell({ resume: true }), learn: () => learn.open(),
}));
const attract = later(async () => (await import("./setup/attract.js")).attractView(() => home.open()));

/** A hand is counted in the game on the table, in the one that waits, or in a new one. */
async function countHand(how) {
  if (state?.inviting) {
    const { welcome } = await import("./setup/welcome.js");
    const begun = await tell(state.waiting ? { resume: true } : { new: (await welcome()).wishes.score });
    if (!begun.ok) return;
  }
  if (how === "camera") tell({ count: true });
  else cards.open([], state?.starter ?? null);
}
const act = (line) => ask({ action: line });
const seatCard = later(async () => (await import("./play/seatcard.js")).seatCard(act));
const story = later(async () => (await import("./play/story.js")).storyView((to, seq) => ask({ back: { to, seq } })));
const claims = later(async () => (await import("./play/claim.js")).claimView(act, () => ask({ press: "ok" })));
const win = later(async () => (await import("./play/win.js")).winView({ next: () => press("ok"), review: () => review.open() }));
const drag = later(async () => (await import("./board/pegdrag.js")).pegDrag(board, (seat, score) => tell({ action: `correct ${seat} ${score}` })));
const pairing = later(async () => (await import("./admin/pair.js")).pairing());
const keeping = later(async () => (await import("./admin/keeping.js")).keepingView());
const phones = later(async () => (await import("./admin/devices.js")).deviceView(tell, notice));
const company = later(async () => (await import("./admin/company.js")).companyView(tell, () => pairing.open(), notice));
/** What a hand is counted with is there before one is laid: no word of the count is missed. */
const soon = (first) => setTimeout(async () => {
  await Promise.all([first, offer.load(), cards.load()]);
  toggle(document.body, "data-whole", true);
}, SOON_MS);
/** One line after the other, until one is refused. */
async function tellAll(lines) {
  for (const line of lines) {
    if (!(await tell({ action: line })).ok) return;
  }
}
const sounds = later(async () => (await import("./play/sounds.js")).sounds());
const camera = later(async () => (await import("./admin/camera.js")).cameraCheck());
const review = later(async () => (await import("./play/review.js")).reviewView());
const boardMenu = menu(voice, () => camera.open(), () => review.open(), () => phones.open(), () => keeping.open(), { home: () => home.open(), learn: () => learn.open() });
const offer = later(async () => (await import("./counting/offer.js")).offerView({
  accept: (seat, crib) => tell({ accept: true, seat, crib }),
  dismiss: () => link.open && state?.offer && tell({ dismiss: true }),
  change: (what) => ask({ change: { ...what, offer: state?.offer?.id } }),
  save: () => ask({ save: true }),
  hold: () => link.open && tell({ hold: true }),
  enter: (known) => cards.open(known.cards, known.starter, known.doubtful, known.problem),
  say: (text) => voice.say(text),
}));
/** Each is loaded when the game first gives it something to do. */
const awaited = [
  [offer, ({ offer: offered, counting }) => offered || counting],
  [claims, ({ mode, claim, call }) => mode === "computer" && (claim || call)],
  [win, ({ scores, target, winner }) => winner !== null || Math.max(...scores) > target / 2],
  [drag, ({ mode }) => mode === "score"],
  [keeping, ({ you, bulletins }) => you?.role !== "watcher" && bulletins?.length],
  [company, ({ you, asking, seats }) => you && (you.role !== "board" || you.covered.length || asking.length || seats.some(({ at }) => at && at !== "board"))],
];
const views = [
  board,
  seatPanels(byId("scores-left"), byId("scores-right"), (seat) => seatCard.open(seat)),
  buttons(press, () => cards.open([], state?.starter ?? null), () => story.open()),
  tableView(() => tellAll(dealPasses(state))),
  handView((line) => tell({ action: line }), act, () => claims.open()),
  sealLine(byId("seal"), () => boardMenu.openShuffle()),
  games,
  home,
  attract,
  boardMenu,
  announcer(voice),
  seatCard,
  story,
  sounds,
  phones,
  ...awaited.map(([part]) => part),
];

function show(next) {
  if (state && state.layout !== next.layout) plan();
  state = next;
  const invited = state.inviting && !document.body.hasAttribute("data-inviting");
  toggle(document.body, "data-inviting", state.inviting);
  keepFocus(() => { for (const view of views) view.show(state); });
  const mayAct = state.you?.role !== "watcher";
  if (state.inviting && mayAct) attract.load();
  // Once the page is there it asks what is to be done; later on the board invites first.
  const first = !document.body.hasAttribute("data-ready");
  const asked = first && invited && mayAct ? home.open({ unasked: true }) : null;
  for (const [part, needed] of awaited) if (needed(state)) part.load();
  toggle(byId("simulated"), "hidden", !state.simulated);
  const broken = state.devices.filter((device) => !device.ok);
  toggle(byId("trouble"), "hidden", broken.length === 0);
  setText(byId("trouble"), broken.map((device) => `${device.name}: ${device.says}`).join(", "));
  document.body.dataset.mode = state.mode;
  if (first) soon(asked);
  toggle(document.body, "data-ready", true);
}

link.addEventListener("state", (event) => show(event.detail));
link.addEventListener("frame", (event) => board.light(event.detail));
link.addEventListener("missed", ({ detail: { lines } }) => lines.length && notice(`${words.company.missed} ${lines.slice(-3).join(" · ")}`));
link.addEventListener("open", () => {
  if (!byId("lost").hidden) notice(words.back);
  byId("lost").hidden = true;
  toggle(document.body, "data-lost", false);
});
link.addEventListener("lost", () => {
  setText(byId("lost"), words.lost);
  byId("lost").hidden = false;
  toggle(document.body, "data-lost", true);
  letIn();
});
byId("open-new").addEventListener("click", () => games.open(state?.mode === "computer" ? "computer" : "score"));
byId("open-menu").addEventListener("click", () => boardMenu.open());
byId("trouble").addEventListener("click", () => {
  const broken = state?.devices.filter((device) => !device.ok) ?? [];
  const only = broken.length > 0 && broken.every((device) => device.name === "camera");
  (only ? camera : boardMenu).open();
});
for (const button of document.querySelectorAll("#demo [data-mode]")) {
  button.addEventListener("click", () => games.open(button.dataset.mode));
}
// A browser makes no sound before somebody has touched the page; until then none is loaded.
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => sounds.load(), { once: true });
/** A board that shows itself to paired devices only says so; a code in the address asks at once. */
async function letIn() {
  try {
    const { role, viewing } = await (await fetch("/api/me")).json();
    if (viewing === "paired" && role === "watcher") pairing.open();
  } catch {
    // It is out of reach; the link says so.
  }
}
if (location.hash.startsWith("#pair=")) pairing.open(/^#pair=([\w-]+)$/.exec(location.hash)?.[1]);
keyboard(press, () => state?.seats.length ?? 2);

// The quick reference is one key away, wherever one is.
addEventListener("keydown", ({ key, target }) => {
  if (key === "?" && !target.closest?.("input, textarea, select")) location.assign(inLanguage("/rules"));
});

/** Where the holes are: asked for until it is known, and again when another board is played on. */
async function plan() {
  try {
    const answer = await fetch("/api/layout");
    if (!answer.ok) throw new Error(answer.statusText);
    board.build(await answer.json());
    if (state) board.show(state);
  } catch {
    setTimeout(plan, 1000);
  }
}
plan();
