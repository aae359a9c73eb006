// A WebSocket that is made again whenever it is lost, also where it dies without a word: a phone
// that slept, an access point that forgot it, a plug pulled.
//
// While the page is in sight and the other end is silent, it is asked now and then; if it does not
// answer, the socket is given up. So nothing stays on the screen for longer than ten seconds without
// a sign that it may be old. A page that nobody sees asks nothing and has no timer that would wake a
// phone; as soon as it is seen again it asks, or connects at once.

const QUIET_MS = 3500; // silence after which the other end is asked
const ANSWER_MS = 5000; // for its answer, and for a connection
const OLD_MS = 10000; // what was heard longer ago may be wrong
const LATE_MS = 1000; // a timer that is so late says that the machine slept
const CHECKING_MS = 400; // an answer that comes sooner needs no sign
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
// Close code of a board that has no place for this page, and how long to leave it alone then. To
// come back at once would take the place of another page, which would do the same.
const NO_PLACE = 1013;
const NO_PLACE_WAIT_MS = 30000;

/**
 * How long to wait before the next try, in ms. Half of it is chance, so that a hall full of phones
 * does not come back at one moment.
 *
 * @param {number} failures so many in a row, from 1
 * @param {number} chance 0 to 1
 */
export function waitBefore(failures, chance) {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 6));
  return wait * (0.5 + chance / 2);
}

/**
 * @typedef {object} Handlers
 * @property {string} ping what the other end is asked; any message is an answer
 * @property {(data: string | ArrayBuffer) => void} received
 * @property {() => void} [opened] the connection is made
 * @property {() => void} current a message came after the connection was made, lost or in doubt
 * @property {() => void} doubted the page may be old: the other end is being asked
 * @property {() => void} lost the connection is lost, or cannot be made
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
    // A page on the board itself needs no network: "offline" is not the end, but a reason to ask.
    for (const kind of ["pageshow", "online", "offline", "focus"]) addEventListener(kind, () => this.#look());
    this.#connect();
  }

  /** @param {string} text */
  send(text) {
    this.#socket?.send(text);
  }

  /** Closes the connection; the next one begins anew. */
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
    if (document.hidden) return; // it is looked after once it is seen
    this.#due = Date.now() + ms;
    this.#timer = setTimeout(() => this.#tick(), ms);
  }

  /** The page may have been asleep, out of sight or without a network. */
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
    else this.#ask(); // also where the clock was set back
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

  /** A dead socket would take minutes to close: it is left alone. */
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
