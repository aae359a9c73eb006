// A new game: what is to be played, by whom, how far, with which options. The board remembers it.

import { done, frame, open } from "../core/dialog.js";
import { byId, h, setText, style, toggle } from "../core/dom.js";
import { optionFields } from "./options.js";
import { hashView } from "../play/seal.js";
import { seatRows } from "./sitdown.js";
import { welcome } from "./welcome.js";
import { words } from "../core/words.js";

const MODES = [
  ["score", words.modeScore, words.modeScoreHint],
  ["computer", words.modeComputer, words.modeComputerHint],
  ["demo", words.modeDemo, words.modeDemoHint],
];
const TABLES = { 2: [2, false], 3: [3, false], 4: [4, false], partners: [4, true] };
const MATCHES = [[null, words.setup.single], ["first_to", words.setup.firstTo], ["length", words.setup.games]];
const USUAL_MATCH = 3;
const PHRASE_LENGTH = 60;

function radio(group, value, label, checked, onchange, disabled = false) {
  return h("label", {}, h("input", { type: "radio", name: group, value, checked, onchange, disabled }), h("span", {}, ...label));
}

/** `start(new)` sends the command; the promise says how it went. */
export async function newGame(start) {
  await style("setup/newgame.css");
  const dialog = byId("newgame");
  const problem = h("p", { class: "problem", role: "alert" });
  const seal = h("div");
  const phrase = h("input", { type: "text", maxlength: PHRASE_LENGTH, autocomplete: "off", "aria-label": words.seal.phrase, placeholder: words.seal.phrase });
  let commitment = "";
  let form = null;

  const drawSeal = () => seal.replaceChildren(...(commitment ? [hashView(words.seal.next, commitment)] : []));
  const chosen = (group) => dialog.querySelector(`input[name=${group}]:checked`)?.value;

  /** The form for one mode, as people sat down the last time. */
  function draw(known, mode, choose) {
    const wish = known.wishes[mode] ?? { ...known.wishes.score, mode };
    const table = wish.partners ? "partners" : String(wish.players);
    const sides = ([players, partners]) => (partners ? 2 : players);
    const dealing = h("fieldset", { class: "choice dealing" });
    const summary = h("summary");
    const options = optionFields(known.options, wish.rules, wish.players);
    const level = wish.seats?.find((who) => who !== "person") ?? known.levels[1];
    const seats = seatRows(known, wish, () => refresh());
    const many = h("input", { type: "text", inputmode: "numeric", maxlength: 2, class: "many", "aria-label": words.setup.play,
      value: wish.match?.first_to ?? wish.match?.length ?? USUAL_MATCH, oninput: () => refresh() });
    const of = wish.match?.first_to ? "first_to" : wish.match?.length ? "length" : null;
    const roomless = Object.values(TABLES).some((each) => sides(each) > known.board.tracks);

    const match = () => (chosen("match") ? { [chosen("match")]: Number(many.value) } : null);
    function refresh() {
      const names = seats.shown();
      const dealer = Math.min(Number(chosen("dealer") ?? wish.dealer), names.length - 1);
      if (dealing.childElementCount - 1 !== names.length) {
        dealing.replaceChildren(h("legend", { text: words.firstDeal }), ...names.map((name, n) => radio("dealer", String(n), [h("b", { text: name })], n === dealer)));
      }
      dealing.querySelectorAll("b").forEach((node, n) => setText(node, names[n]));
      toggle(many, "hidden", !chosen("match"));
      const said = options.said();
      if (match()) said.unshift(words.setup.matchOf[chosen("match")](many.value));
      setText(summary, `${words.setup.options}: ${said.join(", ") || words.setup.usual}`);
    }
    const sit = () => {
      const [players, partners] = TABLES[chosen("table") ?? table];
      seats.set({ players, partners, level: chosen("level") ?? level });
      toggle(levels, "hidden", mode !== "computer" || players !== 2);
    };

    const people = h("fieldset", { class: "seats" }, h("legend", { text: words.name }), ...seats.nodes);
    const tables = h("fieldset", { class: "choice tables" }, h("legend", { text: words.setup.players }),
      ...Object.entries(TABLES).map(([key, each]) => radio("table", key, [h("b", { text: words.setup.counts[key] }),
        key === "partners" ? h("small", { text: words.setup.partners }) : ""], key === table, sit, sides(each) > known.board.tracks)),
      roomless ? h("small", { class: "hint", text: words.setup.tracks(known.board.tracks) }) : "");
    const levels = h("fieldset", { class: "modes levels" }, h("legend", { text: words.howStrong }),
      ...known.levels.map((each) => radio("level", each, [h("b", { text: words.levels[each][0] }), h("small", { text: words.levels[each][1] })], each === level, sit)));
    const length = h("fieldset", { class: "choice" }, h("legend", { text: words.length }),
      ...known.targets.map((each) => radio("target", String(each), [h("b", { text: String(each) })], each === wish.target)));
    const matches = h("fieldset", { class: "choice matches" }, h("legend", { text: words.setup.play }),
      ...MATCHES.map(([key, text]) => radio("match", key ?? "", [text], key === of, refresh)), many);
    const more = h("details", { class: "options" }, summary, h("div", {}, matches, ...options.nodes));
    more.addEventListener("input", refresh);
    const sealing = h("fieldset", { class: "sealing" }, seal, phrase);
    const pair = h("div", { class: "pair" }, tables, length);
    const shown = { score: [people, pair, dealing, more], computer: [people, levels, pair, dealing, more, sealing], demo: [] }[mode];

    const modes = h("fieldset", { class: "modes kinds" }, ...MODES.map(([key, title, hint]) =>
      radio("mode", key, [h("b", { text: title }), h("small", { text: hint })], key === mode, () => draw(known, key, choose))));
    frame(dialog, choose ? words.newGame : MODES.find(([key]) => key === mode)[1], [...(choose ? [modes] : []), ...shown, problem],
      [h("button", { type: "button", class: "primary", autofocus: true, text: words.start, onclick: () => begin() })]);
    for (const input of [...seats.inputs, many]) input.addEventListener("keydown", (event) => event.key === "Enter" && begin());
    form = { mode, seats, options, match };
    seats.set({ mode, level });
    sit();
    setText(problem, "");
    if (choose && dialog.open) dialog.querySelector(`input[value=${mode}]`).focus();
  }

  async function begin() {
    const { mode, seats, options, match } = form;
    let game = { mode };
    if (mode !== "demo") {
      const [players, partners] = TABLES[chosen("table")];
      game = { mode, players, partners, ...seats.wish(), target: Number(chosen("target")), dealer: Number(chosen("dealer")), rules: options.read() };
      if (match()) game.match = match();
    }
    const own = phrase.value.trim();
    if (mode === "computer" && own) game.phrase = own;
    const answer = await start(game);
    if (!answer.ok) {
      setText(problem, answer.text);
      problem.scrollIntoView({ block: "nearest" });
      return;
    }
    phrase.value = ""; // a phrase is good for one game
    done(dialog);
  }

  return {
    show({ next_commitment: next }) {
      if (next === commitment) return;
      commitment = next ?? "";
      drawSeal();
    },
    /** Opens it for a mode; with `choose` the mode may be changed. */
    async open(mode = "score", choose = true) {
      draw(await welcome(), mode, choose);
      drawSeal();
      open(dialog);
    },
  };
}
