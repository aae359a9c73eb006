// A WebSocket that reconnects whenever it is lost, even if it dies silently: a phone that slept, an
// access point that forgot it, a pulled plug.
//
// While the page is visible and the other end is silent, it is pinged; without an answer the socket
// is replaced. So a stale page is marked within ten seconds. A hidden page sends no pings and keeps no
// timer that would wake a phone; once visible again, it pings or reconnects immediately.

const QUIET_MS = 3500; // silence after which the other end is pinged
const ANSWER_MS = 5000; // for its answer, and for connecting
const OLD_MS = 10000; // data older than this may be stale
const LATE_MS = 1000; // a timer this late means that the machine slept
const CHECKING_MS = 400; // a faster answer needs no warning
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
// Close code of a board without a free slot, and the pause before the next attempt. Reconnecting
// immediately would evict another page, which would do the same.
const NO_PLACE = 1013;
const NO_PLACE_WAIT_MS = 30000;

/**
 * The pause before the next attempt, in ms. Half of it is random, so that a hall full of phones does
 * not reconnect at once.
 *
 * @param {number} failures consecutive failures, from 1
 * @param {number} chance random number, 0 to 1
 */
export function waitBefore(failures, chance) {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 6));
  return wait * (0.5 + chance / 2);
}

/**
 * @typedef {object} Handlers
 * @property {string} ping the message sent to the other end; any message is an answer
 * @property {(data: string | ArrayBuffer) => void} received
 * @property {() => void} [opened] called when connected
 * @property {() => void} current called for the first message after connecting, a loss or doubt
 * @property {() => void} doubted called when the page may be stale: a ping is under way
 * @property {() => void} lost called when the connection is lost, or cannot be made
 */

/**
 * Opens a socket that stays open for as long as the page.
 *
 * @param {() => string} url
 * @param {Handlers} handlers
 */
export const liveSocket = (url, handlers) => new LiveSocket(url, handlers);

class LiveSocket {
  open = false;
  /** @type {WebSocket | null} */
  #socket = null;
  #timer = 0;
  #due = 0;
  #doubt = 0;
  #asked = false;
  #isCurrent = false;
  #heard = Date.now();
  #failures = 0;
  #notBefore = 0;

  /**
   * @param {() => string} url
   * @param {Handlers} handlers
   */
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    for (const kind of ["visibilitychange", "resume"]) document.addEventListener(kind, () => this.#look());
    // A page on the board itself needs no network: "offline" is only a reason to ping.
    for (const kind of ["pageshow", "online", "offline", "focus"]) addEventListener(kind, () => this.#look());
    this.#connect();
  }

  /** @param {string} text */
  send(text) {
    this.#socket?.send(text);
  }

  /** Closes the connection; the next one starts over. */
  restart() {
    this.#socket?.close();
  }

  #connect() {
    const socket = new WebSocket(this.url());
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = ({ code }) => this.#closed(code);
    this.#socket = socket;
    this.#wait(ANSWER_MS);
  }

  /** @param {number} ms */
  #wait(ms) {
    clearTimeout(this.#timer);
    if (document.hidden) return; // checked again when visible
    this.#due = Date.now() + ms;
    this.#timer = setTimeout(() => this.#tick(), ms);
  }

  /** Handles that the page may have been asleep, hidden or without a network. */
  #look() {
    if (document.hidden) {
      clearTimeout(this.#timer);
      return;
    }
    if (this.open) this.#ask();
    else this.#wait(this.#socket ? ANSWER_MS : Math.max(0, this.#notBefore - Date.now()));
  }

  #tick() {
    if (this.#socket === null) return void this.#connect();
    const now = Date.now();
    const slept = now - this.#due > LATE_MS;
    if (!this.open || (this.#asked && !slept)) return void this.#giveUp();
    const left = QUIET_MS - (now - this.#heard);
    if (left > 0 && left <= QUIET_MS) this.#wait(left);
    else this.#ask(); // also if the clock was set back
  }

  #ask() {
    this.#asked = true;
    this.#wait(ANSWER_MS);
    if (Date.now() - this.#heard > OLD_MS && this.#isCurrent) {
      this.#isCurrent = false;
      this.#doubt = setTimeout(() => this.handlers.doubted(), CHECKING_MS);
    }
    this.send(this.handlers.ping);
  }

  #opened() {
    this.open = true;
    this.#failures = 0;
    this.#asked = false;
    this.#isCurrent = false;
    this.#heard = Date.now();
    this.#wait(QUIET_MS);
    this.handlers.opened?.();
  }

  /** @param {string | ArrayBuffer} data */
  #received(data) {
    this.#heard = Date.now();
    if (this.#asked) this.#wait(QUIET_MS);
    this.#asked = false;
    clearTimeout(this.#doubt);
    if (!this.#isCurrent) {
      this.#isCurrent = true;
      this.handlers.current();
    }
    this.handlers.received(data);
  }

  /** Abandons a dead socket: closing it would take minutes. */
  #giveUp() {
    const socket = /** @type {WebSocket} */ (this.#socket);
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#closed();
  }

  #closed(code = 0) {
    const wasOpen = this.open;
    this.open = false;
    this.#socket = null;
    this.#failures += 1;
    clearTimeout(this.#doubt);
    this.#notBefore = code === NO_PLACE ? Date.now() + NO_PLACE_WAIT_MS : 0;
    this.#wait(waitBefore(this.#failures, Math.random()) + (code === NO_PLACE ? NO_PLACE_WAIT_MS : 0));
    if (wasOpen || this.#failures === 2) this.handlers.lost();
  }
}
