// Decodes the levels of a data line like a chain of WS2812 LEDs, by the time between edges.
//
// Independent of the firmware: the length of a high pulse is a bit, and a low of more than RESET_NS
// latches the picture. Pulse widths are recorded for the tests.

const LOOKS_NS = 510; // between the longest 0 and the shortest 1 of any data sheet
const RESET_NS = 50_000; // a pause in a picture is shorter, a reset of any data sheet is longer
const KEPT_CHANGES = 1;

const span = () => [Infinity, -Infinity];
const widen = (range, value) => {
  if (value < range[0]) range[0] = value;
  if (value > range[1]) range[1] = value;
};

export class Chain {
  /** @param {(frame: object) => void} onFrame receives each picture after its reset. */
  constructor(onFrame) {
    this.onFrame = onFrame;
    this.before = []; // pixels of the previous picture
    this.lowSince = 0;
    this.begin();
  }

  begin() {
    this.bits = 0;
    this.pixels = [];
    this.pixel = 0;
    this.high = null; // time of the rising edge
    this.wasOne = null;
    this.widths = { t0h: span(), t1h: span(), t0l: span(), t1l: span(), bit: span() };
    this.changedAt = [];
  }

  /** Handles a level change at `at`, in nanoseconds. */
  edge(level, at) {
    if (level) {
      const low = at - this.lowSince;
      if (this.bits === 0) {
        this.beganAt = at;
        this.resetBefore = low;
      } else {
        widen(this.wasOne ? this.widths.t1l : this.widths.t0l, low);
        widen(this.widths.bit, at - this.high);
      }
      this.high = at;
      return;
    }
    if (this.high === null) return;
    const width = at - this.high;
    const one = width > LOOKS_NS;
    widen(one ? this.widths.t1h : this.widths.t0h, width);
    this.wasOne = one;
    this.lowSince = at;
    this.pixel = (this.pixel << 1) | (one ? 1 : 0);
    if (++this.bits % 24 === 0) {
      const value = this.pixel & 0xffffff;
      if (value !== this.before[this.pixels.length] && this.changedAt.length < KEPT_CHANGES)
        this.changedAt.push(at);
      this.pixels.push(value);
      this.pixel = 0;
    }
  }

  /**
   * Handles the chip releasing its pin at `at`: after a reset a pull-down makes each pin low. The line
   * then rests for longer than RESET_NS, so the truncated picture is reported at once: it belongs to
   * the time before the reset.
   */
  letGo(at) {
    if (this.high !== null && this.lowSince < this.high) this.edge(false, at);
    if (this.bits) this.over();
  }

  /** Returns when the current picture ends if nothing more comes; null if there is none. */
  get overAt() {
    return this.bits && this.lowSince >= this.high ? this.lowSince + RESET_NS : null;
  }

  /** Reports the finished picture. */
  over() {
    const bytes = Buffer.alloc(3 * this.pixels.length);
    this.pixels.forEach((value, k) => bytes.writeUIntBE(value, 3 * k, 3));
    const widths = Object.entries(this.widths).filter(([, range]) => range[0] <= range[1]);
    const frame = {
      bytes: bytes.toString('hex'), // as sent, three per pixel
      bits: this.bits,
      began_ns: this.beganAt,
      ended_ns: this.lowSince,
      reset_before_ns: this.resetBefore,
      changed_ns: this.changedAt[0] ?? null, // completion of the first changed pixel
      ...Object.fromEntries(widths),
    };
    this.before = this.pixels;
    this.begin();
    this.onFrame(frame);
  }
}
