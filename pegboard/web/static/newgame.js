// A new game: what is to be played, by whom, how far. Names are remembered for the next time.

import { h, byId, setText, toggle } from "./dom.js";
import { done, frame, open } from "./dialog.js";
import { words } from "./words.js";

const MODES = [
  ["score", words.modeScore, words.modeScoreHint],
  ["computer", words.modeComputer, words.modeComputerHint],
  ["demo", words.modeDemo, words.modeDemoHint],
];
const REMEMBERED = "pegboard.names";

function remembered() {
  try {
    const names = JSON.parse(localStorage.getItem(REMEMBERED));
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return []; // a browser that keeps nothing, or something that is not ours
  }
}

function remember(names) {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(names));
  } catch {
    // Private windows may refuse; then the names are typed again.
  }
}

function radio(group, value, label, checked, onchange) {
  return h("label", {}, h("input", { type: "radio", name: group, value, checked, onchange }), h("span", {}, ...label));
}

/** `start(new)` is called with {mode, names, target, dealer}; the promise says how it went. */
export function newGame(start) {
  const dialog = byId("newgame");
  const known = remembered();
  const names = [0, 1].map((n) => h("input", {
    type: "text", maxlength: 24, autocomplete: "off", "aria-label": words.player(n + 1), placeholder: words.player(n + 1), value: known[n],
  }));
  const problem = h("p", { class: "problem", role: "alert" });
  const dealing = h("fieldset", { class: "choice" });
  const people = h("fieldset", { class: "names" }, h("legend", { text: words.name }), ...names);
  const dealers = [0, 1].map((n) => h("span"));
  const chosen = (group) => dialog.querySelector(`input[name=${group}]:checked`).value;

  const refresh = () => {
    const mode = chosen("mode");
    toggle(dealing, "hidden", mode === "demo");
    toggle(people, "hidden", mode === "demo");
    toggle(names[1], "hidden", mode === "computer");
    dealers.forEach((node, n) => setText(node, nameOf(n, mode)));
  };
  const nameOf = (n, mode) => {
    if (n === 1 && mode === "computer") return words.computer;
    return names[n].value.trim() || (mode === "computer" ? words.you : words.player(n + 1));
  };

  dealing.append(h("legend", { text: words.firstDeal }),
    ...dealers.map((node, n) => radio("dealer", String(n), [node], n === 0)));
  frame(dialog, words.newGame, [
    h("fieldset", { class: "modes" }, ...MODES.map(([mode, title, hint], n) =>
      radio("mode", mode, [h("b", { text: title }), h("small", { text: hint })], n === 0, refresh))),
    people,
    h("div", { class: "pair" },
      h("fieldset", { class: "choice" }, h("legend", { text: words.length }),
        ...["121", "61"].map((n, i) => radio("target", n, [n], i === 0))),
      dealing),
    problem,
  ], [h("button", { type: "button", class: "primary", autofocus: true, text: words.start, onclick: () => begin() })]);
  for (const input of names) {
    input.addEventListener("input", refresh);
    input.addEventListener("keydown", (event) => event.key === "Enter" && begin());
  }

  async function begin() {
    const mode = chosen("mode");
    const game = { mode, target: Number(chosen("target")), dealer: Number(chosen("dealer")) };
    if (mode !== "demo") game.names = [0, 1].map((n) => nameOf(n, mode));
    if (mode === "score") remember(game.names);
    const answer = await start(game);
    if (answer.ok) done(dialog);
    else setText(problem, answer.text);
  }

  return {
    open(mode = "score") {
      dialog.querySelector(`input[value=${mode}]`).checked = true;
      setText(problem, "");
      refresh();
      open(dialog);
    },
  };
}
