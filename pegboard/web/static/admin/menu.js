// The menu: the voice, what is connected, the keys, the whole log, the record.

import { dialogById, h, onChange } from "../core/dom.js";
import { frame, open } from "../core/dialog.js";
import { inLanguage, words } from "../core/words.js";
import { keyMap } from "../play/keys.js";
import { sealFacts } from "../play/seal.js";

/** @import { Openings, Page, View } from "../core/page.d.ts" */
/** @import { Device, LogLine, SeatInfo, Shuffle } from "../core/protocol.d.ts" */

/** @type {Record<string, string>} */
const PRESSES = { ok: words.ok, undo: words.undo, count: words.countKey };

/** @param {string} press @param {Pick<SeatInfo, "name">[]} seats */
const pressName = (press, seats) =>
  PRESSES[press] ?? `${seats[Number(press.charAt(0))]?.name ?? press.charAt(0)} ${press.slice(1).replace("-", "−")}`;

/** @param {Device} device */
function deviceLine({ name, address, ok, says }) {
  return h("li", { "data-ok": ok },
    h("b", { text: words.deviceNames[name] ?? name }), h("span", { class: "state", text: ok ? words.works : words.fails }),
    h("span", { class: "says", text: [address, says].filter(Boolean).join(" – ") }));
}

/**
 * The dialogue.
 *
 * @param {Page} page
 * @returns {View}
 */
export function view(page) {
  const dialog = dialogById("menu");
  const own = h("section");
  const drawOwn = async () => {
    try {
      const { settings } = await import("./settings.js");
      if (!own.firstChild) own.replaceChildren(h("h3", { text: words.voice }), ...settings(page.voice));
    } catch {
      // Without a connection the rest of the menu is there all the same.
    }
  };
  const devices = h("ul", { class: "devices" });
  const keys = h("ul", { class: "keymap" });
  const log = h("ol", { class: "whole-log", tabindex: 0, "aria-label": words.scoring.logKey });
  const shuffle = h("div");
  const heading = h("h3", { text: words.seal.title, tabindex: -1 });

  /**
   * A button that opens another dialogue in place of the menu.
   *
   * @param {"camera" | "doctor" | "home" | "keeping" | "learn" | "phones" | "review"} name
   * @param {string} kind
   * @param {string} text
   */
  const instead = (name, kind, text) => h("button", {
    type: "button", class: kind, onclick: () => { dialog.close(); page.open(name); },
  }, text);

  frame(dialog, words.menuTitle, [
    h("section", { class: "begin" },
      instead("home", "to-home", words.home.title), instead("learn", "to-learn", words.home.learn),
      h("a", { href: inLanguage("/rules"), class: "to-rules" }, words.rules, " ", h("kbd", { text: "?" }))),
    own,
    h("section", {}, h("h3", { text: words.devices }), devices,
      instead("camera", "setup", words.camera.open), instead("doctor", "setup", words.doctor.open),
      instead("phones", "setup phones", words.company.open), instead("keeping", "setup backup", words.backup)),
    h("section", {}, h("h3", { text: words.log }), log,
      h("p", {}, instead("review", "review", words.review.open)),
      h("p", {}, h("a", { href: "/history" }, words.history)),
      h("p", {}, h("a", { href: "/api/record", target: "_blank", rel: "noopener" }, words.record))),
    h("section", {}, heading, shuffle),
    h("section", {}, h("h3", { text: words.keyboard }), h("p", { text: words.keyboardHint }), keys),
  ]);

  const drawDevices = onChange((/** @type {Device[]} */ list) => devices.replaceChildren(...list.map(deviceLine)));
  const drawKeys = onChange((/** @type {Pick<SeatInfo, "name">[]} */ seats) => keys.replaceChildren(...keyMap(seats.length).map(([key, press]) =>
    h("li", {}, h("kbd", { text: key }), h("span", { text: pressName(press, seats) })))));
  const drawLog = onChange((/** @type {LogLine[]} */ lines) => log.replaceChildren(...lines.map(({ text }) => h("li", { text }))));
  const drawShuffle = onChange((/** @type {Shuffle | null} */ facts) => shuffle.replaceChildren(...sealFacts(facts)));
  return {
    /** Opens it, at the section about the shuffle if that is wanted. @param {Openings["menu"]} part */
    open(...[part]) {
      open(dialog);
      if (part === "shuffle") heading.focus();
      else drawOwn();
    },
    show(state) {
      drawDevices(state.devices);
      drawKeys(state.seats.map(({ name }) => ({ name })));
      drawLog(state.log);
      drawShuffle(state.shuffle);
    },
  };
}
