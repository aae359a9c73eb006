// The three steps to a night, for the director: event, players, draw.

import { h } from "../core/dom.js";
import { button } from "./buttons.js";
import { entryForm } from "./entry.js";
import { beginForm } from "./events.js";
import { settingsField } from "./files.js";
import { words } from "./words.js";

/** @import { ClubEvent } from "./messages.d.ts" */
/** @import { Room } from "./director.js" */

const { start: say, desk } = words;

/** Number of players needed to draw. @param {ClubEvent} event */
const needed = ({ kind }) => (kind === "duplicate" ? 1 : 2);

/** Which step is next, from 0; null once a round is drawn. @param {ClubEvent | null} event */
export function stepOf(event) {
  if (!event) return 0;
  if (event.round || event.seeds.length) return null;
  return event.present.length < needed(event) ? 1 : 2;
}

/** @param {Room} room */
export function startPart(room) {
  const { event } = room.desk;
  const step = stepOf(event);
  if (step === null) return [];
  const steps = h("ol", { class: "steps" }, ...say.steps.map((text, at) => h("li", { "aria-current": at === step ? "step" : null, class: at < step ? "done" : "", text })));
  if (!event) return [h("h2", { text: say.title }), steps, beginForm(room), h("div", { class: "form" }, settingsField(room))];
  if (step === 1) return [h("h2", { text: event.name }), steps, ...entryForm(room, true)];
  return [h("h2", { text: event.name }), steps, drawPart(room, event)];
}

/** @param {Room} room @param {ClubEvent} event */
function drawPart({ act }, event) {
  const { present, kind } = event;
  const straight = () => {
    const players = [...present];
    for (let at = players.length - 1; at > 0; at -= 1) {
      const other = crypto.getRandomValues(new Uint32Array(1))[0] % (at + 1);
      [players[at], players[other]] = [players[other], players[at]];
    }
    return act("decide", { decision: { do: "seed", players, reason: say.lots } });
  };
  return h("p", { class: "doors" }, button("draw", desk.drawIt(1), () => act("draw"), true),
    kind === "main" ? button("straight", say.straight, straight) : null, h("span", { class: "hint", text: say.ready(present.length) }));
}
