// Corrects names in the history: the names of a game, two names of one person, and a name to remove.

import { h, setText } from "../core/dom.js";
import { ask } from "../core/http.js";
import { board, called, inLanguage, words } from "./words.js";

/** @import { GamePage, PlayerPage, PlayersPage } from "./messages.d.ts" */

const text = words.naming;
const LONGEST = 24;
const READ_MS = 1500;

/**
 * Has the board change names; shows the result, and continues once it was read.
 *
 * @param {string} path
 * @param {object} body
 * @param {HTMLElement} says
 * @param {(games: number) => string} done
 * @param {() => void} then
 */
async function change(path, body, says, done, then) {
  try {
    const { answer } = /** @type {{ answer: { games?: number, fault?: string, error?: string } }} */ (
      await ask(`/api/history/${path}`, body));
    setText(says, answer.fault ?? answer.error ?? done(answer.games ?? 0));
    if (answer.games) setTimeout(then, READ_MS);
  } catch {
    setText(says, words.offline);
  }
}

const toPlayers = () => { location.hash = "#players"; };

/** The name fields of a finished game. @param {GamePage} game */
export function gameNames(game) {
  if (game.mode === "demo" || game.fault) return null;
  const says = h("p", { role: "status" });
  const fields = game.seats.map(({ name, key, level }, seat) => h("input", {
    type: "text", maxlength: LONGEST, autocomplete: "off", value: key || level ? name : "", disabled: Boolean(level),
    "aria-label": board.names.of(seat + 1), placeholder: called(game.seats[seat]),
  }));
  const people = fields.filter((field) => !field.disabled);
  /** @param {number} n */
  const swap = (n) => { [people[n].value, people[n + 1].value] = [people[n + 1].value, people[n].value]; };
  const save = async () => {
    const names = fields.map(({ value }) => value.trim());
    await change("names", { game: game.id, names }, says, () => text.corrected, () => location.reload());
  };
  const rows = fields.map((field) => {
    const n = people.indexOf(field);
    const button = n < 0 || n === people.length - 1 ? null
      : h("button", { type: "button", onclick: () => swap(n) }, `⇅ ${board.names.swap}`);
    return h("p", {}, field, button);
  });
  return h("details", { class: "naming" }, h("summary", {}, h("h2", { text: text.title })), ...rows,
    h("button", { type: "button", class: "strong", onclick: save }, board.names.save), says);
}

/**
 * The button that merges a player into another name of the same person, and its question.
 *
 * @param {PlayerPage} player
 */
export function join(player) {
  const says = h("p", { role: "status" });
  const names = h("select", { "aria-label": text.joinWith });
  const heading = h("h2", { text: text.joinAsk(called(player)) });
  const dialog = h("dialog", { "aria-label": text.join }, heading, h("p", { text: text.joinText }), names,
    h("form", { method: "dialog" }, h("button", { value: "no" }, board.cancel), h("button", { value: "yes", class: "strong" }, text.joinDo)));
  async function confirm() {
    try {
      /** @type {PlayersPage} */
      const { players } = await (await fetch(inLanguage("/api/history/players"))).json();
      const others = players.filter(({ key, level }) => key && !level && key !== player.key);
      names.replaceChildren(...others.map(({ name }) => h("option", { value: name, text: name })));
      if (!others.length) return setText(says, text.nobodyElse);
      section.append(dialog);
      dialog.returnValue = "";
      dialog.showModal();
    } catch {
      setText(says, words.offline);
    }
  }
  dialog.addEventListener("close", async () => {
    dialog.remove();
    if (dialog.returnValue !== "yes") return;
    const into = names.value;
    await change("merge", { name: player.name, into }, says, text.joined, toPlayers);
  });
  const section = h("section", { class: "forget" }, h("button", { type: "button", onclick: confirm }, text.join), says);
  return section;
}

/**
 * The button that removes a name, and its question.
 *
 * @param {PlayerPage} found
 */
export function forget(found) {
  const say = words.player;
  const says = h("p", { role: "status" });
  const dialog = h("dialog", { "aria-label": say.forget },
    h("h2", { text: say.forgetAsk(found.name) }), h("p", { text: say.forgetText }),
    h("form", { method: "dialog" }, h("button", { value: "keep" }, say.keep), h("button", { value: "forget", class: "danger" }, say.forgetDo)));
  dialog.addEventListener("close", async () => {
    if (dialog.returnValue === "forget") await change("forget", { name: found.name }, says, say.forgotten, toPlayers);
  });
  return h("section", { class: "forget" }, dialog, h("button", { type: "button", onclick: () => dialog.showModal() }, say.forget), says);
}
