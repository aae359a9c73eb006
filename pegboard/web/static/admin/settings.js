// Settings in tabs: of this screen for everybody, of the board on its own page; each applies at once.
//
// A setting is one row in the list of its tab, in `sections()` below: `choice`, `share` or `row` for
// a setting of the board; preferences of a single screen are in `screen_preferences.js`.

import { find, h, setText, style, toggle } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { tabs } from "../core/tabs.js";
import { LANGUAGES, language, words } from "../core/words.js";
import { change, settings, settled, tracks, trySound } from "./board_settings.js";
import { letters, lettersWanted } from "../core/letters.js";
import { hall } from "./hall.js";
import { hearing } from "./screen_preferences.js";
import { machine } from "./machine.js";
import { networkSwitch } from "./network.js";
import { regulars } from "./regulars.js";
import { slider } from "./slider.js";
import { themes } from "./theme.js";

/** @import { Child } from "../core/dom.js" */
/** @import { Page, SettingsTab as Tab, View } from "../core/page.d.ts" */
/** @import { Setting, Settings } from "./board_settings.js" */

/** @type {import("./words/words.d.ts").Words} */
const { menu: say } = (await import(`./words/${language}.js`)).words;

const decimal = new Intl.NumberFormat(language, { useGrouping: false });
/** @param {number} n */
const seconds = (n) => say.seconds(decimal.format(n));

/** The dialog opens after this time even if the board has not answered. */
const PATIENCE_MS = 400;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MINUTES = [1, 5, 10, 30, 60];
const ROTATIONS = [0, 90, 180, 270];
const COMMITS = [1, 1.5, 2, 3, 5];
const COLORS = ["blue", "orange", "green", "pink"];

/**
 * The choices, plus the current value if it is not among them.
 *
 * @param {[string | number, string][]} choices
 * @param {string | number} now
 * @param {string} text
 */
const withNow = (choices, now, text) => (choices.some(([value]) => value === now) ? choices : [...choices, /** @type {[string | number, string]} */ ([now, text])]);

/** @param {[string | number, string][]} choices @param {string | number} now @param {(value: string) => void} onchange */
function select(choices, now, onchange, disabled = false, label = "") {
  /** @type {HTMLSelectElement} */
  const node = h("select", { disabled, "aria-label": label || null, onchange: () => onchange(node.value) },
    ...choices.map(([value, text]) => h("option", { value, selected: value === now }, text)));
  return node;
}

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await style("admin/settings.css");
  const dialog = dialogue("settings");
  const message = h("p", { class: "message", role: "status" });
  const parts = tabs("settings", say.tiles.settings, say.tabs);
  const heading = frame(dialog, say.tiles.settings, [...parts.panels, message]);
  heading.parentElement?.after(parts.list); // above the scrolling part
  const rest = h("p", { class: "how rest", text: say.onlyBoard, hidden: true });
  parts.fill("here", ...hearing(page.voice), themes(), rest);

  /** @type {ReturnType<typeof letters> | null} */
  let lettered = null;
  dialog.addEventListener("close", () => lettered?.close());

  /** @param {Record<string, Setting>} set */
  async function save(set) {
    const fault = await change(set);
    setText(message, fault || say.saved);
    toggle(message, "data-fault", fault);
    if (fault) draw();
  }

  /**
   * A row: name, control, and the reason why it is read-only, if it is.
   *
   * @param {string} text @param {string} fixed @param {...Child} controls
   */
  const row = (text, fixed, ...controls) => h("div", { class: "row" }, h("span", { text }), h("span", { class: "controls" }, ...controls), fixed ? h("small", { text: fixed }) : "");

  const network = networkSwitch(page);
  // The button must stay the same element: replacing it during a press would swallow the click.
  const backup = h("section", {}, h("button", { type: "button", class: "backup", text: words.backup, onclick: () => { dialog.close(); page.open("keeping"); } }));

  async function draw() {
    const now = page.state?.you.role === "board" ? await settings() : null;
    toggle(parts.list, "hidden", !now);
    toggle(rest, "hidden", now);
    if (!now) parts.choose("here");
    else for (const [name, nodes] of Object.entries(sections(now, await tracks()))) parts.fill(/** @type {Tab} */ (name), ...nodes);
  }

  /** @param {Settings} now @param {number} sides that the board has tracks for */
  function sections(now, sides) {
    const { values, fixed, file, cameras, sounds } = now;
    network.draw(now);
    /** @param {string} key */
    const why = (key) => (fixed.includes(key) ? say.fixedIn(file) : "");
    /** @param {string} fault */
    const refused = (fault) => { setText(message, fault); toggle(message, "data-fault", fault); };
    /** @param {string} label @param {string} key */
    const share = (label, key, live = true) => slider(label, key, values[key], refused, why(key), live);
    /** @param {string} label @param {string} key @param {[string | number, string][]} choices @param {(value: string) => Setting} read */
    const choice = (label, key, choices, read) => row(label, why(key), select(choices, values[key], (value) => save({ [key]: read(value) }), fixed.includes(key), label));

    const [from, to] = [values["board.night_from_h"], values["board.night_to_h"]];
    const nightFixed = why("board.night_from_h") || why("board.night_to_h");
    /** @type {[string | number, string][]} */
    const hours = HOURS.map((hour) => [hour, say.oClock(hour)]);
    const NONE = "";
    const begin = select([[NONE, say.noNight], ...hours], from === to ? NONE : from, () => night(), Boolean(nightFixed), `${say.night}, ${say.from}`);
    const end = select(hours, from === to ? 7 : to, () => night(), Boolean(nightFixed), `${say.night}, ${say.to}`);
    const until = h("span", { class: "until" }, h("span", { text: say.to }), end);
    const night = () => {
      const none = begin.value === NONE || begin.value === end.value;
      toggle(until, "hidden", begin.value === NONE);
      save({ "board.night_from_h": none ? 0 : Number(begin.value), "board.night_to_h": none ? 0 : Number(end.value) });
    };
    toggle(until, "hidden", from === to);

    /** Saves a setting that applies after a restart of the board. @param {Record<string, Setting>} set */
    const later = async (set) => {
      const fault = await settled(set);
      setText(message, fault || say.saved);
      toggle(message, "data-fault", fault);
      if (fault) draw();
    };
    const hasInputs = page.state?.devices.some(({ name, address }) => name === "buttons" && address.startsWith("serial:"));
    const inputs = JSON.stringify(values["buttons.inputs"]);
    const wired = inputs === "{}" ? "none" : inputs === JSON.stringify(now.dials) ? "dials" : "other";
    /** @param {NonNullable<import("../core/page.d.ts").Openings["first"][0]>} how */
    const instead = (how) => {
      dialog.close();
      page.open("first", how);
    };
    const off = values["web.screen_off_s"];
    const speaker = values["voice.speaker"];
    const colors = [...values["game.colors"], ...COLORS.filter((each) => !values["game.colors"].includes(each))];
    /** @param {number} side @param {string} color */
    const recolor = (side, color) => {
      const other = colors.indexOf(color);
      [colors[side], colors[other]] = [colors[other], colors[side]];
      pickers.forEach((each, n) => { each.value = colors[n]; });
      save({ "game.colors": colors });
    };
    /** @type {[string | number, string][]} */
    const named = COLORS.map((each) => [each, words.setup.colors[each]]);
    const pickers = Array.from({ length: Math.min(sides, COLORS.length) }, (_, side) =>
      select(named, colors[side], (value) => recolor(side, value), fixed.includes("game.colors"), `${say.colors}, ${say.side(side + 1)}`));
    /** @type {HTMLInputElement} */
    const aloud = h("input", {
      type: "checkbox", checked: speaker !== "none", disabled: fixed.includes("voice.speaker"),
      onchange: () => save({ "voice.speaker": aloud.checked ? "auto" : "none" }),
    });
    const sound = values["voice.device"];
    const devices = withNow([["default", say.soundDefault], ...sounds.map((each) => /** @type {[string, string]} */ ([each.address, each.name]))], sound, sound);
    /** @type {HTMLButtonElement} */
    const listen = h("button", { type: "button", text: say.soundTest, onclick: async () => {
      listen.disabled = true; // one sentence at a time
      const fault = await trySound();
      listen.disabled = false;
      setText(message, fault || say.soundSaid);
      toggle(message, "data-fault", fault);
    } });
    const address = values["camera.source"];
    const names = regulars(values["game.regulars"], why("game.regulars"), (wanted) => save({ "game.regulars": wanted }));
    if (lettersWanted()) {
      lettered?.remove();
      lettered = letters(dialog, [find(names, "input")], []);
    }
    return {
      board: [
        share(say.brightness, "board.brightness"),
        row(say.night, nightFixed, begin, until), share(say.nightBrightness, "board.night_brightness"),
        row(say.layout, why("board.layout"), h("span", { class: "value", text: values["board.layout"] }), h("button", { type: "button", class: "to-layout", text: say.change, onclick: () => instead({ step: "board" }) })),
        ...(hasInputs ? [row(say.dials, why("buttons.inputs"), select(
          withNow([["none", say.noDials], ["dials", say.twoDials]], wired, say.otherDials), wired,
          (value) => later({ "buttons.inputs": value === "dials" ? now.dials : {} }), fixed.includes("buttons.inputs"), say.dials))] : []),
        row(say.boardLanguage, why("language"), select([["auto", say.auto], ...Object.entries(LANGUAGES)], values.language, (tag) => later({ language: tag }), fixed.includes("language"), say.boardLanguage)),
        choice(say.screenOff, "web.screen_off_s", withNow([[0, say.never], ...MINUTES.map((n) => /** @type {[number, string]} */ ([60 * n, say.minutes(n)]))], off, seconds(off)), Number),
        h("button", { type: "button", class: "set-up", text: say.setUp, onclick: () => instead({}) }),
      ],
      sound: [
        h("label", { class: "row" }, h("span", { text: say.speaker }), h("span", { class: "controls" }, aloud), h("small", { text: why("voice.speaker") })), share(say.volume, "voice.volume", false),
        row(say.sound, why("voice.device"), select(devices, sound, (value) => save({ "voice.device": value }), fixed.includes("voice.device"), say.sound), listen),
      ],
      camera: [
        choice(say.camera, "camera.source", withNow([["auto", say.auto], ["none", say.noCamera], ...cameras.map((each) => /** @type {[string, string]} */ ([each.address, each.name]))], address, address), String),
        choice(say.rotation, "camera.rotation", ROTATIONS.map((n) => [n, say.degrees(n)]), Number),
        choice(say.deck, "camera.deck", [["auto", say.auto], ...Object.entries(say.decks)], String),
        row(say.watch, why("camera.watch"), select([["off", say.watchOff], ["on", say.watchOn]], values["camera.watch"] ? "on" : "off", (value) => save({ "camera.watch": value === "on" }), fixed.includes("camera.watch"), say.watch)),
      ],
      games: [
        choice(say.pace, "game.pace_s", withNow(Object.entries(say.paces).map(([n, text]) => [Number(n), text]), values["game.pace_s"], seconds(values["game.pace_s"])), Number),
        choice(say.commit, "buttons.commit_s", withNow(COMMITS.map((n) => [n, seconds(n)]), values["buttons.commit_s"], seconds(values["buttons.commit_s"])), Number),
        row(say.colors, why("game.colors"), ...pickers),
        names,
      ],
      machine: [network.node, hall(), backup, machine()],
    };
  }

  return {
    /** @param {Tab} [tab] */
    async open(tab = "here") {
      setText(message, "");
      parts.choose(tab);
      // Drawn before it is shown, so that nothing moves under the finger.
      await Promise.race([draw(), new Promise((done) => { setTimeout(done, PATIENCE_MS); })]);
      open(dialog);
    },
  };
}
