// Who sits down: for each seat a colour with its shape, a name, and who plays it.

import { h, setText, toggle } from "../core/dom.js";
import { badge } from "../core/shapes.js";
import { words } from "../core/words.js";

const SEATS = 4;
const PERSON = "person";
const capital = (id) => id[0].toUpperCase() + id.slice(1);

/** Rows for up to four seats; `changed()` is called after every touch. */
export function seatRows({ colors, levels }, wish, changed) {
  const ids = colors.map(({ name }) => name);
  const rgb = Object.fromEntries(colors.map(({ name, color }) => [name, color]));
  const now = { mode: wish.mode, players: wish.players, partners: wish.partners };
  const own = [...wish.colors, ...ids.filter((id) => !wish.colors.includes(id))];
  const side = (seat) => (now.partners ? seat % 2 : seat);

  // What the board calls a seat by itself is not written into the field: it follows the choice.
  const given = (name) => !name || name === words.you || /^(You|(Computer|Player)( \d)?)$/.test(name) || ids.some((id) => capital(id) === name);
  const usual = (seat) => {
    if (now.mode !== "computer") return capital(now.partners ? ids[seat] : own[side(seat)]);
    const alike = rows.slice(0, now.players).map((row) => row.who.value === PERSON);
    const many = alike.filter((person) => person === alike[seat]).length > 1;
    const number = alike.slice(0, seat + 1).filter((person) => person === alike[seat]).length;
    return (alike[seat] ? (many ? "Player" : "You") : "Computer") + (many ? ` ${number}` : "");
  };
  const local = (name) => {
    const [word, number] = name.split(" ");
    const said = { You: words.you, Computer: words.computer }[word] ?? words.setup.colors[word.toLowerCase()];
    return word === "Player" ? words.player(Number(number)) : [said, number].filter(Boolean).join(" ");
  };

  const rows = Array.from({ length: SEATS }, (_, seat) => {
    const color = h("button", { type: "button", class: "color", onclick: () => recolor(seat) });
    const name = h("input", { type: "text", maxlength: 24, autocomplete: "off", value: given(wish.names[seat]) ? "" : wish.names[seat], oninput: () => refresh() });
    const who = h("select", { onchange: () => refresh() },
      h("option", { value: PERSON, text: words.setup.person }),
      ...levels.map((level) => h("option", { value: level, text: words.levels[level][0] })));
    who.value = wish.seats[seat] ?? (seat ? levels[1] : PERSON);
    return { node: h("div", { class: "seat-row" }, color, name, who), color, name, who };
  });

  /** The next colour; whoever had it takes this one. */
  function recolor(seat) {
    const at = side(seat);
    const next = ids[(ids.indexOf(own[at]) + 1) % ids.length];
    const other = own.indexOf(next);
    [own[at], own[other]] = [own[other], own[at]];
    refresh();
    rows[seat].color.focus();
  }

  const nameOf = (seat) => rows[seat].name.value.trim() || usual(seat);
  const shown = (seat) => rows[seat].name.value.trim() || local(usual(seat));

  function refresh() {
    rows.forEach((row, seat) => {
      toggle(row.node, "hidden", seat >= now.players);
      if (seat >= now.players) return;
      const id = own[side(seat)];
      row.color.replaceChildren(badge(side(seat), rgb[id]));
      const label = words.setup.colorOf(shown(seat), words.setup.colors[id]);
      row.color.setAttribute("aria-label", label);
      row.color.title = label;
      row.name.placeholder = local(usual(seat));
      row.name.setAttribute("aria-label", words.player(seat + 1));
      row.who.setAttribute("aria-label", words.setup.who(shown(seat)));
      // Against one computer its level stands below, with a word on each.
      toggle(row.who, "hidden", now.mode !== "computer" || now.players === 2);
    });
    changed();
  }

  return {
    nodes: rows.map(({ node }) => node),
    inputs: rows.map(({ name }) => name),
    shown: () => Array.from({ length: now.players }, (_, seat) => shown(seat)),
    set(changes) {
      Object.assign(now, changes);
      if (now.mode === "computer" && now.players === 2) [rows[0].who.value, rows[1].who.value] = [PERSON, now.level];
      refresh();
    },
    /** What the command says of the seats. */
    wish: () => ({
      names: Array.from({ length: now.players }, (_, seat) => nameOf(seat)),
      colors: own.slice(0, now.partners ? 2 : now.players),
      ...(now.mode === "computer" ? { seats: rows.slice(0, now.players).map(({ who }) => who.value) } : {}),
    }),
  };
}
