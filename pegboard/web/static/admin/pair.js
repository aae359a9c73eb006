// Pairing of this phone: with the code of a QR code, with six digits, or with neither if the board
// has no page of its own; somebody at the board confirms.

import { h, setText, style, toggle } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { ask as askBoard } from "../core/http.js";
import { store, stored } from "../core/storage.js";
import { words } from "../core/words.js";

/** @import { View } from "../core/page.d.ts" */
/** Answers of /api/pair and /api/pair/answer. @typedef {{ request: string, name: string, says: string, error: string }} Told */

const texts = words.company;
const ASK_AGAIN_MS = 1000;
const PIN_LENGTH = 6;

/**
 * Requests JSON from the board; status 0 if it is out of reach.
 *
 * @param {string} path
 * @param {object} body
 * @returns {Promise<{ status: number, answer: Partial<Told> }>}
 */
async function post(path, body) {
  try {
    return await askBoard(path, body);
  } catch {
    return { status: 0, answer: { error: words.offline } };
  }
}

/**
 * The dialog; `open(code)` starts with a code, or asks for the PIN.
 *
 * @returns {View}
 */
export function view() {
  style("admin/company.css");
  const dialog = dialogue("pair");
  const name = h("input", { type: "text", maxlength: 24, autocomplete: "nickname", value: stored("name", ""), placeholder: texts.namePlace });
  const pin = h("input", {
    type: "text", inputmode: "numeric", pattern: "[0-9 ]*", autocomplete: "one-time-code", maxlength: 7, class: "pin", placeholder: "000000",
  });
  const forPin = h("label", {}, h("span", { text: texts.pin }), pin, h("small", { class: "how", text: texts.pinHint }));
  const problem = h("p", { class: "problem", role: "alert" });
  const waiting = h("p", { class: "waiting", role: "status", hidden: true });
  const go = h("button", { type: "submit", form: "pair-form", class: "primary" }, texts.ask);
  const without = h("button", { type: "button", class: "plain", onclick: () => ask("") }, texts.noCode);
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    ask(code || pin.value);
  };
  const form = h("form", { id: "pair-form", onsubmit: submit }, h("label", {}, h("span", { text: texts.yourName }), name), forPin);
  frame(dialog, texts.pairTitle, [h("p", { class: "how", text: texts.pairHint }), form, problem, waiting], [without, go]);
  let code = "";
  let request = "";

  const ready = () => { go.disabled = request !== "" || (!code && pin.value.replace(/\D/g, "").length !== PIN_LENGTH); };
  pin.addEventListener("input", ready);

  /** @param {string} text @param {boolean} isProblem */
  const show = (text, isProblem) => {
    setText(problem, isProblem ? text : "");
    setText(waiting, isProblem ? "" : text);
    toggle(waiting, "hidden", isProblem || !text);
    toggle(form, "hidden", !isProblem && text);
    toggle(without, "hidden", code || request !== "");
    toggle(go, "hidden", request !== "");
    ready();
  };

  /** @param {string} given */
  async function ask(given) {
    store("name", name.value.trim());
    const { status, answer } = await post("/api/pair", { name: name.value, code: given.replace(/\s/g, "") });
    if (status !== 202) {
      code = ""; // each code is valid for one attempt
      toggle(forPin, "hidden", false);
      show(answer.error ?? "", true);
      return;
    }
    request = answer.request ?? "";
    show(`${answer.says} ${texts.waits(answer.name ?? "")}`, false);
    wait();
  }

  async function wait() {
    const { status, answer } = await post("/api/pair/answer", { request });
    if (status === 200) {
      location.reload(); // the new socket sends the cookie, and every view starts over
    } else if (status === 202 || status === 0) {
      setTimeout(wait, ASK_AGAIN_MS);
    } else {
      request = "";
      show(answer.error ?? "", true);
    }
  }

  return {
    open(given = "") {
      code = given;
      history.replaceState(null, "", location.pathname + location.search); // each code is valid for one attempt
      toggle(forPin, "hidden", code);
      if (!request) show("", true);
      open(dialog);
      (name.value ? (code ? go : pin) : name).focus();
    },
  };
}
