// The connection to the board: commands go out; acknowledgements, states and frames come in.
//
// A command without an acknowledgement when the connection broke is sent again with the same id; the
// board executes it once. A command made without a connection is dropped: a score pegged minutes
// after the press helps nobody.
//
// The first state is complete; later messages contain only changes, which are merged here. On
// reconnect the page sends what it saw last, and gets the lines it missed.

import { liveSocket } from "./live_socket.js";

/**
 * @import { AckMessage, ChangeMessage, Command, MissedMessage, ServerMessage, StateMessage } from "./protocol.d.ts"
 */

const PATIENCE_MS = 10000;
const PING = JSON.stringify({ id: "ping", ping: true });

let made = 0;
const client = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");

/** A unique id. (crypto.randomUUID is missing on plain http.) */
const newId = () => `${client}-${(made += 1)}`;

/**
 * The game that a command refers to; and the last seen state, if the command must not be executed
 * `once` more because two people saw the same.
 * @param {Command} command
 * @param {StateMessage | null} state
 * @param {boolean} once
 * @returns {{ game?: string, seq?: number }}
 */
export function basis(command, state, once) {
  if (!state || !state.kind.has_people) return {};
  if ("new" in command) return { game: state.game };
  return once ? { game: state.game, seq: state.seq } : {};
}

/**
 * The state after a message; null if a message was lost.
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
 * The socket's address: with changes, and the last seen state.
 *
 * @param {string} url
 * @param {StateMessage | null} state
 */
export function address(url, state) {
  const saw = state ? `&game=${encodeURIComponent(state.game)}&seq=${state.seq}` : "";
  return `${url}${url.includes("?") ? "&" : "?"}changes=1${saw}`;
}

/** @typedef {{ text: string, resolve: (ack: AckMessage) => void, giveUp: number }} Waiting */

/** Event payloads by kind. @typedef {{ state: StateMessage, frame: Uint8Array<ArrayBuffer>, missed: MissedMessage, open: undefined, doubted: undefined, lost: undefined }} News */

export class Link {
  /** @type {{ [Kind in keyof News]?: (news: News[Kind]) => void }} */
  #listeners = {};
  /** @type {Map<string | null, Waiting>} */
  #waiting = new Map();
  /** @type {StateMessage | null} */
  #state = null;

  /** @param {string} url */
  constructor(url) {
    this.socket = liveSocket(() => address(url, this.#state), {
      ping: PING,
      opened: () => { for (const { text } of this.#waiting.values()) this.socket.send(text); },
      received: (data) => this.#received(data),
      current: () => this.#tell("open", undefined),
      doubted: () => this.#tell("doubted", undefined),
      lost: () => this.#tell("lost", undefined),
    });
  }

  get open() {
    return this.socket.open;
  }

  /**
   * Registers a listener.
   *
   * @template {keyof News} Kind
   * @param {Kind} kind
   * @param {(news: News[Kind]) => void} listener
   */
  on(kind, listener) {
    Object.assign(this.#listeners, { [kind]: listener });
  }

  /**
   * Sends a command; resolves to the board's ack, or a local one with ok false.
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
      const text = JSON.stringify({ id, ...basis(command, this.#state, once), ...command });
      this.#waiting.set(id, { text, resolve, giveUp });
      this.socket.send(text);
    });
  }

  /** @param {string | ArrayBuffer} data */
  #received(data) {
    if (typeof data !== "string") {
      this.#tell("frame", new Uint8Array(data));
      return;
    }
    /** @type {ServerMessage} */
    const message = JSON.parse(data);
    if (message.type === "ack") this.#answer(message);
    else if (message.type === "state" || message.type === "change") this.#show(message);
    else if (message.type === "missed") this.#tell("missed", message);
    // Anything else comes from a newer board and is ignored.
  }

  /** @param {StateMessage | ChangeMessage} message */
  #show(message) {
    const state = changed(this.#state, message);
    if (state === null) {
      this.socket.restart(); // start over with a complete state
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

  /**
   * @template {keyof News} Kind
   * @param {Kind} kind
   * @param {News[Kind]} news
   */
  #tell(kind, news) {
    this.#listeners[kind]?.(news);
  }
}
