// The game so far, line by line: to read it, and to take back everything down to one of its lines.

import { h, setText, toggle } from "../core/dom.js";
import { done, frame, open } from "../core/dialog.js";
import { inLanguage, words } from "../core/words.js";

/** `back(to, seq)` takes back; the promise says whether it was done. */
export function storyView(back) {
  const dialog = h("dialog", { id: "story", "aria-labelledby": "story-title" });
  document.body.append(dialog);
  const list = h("ol", { class: "story" });
  const problem = h("p", { class: "problem", role: "alert" });
  const asked = h("p", { class: "asked", role: "status" });
  const yes = h("button", { type: "button", class: "primary take-back", onclick: () => take() });
  const no = h("button", { type: "button", text: words.cancel, onclick: () => choose(null) });
  let [story, chosen, seats] = [null, null, []];
  frame(dialog, words.scoring.storyTitle, [list, problem], [asked, no, yes]);

  async function take() {
    const answer = await back(story.deeds[chosen].at, story.seq);
    if (answer.ok) done(dialog);
    else {
      await load();
      setText(problem, answer.text);
    }
  }

  /** Marks a line and all that follow it, and says what would go. */
  function choose(place) {
    chosen = place === chosen ? null : place;
    const going = chosen === null ? [] : story.deeds.slice(chosen);
    [...list.children].forEach((item, n) => {
      toggle(item, "data-going", chosen !== null && n >= chosen);
      item.firstChild.setAttribute?.("aria-pressed", String(n === chosen));
    });
    for (const node of [asked, no, yes]) toggle(node, "hidden", chosen === null);
    toggle(dialog, "data-asking", chosen !== null);
    if (chosen === null) return;
    setText(asked, words.scoring.goes(going[0].lines.at(-1), going.length - 1));
    setText(yes, going.length === 1 ? words.scoring.takeBackOne : words.scoring.takeBack(going.length));
    yes.scrollIntoView({ block: "nearest" });
  }

  function draw() {
    list.replaceChildren(...story.deeds.map(({ seat, lines, may_go: mayGo }, n) => {
      const button = h("button", { type: "button", "aria-pressed": "false", disabled: !mayGo, onclick: () => choose(n) },
        ...lines.map((text) => h("span", { text })));
      const item = h("li", {}, button);
      if (seat !== null && seats[seat]) item.style.setProperty("--seat", seats[seat].color);
      return item;
    }));
    if (!story.deeds.length) list.append(h("li", { class: "how", text: words.nothingToUndo }));
    chosen = null;
    choose(null);
    list.scrollTop = list.scrollHeight;
  }

  async function load() {
    setText(problem, "");
    try {
      story = await (await fetch(inLanguage("/api/story"), { cache: "no-store" })).json();
      draw();
    } catch {
      setText(problem, words.offline);
    }
  }

  let seq = -1;
  return {
    async open() {
      open(dialog);
      await load();
      list.lastElementChild?.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
    },
    show(state) {
      ({ seats } = state);
      const moved = state.seq !== seq;
      seq = state.seq;
      // While somebody decides what goes, the list stands still; the board refuses what is stale.
      if (dialog.open && moved && chosen === null) load();
    },
  };
}
