// Set-up of the board: its layout, its LED driver, and a test that the right LEDs light up.

import "../board/board.js";
import { h, toggle } from "../core/dom.js";
import { ask } from "../core/http.js";
import { language, words } from "../core/words.js";
import { settings, settled } from "../admin/board_settings.js";

/** @import { PegBoard } from "../board/board.js" */
/** @import { BoardLayout, Step, StripOffer, Tools } from "./steps.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const { board: say } = (await import(`./words/${language}.js`)).words;
const LAYOUT = "board.layout", STRIP = "board.strip", ORDER = "board.order";
const ADDRESS = "/api/settings/lights";
/** Colours sent to the rows of the first two tracks; the third follows. */
const SENT = "RG";
const ALL = "RGB";

/**
 * The colour order of the LEDs, from the colours seen for red and for green.
 *
 * @param {string} configured the colour order in which they were sent
 * @param {string[]} seen
 */
export function orderOf(configured, seen) {
  const left = [...ALL].find((color) => !seen.includes(color)) ?? "";
  const shown = /** @type {Record<string, string>} */ ({ R: seen[0], G: seen[1], B: left });
  return [...configured].map((color) => shown[color]).join("");
}

/** @param {Tools} tools @returns {Step} */
export function board(tools) {
  const { page, refuse, onward } = tools;
  /** @type {{ layout: string, strip: string }} */
  const chosen = { layout: "", strip: "" };
  const chooses = h("div", { class: "chooses" });
  const tries = h("div", { class: "tries", hidden: true });
  /** Reasons why possible strips of this machine do not work. @type {string[]} */
  let problems = [];
  let lit = false;
  let left = false;

  const strip = () => page.state?.devices.find(({ name }) => name === "strip");
  const isSimulated = () => strip()?.address === "memory:";

  /** @param {BoardLayout} layout */
  const described = ({ tracks, leds_per_m: dense, width_mm: wide, height_mm: high, name }) =>
    [h("b", { text: say.tracks(tracks) }), h("small", { text: [say.size(Math.round(wide), Math.round(high)), dense && say.dense(dense), name.endsWith("scoreboard") && say.scoreboard, name.endsWith(".toml") && say.own].filter(Boolean).join(", ") })];

  async function draw() {
    const now = /** @type {{ values: Record<string, string>, fixed: string[], file: string, layouts: BoardLayout[], strips: StripOffer[] } | null} */ (/** @type {unknown} */ (await settings()));
    if (!now || left) return false;
    [chosen.layout, chosen.strip] = [now.values[LAYOUT], now.values[STRIP]];
    problems = now.strips.filter(({ problem }) => problem).map(({ address, problem }) => `${say.strips[address] ?? address}: ${problem}`);
    /** @param {string} key */
    const why = (key) => (now.fixed.includes(key) ? say.fixed(now.file) : "");
    const boards = h("fieldset", { class: "choice layouts" }, h("legend", { text: why(LAYOUT) || say.which }), ...now.layouts.map((layout) => h("label", {},
      h("input", { type: "radio", name: "layout", value: layout.name, checked: layout.name === chosen.layout, disabled: now.fixed.includes(LAYOUT), onchange: () => { chosen.layout = layout.name; refuse(""); } }),
      h("span", {}, ...described(layout)))));
    const strips = h("fieldset", { class: "choice strips" }, h("legend", { text: why(STRIP) || say.driven }), ...now.strips.map(({ address, problem }) => h("label", { title: problem },
      h("input", { type: "radio", name: "strip", value: address, checked: address === chosen.strip, disabled: now.fixed.includes(STRIP), onchange: () => { chosen.strip = address; refuse(problem); } }),
      h("span", {}, h("b", { text: say.strips[address] ?? address }), problem ? h("small", { text: say.notThere }) : ""))));
    chooses.replaceChildren(boards, strips);
    toggle(chooses, "hidden", false);
    toggle(tries, "hidden", true);
    return true;
  }

  const offer = () => tools.offer({ text: say.test, does: test });
  /** Shows the choice again. */
  const choose = async () => { if (await draw()) offer(); };

  /** Saves the choice, waits until the board applies it, and lights the rows. */
  async function test() {
    tools.offer({ text: say.wait, disabled: true });
    refuse("");
    const now = await settings();
    const fault = now === null ? words.offline : await settled(Object.fromEntries(
      Object.entries({ [LAYOUT]: chosen.layout, [STRIP]: chosen.strip }).filter(([key, value]) => value && value !== now.values[key] && !now.fixed.includes(key))));
    if (left) return;
    if (fault) {
      refuse(fault);
      offer();
      return;
    }
    await light();
  }

  async function light() {
    tools.offer({ text: say.wait, disabled: true });
    refuse("");
    toggle(chooses, "hidden", true);
    toggle(tries, "hidden", false);
    /** @type {{ ok: boolean, answer: { lamps?: [number, string][], fault?: string } }} */
    let result = { ok: false, answer: { fault: words.offline } };
    try {
      result = await ask(ADDRESS, { on: true });
      lit = result.ok;
    } catch {
      // The error is shown below.
    }
    if (left) return;
    if (!result.ok) {
      tries.replaceChildren(h("p", { class: "problem", role: "alert", text: result.answer.fault ?? words.offline }), list(say.dark), again());
      tools.offer(null);
      return;
    }
    await question(result.answer.lamps ?? []);
  }

  /** @param {string[]} lines */
  const list = (lines) => h("ul", { class: "checks" }, ...lines.map((text) => h("li", { text })));
  /** @param {string} text @param {() => void} onclick */
  const button = (text, onclick, kind = "") => h("button", { type: "button", class: kind, text, onclick });
  const again = () => h("div", { class: "answers" }, button(say.again, light, "again"), button(say.other, choose, "other"));

  /** @param {[number, string][]} lamps */
  async function question(lamps) {
    /** @type {PegBoard} */
    const picture = h("peg-board", { class: "rows" });
    const seen = h("div", { class: "seen" }, picture);
    try {
      const { answer } = /** @type {{ answer: import("../board/layout.d.ts").Layout }} */ (await ask("/api/layout"));
      if (left) return;
      picture.build(answer);
      const frame = new Uint8Array(3 * answer.length);
      for (const [pixel, color] of lamps) frame.set([1, 3, 5].map((n) => Number.parseInt(color.slice(n, n + 2), 16)), 3 * pixel);
      picture.light(frame);
      picture.lights.setAttribute("aria-label", say.picture(lamps.length));
    } catch {
      // The question works without its picture.
    }
    const answers = isSimulated()
      ? [h("p", { class: "asks", text: say.simulated }), ...(problems.length ? [list(problems)] : [])]
      : [h("p", { class: "asks", text: say.ask }), h("div", { class: "answers", role: "group", "aria-label": say.ask },
        button(say.yes, yes, "yes primary"), button(say.none, () => help(say.dark), "none"), button(say.colors, () => colors([]), "colors"), button(say.places, () => help(say.elsewhere), "places"))];
    tries.replaceChildren(seen, h("div", { class: "facts" }, ...answers));
    tools.offer(null);
    /** @type {HTMLElement | null} */ (tries.querySelector(".yes"))?.focus({ preventScroll: true });
  }

  const yes = () => onward();

  /** @param {string[]} lines */
  const help = (lines) => {
    tries.replaceChildren(h("p", { class: "asks", text: say.look }), list(lines), again());
    /** @type {HTMLElement | null} */ (tries.querySelector(".again"))?.focus();
  };

  /** Asks for the colour seen for red, then for green. @param {string[]} seen */
  function colors(seen) {
    if (seen.length === SENT.length) {
      reorder(seen);
      return;
    }
    const asks = say.seen[seen.length];
    const offered = [...ALL].filter((color) => !seen.includes(color));
    tries.replaceChildren(h("p", { class: "asks", text: asks }), h("div", { class: "answers", role: "group", "aria-label": asks },
      ...offered.map((color) => button(say.names[ALL.indexOf(color)], () => colors([...seen, color]), `seen-${color}`)), button(say.mixed, () => help(say.rgbw), "mixed")));
    tries.querySelector("button")?.focus();
  }

  /** @param {string[]} seen */
  async function reorder(seen) {
    const now = await settings();
    const before = now?.values[ORDER] ?? "GRB";
    const order = orderOf(before, seen);
    const fault = now?.fixed.includes(ORDER) ? say.fixed(now.file) : order === before ? "" : await settled({ [ORDER]: order });
    if (left) return;
    if (fault) {
      help(say.dark);
      refuse(fault);
    } else await light();
  }

  return {
    nodes: [chooses, tries],
    ready: draw,
    open: offer,
    close() {
      left = true;
      if (lit) ask(ADDRESS, { on: false }).catch(() => {}); // the board ends it after a minute
    },
  };
}
