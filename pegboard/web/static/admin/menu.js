// The menu: the voice, what is connected, the keys, the whole log, the record.

import { h, byId, onChange } from "../core/dom.js";
import { frame, open } from "../core/dialog.js";
import { keyMap } from "../play/keys.js";
import { sealFacts } from "../play/seal.js";
import { inLanguage, words } from "../core/words.js";

const PRESSES = { ok: words.ok, undo: words.undo, count: words.countKey };

const pressName = (press, seats) =>
  PRESSES[press] ?? `${seats[press[0]]?.name ?? press[0]} ${press.slice(1).replace("-", "−")}`;

function device({ name, address, ok, says }) {
  return h("li", { "data-ok": ok },
    h("b", { text: words.deviceNames[name] ?? name }), h("span", { class: "state", text: ok ? words.works : words.fails }),
    h("span", { class: "says", text: [address, says].filter(Boolean).join(" – ") }));
}

let doctor = null;
async function checkUp() {
  try {
    doctor ??= (await import("./doctor.js")).doctorView();
    (await doctor).open();
  } catch {
    doctor = null; // without a connection there is nothing to look at
  }
}

/** The menu; `voice` is told when it is switched. */
export function menu(voice, setUpCamera, review, phones, backup, begin) {
  const dialog = byId("menu");
  const own = h("section");
  const drawOwn = async () => {
    try {
      const { settings } = await import("./settings.js");
      if (!own.firstChild) own.replaceChildren(h("h3", { text: words.voice }), ...settings(voice));
    } catch {
      // Without a connection the rest of the menu is there all the same.
    }
  };
  const devices = h("ul", { class: "devices" });
  const keys = h("ul", { class: "keymap" });
  const log = h("ol", { class: "whole-log" });
  const shuffle = h("div");
  const heading = h("h3", { text: words.seal.title, tabindex: -1 });
  const instead = (act) => () => {
    dialog.close();
    act();
  };
  frame(dialog, words.menuTitle, [
    h("section", { class: "begin" },
      h("button", { type: "button", class: "to-home", onclick: instead(() => begin.home()) }, words.home.title),
      h("button", { type: "button", class: "to-learn", onclick: instead(() => begin.learn()) }, words.home.learn),
      h("a", { href: inLanguage("/rules"), class: "to-rules" }, words.rules, " ", h("kbd", { text: "?" }))),
    own,
    h("section", {}, h("h3", { text: words.devices }), devices,
      h("button", { type: "button", class: "setup", onclick: () => { dialog.close(); setUpCamera(); } }, words.camera.open),
      h("button", { type: "button", class: "setup", onclick: () => { dialog.close(); checkUp(); } }, words.doctor.open),
      h("button", { type: "button", class: "setup phones", onclick: () => { dialog.close(); phones(); } }, words.company.open),
      h("button", { type: "button", class: "setup backup", onclick: () => { dialog.close(); backup(); } }, words.backup)),
    h("section", {}, h("h3", { text: words.log }), log,
      h("p", {}, h("button", { type: "button", class: "review", onclick: () => { dialog.close(); review(); } }, words.review.open)),
      h("p", {}, h("a", { href: "/history" }, words.history)),
      h("p", {}, h("a", { href: "/api/record", target: "_blank", rel: "noopener" }, words.record))),
    h("section", {}, heading, shuffle),
    h("section", {}, h("h3", { text: words.keyboard }), h("p", { text: words.keyboardHint }), keys),
  ]);

  const drawDevices = onChange((list) => devices.replaceChildren(...list.map(device)));
  const drawKeys = onChange((seats) => keys.replaceChildren(...keyMap(seats.length).map(([key, press]) =>
    h("li", {}, h("kbd", { text: key }), h("span", { text: pressName(press, seats) })))));
  const drawLog = onChange((lines) => log.replaceChildren(...lines.map((text) => h("li", { text }))));
  const drawShuffle = onChange((facts) => shuffle.replaceChildren(...sealFacts(facts)));
  return {
    open() {
      open(dialog);
      drawOwn();
    },
    /** Open at the section about the shuffle. */
    openShuffle() {
      open(dialog);
      heading.focus();
    },
    show(state) {
      drawDevices(state.devices);
      drawKeys(state.seats.map(({ name }) => ({ name })));
      drawLog(state.log);
      drawShuffle(state.shuffle ?? null);
    },
  };
}
