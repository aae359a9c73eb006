// The hall of a club night: the hall this board sends its games to, joining one with a typed or
// scanned code, and replacing a failed board at a table.

import { h, setText, toggle } from "../core/dom.js";
import { ask } from "../core/http.js";
import { language, words } from "../core/words.js";

/** @typedef {{ url: string, fixed: boolean, connected: boolean, to_send: number, camera: boolean, table?: "taken" | "asked" | "" }} Hall */
/** @typedef {{ fault?: string, error?: string }} Refused */
/** @typedef {{ found: { url: string, code: string, table: number } | null }} Scanned */

/** @type {import("./words/words.d.ts").Words} */
const { menu: say } = (await import(`./words/${language}.js`)).words;
const SCAN_MS = 60_000;
const PAUSE_MS = 200;

/** The settings section; it loads its own data. */
export function hall() {
  const now = h("p", { class: "how", role: "status" });
  const fault = h("p", { class: "hall-fault", role: "alert" });
  const url = h("input", { type: "text", inputmode: "url", autocomplete: "off", "aria-label": say.hallAddress, placeholder: say.hallAddress, maxlength: 200 });
  const code = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": say.hallCode, placeholder: say.hallCode, maxlength: 32 });
  const table = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off", "aria-label": say.hallTable, placeholder: say.hallTable, maxlength: 4 });
  const join = h("button", { type: "submit", text: say.hallJoin });
  const scan = h("button", { type: "button", text: say.hallScan, hidden: true, onclick: () => (aims ? stop() : scanRepeatedly()) });
  const host = h("p", { class: "hall-host", hidden: true });
  const leaves = h("p", { class: "how", hidden: true });
  const seen = h("img", { class: "hall-seen", alt: say.hallSeen, hidden: true });
  /** Whether somebody is aiming the camera at a code. */
  let aims = false;
  /** Address of the hall that has been joined. */
  let joined = "";

  /** @param {Hall} state */
  function show(state) {
    const { connected, to_send: left } = state;
    setText(now, state.url ? `${state.url}: ${connected ? say.hallConnected : say.hallAway(left)}` : say.hallHint);
    joined = state.url;
    host.hidden = leaves.hidden = true;
    if (state.url) url.value = state.url;
    toggle(url, "readonly", state.fixed);
    scan.hidden = !state.camera;
  }

  const form = h("form", { class: "add", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    stop();
    setText(fault, "");
    toggle(join, "disabled", true);
    try {
      const wanted = Number(table.value);
      /** @type {{ ok: boolean, answer: Hall & Refused }} */
      const { ok, answer } = await ask("/api/hall", { url: url.value, code: code.value, table: wanted });
      if (ok) {
        code.value = table.value = "";
        show(answer);
        if (answer.table) setText(now, answer.table === "taken" ? say.hallTaken(wanted) : say.hallAsked(wanted));
      } else setText(fault, answer.fault ?? answer.error ?? "");
    } catch {
      setText(fault, words.offline);
    }
    toggle(join, "disabled", false);
  } }, url, code, table, join, scan);

  function stop() {
    aims = false;
    setText(scan, say.hallScan);
    seen.hidden = true;
  }

  /** Scans for a code repeatedly until one is found or the section closes. */
  async function scanRepeatedly() {
    aims = true;
    setText(fault, "");
    setText(scan, say.hallStop);
    setText(now, say.hallAim);
    const until = performance.now() + SCAN_MS;
    while (aims && form.isConnected && performance.now() < until) {
      try {
        /** @type {{ ok: boolean, answer: Scanned & Refused }} */
        const { ok, answer } = await ask("/api/hall/scan", {});
        if (!aims) return;
        if (!ok) {
          stop();
          setText(fault, answer.fault ?? answer.error ?? "");
          return;
        }
        if (answer.found) {
          stop();
          fill(answer.found);
          return;
        }
      } catch {
        stop();
        setText(fault, words.offline);
        return;
      }
      seen.src = `/api/hall/picture?at=${Math.round(performance.now())}`;
      seen.hidden = false;
      await new Promise((after) => setTimeout(after, PAUSE_MS));
    }
    if (aims) setText(fault, say.hallNone);
    stop();
  }

  /** Fills the fields with the scanned values and shows which hall it is, for anybody can print a code; OK joins. @param {{ url: string, code: string, table: number }} found */
  function fill(found) {
    if (!url.readOnly) url.value = found.url;
    code.value = found.code || code.value;
    table.value = found.table ? String(found.table) : "";
    setText(host, url.value.replace(/^https?:../, ""));
    host.hidden = false;
    setText(leaves, say.hallLeaves(joined));
    leaves.hidden = !joined || joined === url.value;
    setText(now, found.table ? say.hallSign(found.table) : say.hallFound);
    join.focus();
  }

  async function load() {
    try {
      /** @type {{ ok: boolean, answer: Hall }} */
      const { ok, answer } = await ask("/api/hall");
      if (ok) show(answer);
    } catch {
      // The page itself reports that the board is out of reach.
    }
  }
  load();
  return h("section", { class: "hall" }, h("h3", { text: say.hall }), now, host, leaves, form, seen, fault);
}
