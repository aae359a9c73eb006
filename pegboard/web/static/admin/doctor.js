// What is wrong with this board and what to do: the same list as `pegboard doctor`, with buttons where the board can help itself.

import { h, setText, style, toggle } from "../core/dom.js";
import { frame, open } from "../core/dialog.js";
import { versionSection } from "./version.js";
import { inLanguage, words } from "../core/words.js";

const say = words.doctor;
const SIGNS = { fault: "✗", warning: "!", ok: "✓", "not here": "·" };
const wrong = ({ state }) => state === "fault" || state === "warning";

async function ask(options) {
  try {
    const answer = await fetch(inLanguage("/api/doctor"), options);
    return await answer.json();
  } catch {
    return { fault: words.offline };
  }
}

const mend = (fix) =>
  ask({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ fix }) });

/** A cure in which `…` marks what is to be typed. */
const cure = (text) => text.split("`").map((part, n) => (n % 2 ? h("code", { text: part }) : part));

/** The dialogue. */
export async function doctorView() {
  await style("admin/doctor.css");
  const dialog = h("dialog", { id: "doctor", "aria-labelledby": "doctor-title" });
  document.body.append(dialog);
  const summary = h("p", { class: "summary", role: "status" });
  const ill = h("ul", { class: "findings" }), well = h("ul", { class: "findings" });
  const rest = h("details", {}, h("summary", { text: say.rest }), well);
  const again = h("button", { type: "button", class: "primary", text: say.again, onclick: () => look() });
  const version = versionSection();
  frame(dialog, say.title, [summary, ill, rest, version.section], [again]);
  dialog.addEventListener("close", version.leave);

  const finding = (each) => {
    const done = h("p", { class: "done", role: "status" });
    const button = each.fix
      ? h("button", {
          type: "button", text: say.fixes[each.fix] ?? each.fix,
          async onclick() {
            this.disabled = true;
            const answer = await mend(each.fix);
            setText(done, answer.says ?? answer.fault);
            if (answer.ok) setTimeout(look, 1500);
            else this.disabled = false;
          },
        })
      : null;
    return h("li", { "data-state": each.state },
      h("span", { class: "sign", "aria-hidden": "true", text: SIGNS[each.state] }),
      h("b", {}, each.name, h("span", { class: "unseen", text: ` – ${say.states[each.state]}` })),
      h("p", { text: each.says }),
      each.cure ? h("p", { class: "cure" }, ...cure(each.cure)) : "", button ?? "", done);
  };

  async function look() {
    again.disabled = true;
    setText(summary, say.looking);
    const report = await ask();
    again.disabled = false;
    const findings = report.findings ?? [];
    const found = findings.filter(wrong);
    setText(summary, report.fault ?? (found.length ? say.found(found.length) : say.nothing));
    ill.replaceChildren(...found.map(finding));
    well.replaceChildren(...findings.filter((each) => !wrong(each)).map(finding));
    toggle(rest, "hidden", findings.length === 0);
  }

  return {
    open() {
      open(dialog);
      look();
      version.look();
    },
  };
}
