// Charts as SVG: sides differ by shape as well as by colour, and each has its numbers in a table.

import { h, s } from "../core/dom.js";
import { shape } from "../core/shapes.js";
import { words } from "./words.js";

export const COLORS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7"];
const INK = "#2a1a10";
const MUTED = "#6a5442";
const RULE = "#d8c4a2";

const text = (x, y, says, properties = {}) => s("text", { x, y, fill: INK, text: says, ...properties });
const line = (x1, y1, x2, y2, properties = {}) => s("line", { x1, y1, x2, y2, stroke: RULE, ...properties });

/** A chart with its heading, and its numbers in a table that opens. */
export function figure(title, svg, table, hint = "") {
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", title);
  return h("figure", {},
    h("figcaption", {}, h("h2", { text: title }), hint ? h("p", { class: "hint", text: hint }) : null),
    svg, table ? h("details", {}, h("summary", { text: words.numbers }), table) : null);
}

/** As wide as there is room, so that its text is as large as any other. */
const room = () => Math.max(320, Math.min(640, innerWidth - 36));
const isNarrow = () => room() < 500;
const paper = (width, height) => s("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart" });

/** A table: heads, and rows of which the first cell is a head. */
export function table(heads, rows, properties = {}) {
  const cell = (value, tag, more) => (value instanceof Node ? h(tag, more, value) : h(tag, { ...more, text: value }));
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": properties.label ?? heads[0] },
    h("table", { class: properties.class },
      h("thead", {}, h("tr", {}, ...heads.map((head) => (head ? h("th", { scope: "col", text: head }) : h("td"))))),
      h("tbody", {}, ...rows.map(([head, ...cells]) =>
        h("tr", {}, cell(head, "th", { scope: "row" }), ...cells.map((value) => cell(value, "td")))))));
}

/** Steps between `points` of [x, y], and a mark of the side at those that are `marked`. */
function steps(points, side) {
  const [[x0, y0], ...rest] = points;
  const path = rest.map(([x, y]) => `H${x.toFixed(1)}V${y.toFixed(1)}`).join("");
  return s("path", { d: `M${x0.toFixed(1)} ${y0.toFixed(1)}${path}`, fill: "none", stroke: COLORS[side], "stroke-width": 2.5 });
}

/** The scores of all sides over a game: `story` entries have `deal` and `scores`. */
export function scoreCurve(story, names, target) {
  const width = room();
  const [left, right, top, height] = [34, isNarrow() ? 112 : 130, 14, 240];
  const svg = paper(width, top + height + 34);
  const across = (n) => left + ((width - left - right) * n) / Math.max(1, story.length);
  const up = (score) => top + height * (1 - score / target);
  for (const score of [0, target === 121 ? 61 : 31, target === 121 ? 91 : 46, target]) {
    svg.append(line(left, up(score), width - right, up(score)), text(left - 8, up(score) + 5, score, { "text-anchor": "end", fill: MUTED }));
  }
  const ends = story.map((each, n) => (story[n + 1]?.deal === each.deal ? -1 : n)).filter((n) => n >= 0);
  const every = Math.ceil(ends.length / (isNarrow() ? 8 : 16));
  ends.forEach((n, number) => {
    if (story[n].deal && number % every === 0) svg.append(text(across(n + 1), top + height + 22, story[n].deal, { "text-anchor": "middle", fill: MUTED }));
  });
  const last = story.at(-1)?.scores ?? names.map(() => 0);
  const order = names.map((_, side) => side).sort((a, b) => last[b] - last[a]);
  let below = 0;
  for (const side of order) {
    const points = [[across(0), up(0)], ...story.map(({ scores }, n) => [across(n + 1), up(scores[side])])];
    svg.append(steps(points, side), ...ends.map((n) => shape(side, COLORS[side], across(n + 1), up(story[n].scores[side]), 5)));
    const y = Math.max(up(last[side]) + 5, below);
    below = y + 20;
    svg.append(shape(side, COLORS[side], width - right + 16, y - 5, 6), text(width - right + 28, y, `${last[side]} ${short(names[side])}`));
  }
  return svg;
}

/** How often each number of points came, beside how often it comes: both by points. */
export function distribution(here, expected) {
  const width = room();
  const [left, top, height] = [44, 14, 190];
  const svg = paper(width, top + height + 30);
  const sum = (counts) => Object.values(counts).reduce((a, b) => a + b, 0);
  const [mine, theirs] = [sum(here), sum(expected)];
  const part = (counts, n, of) => (of ? (counts[n] ?? 0) / of : 0);
  const all = Array.from({ length: 30 }, (_, n) => n);
  const most = Math.max(0.05, ...all.flatMap((n) => [part(here, n, mine), part(expected, n, theirs)]));
  const step = (width - left - 8) / 30;
  const up = (value) => top + height * (1 - value / most);
  for (let percent = 0; percent / 100 <= most; percent += most > 0.25 ? 10 : 5) {
    svg.append(line(left, up(percent / 100), width - 8, up(percent / 100)), text(left - 6, up(percent / 100) + 5, `${percent} %`, { "text-anchor": "end", fill: MUTED }));
  }
  for (const n of all) {
    const x = left + step * n;
    const value = part(here, n, mine);
    if (value) svg.append(s("rect", { x: x + step / 7, y: up(value), width: step * (5 / 7), height: top + height - up(value), fill: COLORS[0] }));
    if ((n % (isNarrow() ? 4 : 2) === 0 && n < 28) || n === 29) svg.append(text(x + step / 2, top + height + 20, n, { "text-anchor": "middle", fill: MUTED }));
  }
  const path = all.map((n) => `${n ? "L" : "M"}${(left + step * (n + 0.5)).toFixed(1)} ${up(part(expected, n, theirs)).toFixed(1)}`).join("");
  svg.append(s("path", { d: path, fill: "none", stroke: INK, "stroke-width": 1.5 }));
  for (const n of all) if (expected[n]) svg.append(shape(1, COLORS[1], left + step * (n + 0.5), up(part(expected, n, theirs)), 3.5));
  return svg;
}

/** Bars across, each with a mark for what others make: rows of {label, value, mark, says}. */
export function bars(rows) {
  const width = room();
  const [left, right, row] = [isNarrow() ? 104 : 150, isNarrow() ? 88 : 110, 34];
  const svg = paper(width, rows.length * row + 6);
  const most = Math.max(1, ...rows.flatMap(({ value, mark }) => [value, mark ?? 0]));
  const across = (value) => left + ((width - left - right) * value) / most;
  rows.forEach(({ label, value, mark, says, strong }, n) => {
    const y = 3 + row * n;
    svg.append(text(0, y + 22, label, { "font-weight": strong ? 700 : 400 }),
      s("rect", { x: left, y: y + 5, width: Math.max(0, across(value) - left), height: row - 12, fill: COLORS[strong ? 0 : 2] }),
      text(width - right + 12, y + 22, says, { "font-weight": strong ? 700 : 400 }));
    if (mark !== undefined && mark !== null) {
      svg.append(line(across(mark), y, across(mark), y + row - 2, { stroke: INK, "stroke-width": 2 }), shape(1, COLORS[1], across(mark), y + row / 2 - 1, 5));
    }
  });
  return svg;
}

/** One dot a game and the mean of the last ten: `values` in order, `low` to `high` up the side. */
export function course(values, low, high, label, side = 0) {
  const width = room();
  const [left, top, height] = [52, 10, 130];
  const svg = paper(width, top + height + 14);
  const across = (n) => left + 10 + ((width - left - 26) * n) / Math.max(1, values.length - 1);
  const up = (value) => top + height * (1 - (value - low) / (high - low));
  for (const value of [low, (low + high) / 2, high]) {
    svg.append(line(left, up(value), width - 8, up(value)), text(left - 6, up(value) + 5, label(value), { "text-anchor": "end", fill: MUTED }));
  }
  const means = values.map((_, n) => {
    const some = values.slice(Math.max(0, n - 9), n + 1);
    return some.reduce((a, b) => a + b, 0) / some.length;
  });
  const path = means.map((value, n) => `${n ? "L" : "M"}${across(n).toFixed(1)} ${up(value).toFixed(1)}`).join("");
  svg.append(...values.map((value, n) => shape(side, COLORS[side], across(n), up(value), values.length > 60 ? 2.5 : 4)),
    s("path", { d: path, fill: "none", stroke: INK, "stroke-width": 2 }));
  return svg;
}

const short = (name) => (name.length > 9 ? `${name.slice(0, isNarrow() ? 6 : 8)}…` : name);
