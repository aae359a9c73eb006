// A new game: what is to be played, by whom, how far. Names are remembered for the next time.

import { h, byId, onChange, setText, toggle } from "./dom.js";
import { done, frame, open } from "./dialog.js";
import { hashView } from "./seal.js";
import { words } from "./words.js";

const MODES = [
  ["score", words.modeScore, words.modeScoreHint],
  ["computer", words.modeComputer, words.modeComputerHint],
  ["demo", words.modeDemo, words.modeDemoHint],
];
const REMEMBERED = "pegboard.names";
const LEVEL = "pegboard.level";
const USUAL_LEVEL = "club";
const PHRASE_LENGTH = 60;

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

function rememberedLevel() {
  try {
    const level = localStorage.getItem(LEVEL);
    return level in words.levels ? level : USUAL_LEVEL;
  } catch {
    return USUAL_LEVEL;
  }
}

function rememberLevel(level) {
  try {
    localStorage.setItem(LEVEL, level);
  } catch {
    // As with the names.
  }
}

function radio(group, value, label, checked, onchange) {
  return h("label", {}, h("input", { type: "radio", name: group, value, checked, onchange }), h("span", {}, ...label));
}

/** `start(new)` is called with {mode, names, target, dealer, level, phrase}; the promise says how it went. */
export function newGame(start) {
  const dialog = byId("newgame");
  const known = remembered();
  const names = [0, 1].map((n) => h("input", {
    type: "text", maxlength: 24, autocomplete: "off", "aria-label": words.player(n + 1), placeholder: words.player(n + 1), value: known[n],
  }));
  const problem = h("p", { class: "problem", role: "alert" });
  const dealing = h("fieldset", { class: "choice" });
  const people = h("fieldset", { class: "names" }, h("legend", { text: words.name }), ...names);
  const usual = rememberedLevel();
  const levels = h("fieldset", { class: "modes levels" }, h("legend", { text: words.howStrong }),
    ...Object.entries(words.levels).map(([level, [title, hint]]) =>
      radio("level", level, [h("b", { text: title }), h("small", { text: hint })], level === usual)));
  const phrase = h("input", { type: "text", maxlength: PHRASE_LENGTH, autocomplete: "off", "aria-label": words.seal.phrase, placeholder: words.seal.phrase });
  const seal = h("div");
  const sealing = h("fieldset", { class: "sealing" }, seal, phrase);
  const drawSeal = onChange((hash) => seal.replaceChildren(...(hash ? [hashView(words.seal.next, hash)] : [])));
  const dealers = [0, 1].map((n) => h("span"));
  const chosen = (group) => dialog.querySelector(`input[name=${group}]:checked`).value;

  const refresh = () => {
    const mode = chosen("mode");
    toggle(dealing, "hidden", mode === "demo");
    toggle(people, "hidden", mode === "demo");
    toggle(names[1], "hidden", mode === "computer");
    for (const node of [levels, sealing]) toggle(node, "hidden", mode !== "computer");
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
    levels,
    h("div", { class: "pair" },
      h("fieldset", { class: "choice" }, h("legend", { text: words.length }),
        ...["121", "61"].map((n, i) => radio("target", n, [n], i === 0))),
      dealing),
    sealing,
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
    if (mode === "computer") {
      game.level = chosen("level");
      rememberLevel(game.level);
      const own = phrase.value.trim();
      if (own) game.phrase = own;
    }
    const answer = await start(game);
    if (answer.ok) phrase.value = ""; // a phrase is good for one game
    if (answer.ok) done(dialog);
    else setText(problem, answer.text);
  }

  return {
    show: (state) => drawSeal(state.next_commitment ?? ""),
    open(mode = "score") {
      dialog.querySelector(`input[value=${mode}]`).checked = true;
      setText(problem, "");
      refresh();
      open(dialog);
    },
  };
}
