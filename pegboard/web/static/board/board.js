// <peg-board>: the board, lit by the frame that was sent to the strip.
//
// A hole is lit only because its LED is. The state of the game provides nothing but the names beside
// the tracks and the text alternative.

import { h, s, onChange } from "../core/dom.js";
import { words } from "../core/words.js";
import { frameRound, laneWidth, usualPitch } from "./geometry.js";
import { arranged, EDGE, runAcross } from "./lanes.js";
import { screenColor } from "./led.js";
import { drawLines, drawPlates, fitNames, nameLamps } from "./marks.js";
import { drawWood } from "./wood.js";

/** @import { SeatInfo, State } from "../core/protocol.d.ts" */
/** @import { Properties } from "../core/dom.js" */
/** @import { Arrangement } from "./lanes.js" */
/** @import { Lamp, Layout, Plan, Point } from "./layout.d.ts" */
/** @typedef {{ spot: SVGCircleElement, x: number, y: number }} Spot */
/** @typedef {{ fill: string, tone: number }} Light */

const SQUARE = 1.6; // a board narrower than this ratio leaves room beside it
const UNLIT = "#160d07";
const HALOS = [[3.6, 0.1], [2.6, 0.16], [1.8, 0.34]]; // radius in holes, opacity

export class PegBoard extends HTMLElement {
  #frame = new Uint8Array(0);
  #shown = new Uint8Array(0);
  /** @type {Spot[][]} */
  #spots = [];
  #asked = false;
  /** @type {Element[]} */
  #pictures = [];
  /** @type {Map<Spot, Light>} */
  #lit = new Map(); // the shining holes and their colours
  /** @type {CanvasRenderingContext2D | null} */
  #glow = null;
  #view = [0, 0, 1, 1];
  #size = [0, 0]; // of the glow on the page
  #sized = new ResizeObserver(([{ contentRect }]) => {
    this.#size = [Math.round(contentRect.width), Math.round(contentRect.height)];
    this.#shine();
  });
  #marks = s("g", { class: "marks" });
  #plates = s("g", { class: "plates" });
  /** The layout, and the version of it that is drawn. @type {Layout | null} */
  #layout = null;
  /** @type {Layout | null} */
  #drawn = null;
  /** @type {Arrangement} */
  #arrangement = { ratio: 0, tracks: null };
  /** Positions of everything; null until the layout is known. @type {Plan | null} */
  plan = null;
  #names = this.#platesOf();
  #lines = this.#linesOf();

  /**
   * Draws the bare board; `whole` is the answer of /api/layout.
   *
   * @param {Layout} whole
   */
  build(whole) {
    this.#layout = whole;
    const layout = this.#drawn = arranged(whole, this.#arrangement);
    const place = (/** @type {Lamp} */ [, x, y]) => /** @type {Point} */ ([x, y]);
    const extras = layout.extras ?? [];
    const tracks = layout.tracks.map((track) => track.map(place));
    const starts = layout.tracks.map((_, t) => { const start = layout.starts?.[t]; return start ? place(start) : null; });
    const pitch = usualPitch(tracks);
    const lane = laneWidth(tracks.filter((track) => track.length > 0));
    const unit = Math.min(pitch, lane); // unit of holes, numbers and lines
    const radius = 0.36 * unit;
    const lamps = extras.flatMap((extra) => extra.lamps);
    const holes = [...tracks.flat(), ...starts.filter((start) => start !== null), ...lamps.map(place)];
    const view = frameRound(layout, holes, EDGE * unit);
    this.plan = { tracks, starts, holes, pitch, lane, unit, radius };
    this.#marks = s("g", { class: "marks" });
    this.#plates = s("g", { class: "plates" });
    // The holes were lit before the redraw: light them again without waiting for a frame.
    [this.#names, this.#lines] = [this.#platesOf(), this.#linesOf()];
    this.#spots = Array.from({ length: layout.length }, () => []);
    this.#shown = new Uint8Array(3 * layout.length);
    const drilled = s("g", { class: "holes" });
    layout.tracks.forEach((track, t) => {
      const start = layout.starts?.[t];
      if (start) drilled.append(this.#hole(start, t, 0));
      track.forEach((hole, i) => drilled.append(this.#hole(hole, t, i + 1)));
    });
    for (const extra of extras) {
      extra.lamps.forEach((lamp, i) => drilled.append(this.#spot(lamp, { "data-shows": extra.shows, "data-lamp": i + 1 })));
    }
    // Three layers: the wood, drawn once; a canvas with the glow around lit holes (up to 75 updates a
    // second cost a fifth of SVG there); the holes above it.
    const viewBox = view.join(" ");
    const wood = s("svg", { viewBox, "aria-hidden": "true", class: "plank" }, drawWood(view, pitch), this.#marks, this.#plates);
    const lights = s("svg", { viewBox, role: "img", focusable: "false", class: "lights" }, drilled);
    const glow = h("canvas", { class: "glow", "aria-hidden": "true" });
    this.#glow = glow.getContext("2d");
    this.#view = view;
    this.#lit.clear();
    // Remove only its own layers: others may have added elements on top.
    for (const picture of this.#pictures) picture.remove();
    this.#pictures = [wood, glow, lights];
    this.prepend(...this.#pictures);
    this.#sized.disconnect(); // the previous picture has no size any more
    this.#sized.observe(glow);
    this.style.setProperty("--number-ratio", String(view[2] / view[3]));
    document.body.toggleAttribute("data-square", view[2] / view[3] < SQUARE && !runAcross(whole.tracks));
    this.#lines({ target: whole.tracks[0].length, skunks: [] }); // until a state provides the target
    this.#paint();
  }

  /** Number of tracks of the board; 0 until its layout is known. */
  get trackCount() {
    return this.#layout?.tracks.length ?? 0;
  }

  /**
   * Redraws the board in another shape, or with other tracks, if that changes anything.
   *
   * @param {Arrangement} next
   */
  arrange(next) {
    if (JSON.stringify(next) === JSON.stringify(this.#arrangement)) return;
    this.#arrangement = next;
    if (this.#layout) this.build(this.#layout);
  }

  /** Draws the seats' shapes if they have changed. */
  #platesOf() {
    return onChange((/** @type {{ seats: Pick<SeatInfo, "color" | "side">[] }} */ { seats }) => {
      if (this.plan) this.#plates.replaceChildren(...drawPlates(this.plan, seats));
    });
  }

  /** Draws lines and numbers if they have changed. */
  #linesOf() {
    return onChange((/** @type {Pick<State, "target" | "skunks">} */ facts) => this.#drawMarks(facts));
  }

  /** The SVG with the holes; present once the board is built. */
  get lights() {
    return /** @type {SVGSVGElement} */ (this.querySelector(".lights"));
  }

  /**
   * Sets the frame: three bytes per pixel. Only the latest one before a repaint is drawn.
   *
   * @param {Uint8Array<ArrayBuffer>} frame
   */
  light(frame) {
    this.#frame = frame;
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      this.#paint();
    });
  }

  /**
   * Names the tracks, and describes the pegs for screen readers.
   *
   * @param {State} state
   */
  show({ target, skunks, seats, pegs: places }) {
    if (!this.plan) return;
    this.#lines({ target, skunks });
    this.#names({ seats: seats.map(({ color, side }) => ({ color, side })) });
    const pegs = places.map(([front, rear], seat) => words.onBoard(seats[seat].name, front, rear));
    const label = [words.boardOf(target), ...pegs].join(" ");
    if (this.lights.getAttribute("aria-label") !== label) this.lights.setAttribute("aria-label", label);
  }

  /** @param {Lamp} place @param {number} track @param {number} hole */
  #hole(place, track, hole) {
    return this.#spot(place, { "data-track": track, "data-hole": hole });
  }

  /** @param {Lamp} lamp @param {Properties} what */
  #spot([pixel, x, y], what) {
    const spot = s("circle", { cx: x, cy: y, r: this.plan?.radius, fill: UNLIT, "data-pixel": pixel, ...what });
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

  /** Redraws the glow around lit holes; one canvas pixel per CSS pixel is fine enough for it. */
  #shine() {
    const [glow, radius] = [this.#glow, this.plan?.radius ?? 0];
    if (!glow) return;
    const { canvas } = glow;
    const [width, height] = this.#size;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const [x, y, wide, high] = this.#view;
    const scale = Math.min(width / wide, height / high);
    glow.setTransform(1, 0, 0, 1, 0, 0);
    glow.clearRect(0, 0, width, height);
    glow.setTransform(scale, 0, 0, scale, (width - scale * wide) / 2 - scale * x, (height - scale * high) / 2 - scale * y);
    for (const [place, { fill, tone }] of this.#lit) {
      glow.fillStyle = fill;
      for (const [by, opacity] of HALOS) {
        glow.globalAlpha = opacity * tone;
        glow.beginPath();
        glow.arc(place.x, place.y, by * radius, 0, 2 * Math.PI);
        glow.fill();
      }
    }
  }

  /** @param {Spot} place @param {Light | null} color */
  #set(place, color) {
    place.spot.setAttribute("fill", color?.fill ?? UNLIT);
    // A bright LED looks larger than a dim one, on the board as on the page.
    place.spot.setAttribute("r", ((this.plan?.radius ?? 0) * (color ? 0.92 + 0.26 * color.tone : 1)).toFixed(3));
    if ((color !== null) !== this.#lit.has(place)) place.spot.toggleAttribute("data-lit", color !== null);
    if (color === null) this.#lit.delete(place);
    else this.#lit.set(place, color);
  }

  /** @param {Pick<State, "target" | "skunks">} facts */
  #drawMarks({ target, skunks }) {
    if (!this.plan) return;
    const { plan } = this;
    this.#marks.replaceChildren(...drawLines(plan, target, skunks), ...(this.#drawn?.extras ?? []).map((extra) => nameLamps(extra, plan.unit)));
    fitNames(this.#marks);
  }
}

customElements.define("peg-board", PegBoard);
