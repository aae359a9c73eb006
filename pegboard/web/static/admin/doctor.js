// Problems of this board and their cures: the list of `pegboard doctor`, with buttons for fixes the board can apply.

import { h, setText, style, toggle } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { versionSection } from "./version.js";
import { ask } from "../core/http.js";
import { words } from "../core/words.js";

/** @import { View } from "../core/page.d.ts" */
/** @typedef {{ state: "fault" | "warning" | "info" | "ok" | "not here", name: string, says: string, cure: string, fix: string }} Finding */
/** @typedef {{ ok?: boolean, says?: string, fault?: string, findings?: Finding[] }} Report */

const texts = words.doctor;
const AGAIN_MS = 1500;
const SIGNS = { fault: "✗", warning: "!", info: "i", ok: "✓", "not here": "·" };
/** Program names, which stay in lower case. */
const SMALL = ["gpiod", "lgpio", "picamera2"];
/** Capitalises a name for a heading. @param {string} name */
const titled = (name) => (SMALL.includes(name) ? name : name.charAt(0).toUpperCase() + name.slice(1));
/** @param {Finding} finding */
const wrong = ({ state }) => state === "fault" || state === "warning";

/** Loads the findings; with `fix`, applies it first. @param {string} [fix] @returns {Promise<Report>} */
async function report(fix) {
  try {
    return (await ask("/api/doctor", fix === undefined ? undefined : { fix })).answer;
  } catch {
    return { fault: words.offline };
  }
}

/**
 * A cure, in which backticks mark what to type.
 *
 * @param {string} text
 */
const cure = (text) => text.split("`").map((part, n) => (n % 2 ? h("code", { text: part }) : part));

/**
 * The dialog.
 *
 * @returns {Promise<View>}
 */
export async function view() {
  await style("admin/doctor.css");
  const dialog = dialogue("doctor");
  const summary = h("p", { class: "summary", role: "status" });
  const ill = h("ul", { class: "findings" }), well = h("ul", { class: "findings" });
  const rest = h("details", {}, h("summary", { text: texts.rest }), well);
  const again = h("button", { type: "button", class: "primary", text: texts.again, onclick: () => load() });
  const version = versionSection();
  frame(dialog, texts.title, [summary, ill, rest, version.section], [again]);
  dialog.addEventListener("close", version.leave);

  /** @param {Finding} each */
  const finding = (each) => {
    const done = h("p", { class: "done", role: "status" });
    const button = each.fix
      ? h("button", {
          type: "button", text: texts.fixes[each.fix] ?? each.fix,
          /** @param {{ currentTarget: HTMLButtonElement }} event */
          onclick: async ({ currentTarget: pressed }) => {
            pressed.disabled = true;
            const answer = await report(each.fix);
            setText(done, answer.says ?? answer.fault ?? "");
            if (answer.ok) setTimeout(load, AGAIN_MS);
            else pressed.disabled = false;
          },
        })
      : null;
    return h("li", { "data-state": each.state },
      h("span", { class: "sign", "aria-hidden": "true", text: SIGNS[each.state] }),
      h("b", {}, titled(each.name), h("span", { class: "unseen", text: ` – ${texts.states[each.state]}` })),
      h("p", { text: each.says }),
      each.cure ? h("p", { class: "cure" }, ...cure(each.cure)) : "", button ?? "", done);
  };

  async function load() {
    again.disabled = true;
    setText(summary, texts.looking);
    const { findings = [], fault } = await report();
    again.disabled = false;
    const found = findings.filter(wrong);
    setText(summary, fault ?? (found.length ? texts.found(found.length) : texts.nothing));
    ill.replaceChildren(...found.map(finding));
    well.replaceChildren(...findings.filter((each) => !wrong(each)).map(finding));
    toggle(rest, "hidden", findings.length === 0);
  }

  return {
    open() {
      open(dialog);
      load();
      version.look();
    },
  };
}
