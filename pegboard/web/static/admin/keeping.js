// Keeping games safe: a backup out, a backup in, the copies by night; and what must be told until
// somebody has read it.

import { h, onChange, setText, style, toggle } from "../core/dom.js";
import { frame, open } from "../core/dialog.js";
import { inLanguage, language, words } from "../core/words.js";

const say = (await import(`./words/${language}.js`)).words;
const KIND = "application/zip";

async function ask(address, options) {
  try {
    const answer = await fetch(inLanguage(address), options);
    return answer.headers.get("content-type")?.includes("json") ? await answer.json() : answer;
  } catch {
    return { fault: words.offline };
  }
}

/** Hands a file to the browser, as if it had been a link. */
async function save(answer) {
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))?.[1] ?? "pegboard.backup";
  const address = URL.createObjectURL(await answer.blob());
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const size = (bytes) => (bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const day = (date) => new Date(`${date}T12:00`).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });

/** Both dialogues. */
export async function keepingView() {
  await style("admin/keeping.css");
  const dialog = h("dialog", { id: "keeping", "aria-labelledby": "keeping-title" });
  const news = h("dialog", { id: "bulletins", "aria-labelledby": "bulletins-title" });
  document.body.append(dialog, news);

  const said = h("p", { class: "said", role: "status" });
  const out = h("button", {
    type: "button", class: "primary",
    async onclick() {
      this.disabled = true;
      setText(said, say.working);
      const answer = await ask("/api/backup", { method: "POST" });
      if (answer.blob && answer.ok) await save(answer);
      setText(said, answer.fault ?? answer.error ?? (answer.ok ? say.saved : say.failed));
      this.disabled = false;
    },
  }, say.make);
  const file = h("input", { type: "file", id: "backup-file", class: "unseen", onchange: () => chosen() });
  const choose = h("button", { type: "button", onclick: () => file.click() }, say.choose);
  const sure = h("button", { type: "button", class: "danger", hidden: true, onclick: () => restore(true) }, say.allTheSame);
  const copies = h("ul", { class: "copies" });
  frame(dialog, say.title, [
    h("section", {}, h("h3", { text: say.makeTitle }), h("p", { text: say.makeHint }), out),
    h("section", {}, h("h3", { text: say.restoreTitle }), h("p", { text: say.restoreHint }), file, h("p", { class: "row" }, choose, sure)),
    said,
    h("section", {}, h("h3", { text: say.copiesTitle }), h("p", { text: say.copiesHint }), copies),
  ]);

  function chosen() {
    toggle(sure, "hidden", true);
    if (file.files[0]) restore(false);
  }

  async function restore(force) {
    toggle(sure, "hidden", true);
    toggle(choose, "disabled", true);
    setText(said, say.reading);
    const answer = await ask(`/api/restore${force ? "?force=1" : ""}`, {
      method: "POST", headers: { "Content-Type": KIND }, body: file.files[0],
    });
    toggle(choose, "disabled", false);
    setText(said, answer.open ? say.gameOpen : answer.ok ? [say.restored(answer), answer.told].join(" ") : answer.fault ?? answer.error ?? say.failed);
    toggle(sure, "hidden", !answer.open);
    if (answer.open) sure.focus();
    else file.value = "";
    look();
  }

  async function look() {
    const answer = await ask("/api/copies");
    const there = answer.copies ?? [];
    copies.replaceChildren(...there.toReversed().map(({ date, bytes }) =>
      h("li", {}, h("b", { text: day(date) }), h("span", { text: size(bytes) }))));
    if (!there.length) copies.append(h("li", { text: say.noCopies }));
    if (answer.says) copies.append(h("li", { class: "fault", text: answer.says }));
  }

  const told = h("div", { class: "told" });
  const title = frame(news, say.newsTitle, [told]);
  const read = (id) => ask("/api/bulletins", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ read: id }),
  });
  const tell = onChange((bulletins) => {
    told.replaceChildren(...bulletins.map(({ id, text }) => h("div", { class: "bulletin" },
      h("p", { text }), h("button", { type: "button", class: "primary", onclick: () => read(id) }, say.seen))));
    if (!bulletins.length) news.close();
    else if (!news.open) {
      open(news);
      title.tabIndex = -1;
      title.focus();
    }
  });

  return {
    open() {
      setText(said, "");
      open(dialog);
      look();
    },
    show({ bulletins, you }) {
      if (you?.role !== "watcher") tell(bulletins ?? []);
    },
  };
}
