// Nobody is there: the board plays by itself, large, and invites. Any touch or key takes over.

import { byId, h, onChange, setText, style, toggle } from "../core/dom.js";
import { cardRow } from "../core/cards.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";

const QUIET_MS = 45000;
const LEFT_MS = 180000; // a dialogue that somebody walked away from
const LINE_MS = 7000;
const WIDE = matchMedia("(min-width: 700px)");

/** The invitation; `home()` is called by whoever touches it. */
export async function attractView(home) {
  await style("setup/attract.css");
  const root = byId("attract");
  const line = h("p", { class: "line" });
  const seats = [0, 1].map(() => h("div", { class: "player" }));
  const middle = h("div", { class: "middle" });
  const told = h("p", { class: "told" });
  const qr = h("figure", { class: "scan", hidden: true, "aria-hidden": "true" });
  const touch = h("button", { type: "button", class: "touch", onclick: () => leave() }, h("span", { text: words.attract.touch }));
  root.replaceChildren(
    h("header", {}, h("h2", { text: words.attract.title }), line, qr),
    h("div", { class: "hands", "aria-hidden": "true" }, seats[0], h("div", { class: "between" }, middle, told), seats[1]), touch);
  let state = null;
  let quiet = 0;
  let turn = 0;
  let timer = 0;

  /** The page's address for phones, where they can reach it. */
  async function drawAddress() {
    try {
      const { address, reachable, svg } = await (await fetch("/api/address")).json();
      toggle(qr, "hidden", !reachable);
      const code = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
      qr.replaceChildren(code, h("figcaption", { text: address.replace(/^http:..|.$/g, "") }));
    } catch {
      // Then nobody is sent there.
    }
  }

  const player = ({ number, seat, score, cards, deals }) => {
    const node = seats[number];
    node.style.setProperty("--seat", seat.color);
    node.replaceChildren(
      h("div", { class: "who" }, badge(seat.side, seat.color), h("b", { text: seat.name }), deals ? h("span", { class: "chip", text: words.deals }) : "", h("span", { class: "score", text: String(score) })),
      h("div", { class: "cards" }, cardRow(cards)));
  };
  const draws = [0, 1].map(() => onChange(player));
  const drawMiddle = onChange(({ pile, count, starter }) => middle.replaceChildren(
    h("div", { class: "count" }, h("b", { text: String(count) }), h("small", { text: words.count })),
    h("div", { class: "pile" }, cardRow(pile)),
    ...(starter ? [h("figure", {}, cardRow([starter]), h("figcaption", { text: words.starter }))] : [])));

  function draw() {
    for (const number of [0, 1]) {
      const seat = state.seats[number];
      const cards = state.hands[number] ?? Array(state.hand_sizes[number] ?? 0).fill(null);
      draws[number]({ number, seat: { name: seat.name, color: seat.color, side: seat.side }, score: state.scores[number], cards, deals: state.dealer === number });
    }
    drawMiddle({ pile: state.pile, count: state.count, starter: state.starter });
    setText(told, state.log.at(-1) ?? "");
  }

  const nextLine = () => {
    setText(line, words.attract.lines[turn % words.attract.lines.length]);
    turn += 1;
  };

  const on = () => !root.hidden;
  /** A phone wants to be let in: that is asked on the page itself. */
  const asks = () => Boolean(state.asking?.length);
  function begin(anyway = false) {
    if (on() || !state?.inviting || state.mode !== "demo" || !WIDE.matches || asks()) return;
    const left = [...document.querySelectorAll("dialog[open]")];
    if (!anyway && left.some((dialog) => dialog.id !== "home")) {
      clearTimeout(quiet);
      quiet = setTimeout(() => begin(true), LEFT_MS);
      return;
    }
    for (const dialog of left) dialog.close();
    toggle(root, "hidden", false);
    toggle(document.body, "data-attract", true);
    nextLine();
    drawAddress();
    timer = setInterval(nextLine, LINE_MS);
    draw();
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
    home();
  }
  /** Somebody is at this page. */
  function here() {
    clearTimeout(quiet);
    quiet = setTimeout(begin, QUIET_MS);
  }
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, here, { capture: true, passive: true });
  // A key takes over as a touch does; it presses no button of the board.
  addEventListener("keydown", (event) => {
    if (!on() || event.ctrlKey || event.altKey || event.metaKey || ["Tab", "Shift"].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leave();
  }, true);
  here();

  return {
    show(next) {
      const came = state !== null && next.inviting && !state.inviting;
      state = next;
      if (!state.inviting || state.mode !== "demo" || asks()) end();
      else if (came) begin(); // the board itself has seen nobody for a while
      if (on()) draw();
    },
    begin,
  };
}
