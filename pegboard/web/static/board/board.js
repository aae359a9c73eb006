// <peg-board>: the board as it is, and on it the frame that was really sent to the strip.
//
// A lit hole is lit because its diode is. Nothing here is drawn from the state of the game; the
// state only gives the names beside the tracks and the text for those who cannot see the board.

import { h, s, onChange } from "../core/dom.js";
import { beforeStart, boundary, frameRound, laneWidth, usualPitch } from "./geometry.js";
import { screenColor } from "./led.js";
import { shape } from "../core/shapes.js";
import { drawWood } from "./wood.js";
import { words } from "../core/words.js";

const SQUARE = 1.6; // a board less wide than this for its height leaves room beside it
const UNLIT = "#160d07";
const HALOS = [[3.6, 0.1], [2.6, 0.16], [1.8, 0.34]]; // radius in holes, opacity

class PegBoard extends HTMLElement {
  #frame = new Uint8Array(0);
  #shown = new Uint8Array(0);
  #spots = [];
  #asked = false;
  #svg = null;
  #pictures = [];
  #lit = new Map(); // the holes that shine, with their colours
  #glow = null;
  #view = [0, 0, 1, 1];
  #size = [0, 0]; // of the glow on the page
  #sized = new ResizeObserver(([{ contentRect }]) => {
    this.#size = [Math.round(contentRect.width), Math.round(contentRect.height)];
    this.#shine();
  });
  #names = onChange((facts) => this.#drawNames(facts));
  #lines = onChange((facts) => this.#drawLines(facts));

  /** Draws the bare board; `layout` is what /api/layout says. */
  build(layout) {
    this.layout = layout;
    const tracks = layout.tracks.map((track) => track.map(([, x, y]) => [x, y]));
    const starts = tracks.map((_, t) => layout.starts?.[t]?.slice(1) ?? null);
    const pitch = usualPitch(tracks);
    const lane = laneWidth(tracks);
    const unit = Math.min(pitch, lane); // what holes, numbers and lines are measured by
    const radius = 0.36 * unit;
    const lamps = (layout.extras ?? []).flatMap((extra) => extra.lamps);
    const holes = [...tracks.flat(), ...starts.filter(Boolean), ...lamps.map(([, x, y]) => [x, y])];
    const view = frameRound(layout, holes, 2.4 * unit);
    this.plan = { tracks, starts, holes, pitch, lane, unit, radius };
    this.marks = s("g", { class: "marks" });
    this.plates = s("g", { class: "plates" });
    this.#spots = Array.from({ length: layout.length }, () => []);
    this.#shown = new Uint8Array(3 * layout.length);
    const drilled = s("g", { class: "holes" });
    layout.tracks.forEach((track, t) => {
      const start = layout.starts?.[t];
      if (start) drilled.append(this.#hole(start, t, 0));
      track.forEach((hole, i) => drilled.append(this.#hole(hole, t, i + 1)));
    });
    for (const extra of layout.extras ?? []) {
      extra.lamps.forEach((lamp, i) => drilled.append(this.#lamp(lamp, extra.shows, i + 1)));
    }
    // Three pictures, one upon the other: the wood is drawn once, the shine round lit holes on a
    // canvas (it changes up to 75 times a second, and costs a fifth there), the holes above it.
    const viewBox = view.join(" ");
    const wood = s("svg", { viewBox, "aria-hidden": "true", class: "plank" }, drawWood(view, pitch), this.marks, this.plates);
    this.#svg = s("svg", { viewBox, role: "img", focusable: "false", class: "lights" }, drilled);
    const glow = h("canvas", { class: "glow", "aria-hidden": "true" });
    this.#glow = glow.getContext("2d");
    this.#view = view;
    this.#lit.clear();
    // Only its own pictures make room: others may have put something upon them.
    for (const picture of this.#pictures) picture.remove();
    this.#pictures = [wood, glow, this.#svg];
    this.prepend(...this.#pictures);
    this.#sized.observe(glow);
    this.style.setProperty("--number-ratio", view[2] / view[3]);
    document.body.toggleAttribute("data-square", view[2] / view[3] < SQUARE);
    this.#lines({ target: 121 });
    this.#paint();
  }

  /** Takes a frame: three bytes a pixel. Only the latest before the next repaint is drawn. */
  light(frame) {
    this.#frame = frame;
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.#paint();
    });
  }

  /** Names the tracks, and says in words what the pegs show. */
  show(state) {
    if (!this.plan) return;
    this.#lines({ target: state.target, lines: state.skunks });
    this.#names(state.seats.map(({ name, color, side }) => ({ name, color, side })));
    const pegs = state.pegs.map(([front, rear], seat) => words.onBoard(state.seats[seat].name, front, rear));
    const label = [words.boardOf(state.target), ...pegs].join(" ");
    if (this.#svg.getAttribute("aria-label") !== label) this.#svg.setAttribute("aria-label", label);
  }

  #hole(place, track, hole) {
    return this.#spot(place, { "data-track": track, "data-hole": hole });
  }

  #lamp(place, shows, lamp) {
    return this.#spot(place, { "data-shows": shows, "data-lamp": lamp });
  }

  #spot([pixel, x, y], what) {
    const spot = s("circle", { cx: x, cy: y, r: this.plan.radius, fill: UNLIT, "data-pixel": pixel, ...what });
    this.#spots[pixel]?.push({ spot, x, y });
    return spot;
  }

  #paint() {
    const [frame, shown] = [this.#frame, this.#shown];
    let changed = false;
    const length = Math.min(frame.length, shown.length);
    for (let at = 0; at < length; at += 3) {
      const [r, g, b] = [frame[at], frame[at + 1], frame[at + 2]];
      if (r === shown[at] && g === shown[at + 1] && b === shown[at + 2]) continue;
      shown.set([r, g, b], at);
      const color = screenColor(r, g, b);
      for (const place of this.#spots[at / 3]) this.#set(place, color);
      changed = true;
    }
    if (changed) this.#shine();
  }

  /** The shine round every lit hole, drawn anew; soft as it is, a pixel of the page is fine enough. */
  #shine() {
    const { canvas } = this.#glow;
    const [width, height] = this.#size;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const [x, y, wide, high] = this.#view;
    const scale = Math.min(width / wide, height / high);
    this.#glow.setTransform(1, 0, 0, 1, 0, 0);
    this.#glow.clearRect(0, 0, width, height);
    this.#glow.setTransform(scale, 0, 0, scale, (width - scale * wide) / 2 - scale * x, (height - scale * high) / 2 - scale * y);
    for (const [place, { fill, tone }] of this.#lit) {
      this.#glow.fillStyle = fill;
      for (const [by, opacity] of HALOS) {
        this.#glow.globalAlpha = opacity * tone;
        this.#glow.beginPath();
        this.#glow.arc(place.x, place.y, by * this.plan.radius, 0, 2 * Math.PI);
        this.#glow.fill();
      }
    }
  }

  #set(place, color) {
    place.spot.setAttribute("fill", color?.fill ?? UNLIT);
    // A bright diode looks larger than a dim one, on the board as on the page.
    place.spot.setAttribute("r", (this.plan.radius * (color ? 0.92 + 0.26 * color.tone : 1)).toFixed(3));
    if ((color !== null) !== this.#lit.has(place)) place.spot.toggleAttribute("data-lit", color !== null);
    if (color === null) this.#lit.delete(place);
    else this.#lit.set(place, color);
  }

  #drawLines({ target, lines: beyond = target > 61 ? [91, 61] : [31] }) {
    const { tracks, pitch, unit } = this.plan;
    // Named by the last hole that is skunked; of two the lower one is the double skunk's.
    const called = target > 61 ? [words.skunkLine, words.doubleSkunkLine] : [words.lurchLine];
    const skunks = Object.fromEntries([...new Set(beyond)].map((line, n) => [line - 1, called[Math.min(n, called.length - 1)]]));
    const drawn = [];
    const line = (kind, width) => ([[x1, y1], [x2, y2]]) => s("line", { x1, y1, x2, y2, class: kind, "stroke-width": width * unit });
    const text = ([x, y], size, words, kind) => s("text", { x, y, "font-size": size * unit, class: kind, text: words });
    // The name of a line stands before it, where the numbers of the tens leave room.
    const nameOf = (n) => (tracks[0][n - 1][0] < tracks[0][n - 2][0] ? `${n} ${skunks[n]}` : `${skunks[n]} ${n}`);
    const half = (n) => Math.round((0.24 * nameOf(n).length * unit) / pitch + 0.7);
    const named = (n) => Object.keys(skunks).some((line) => n < line && n > line - 2 * half(Number(line)));
    const fives = Array.from({ length: Math.ceil(target / 5) - 1 }, (_, n) => 5 * (n + 1));
    const marked = [...new Set([...fives, ...Object.keys(skunks).map(Number)])].sort((a, b) => a - b);
    for (const n of marked) {
      const [skunk, ten] = [skunks[n], n % 10 === 0];
      const reach = (skunk ? 1.1 : 0.85) * unit;
      const { lines, label, crowded } = boundary(tracks, n, this.plan, { reach, ticks: !skunk, labelled: ten });
      if (!(crowded && named(n) && !ten)) drawn.push(...lines.map(line(skunk ? "skunk" : ten ? "ten" : "five", skunk ? 0.2 : 0.1)));
      if (!skunk && ten && label) drawn.push(text(label, 0.95, String(n)));
      if (!skunk) continue;
      const before = boundary(tracks, n - half(n), this.plan, { reach, ticks: true }).label;
      if (before) drawn.push(text(before, 0.8, nameOf(n), "skunk"));
    }
    for (const { shows, lamps } of this.layout.extras ?? []) {
      // The bar of the count is named at its beginning, anything shorter in its middle.
      const [[, x, y], [, z]] = [lamps[0], shows === "count" ? lamps[Math.min(2, lamps.length - 1)] : lamps.at(-1)];
      drawn.push(text([(x + z) / 2, y - 0.9 * unit], 0.8, words.lampsOf[shows] ?? shows, "lamps"));
    }
    this.marks.replaceChildren(...drawn);
  }

  #drawNames(seats) {
    const { tracks, starts, pitch, lane } = this.plan;
    const plates = tracks.map((track, t) => {
      const seat = seats.findIndex((each) => each.side === t);
      if (seat < 0 || track.length < 2) return null;
      const [x, y] = starts[t] ? beforeStart(starts[t], track[0], 1.35 * pitch) : beforeStart(track[0], track[1], 1.35 * pitch);
      return shape(seat, seats[seat].color, x, y, Math.min(0.55 * pitch, 0.36 * lane));
    });
    this.plates.replaceChildren(...plates.filter(Boolean));
  }
}

customElements.define("peg-board", PegBoard);
