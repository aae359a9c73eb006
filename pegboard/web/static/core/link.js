// The one connection to the board: commands go out, acknowledgements, states and frames come in.
//
// A command that was sent but not answered when the connection broke is sent again with the same
// id; the board does it once. A command made while there is no connection is not kept for later:
// a score that is pegged minutes after the press helps nobody.
//
// The first state is whole; then only what has changed is told, and put together here. Who comes
// back says what it saw last, and is told what it has missed.

/**
 * @import { AckMessage, ChangeMessage, Command, MissedMessage, ServerMessage, StateMessage } from "./protocol.d.ts"
 */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PATIENCE_MS = 10000;
const SILENCE_MS = 15000;
// Close code of a board that has no place for this page, and how long to leave it alone then. To
// come back at once would take the place of another page, which would do the same.
const NO_PLACE = 1013;
const NO_PLACE_WAIT_MS = 30000;

let made = 0;
const client = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");

/** An id no other client makes. (crypto.randomUUID is missing on plain http.) */
const newId = () => `${client}-${(made += 1)}`;

/**
 * What a command says of the game it is made in: which one, where it begins another; and what was
 * seen of it, where it must not be done `once` more because two people saw the same.
 *
 * @param {Command} command
 * @param {StateMessage | null} state
 * @param {boolean} once
 * @returns {{ game?: string, seq?: number }}
 */
export function seen(command, state, once) {
  if (!state || state.mode === "demo") return {};
  if ("new" in command) return { game: state.game };
  return once ? { game: state.game, seq: state.seq } : {};
}

/**
 * The state after a message; null where something was lost on the way.
 *
 * @param {StateMessage | null} state
 * @param {StateMessage | ChangeMessage} message
 * @returns {StateMessage | null}
 */
export function changed(state, message) {
  if (message.type === "state") return message;
  return state?.n === message.after ? { ...state, ...message.set, n: message.n } : null;
}

/**
 * Where to connect: by changes, and with what was seen last.
 *
 * @param {string} url
 * @param {StateMessage | null} state
 */
export function address(url, state) {
  const saw = state ? `&game=${encodeURIComponent(state.game)}&seq=${state.seq}` : "";
  return `${url}${url.includes("?") ? "&" : "?"}changes=1${saw}`;
}

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

/** @typedef {{ text: string, resolve: (ack: AckMessage) => void, giveUp: number }} Waiting */

/** What is told, by what happened. @typedef {{ state: StateMessage, frame: Uint8Array<ArrayBuffer>, missed: MissedMessage, open: undefined, lost: undefined }} News */

export class Link {
  /** @type {{ [Kind in keyof News]?: (news: News[Kind]) => void }} */
  #listeners = {};
  /** @type {WebSocket} */
  #socket;
  /** @type {Map<string | null, Waiting>} */
  #waiting = new Map();
  #failures = 0;
  #heard = 0;
  #timer = 0;
  /** @type {StateMessage | null} */
  #state = null;

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    this.open = false;
    setInterval(() => this.#listen(), SILENCE_MS / 3);
    addEventListener("online", () => this.#connectNow());
    // Not the end of it: a page on the board itself needs no network.
    addEventListener("offline", () => this.#listen(0));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#connectNow(); });
    this.#socket = this.#connect();
  }

  /**
   * Says who is told when something happens.
   *
   * @template {keyof News} Kind
   * @param {Kind} kind
   * @param {(news: News[Kind]) => void} listener
   */
  on(kind, listener) {
    Object.assign(this.#listeners, { [kind]: listener });
  }

  /**
   * Sends a command; the answer is the board's ack, or one of our own with ok false.
   *
   * @param {Command} command
   * @param {boolean} once see `seen`
   * @returns {Promise<AckMessage>}
   */
  send(command, once = false) {
    const id = newId();
    if (!this.open) return Promise.resolve({ type: "ack", id, ok: false, error: "offline" });
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => this.#answer({ type: "ack", id, ok: false, error: "noAnswer" }), PATIENCE_MS);
      const text = JSON.stringify({ id, ...seen(command, this.#state, once), ...command });
      this.#waiting.set(id, { text, resolve, giveUp });
      this.#socket.send(text);
    });
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(address(this.url, this.#state));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = ({ code }) => { if (socket === this.#socket) this.#closed(code); };
    this.#socket = socket;
    return socket;
  }

  #connectNow() {
    if (this.#socket.readyState === WebSocket.CLOSED) this.#connect();
  }

  #opened() {
    this.open = true;
    this.#failures = 0;
    this.#heard = performance.now();
    for (const { text } of this.#waiting.values()) this.#socket.send(text);
    this.#tell("open", undefined);
  }

  #closed(code = 0) {
    const wasOpen = this.open;
    this.open = false;
    this.#failures += 1;
    const wait = waitBefore(this.#failures, Math.random()) + (code === NO_PLACE ? NO_PLACE_WAIT_MS : 0);
    this.#timer = setTimeout(() => this.#connect(), wait);
    if (wasOpen || this.#failures === 2) this.#tell("lost", undefined);
  }

  /** @param {string | ArrayBuffer} data */
  #received(data) {
    this.#heard = performance.now();
    if (typeof data !== "string") {
      this.#tell("frame", new Uint8Array(data));
      return;
    }
    /** @type {ServerMessage} */
    const message = JSON.parse(data);
    if (message.type === "ack") this.#answer(message);
    else if (message.type === "state" || message.type === "change") this.#show(message);
    else if (message.type === "missed") this.#tell("missed", message);
    // Anything else is from a newer board and not for us.
  }

  /** @param {StateMessage | ChangeMessage} message */
  #show(message) {
    const state = changed(this.#state, message);
    if (state === null) {
      this.#socket.close(); // begin with a whole state again
      return;
    }
    this.#state = state;
    this.#tell("state", state);
  }

  /** @param {AckMessage} ack */
  #answer(ack) {
    const waiting = this.#waiting.get(ack.id);
    if (waiting === undefined) return;
    this.#waiting.delete(ack.id);
    clearTimeout(waiting.giveUp);
    waiting.resolve(ack);
  }

  // A socket can die without a word (a phone asleep, a plug pulled). After a long silence we ask.
  async #listen(silence = SILENCE_MS) {
    if (!this.open || performance.now() - this.#heard < silence) return;
    const socket = this.#socket;
    try {
      await fetch("/healthz", { signal: AbortSignal.timeout(4000), cache: "no-store" });
      this.#heard = performance.now();
    } catch {
      if (socket !== this.#socket) return;
      socket.onclose = null;
      socket.close();
      this.#closed();
    }
  }

  /**
   * @template {keyof News} Kind
   * @param {Kind} kind
   * @param {News[Kind]} news
   */
  #tell(kind, news) {
    this.#listeners[kind]?.(news);
  }
}
