// Entry of players, for the director: pasted names or lists, files, and the players of the last event.

import { h, setText } from "../core/dom.js";
import { button, leaveForm } from "./buttons.js";
import { badRows, fileField } from "./files.js";
import { question } from "./questions.js";
import { words } from "./words.js";

/** @import { ClubEvent, LastPlayers, Newcomer } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */

const { desk, entry: say } = words;

/** Whether a present player waits for the next round. @param {ClubEvent} event @param {string} player */
export function waiting({ round, bye, seeds, tables }, player) {
  return round > 0 && !seeds.length && bye !== player && !tables.some(({ players }) => players.includes(player));
}

/** The round from which a waiting player plays. @param {ClubEvent} event */
export const playsFrom = ({ round, games }) => (round < games ? say.fromRound(round + 1) : say.tooLate);

/**
 * Shows how many players were added, and asks about second players of a name.
 *
 * @param {Room} room
 * @param {{ entered: number, twice: Newcomer[], left_out?: string[] }} answer
 */
function report({ act, tell, desk: { event } }, { entered, twice, left_out: leftOut = [] }) {
  const late = entered && event && event.round ? playsFrom(event) : "";
  tell([say.added(entered), late, leftOut.length ? say.leftOut(leftOut.join(", ")) : ""].filter(Boolean).join(" · "));
  if (!twice.length) return;
  const names = twice.map(({ name }) => name).join(", ");
  question(say.twice(twice.length, names), (close) => [h("p", { class: "doors" },
    button("twice", say.addTwice(twice.length, names), async () => {
      close();
      const second = await act("players", { players: twice, twice: true });
      if (second.ok) tell(say.added(second.entered));
    }), button("skip", say.skip, close, true))]);
}

/** @param {Room} room */
function lastPart(room) {
  const { act, desk: { event } } = room;
  const there = new Set(event?.present.map((player) => event.names[player]));
  const list = h("div", { class: "picks" });
  /** @type {Newcomer[]} */
  let players = [];
  const boxes = () => [...list.querySelectorAll("input")];
  const read = async () => {
    if (players.length) return;
    const query = event ? `?event=${encodeURIComponent(event.id)}` : "";
    /** @type {LastPlayers} */
    const last = await (await fetch(`/api/director/last-players${query}`)).json();
    players = last.players.filter(({ name }) => !there.has(name));
    list.replaceChildren(...players.map(({ name }, at) => h("label", { class: "check" }, h("input", { type: "checkbox", value: at }), name)));
    if (!players.length) list.append(h("p", { class: "hint", text: say.nobody }));
  };
  const enter = async () => {
    const chosen = boxes().filter(({ checked }) => checked).map(({ value }) => players[Number(value)]);
    leaveForm();
    if (!chosen.length) return;
    const answer = await act("players", { players: chosen });
    if (answer.ok) report(room, answer);
  };
  return h("details", { ontoggle: read }, h("summary", { text: say.last }), list, h("p", { class: "doors" },
    button("pick all", say.all, () => { for (const box of boxes()) box.checked = true; }), button("enter picks", say.addPicked, enter)));
}

/**
 * The form for players.
 *
 * @param {Room} room
 * @param {boolean} strong the next step needs it
 */
export function entryForm(room, strong) {
  const names = h("textarea", { name: "names", "aria-describedby": "names-hint", "data-what": "names", spellcheck: "false" });
  const wrong = h("p", { class: "fault long", role: "alert" });
  const enter = async () => {
    leaveForm();
    const text = names.value;
    if (!text.trim()) return;
    names.value = "";
    const answer = await room.send("players.csv", { text });
    if (answer.ok) {
      setText(wrong, "");
      report(room, answer);
      return;
    }
    names.value = text;
    setText(wrong, badRows(answer));
    names.focus();
  };
  return [h("form", { class: "form", onsubmit: (/** @type {Event} */ sent) => { sent.preventDefault(); enter(); } },
    h("label", { class: "long" }, say.paste, names), wrong, h("p", { class: "hint", id: "names-hint", text: say.hint }),
    fileField("players-file", say.file, ".csv,.txt,.tsv,text/csv,text/plain", (text) => { names.value = text; names.focus(); }, () => setText(wrong, say.workbook)),
    h("button", { class: strong ? "strong" : "", text: desk.add })), lastPart(room)];
}

/** Asks for the right name of a player. @param {Room} room @param {string} player @param {string} name */
export function askName({ act }, player, name) {
  const field = h("input", { name: "name", required: true, maxlength: 64, value: name, "data-first": true });
  question(say.correctName(name), (close) => [h("form", { class: "form", onsubmit: async (/** @type {Event} */ sent) => {
    sent.preventDefault();
    close();
    await act("rename", { player, name: field.value });
  } }, h("label", { class: "long" }, desk.eventName, field), h("button", { class: "strong", text: say.save }))]);
  field.select();
}
