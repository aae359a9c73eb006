// Who plays where: what this page is (the board's own, a phone that plays a seat, somebody who looks
// on), whose hand is covered, and who asks to be let in. Loaded when there is more than one place.

import { h, onChange, toggle } from "../core/dom.js";
import { inLanguage, words } from "../core/words.js";

const say = words.company;

/** Adds a stylesheet that is not part of the first page. */
export function style(name) {
  const href = `/static/${name}`;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(h("link", { rel: "stylesheet", href }));
}

/** Asks the board's devices to be changed; the answer is `{ok, …}`. */
export async function decide(what) {
  try {
    const answer = await fetch(inLanguage("/api/devices"), {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what),
    });
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    return { ok: false, error: words.offline };
  }
}

/**
 * The line above the hand. `tell(command)` asks the board, `pair()` opens what lets this device in,
 * `notice(text)` says what was refused.
 */
export function companyView(tell, pair, notice) {
  style("admin/company.css");
  const root = h("section", { id: "company", "aria-label": say.label, hidden: true });
  const doorbell = h("section", { id: "doorbell", role: "alert", hidden: true });
  document.querySelector("main").before(doorbell, root);
  const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, onclick }, text);

  const answer = async (verb, id) => {
    const { ok, error } = await decide({ [verb]: id });
    if (!ok) notice(error);
  };

  const drawAsking = onChange((asking) => {
    doorbell.replaceChildren(...asking.map(({ id, name }) => h("p", {},
      h("span", { text: say.asks(name) }),
      button(say.letIn, () => answer("accept", id), "primary"),
      button(say.sendAway, () => answer("refuse", id)))));
    toggle(doorbell, "hidden", asking.length === 0);
  });

  const drawPlace = onChange(({ role, seat, turn, plays, holds, covered, free, names }) => {
    const parts = [];
    if (role === "watcher") {
      parts.push(h("span", { text: say.watching }), button(say.playHere, pair, "confirm"));
    } else if (plays && role === "player" && seat === null) {
      parts.push(h("span", { text: free.length ? say.takeSeat : say.noSeat }));
      parts.push(...free.map((n) => button(names[n], () => tell({ sit: n }), "confirm")));
    } else if (role === "player" && seat !== null) {
      parts.push(h("span", { text: say.youPlay(names[seat]) }), button(say.standUp, () => tell({ stand: true }), "plain"));
    } else if (holds && covered.length) {
      if (seat !== null) parts.push(h("span", { text: say.handOf(names[seat]) }), button(say.cover, () => tell({ show: null })));
      else parts.push(h("span", { text: say.covered }));
      // Whose turn it is looks first; where several may act, like laying away, each does.
      const next = (n) => seat === null && (turn === n || !covered.includes(turn));
      parts.push(...covered.map((n) => button(say.show(names[n]), () => tell({ show: n }), next(n) ? "confirm" : "")));
    }
    root.replaceChildren(...parts);
    toggle(root, "hidden", parts.length === 0);
  });

  return {
    show(state) {
      const { role, seat, covered } = state.you;
      document.body.dataset.role = role;
      toggle(document.body, "data-own-seat", role === "player" && seat !== null);
      const names = state.seats.map(({ name }) => name);
      const free = state.seats.flatMap(({ at }, n) => (at === "board" ? [n] : []));
      const plays = state.mode === "computer" && state.winner === null;
      const holds = plays && state.hand_sizes.some((size) => size > 0);
      drawPlace({ role, seat, turn: state.turn, plays, holds, covered, free, names });
      drawAsking(state.asking ?? []);
    },
  };
}
