// Backup, restore and nightly copies; and notices that stay until somebody has read them.

import { h, onChange, setText, style, toggle } from "../core/dom.js";
import { dialogue, frame, open } from "../core/dialog.js";
import { posting } from "../core/http.js";
import { inLanguage, language, words } from "../core/words.js";

/** @import { View } from "../core/page.d.ts" */
/** @import { StickyNotice } from "../core/protocol.d.ts" */
/** Result of a restore. @typedef {{ games: number, entries: number, made: string, aside: string, unfit: string }} Restored */
/** @typedef {{ ok?: boolean, says?: string, told?: string, fault?: string, error?: string, code?: string }} Outcome */
/** @typedef {{ copies?: { date: string, bytes: number }[], says?: string, fault?: string }} Copies */

/** @type {import("./words/words.d.ts").Words} */
const say = (await import(`./words/${language}.js`)).words;
const KIND = "application/zip";

/**
 * Requests JSON from the board; a connection error becomes an answer, too.
 *
 * @template Answer
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<Answer | { fault: string }>}
 */
async function ask(address, options) {
  try {
    return await (await fetch(inLanguage(address), options)).json();
  } catch {
    return { fault: words.offline };
  }
}

/** The header with the passphrase, if any. @param {string} passphrase */
const secret = (passphrase) => /** @type {Record<string, string>} */ (passphrase ? { "Pegboard-Passphrase": encodeURIComponent(passphrase) } : {});

/** Makes a backup and saves it; resolves to a message. */
async function backUp(/** @type {string} */ passphrase) {
  try {
    const answer = await fetch(inLanguage("/api/backup"), { method: "POST", headers: secret(passphrase) });
    if (answer.headers.get("content-type")?.includes("json")) {
      /** @type {Outcome} */
      const { fault, error } = await answer.json();
      return fault ?? error ?? say.failed;
    }
    if (!answer.ok) return say.failed;
    await save(answer);
    return say.saved;
  } catch {
    return words.offline;
  }
}

/**
 * Saves a file in the browser, as a download link would.
 *
 * @param {Response} answer
 */
async function save(answer) {
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "pegboard.backup";
  const address = URL.createObjectURL(await answer.blob());
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number} bytes */
export const size = (bytes) => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${tenths.format(bytes / 1e6)} MB`);

/** @param {string} date */
const day = (date) => new Date(`${date}T12:00`).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });

/**
 * Both dialogs.
 *
 * @returns {Promise<View>}
 */
export async function view() {
  await style("admin/backup.css");
  const dialog = dialogue("keeping");
  const news = dialogue("notices");

  /** @param {string} id @param {string} label */
  const passphrase = (id, label) => {
    const field = h("input", { id, type: "password", autocomplete: "new-password", minlength: 8 });
    return { field, row: h("p", { class: "passphrase" }, h("label", { for: id }, label), field) };
  };
  const { field: lock, row: lockRow } = passphrase("backup-lock", say.lock);
  const { field: key, row: keyRow } = passphrase("backup-key", say.key);
  const message = h("p", { class: "message", role: "status" });
  const out = h("button", {
    type: "button", class: "primary",
    onclick: async () => {
      out.disabled = true;
      setText(message, say.working);
      setText(message, await backUp(lock.value));
      out.disabled = false;
    },
  }, say.make);
  const file = h("input", { type: "file", id: "backup-file", class: "unseen", "aria-label": say.choose, onchange: () => chosen() });
  const choose = h("button", { type: "button", onclick: () => file.click() }, say.choose);
  const questionText = h("p", {});
  const sure = h("button", { type: "button", class: "danger", onclick: () => restore(force) }, say.replace);
  const not = h("button", { type: "button", onclick: () => enquire("") }, say.keep);
  const question = h("div", { class: "question", hidden: true }, questionText, keyRow, h("p", { class: "row" }, sure, not));
  /** Whether the last question was about a game in progress. */
  let force = false;
  const copies = h("ul", { class: "copies" });
  frame(dialog, say.title, [
    h("section", {}, h("h3", { text: say.makeTitle }), h("p", { text: say.makeHint }), lockRow, out),
    h("section", {}, h("h3", { text: say.restoreTitle }), h("p", { text: say.restoreHint }), file, h("p", { class: "row" }, choose), question),
    message,
    h("section", {}, h("h3", { text: say.copiesTitle }), h("p", { text: say.copiesHint }), copies),
  ]);

  /** Asks before games are replaced; "" hides the question. @param {string} text @param {boolean} [locked] */
  function enquire(text, locked = false) {
    toggle(question, "hidden", !text);
    toggle(keyRow, "hidden", !locked);
    setText(questionText, text);
    if (!text) {
      file.value = key.value = "";
      choose.focus();
    } else if (locked) key.focus();
    else not.focus();
  }

  function chosen() {
    const name = file.files?.[0]?.name;
    setText(message, "");
    force = false;
    if (name) enquire(say.replaceAsk(name));
  }

  /** @param {boolean} forced */
  async function restore(forced) {
    toggle(question, "hidden", true);
    toggle(choose, "disabled", true);
    setText(message, say.reading);
    const answer = /** @type {Outcome & Restored} */ (await ask(`/api/restore${forced ? "?force=1" : ""}`, {
      method: "POST", headers: { "Content-Type": KIND, ...secret(key.value) }, body: file.files?.[0],
    }));
    toggle(choose, "disabled", false);
    force = answer.code === "game-open";
    if (force) enquire(say.gameOpen);
    else if (answer.code === "backup-encrypted" || answer.code === "wrong-passphrase") enquire(answer.fault ?? "", true);
    else enquire("");
    if (answer.ok) setText(message, [say.restored({ ...answer, n: answer.games }), ...answer.aside ? [say.keptAside(answer.aside)] : [], answer.unfit, answer.told].join(" "));
    else setText(message, question.hidden ? answer.fault ?? answer.error ?? say.failed : "");
    loadCopies();
  }

  async function loadCopies() {
    /** @type {Copies} */
    const answer = await ask("/api/copies");
    const there = answer.copies ?? [];
    copies.replaceChildren(...there.toReversed().map(({ date, bytes }) =>
      h("li", {}, h("b", { text: day(date) }), h("span", { text: size(bytes) }))));
    if (!there.length) copies.append(h("li", { text: say.noCopies }));
    if (answer.says) copies.append(h("li", { class: "fault", text: answer.says }));
  }

  const newsList = h("div", { class: "news-list" });
  const title = frame(news, say.newsTitle, [newsList]);
  /** @param {string} id */
  const read = (id) => ask("/api/notices", posting({ read: id }));
  const tell = onChange((/** @type {StickyNotice[]} */ notices) => {
    newsList.replaceChildren(...notices.map(({ id, says, cure }) => h("div", { class: "notice" },
      h("p", { text: says }), cure ? h("p", { text: cure }) : "", h("button", { type: "button", class: "primary", onclick: () => read(id) }, say.seen))));
    if (!notices.length) news.close();
    else if (!news.open) {
      open(news);
      title.tabIndex = -1;
      title.focus();
    }
  });

  return {
    open() {
      setText(message, "");
      open(dialog);
      loadCopies();
    },
    show({ notices, you }) {
      if (you.role !== "watcher") tell(notices);
    },
  };
}
