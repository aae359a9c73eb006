// Seats of a new game: colour with shape, name, and player of each.

import { h, toggle } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";
import { USUAL_LEVEL, firstLevel } from "./welcome.js";

/** @import { Seat } from "../core/protocol.d.ts" */
/** @import { Table, Welcome, Setup } from "./choices.d.ts" */
/** Default name of a seat: a word, and a number if several seats share it. */
/** @typedef {{ word: string, number: number | null }} UsualName */

const PERSON = "person";

/** @param {string} id */
const capital = (id) => id.charAt(0).toUpperCase() + id.slice(1);

/**
 * The default name as the board writes it.
 *
 * @param {UsualName} name
 */
export const written = ({ word, number }) => [capital(word), number].filter(Boolean).join(" ");

/**
 * The default name in the language of the page.
 *
 * @param {UsualName} name
 */
export function shownName({ word, number }) {
  if (word === "player") return words.player(number ?? 1);
  /** @type {Record<string, string>} */
  const own = { you: words.you, computer: words.computer };
  return [own[word] ?? words.setup.colors[word] ?? capital(word), number].filter(Boolean).join(" ");
}

/**
 * Default names of the seats in games dealt by the board: people are numbered if there are several,
 * and so are computers.
 *
 * @param {boolean[]} people by seat: whether a person plays it
 * @param {Seat} seat
 * @returns {UsualName}
 */
export function usualName(people, seat) {
  const alike = people.map((person) => person === people[seat]);
  const many = alike.filter(Boolean).length > 1;
  const word = !people[seat] ? "computer" : many ? "player" : "you";
  return { word, number: many ? alike.slice(0, seat + 1).filter(Boolean).length : null };
}

/**
 * Rows for the maximum number of seats; `changed()` is called after every touch.
 *
 * @param {Welcome} known
 * @param {Setup} setup
 * @param {boolean[]} named by seat: whether a person gave the name in the setup
 * @param {() => void} changed
 */
export function seatRows({ colors, levels, tables }, setup, named, changed) {
  const ids = colors.map(({ name }) => name);
  const rgb = Object.fromEntries(colors.map(({ name, color }) => [name, color]));
  /** @type {{ dealt: boolean, table: Table, level: string }} */
  const now = { dealt: false, table: tables[0], level: USUAL_LEVEL };
  const own = [...setup.colors, ...ids.filter((id) => !setup.colors.includes(id))];
  /** @param {Seat} seat */
  const side = (seat) => now.table.sides[seat];

  // A default name is not put into the field, because it depends on the choice.
  /** @param {Seat} seat @returns {UsualName} */
  const usual = (seat) => {
    if (!now.dealt) {
      // Partners share a colour, and so its name.
      const before = now.table.sides.slice(0, seat).filter((each) => each === side(seat)).length;
      return { word: own[side(seat)], number: now.table.partners ? before + 1 : null };
    }
    return usualName(rows.slice(0, now.table.players).map((row) => row.who.value === PERSON), seat);
  };

  const rows = Array.from({ length: Math.max(...tables.map(({ players }) => players)) }, (_, seat) => {
    const color = h("button", { type: "button", class: "color", onclick: () => recolor(seat) });
    const name = h("input", { type: "text", maxlength: 24, autocomplete: "off", value: named[seat] ? setup.names[seat] : "", oninput: () => refresh() });
    const who = h("select", { onchange: () => refresh() },
      h("option", { value: PERSON, text: words.setup.person }),
      ...levels.map((level) => h("option", { value: level, text: words.levels[level][0] })));
    const last = setup.seats[seat] ?? (seat ? USUAL_LEVEL : PERSON);
    who.value = last === PERSON ? last : firstLevel(last);
    return { node: h("div", { class: "seat-row" }, color, name, who), color, name, who };
  });

  /**
   * Selects the next colour; its previous owner gets this one.
   *
   * @param {Seat} seat
   */
  function recolor(seat) {
    const at = side(seat);
    const next = ids[(ids.indexOf(own[at]) + 1) % ids.length];
    const other = own.indexOf(next);
    [own[at], own[other]] = [own[other], own[at]];
    refresh();
    rows[seat].color.focus();
  }

  /** @param {Seat} seat */
  const given = (seat) => rows[seat].name.value.trim();
  /** @param {Seat} seat */
  const shown = (seat) => given(seat) || shownName(usual(seat));
  const seats = () => Array.from({ length: now.table.players }, (_, seat) => seat);

  function refresh() {
    rows.forEach((row, seat) => {
      toggle(row.node, "hidden", seat >= now.table.players);
      if (seat >= now.table.players) return;
      const id = own[side(seat)];
      row.color.replaceChildren(badge(side(seat), rgb[id]));
      const label = words.setup.colorOf(shown(seat), words.setup.colors[id]);
      row.color.setAttribute("aria-label", label);
      row.color.title = label;
      row.name.placeholder = shownName(usual(seat));
      row.name.setAttribute("aria-label", words.player(seat + 1));
      row.who.setAttribute("aria-label", words.setup.who(shown(seat)));
      // Against one computer its level is below, with a description of each.
      toggle(row.who, "hidden", !now.dealt || now.table.players === 2);
    });
    changed();
  }

  return {
    nodes: rows.map(({ node }) => node),
    inputs: rows.map(({ name }) => name),
    shown: () => seats().map(shown),
    /** @param {Partial<typeof now>} changes */
    set(changes) {
      Object.assign(now, changes);
      if (now.dealt && now.table.players === 2) [rows[0].who.value, rows[1].who.value] = [PERSON, now.level];
      refresh();
    },
    /** The seats for the command. */
    chosen: () => ({
      names: seats().map((seat) => given(seat) || written(usual(seat))),
      colors: own.slice(0, new Set(now.table.sides).size),
      ...(now.dealt ? { seats: rows.slice(0, now.table.players).map(({ who }) => who.value) } : {}),
    }),
  };
}
