// Camera set-up: four tasks and a result, each with live figures and one action.

import { dialogById, h, s, setText, style, toggle } from "../core/dom.js";
import { cardName, cardView } from "../core/cards.js";
import { frame, open } from "../core/dialog.js";
import { ask as askBoard } from "../core/http.js";
import { words } from "../core/words.js";
import { change } from "./board_settings.js";
import { rows, wanting } from "./figures.js";
import { places } from "./places.js";

/** @import { Page, View } from "../core/page.d.ts" */
/** @import { CameraAnswer, CameraReport, CameraWish, Picture, StepKey, Verdict } from "./camera_check.d.ts" */

/** @type {StepKey[]} */
const STEPS = ["place", "focus", "light", "read", "result"];
const PAUSE_MS = 350;
const BUSY_MS = 1000;
const SAY_MS = 1200;
const NEAREST_M = 0.05;
const FAR_M = 10;
const texts = words.camera;

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The guided set-up; it polls the board for pictures while it is open.
 *
 * @param {Page} board
 * @returns {Promise<View>}
 */
export async function view(board) {
  await style("admin/camera.css");
  const dialog = dialogById("camera");
  const numbers = STEPS.map((_, n) => h("span", { text: n + 1 }));
  const steps = STEPS.map((key, n) => h("li", { "data-step": key }, numbers[n], texts.steps[key]));
  const task = h("p", { class: "task" }), cure = h("p", { class: "cure" }), note = h("p", { class: "how" });
  const spoken = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
  const figures = h("ul", { class: "figures" });
  const sharp = h("button", { type: "button", class: "sharp", onclick: () => keepFocus() });
  const court = ["AS", "KH", "QC", "JD"].map((card) => cardView(card));
  const letters = h("figure", { class: "letters" }, h("figcaption", { text: texts.letters }), ...court);
  const dots = h("ol", { class: "readings", "aria-hidden": "true" });
  const image = h("img", { alt: "" }), outlines = s("svg", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
  const seats = places(() => {
    if (STEPS[at] === "read" || STEPS[at] === "result") wish = "again"; // read the cards as they lie now
  });
  const shown = h("figure", { class: "view" }, image, outlines, seats.names);
  const back = h("button", { type: "button", text: texts.back, onclick: () => go(at - 1) });
  const other = h("button", { type: "button", onclick: () => repeat() });
  const next = h("button", { type: "button", class: "primary", onclick: () => (at + 1 < STEPS.length ? go(at + 1) : dialog.close()) });
  frame(dialog, texts.title, [
    h("ol", { class: "steps" }, ...steps), h("div", { class: "seen" }, shown, seats.controls),
    h("div", { class: "facts" }, task, cure, dots, figures, letters, sharp, note), spoken,
  ], [back, other, next]);
  const drawFigures = rows(figures);

  let at = 0, run = 0, sayTimer = 0;
  /** @type {CameraWish} */
  let wish = "start";
  let refused = "";
  /** The latest report, plus any current problem. @type {(CameraReport & CameraAnswer) | null} */
  let report = null;
  const page = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("-");

  /** @param {number} step */
  function go(step) {
    at = Math.max(0, step);
    if (STEPS[at] === "read") wish = "again";
    draw();
  }

  function repeat() {
    wish = report?.live === false ? "next" : "again";
    if (wish === "again" || STEPS[at] === "result") at = report?.live === false ? 0 : STEPS.indexOf("read");
    draw();
  }

  /** Fixes the focus at its current distance, or turns autofocus back on. */
  async function keepFocus() {
    const focus = report?.focus;
    if (!focus) return;
    sharp.disabled = true;
    refused = await change({ "camera.focus_m": focus.fixed ? 0 : Math.max(NEAREST_M, focus.metres) });
    sharp.disabled = false;
    if (report?.focus && !refused) report.focus.fixed = !focus.fixed;
    draw();
  }

  /** @param {string} text */
  function announce(text) {
    clearTimeout(sayTimer);
    sayTimer = setTimeout(() => setText(spoken, text), SAY_MS); // rapidly changing figures are not announced
  }

  const passed = () => report?.passed ?? null;
  /** @param {StepKey} key */
  const stepOf = (key) => report?.steps?.find((step) => step.key === key);

  /** @param {StepKey} key @returns {Verdict | null} */
  function verdictOf(key) {
    if (key === "read" || key === "result") return passed() === null ? null : passed() ? "good" : "bad";
    return stepOf(key)?.verdict ?? null;
  }

  function draw() {
    const key = STEPS[at];
    steps.forEach((node, n) => {
      const verdict = n <= at || passed() !== null ? verdictOf(STEPS[n]) : null;
      if (n === at) node.setAttribute("aria-current", "step"); else node.removeAttribute("aria-current");
      node.dataset.verdict = verdict ?? "";
      setText(numbers[n], n !== at && verdict ? texts.signs[verdict] : String(n + 1));
    });
    const measured = stepOf(key);
    const readings = report?.readings;
    const stopped = report?.fault ?? report?.busy;
    toggle(dots, "hidden", key !== "read" || !readings);
    toggle(figures, "hidden", key === "read" || Boolean(report?.fault));
    if (readings) {
      dots.replaceChildren(...Array.from({ length: readings.of }, (_, n) => h("li", { "data-done": n < readings.done })));
    }
    drawFigures(key === "result" ? wanting(report?.steps ?? []) : measured?.figures ?? []);
    setText(task, key === "result" ? report?.says ?? "" : `${texts.taskNumber(at + 1, STEPS.length - 1)}: ${texts.tasks[key]}`);
    const todo = key === "result" ? report?.cure : key === "read" ? "" : measured?.cure;
    dialog.dataset.result = key === "result" && passed() !== null ? String(passed()) : "";
    const line = stopped ?? (!report ? texts.waiting : todo ? texts.first + todo : key === "read" ? texts.reading(readings?.done ?? 0, readings?.of ?? 10) : report.cure ? "" : texts.fine);
    setText(cure, line);
    cure.dataset.kind = report?.fault ? "bad" : stopped || !report ? "wait" : todo ? measured?.verdict ?? "bad" : "good";
    const focus = key === "focus" && !stopped ? report?.focus : null;
    const distance = !focus ? "" : focus.metres < FAR_M ? `${Math.round(100 * focus.metres)} cm` : "∞";
    toggle(sharp, "hidden", !focus);
    setText(sharp, focus?.fixed ? texts.freeFocus : texts.keepFocus(distance));
    setText(note, focus && refused ? refused : focus?.fixed ? texts.focusFixed(distance) : report?.simulated ? texts.simulated : report?.live === false ? texts.still : "");
    const pack = key === "result" && report?.pack?.is_read ? report.pack : null;
    toggle(letters, "hidden", !pack);
    for (const card of court) card.setAttribute("letter", pack?.letters[card.getAttribute("card")?.charAt(0) ?? ""] ?? "");
    toggle(back, "hidden", at === 0);
    toggle(other, "hidden", !(report?.live === false || key === "read" || key === "result"));
    setText(other, report?.live === false ? texts.other : texts.again);
    const verdict = verdictOf(key);
    const good = verdict === "good" || verdict === "not told";
    setText(next, key === "result" ? texts.finish : good || key === "read" ? texts.next : texts.anyway);
    next.disabled = key === "read" && passed() === null && !report?.fault;
    announce([task.textContent, line].filter(Boolean).join(" "));
  }

  /** @param {Picture} picture */
  function drawPicture({ number, cards, width, height }) {
    image.src = `/api/camera/picture?${page}-${number}`;
    image.alt = texts.picture(cards.map(({ card }) => cardName(card)).join(", "));
    outlines.setAttribute("viewBox", `0 0 ${width} ${height}`);
    shown.style.setProperty("--shape", `${width} / ${height}`);
    outlines.replaceChildren(...cards.map(({ corners }) => s("polygon", { points: corners.map((c) => c.join(",")).join(" ") })));
  }

  /** @param {CameraWish} what @returns {Promise<CameraAnswer>} */
  async function ask(what) {
    try {
      return (await askBoard("/api/camera", { page, wish: what })).answer;
    } catch {
      return { busy: texts.noAnswer };
    }
  }

  /** Polls while the dialog is open; a newer run or closing the dialog ends it. */
  async function poll() {
    const mine = (run += 1);
    while (dialog.open && mine === run) {
      if (document.hidden) {
        await wait(BUSY_MS);
        continue;
      }
      const wished = wish;
      const reading = STEPS[at] === "read" && passed() === null;
      // The result stays unchanged while it is being read.
      if (STEPS[at] === "result" && wished === "look" && !report?.fault) {
        await wait(PAUSE_MS);
        continue;
      }
      const answer = await ask(wished !== "look" ? wished : reading ? "read" : "look");
      if (!dialog.open || mine !== run) return;
      if (!answer.busy && !answer.fault && wish === wished) wish = "look";
      report = answer.fault || answer.busy ? { ...report, busy: undefined, fault: undefined, ...answer } : answer;
      if (answer.number) drawPicture(/** @type {Picture} */ (answer));
      draw();
      if (STEPS[at] === "read" && passed() !== null && wish === "look") go(at + 1);
      await wait(answer.busy || answer.fault ? BUSY_MS : reading ? 50 : PAUSE_MS);
    }
  }

  dialog.addEventListener("close", () => {
    run += 1;
    clearTimeout(sayTimer);
  });
  return {
    show: ({ seats: now }) => seats.show(now),
    open() {
      at = 0;
      refused = "";
      wish = "start";
      report = null;
      draw();
      seats.show(board.state?.seats);
      open(dialog);
      next.focus({ preventScroll: true });
      poll();
    },
  };
}
