// The attract screen: an idle board plays a demo, large, and invites. Any touch or key closes it.

import { byId, drawn, h, onChange, setText, style, toggle } from "../core/dom.js";
import { cardRow, inOrder } from "../core/cards.js";
import { LEFT_MS, isKiosk } from "../core/kiosk.js";
import { postpone } from "../core/setting_up.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";
import { learning } from "./welcome.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Card, SeatInfo, State } from "../core/protocol.d.ts" */
/** @typedef {{ number: number, seat: Pick<SeatInfo, "name" | "color" | "side">, score: number, cards: (Card | null)[], deals: boolean }} Player */

const QUIET_MS = 45000;
const WALKED_AWAY_MS = isKiosk() ? LEFT_MS : 180000; // after a dialog
const LINE_MS = 7000;
const SHOWN = [0, 1]; // of the seats
const WIDE = matchMedia("(min-width: 700px)"); // phones show no attract screen: somebody is looking at them

/**
 * The attract screen; a touch leads to the home screen.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view({ open }) {
  await style("setup/attract.css");
  const root = byId("attract");
  const line = h("p", { class: "line" });
  const seats = SHOWN.map(() => h("div", { class: "player" }));
  const middle = h("div", { class: "middle" });
  const message = h("p", { class: "message" });
  const film = h("img", { class: "film", alt: "", hidden: true });
  const qr = h("figure", { class: "scan", hidden: true, "aria-hidden": "true" });
  const touch = h("button", { type: "button", class: "touch", onclick: () => leave() }, h("span", { text: words.attract.touch }));
  root.replaceChildren(
    h("header", {}, h("h2", { text: words.attract.title }), line, qr),
    h("div", { class: "hands", "aria-hidden": "true" }, seats[0], h("div", { class: "between" }, film, middle, message), seats[1]), touch);
  /** @type {State | null} */
  let state = null;
  let quiet = 0;
  let turn = 0;
  let timer = 0;

  /** The page's address for phones, if they can reach it. */
  async function drawAddress() {
    try {
      const { address, reachable, svg } = await (await fetch("/api/address")).json();
      toggle(qr, "hidden", !reachable);
      qr.replaceChildren(drawn(svg), h("figcaption", { text: address.replace(/^http:..|.$/g, "") }));
    } catch {
      // Then no address is shown.
    }
  }

  /** @param {Player} player */
  const drawPlayer = ({ number, seat, score, cards, deals }) => {
    const node = seats[number];
    node.style.setProperty("--seat", seat.color);
    node.replaceChildren(
      h("div", { class: "who" }, badge(seat.side, seat.color), h("b", { text: seat.name }), deals ? h("span", { class: "chip", text: words.deals }) : "", h("span", { class: "score", text: score })),
      h("div", { class: "cards" }, cardRow(inOrder(cards))));
  };
  const draws = SHOWN.map(() => onChange(drawPlayer));
  const drawMiddle = onChange((/** @type {Pick<State, "pile" | "count" | "starter">} */ { pile, count, starter }) => middle.replaceChildren(
    h("div", { class: "count" }, h("b", { text: count }), h("small", { text: words.count })),
    h("div", { class: "pile" }, cardRow(pile)),
    ...(starter ? [h("figure", {}, cardRow([starter]), h("figcaption", { text: words.starter }))] : [])));

  const drawFilm = onChange((/** @type {number} */ number) => {
    toggle(film, "hidden", !number);
    if (number) film.src = `/api/watch/picture?${number}`;
  });

  /** @param {State} now */
  function draw({ seats: sitting, hands, hand_sizes: sizes, scores, dealer, pile, count, starter, log, sample, watch, pile_by: by }) {
    drawFilm(sample ? watch?.picture ?? 0 : 0);
    for (const number of SHOWN) {
      const { name, color, side } = sitting[number];
      // Of a watched deal, the cards on the table are shown.
      const laid = pile.filter((_, n) => by[n] === number);
      const cards = hands[number] ?? (sample ? laid : Array(sizes[number]).fill(null));
      draws[number]({ number, seat: { name, color, side }, score: scores[number], cards, deals: dealer === number });
    }
    drawMiddle({ pile, count, starter });
    setText(message, log.at(-1)?.text ?? "");
  }

  const nextLine = () => {
    setText(line, words.attract.lines[turn % words.attract.lines.length]);
    turn += 1;
  };

  const on = () => !root.hidden;
  /** Whether the board is idle and no phone requests pairing, which the page itself shows. @param {State | null} of */
  const invites = (of = state) => of !== null && of.inviting && (!of.kind.has_people || of.sample) && !of.asking.length;
  function start(anyway = false) {
    if (on() || state === null || !invites() || !(WIDE.matches || isKiosk())) return;
    const left = /** @type {HTMLDialogElement[]} */ ([...document.querySelectorAll("dialog[open]")]);
    if (!anyway && left.some((dialog) => dialog.id !== "home")) {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        quiet = 0;
        start(true);
      }, WALKED_AWAY_MS);
      return;
    }
    for (const dialog of left) dialog.close();
    learning(false);
    postpone(false);
    toggle(root, "hidden", false);
    toggle(document.body, "data-attract", true);
    nextLine();
    drawAddress();
    timer = setInterval(nextLine, LINE_MS);
    draw(state);
    touch.focus({ preventScroll: true });
  }
  function end() {
    if (!on()) return;
    toggle(root, "hidden", true);
    toggle(document.body, "data-attract", false);
    clearInterval(timer);
  }
  function leave() {
    end();
    open("home");
  }
  /** Somebody is at this page. */
  function here() {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      quiet = 0;
      start();
    }, QUIET_MS);
  }
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, here, { capture: true, passive: true });
  // A key closes it like a touch, without pressing a button of the board.
  addEventListener("keydown", (event) => {
    if (!on() || event.ctrlKey || event.altKey || event.metaKey || ["Tab", "Shift"].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leave();
  }, true);
  here();

  return {
    show(next) {
      const came = state !== null && invites(next) && !invites();
      // Between a demo and the sample deal there is briefly neither, although nobody has come.
      const seenNobody = came && (!state?.inviting || !quiet);
      state = next;
      if (!invites()) end();
      else if (seenNobody) start();
      if (on()) draw(next);
    },
  };
}
