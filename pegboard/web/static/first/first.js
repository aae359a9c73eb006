// The set-up of the board: a welcome screen, then six steps, each of which can be skipped and repeated
// from the settings. It works by touch alone.

import { find, h, setText, style, toggle } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { ask } from "../core/http.js";
import { interrupted, postpone, remember } from "../core/setting_up.js";
import { language, words } from "../core/words.js";
import { board } from "./board.js";
import { camera } from "./camera.js";
import { languages } from "./languages.js";
import { phones } from "./phones.js";
import { names } from "./names.js";
import { voice } from "./voice.js";
import { hello } from "./welcome.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { State } from "../core/protocol.d.ts" */
/** @import { Act, Step, Steps, Tools } from "./steps.d.ts" */

/** @type {import("./words/words.d.ts").Words} */
const say = (await import(`./words/${language}.js`)).words;

/** A step is shown after this time even if the board has not answered. */
const PATIENCE_MS = 400;
/** The steps, in order. */
const MADE = { language: languages, names, phones, camera, board, voice };
/** @type {(keyof Steps)[]} */
const ORDER = /** @type {(keyof Steps)[]} */ (Object.keys(MADE));

/**
 * The dialog.
 *
 * @param {Page} page
 * @returns {Promise<View>}
 */
export async function view(page) {
  await Promise.all([style("admin/camera.css"), style("first/first.css")]);
  const dialog = dialogue("first");
  const place = h("div", { class: "place" });
  const count = h("p", { class: "count how" });
  const fault = h("p", { class: "problem", role: "alert" });
  const back = h("button", { type: "button", class: "back", text: say.back, onclick: () => go(at - 1) });
  const skip = h("button", { type: "button", class: "skip-step", onclick: () => (at < 0 ? away() : onward()) });
  const next = h("button", { type: "button", class: "primary", onclick: () => forward() });
  const heading = frame(dialog, "", [place, fault], [back, skip, next]);
  heading.tabIndex = -1;
  heading.after(count);

  /** Index of the current step; -1 for the welcome screen. */
  let at = -1;
  /** Whether a single step was requested. */
  let alone = false;
  /** Whether it opened automatically. */
  let unasked = false;
  /** Postponed while a phone requests pairing. */
  let postponed = false;
  /** Whether somebody has closed it, instead of walking away. */
  let dismissed = false;
  let busy = false;
  let moving = false;
  /** @type {Step | null} */
  let step = null;
  /** @type {State | null} */
  let last = null;

  /** @type {Tools} */
  const tools = {
    page,
    dialog,
    refuse: (text) => setText(fault, text),
    onward: () => onward(),
    anew(then) {
      remember(alone ? "" : ORDER[at + 1] ?? "");
      then();
    },
    offer(act) {
      acts = act;
      setText(next, act?.text ?? usual());
      toggle(next, "disabled", act?.disabled);
    },
  };
  /** The action of the main button if it does not continue. @type {Act | null} */
  let acts = null;
  const usual = () => (at < 0 ? say.begin : alone ? say.done : at + 1 < ORDER.length ? say.next : say.finish);

  function away() {
    dismissed = true;
    dialog.close();
  }

  function leave() {
    step?.close?.();
    step = null;
  }

  /** @param {number} to */
  async function go(to) {
    if (moving) return;
    moving = true;
    for (const button of [back, skip, next]) button.disabled = true;
    const key = ORDER[to];
    const made = key ? MADE[key](tools) : hello(tools);
    // Drawn before it is shown, so that nothing moves under the finger.
    await Promise.race([made.ready?.(), new Promise((done) => { setTimeout(done, PATIENCE_MS); })]);
    moving = false;
    for (const button of [back, skip]) button.disabled = false;
    if (!dialog.open) {
      made.close?.();
      return;
    }
    leave();
    at = Math.max(-1, to);
    setText(fault, "");
    dialog.dataset.step = key ?? "hello";
    if (!alone) remember(key ?? "");
    setText(heading, key ? say.steps[key] : say.title);
    setText(count, key && !alone ? say.of(at + 1, ORDER.length) : "");
    toggle(back, "hidden", at < 0 || alone);
    toggle(skip, "hidden", alone);
    setText(skip, at < 0 ? say.later : say.skip);
    tools.offer(null);
    step = made;
    place.replaceChildren(...made.nodes);
    dialog.querySelector(".body")?.scrollTo(0, 0);
    heading.focus({ preventScroll: true });
    made.open?.();
  }

  /** Saves the entries and continues. */
  async function forward() {
    if (busy || moving) return;
    if (acts?.does) {
      acts.does();
      return;
    }
    busy = true;
    const refusal = (await step?.keep?.()) ?? "";
    busy = false;
    setText(fault, refusal);
    if (!refusal) onward();
  }

  function onward() {
    if (!dialog.open) return;
    if (alone) dialog.close();
    else if (at + 1 < ORDER.length) go(at + 1);
    else finish();
  }

  async function finish() {
    if (page.state?.first_start) {
      try {
        const { ok, answer } = /** @type {{ ok: boolean, answer: { fault?: string } }} */ (await ask("/api/settings/first-start", {}));
        if (!ok) {
          setText(fault, answer.fault ?? words.offline);
          return;
        }
      } catch {
        setText(fault, words.offline);
        return;
      }
    }
    away();
  }

  const dismiss = () => { dismissed = true; };
  dialog.addEventListener("cancel", dismiss);
  find(dialog, ".close").addEventListener("click", dismiss);
  dialog.addEventListener("close", () => {
    leave();
    if (postponed || !(dismissed || alone)) return; // abandoned: it reopens at this step
    dismissed = false;
    remember("");
    postpone(true);
    if (!alone && page.state?.inviting) page.open("home");
  });

  /** @param {State} state */
  function show(state) {
    const taken = unasked && last?.inviting && !state.inviting; // a game has started, here or elsewhere
    const asks = state.asking.length > 0;
    if (dialog.open && (taken || asks)) {
      postponed = asks && !taken;
      dialog.close();
    } else if (postponed && !asks) {
      postponed = false;
      start(ORDER[at]);
    }
    // A page that reloaded in the middle continues, unless a game has started.
    if (last === null && interrupted()) {
      if (state.you.role === "board" && (state.inviting || !state.first_start)) {
        unasked = state.first_start;
        start(interrupted());
      } else remember("");
    }
    last = state;
    step?.show?.(state);
  }

  /** @param {string | undefined} key */
  async function start(key) {
    if (dialog.open) return;
    open(dialog);
    await go(key ? ORDER.indexOf(/** @type {keyof Steps} */ (key)) : -1);
  }

  return {
    /** @param {{ step?: keyof Steps, unasked?: boolean }} [how] */
    async open(how = {}) {
      alone = how.step !== undefined;
      unasked = how.unasked ?? false;
      // Opened again from the settings, it starts at the first step.
      await start(how.step ?? (page.state?.first_start ? interrupted() : ""));
    },
    show,
  };
}
