// This phone asks to be let in: with the code of a QR, with six digits, or with neither where the
// board has no page of its own; then somebody at the board says yes.

import { h, setText, toggle } from "../core/dom.js";
import { style } from "./company.js";
import { frame, open } from "../core/dialog.js";
import { inLanguage, words } from "../core/words.js";

const say = words.company;
const NAME = "pegboard.name";
const ASK_AGAIN_MS = 1000;
const PIN_LENGTH = 6;

const usualName = () => {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
};
const keepName = (name) => {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // Then it is asked for again.
  }
};

async function post(path, body) {
  try {
    const answer = await fetch(inLanguage(path), {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, error: words.offline };
  }
}

/** The dialogue; `open(code)` begins with a code, or asks for the PIN. */
export function pairing() {
  style("admin/company.css");
  const dialog = h("dialog", { id: "pair", "aria-labelledby": "pair-title" });
  document.body.append(dialog);
  const name = h("input", { type: "text", maxlength: 24, autocomplete: "nickname", value: usualName(), placeholder: say.namePlace });
  const pin = h("input", {
    type: "text", inputmode: "numeric", pattern: "[0-9 ]*", autocomplete: "one-time-code", maxlength: 7, class: "pin", placeholder: "000000",
  });
  const forPin = h("label", {}, h("span", { text: say.pin }), pin, h("small", { class: "how", text: say.pinHint }));
  const problem = h("p", { class: "problem", role: "alert" });
  const waiting = h("p", { class: "waiting", role: "status", hidden: true });
  const go = h("button", { type: "submit", form: "pair-form", class: "primary" }, say.ask);
  const without = h("button", { type: "button", class: "plain", onclick: () => ask("") }, say.noCode);
  const form = h("form", { id: "pair-form", onsubmit: (event) => { event.preventDefault(); ask(code || pin.value); } },
    h("label", {}, h("span", { text: say.yourName }), name), forPin);
  frame(dialog, say.pairTitle, [h("p", { class: "how", text: say.pairHint }), form, problem, waiting], [without, go]);
  let code = "";
  let request = "";

  const ready = () => { go.disabled = request !== "" || (!code && pin.value.replace(/\D/g, "").length !== PIN_LENGTH); };
  pin.addEventListener("input", ready);

  const show = (text, isProblem) => {
    setText(problem, isProblem ? text : "");
    setText(waiting, isProblem ? "" : text);
    toggle(waiting, "hidden", isProblem || !text);
    toggle(form, "hidden", !isProblem && Boolean(text));
    toggle(without, "hidden", Boolean(code) || request !== "");
    toggle(go, "hidden", request !== "");
    ready();
  };

  async function ask(given) {
    keepName(name.value.trim());
    const answer = await post("/api/pair", { name: name.value, code: given.replace(/\s/g, "") });
    if (answer.status !== 202) {
      code = ""; // it is good for one try
      toggle(forPin, "hidden", false);
      show(answer.error, true);
      return;
    }
    request = answer.request;
    show(`${answer.says} ${say.waits(answer.name)}`, false);
    wait();
  }

  async function wait() {
    const answer = await post("/api/pair/answer", { request });
    if (answer.status === 200) {
      location.reload(); // the socket shows the new cookie, and every view begins anew
    } else if (answer.status === 202 || answer.status === 0) {
      setTimeout(wait, ASK_AGAIN_MS);
    } else {
      request = "";
      show(answer.error, true);
    }
  }

  return {
    open(given = "") {
      code = given;
      history.replaceState(null, "", location.pathname + location.search); // it is good for one try
      toggle(forPin, "hidden", Boolean(code));
      if (!request) show("", true);
      open(dialog);
      (name.value ? (code ? go : pin) : name).focus();
    },
  };
}
