// Positions of the players around the camera's picture, and buttons to rotate it.

import { h, onChange, setText, toggle } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { language } from "../core/words.js";
import { change, settings } from "./board_settings.js";

/** @import { SeatInfo } from "../core/protocol.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { places: say } = (await import(`./words/${language}.js`)).words;

/** Clockwise from the bottom, by the number of players. @type {Record<number, string[]>} */
const EDGES = { 2: ["bottom", "top"], 3: ["bottom", "top-left", "top-right"], 4: ["bottom", "left", "top", "right"] };
const HALF = 180, QUARTER = 90;

/**
 * The names at the edges of a picture, and the buttons that rotate it; the setting is saved.
 *
 * @param {() => void} turned called after a rotation, to load the picture again
 */
export function places(turned) {
  const names = h("div", { class: "places" });
  const half = h("button", { type: "button", onclick: () => turn(HALF) });
  const quarter = h("button", { type: "button", text: say.quarter, onclick: () => turn(QUARTER) });
  const refusal = h("p", { class: "problem", role: "alert" });
  const controls = h("div", { class: "turns" }, h("p", { class: "where", text: say.how }), half, quarter, refusal);

  /** @param {number} degrees */
  async function turn(degrees) {
    const now = await settings();
    if (!now) return;
    setText(refusal, await change({ "camera.rotation": (now.values["camera.rotation"] + degrees) % 360 }));
    turned();
  }

  /** @param {Pick<SeatInfo, "name" | "color">[]} seats */
  function draw(seats) {
    const edges = EDGES[seats.length] ?? [];
    names.replaceChildren(...edges.map((edge, seat) =>
      h("span", { "data-edge": edge }, badge(seat, seats[seat].color), h("span", { text: say.sits(seats[seat].name) }))));
    setText(half, seats.length === 2 ? say.swap(seats[0].name, seats[1].name) : say.half);
    toggle(controls, "hidden", !edges.length);
  }
  const drawn = onChange(draw);

  return {
    names,
    controls,
    /** @param {SeatInfo[] | undefined} seats */
    show: (seats = []) => drawn(seats.map(({ name, color }) => ({ name, color }))),
  };
}
