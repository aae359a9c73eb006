// A new game: mode, players, target and options. The board remembers them.

import { done, frame, open } from "../core/dialog.js";
import { dialogById, find, findAll, h, setText, style, toggle } from "../core/dom.js";
import { words } from "../core/words.js";
import { hashView } from "../play/seal.js";
import { begunFields } from "./begun_scores.js";
import { optionFields } from "./options.js";
import { seatRows } from "./sitdown.js";
import { letters, lettersWanted } from "../core/letters.js";
import { USUAL_LEVEL, firstLevel, learning, welcome } from "./welcome.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { Mode, SetupRequest } from "../core/protocol.d.ts" */
/** @import { Child } from "../core/dom.js" */
/** @import { Table, Welcome, Setup } from "./choices.d.ts" */
/**
 * @typedef {{ mode: Mode, seated: boolean, dealt: boolean }} Choice
 * @typedef {{ choice: Choice, table: () => Table, seats: ReturnType<typeof seatRows>, options: ReturnType<typeof optionFields>,
 *   match: () => SetupRequest["match"], begun: ReturnType<typeof begunFields> }} Form
 */

/** The modes: whether people sit down, and whether the board deals. @type {Choice[]} */
const MODES = [
  { mode: "score", seated: true, dealt: false },
  { mode: "computer", seated: true, dealt: true },
  { mode: "demo", seated: false, dealt: false },
];
const MATCHES = [["", words.setup.single], ["first_to", words.setup.firstTo], ["length", words.setup.games]];
const USUAL_MATCH = 3;
const CUT = "cut";
const PHRASE_LENGTH = 60;

/**
 * @param {string} group
 * @param {string} value
 * @param {Child[]} label
 * @param {boolean} checked
 * @param {() => void} [onchange]
 */
function radio(group, value, label, checked, onchange, disabled = false) {
  return h("label", {}, h("input", { type: "radio", name: group, value, checked, onchange, disabled }), h("span", {}, ...label));
}

/** Regular players, then the last ones. @param {Welcome} known */
const namesOf = ({ regulars, setups, named }) => [...new Set([...regulars, ...setups.score.names.filter((_, n) => named.score[n]), ...setups.computer.names.filter((_, n) => named.computer[n])])];

/** @param {Table} table */
const sidesOf = ({ sides }) => new Set(sides).size;

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  const { dispatch } = page;
  await style("setup/newgame.css");
  const dialog = dialogById("newgame");
  const problem = h("p", { class: "problem", role: "alert" });
  const seal = h("div");
  const phrase = h("input", { type: "text", maxlength: PHRASE_LENGTH, autocomplete: "off", "aria-label": words.seal.phrase, placeholder: words.seal.phrase });
  let commitment = "";
  /** @type {Form | null} */
  let form = null;
  /** @type {ReturnType<typeof letters> | null} */
  let lettered = null;
  dialog.addEventListener("close", () => lettered?.close());

  const drawSeal = () => seal.replaceChildren(...(commitment ? [hashView(words.seal.next, commitment)] : []));
  /** @param {string} group */
  const chosen = (group) => /** @type {HTMLInputElement | null} */ (dialog.querySelector(`input[name=${group}]:checked`))?.value;

  /**
   * The form for a mode, filled from its last setup.
   *
   * @param {Welcome} known
   * @param {Mode} mode
   * @param {boolean} choose
   */
  function draw(known, mode, choose) {
    /** @type {Setup} */
    const setup = known.setups[mode] ?? { ...known.setups.score, mode };
    const named = known.named[mode] ?? known.named.score;
    const choice = MODES.find((each) => each.mode === mode) ?? MODES[0];
    const { seated, dealt } = choice;
    const { tables } = known;
    const usual = tables.find(({ players, partners }) => players === setup.players && partners === setup.partners) ?? tables[0];
    const dealing = h("fieldset", { class: "choice dealing" });
    const summary = h("summary");
    const options = optionFields(known.options, setup.rules, setup.players);
    const two = dealt && setup.seats.length === 2 && setup.seats.every((who) => who === "person");
    const level = firstLevel(setup.seats.find((who) => who !== "person") ?? (two ? "person" : USUAL_LEVEL));
    const begun = begunFields(() => Number(chosen("target")) || setup.target, () => refresh());
    const seats = seatRows(known, setup, named, () => refresh());
    const many = h("input", { type: "text", inputmode: "numeric", maxlength: 2, class: "many", "aria-label": words.setup.play,
      value: setup.match?.first_to ?? setup.match?.length ?? USUAL_MATCH, oninput: () => refresh() });
    const of = setup.match?.first_to ? "first_to" : setup.match?.length ? "length" : "";
    const { tracks } = known.board;
    const roomless = tables.some((each) => sidesOf(each) > tracks);

    const table = () => tables.find(({ key }) => key === chosen("table")) ?? usual;
    const match = () => {
      const kind = chosen("match");
      return kind ? { [kind]: Number(many.value) } : undefined;
    };
    function refresh() {
      const names = seats.shown();
      const last = chosen("dealer");
      const dealer = last === CUT ? -1 : Math.min(Number(last ?? setup.dealer), names.length - 1);
      if (dealing.childElementCount - 2 !== names.length) {
        dealing.replaceChildren(h("legend", { text: words.firstDeal }), ...names.map((name, n) => radio("dealer", String(n), [h("b", { text: name })], n === dealer)),
          radio("dealer", CUT, [words.setup.cut], last === CUT));
      }
      findAll(dealing, "b").forEach((node, n) => setText(node, names[n]));
      const kind = chosen("match");
      toggle(many, "hidden", !kind);
      const { sides } = table();
      begun.show([...new Set(sides)].map((side) => names.filter((_, seat) => sides[seat] === side).join(" + ")));
      const said = [...options.said(), ...begun.said()];
      if (kind) said.unshift(words.setup.matchOf[kind](many.value));
      setText(summary, words.setup.options(said.join(", ") || words.setup.usual));
    }
    const sit = () => {
      seats.set({ table: table(), level: chosen("level") ?? level });
      toggle(levels, "hidden", !dealt || table().players !== 2);
    };

    const people = h("fieldset", { class: "seats" }, h("legend", { text: words.name }), ...seats.nodes);
    const sizes = h("fieldset", { class: "choice tables" }, h("legend", { text: words.setup.players }),
      ...tables.map((each) => radio("table", each.key, [h("b", { text: words.setup.counts[each.key] }),
        each.partners ? h("small", { text: words.setup.partners }) : ""], each === usual, sit, sidesOf(each) > tracks)),
      roomless ? h("small", { class: "hint", text: words.setup.tracks(tracks) }) : "");
    const levels = h("fieldset", { class: "modes levels" }, h("legend", { text: words.howStrong }),
      ...known.levels.map((each) => radio("level", each, [h("b", { text: words.levels[each][0] }), h("small", { text: words.levels[each][1] })], each === level, sit)),
      radio("level", "person", [h("b", { text: words.setup.another }), h("small", { text: words.setup.anotherHint })], level === "person", sit));
    const length = h("fieldset", { class: "choice" }, h("legend", { text: words.length }),
      ...known.targets.map((each) => radio("target", String(each), [h("b", { text: each })], each === setup.target)));
    const matches = h("fieldset", { class: "choice matches" }, h("legend", { text: words.setup.play }),
      ...MATCHES.map(([key, text]) => radio("match", key, [text], key === of, refresh)), many);
    const more = h("details", { class: "options" }, summary, h("div", {}, begun.node, matches, ...options.nodes));
    more.addEventListener("input", refresh);
    const sealing = h("fieldset", { class: "sealing" }, seal, phrase);
    const pair = h("div", { class: "pair" }, sizes, length);
    const shown = !seated ? [] : dealt ? [people, levels, pair, dealing, more, sealing] : [people, pair, dealing, more];

    const modes = h("fieldset", { class: "modes kinds" }, ...MODES.map(({ mode: key }) =>
      radio("mode", key, [h("b", { text: words.modes[key].name }), h("small", { text: words.modes[key].hint })], key === mode, () => draw(known, key, choose))));
    const start = h("button", { type: "button", class: "primary", autofocus: true, text: words.start, onclick: () => submit() });
    frame(dialog, choose ? words.newGame : words.modes[mode].name, [...(choose ? [modes] : []), ...shown, problem],
      [start]);
    more.addEventListener("keydown", (event) => begun.key(event, start));
    for (const input of [...seats.inputs, many]) input.addEventListener("keydown", (event) => { if (event.key === "Enter") submit(); });
    if (seated && lettersWanted()) lettered = letters(dialog, seats.inputs, namesOf(known));
    form = { choice, table, seats, options, match, begun };
    seats.set({ dealt, table: usual, level });
    sit();
    setText(problem, "");
    if (choose && dialog.open) find(dialog, `input[value=${mode}]`).focus();
  }

  /** @param {Form} chosenForm @returns {SetupRequest} */
  function setupOf({ choice: { mode, seated, dealt }, table, seats, options, match, begun }) {
    if (!seated) return { mode };
    const { players, partners } = table();
    const own = phrase.value.trim();
    const scores = begun.read();
    return {
      mode, players, partners, ...seats.chosen(), target: Number(chosen("target")), ...(chosen("dealer") === CUT ? { cut: true } : { dealer: Number(chosen("dealer")) }), rules: options.read(),
      ...(match() ? { match: match() } : {}), ...(scores ? { scores } : {}), ...(dealt && own ? { phrase: own } : {}),
    };
  }

  /** Asks before an unfinished game of people is put aside. */
  function submit() {
    if (!form) return;
    const fault = form.begun.fault();
    if (fault) {
      setText(problem, fault);
      return;
    }
    const { state } = page;
    const touched = state && (state.undo_target || state.scores.some(Boolean));
    if (!state || !touched || !state.kind.has_people || state.winner !== null) return void send(true);
    const stand = state.scores.join("–");
    const asked = h("div", { class: "keep", role: "group", "aria-label": words.setup.keepTitle(stand) },
      h("p", { text: words.setup.keepTitle(stand) }),
      h("button", { type: "button", class: "primary", text: words.setup.keepIt(stand), onclick: () => send(true) }),
      h("button", { type: "button", class: "end-it", text: words.setup.endIt, onclick: () => send(false) }));
    find(dialog, "footer").replaceChildren(asked);
    find(dialog, ".keep .primary").focus();
  }

  /** @param {boolean} keep true to keep the game on the table for later */
  async function send(keep) {
    if (!form) return;
    const answer = await dispatch({ new: { ...setupOf(form), ...(keep ? {} : { keep }) } }, { quiet: true });
    if (!answer.ok) {
      setText(problem, answer.text);
      problem.scrollIntoView({ block: "nearest" });
      return;
    }
    phrase.value = ""; // a phrase is valid for one game
    learning(false);
    done(dialog);
  }

  return {
    show({ next_commitment: next }) {
      if (next === commitment) return;
      commitment = next;
      drawSeal();
    },
    /** Opens it for a mode; with `choose` the mode may be changed. @param {Mode} mode */
    async open(mode = "score", choose = true) {
      draw(await welcome(), mode, choose);
      drawSeal();
      open(dialog);
    },
  };
}
