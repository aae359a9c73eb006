// Typed results, for the director: any table of the round, and corrections of any game.

import { h, setText } from "../core/dom.js";
import { button } from "./buttons.js";
import { question } from "./questions.js";
import { words } from "./words.js";

/** @import { ClubEvent, EventTable, Line } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */
/**
 * A game to type: its round and players, and its lines on the cards, if any.
 *
 * @typedef {{ title: string, round: number, table: number | null, players: [string, string], lines: [Line | null, Line | null] }} Typed
 */

const { desk, typed: say } = words;
const GAME = 121;
const SKUNK = 90;
const DOUBLE = 60;

/** What a loser's score means, as in tournament/scorecards/line.py. @param {number} score */
function meaning(score) {
  const skunk = score <= DOUBLE ? 2 : score <= SKUNK ? 1 : 0;
  return say.meaning(score, words.skunks[skunk], skunk ? 3 : 2);
}

/** @param {Line | null} line */
const isScored = (line) => line !== null && (line[3] ?? line[4]) !== null;

/**
 * Asks for the result of a game: the loser's score, then who won.
 *
 * @param {Room} room
 * @param {ClubEvent} event
 * @param {Typed} game
 */
export function askResult({ act, tell }, event, { title, round, table, players, lines }) {
  const scored = lines.find(isScored);
  const recorded = lines.some((line) => line !== null);
  const names = players.map((player) => event.names[player]);
  const wrong = h("p", { class: "fault", role: "alert" });
  const hint = h("p", { class: "hint", id: "score-hint", role: "status", text: say.hint });
  const score = h("input", {
    type: "number", name: "score", min: 0, max: GAME - 1, inputmode: "numeric", required: true, "aria-describedby": "score-hint", "data-first": true,
    value: scored ? GAME - (scored[3] ?? scored[4] ?? 0) : null,
  });
  score.addEventListener("input", () => setText(hint, score.value && score.checkValidity() ? meaning(Number(score.value)) : say.hint));
  const reason = h("input", { name: "reason", maxlength: 500, required: true });
  question(title, (close) => {
    /** @param {number} seat */
    const record = async (seat) => {
      if (!score.reportValidity() || (recorded && !reason.reportValidity())) return;
      const [winner, loser] = [players[seat], players[1 - seat]];
      const result = { winner, score: Number(score.value), reason: recorded ? reason.value : "" };
      const answer = await (table === null ? act("decide", { decision: { do: "result", round, loser, ...result } }) : act("result", { table, round, ...result }));
      if (!answer.ok) {
        setText(wrong, desk.refused(answer.code));
        return;
      }
      close();
      tell(say.recorded(names[seat], names[1 - seat], result.score));
      /** @type {HTMLElement | null} */ (document.querySelector("[data-what^='result '].open"))?.focus({ preventScroll: true });
    };
    const form = h("form", { class: "form", onsubmit: (/** @type {Event} */ sent) => { sent.preventDefault(); winners[0].focus(); } },
      h("label", {}, say.score, score), recorded ? h("label", { class: "long" }, say.reason, reason) : null);
    const winners = players.map((player, seat) => button(`won ${player}`, say.won(names[seat]), () => record(seat), true));
    const forfeits = recorded ? [] : players.map((late, seat) => button(`late ${late}`, desk.lateOne(names[seat]), () => {
      close();
      askForfeit(act, title, { do: "forfeit", round, late }, names[seat], names[1 - seat]);
    }));
    return [form, hint, wrong, h("p", { class: "doors winners" }, ...winners), forfeits.length ? h("p", { class: "doors" }, ...forfeits) : null];
  });
}

/** @param {Room["act"]} act @param {string} title @param {object} decision @param {string} late @param {string} winner */
function askForfeit(act, title, decision, late, winner) {
  question(title, (close) => [h("p", { text: say.sureForfeit(late, winner) }), h("p", { class: "doors" },
    button("forfeit", say.recordForfeit, () => { close(); act("decide", { decision }); }, true),
    button("no forfeit", say.cancel, close))]);
}

/** The button of a table of the round. @param {Room} room @param {ClubEvent} event @param {EventTable} at */
export function resultButton(room, event, { table, players, points }) {
  const lines = players.map((player) => room.desk.cards[player]?.find(([game]) => game === event.round) ?? null);
  const pair = players.map((player) => event.names[player]).join(" – ");
  const title = `${words.table(table)}: ${pair}`;
  const open = points[0] === null && points[1] === null;
  const made = button(`result ${table}`, open ? desk.result : say.change, () => askResult(room, event, { title, round: event.round, table, players, lines: [lines[0], lines[1]] }));
  made.setAttribute("aria-label", `${made.textContent} ${pair}`);
  if (open) made.classList.add("open");
  return made;
}
