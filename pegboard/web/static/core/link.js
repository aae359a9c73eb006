// The one connection to the board: commands go out, acknowledgements, states and frames come in.
//
// A command that was sent but not answered when the connection broke is sent again with the same
// id; the board does it once. A command made while there is no connection is not kept for later:
// a score that is pegged minutes after the press helps nobody.
//
// The first state is whole; then only what has changed is told, and put together here. Who comes
// back says what it saw last, and is told what it has missed.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PATIENCE_MS = 10000;
const SILENCE_MS = 15000;

let made = 0;
const client = Array.from(crypto.getRandomValues(new Uint32Array(2)), (n) => n.toString(36)).join("");

/** An id no other client makes. (crypto.randomUUID is missing on plain http.) */
const newId = () => `${client}-${(made += 1)}`;

/** What must not be done twice because two people saw the same thing: it names what was seen. */
const SCORES = /^(peg|correct|penalty|claim|muggins|undo)\b/;
const seen = (command, state) => {
  if (!state || state.mode === "demo") return {};
  if (command.new) return { game: state.game };
  const twice = command.accept || command.press === "undo" || SCORES.test(command.action ?? "");
  return twice ? { game: state.game, seq: state.seq } : {};
};

export class Link extends EventTarget {
  #socket = null;
  #waiting = new Map();
  #failures = 0;
  #heard = 0;
  #timer = 0;
  #state = null;

  constructor(url) {
    super();
    this.url = url;
    this.open = false;
    setInterval(() => this.#listen(), SILENCE_MS / 3);
    addEventListener("online", () => this.#connectNow());
    // Not the end of it: a page on the board itself needs no network.
    addEventListener("offline", () => this.#listen(0));
    document.addEventListener("visibilitychange", () => document.hidden || this.#connectNow());
    this.#connect();
  }

  /** Sends a command; the answer is the board's ack, or one of our own with ok false. */
  send(command) {
    const id = newId();
    if (!this.open) return Promise.resolve({ type: "ack", id, ok: false, error: "offline" });
    return new Promise((resolve) => {
      const giveUp = setTimeout(() => this.#answer({ id, ok: false, error: "noAnswer" }), PATIENCE_MS);
      const text = JSON.stringify({ id, ...seen(command, this.#state), ...command });
      this.#waiting.set(id, { text, resolve, giveUp });
      this.#socket.send(text);
    });
  }

  #address() {
    const saw = this.#state ? `&game=${encodeURIComponent(this.#state.game)}&seq=${this.#state.seq}` : "";
    return `${this.url}${this.url.includes("?") ? "&" : "?"}changes=1${saw}`;
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address());
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = () => socket === this.#socket && this.#closed();
    this.#socket = socket;
  }

  #connectNow() {
    if (this.#socket.readyState === WebSocket.CLOSED) this.#connect();
  }

  #opened() {
    this.open = true;
    this.#failures = 0;
    this.#heard = performance.now();
    for (const { text } of this.#waiting.values()) this.#socket.send(text);
    this.#tell("open");
  }

  #closed() {
    const wasOpen = this.open;
    this.open = false;
    this.#failures += 1;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.#failures - 1, 6));
    // Half of the wait is chance, so that a hall full of phones does not come back at one moment.
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
    if (wasOpen || this.#failures === 2) this.#tell("lost");
  }

  #received(data) {
    this.#heard = performance.now();
    if (typeof data !== "string") {
      this.#tell("frame", new Uint8Array(data));
      return;
    }
    const message = JSON.parse(data);
    if (message.type === "ack") this.#answer(message);
    else if (message.type === "state") this.#show(message);
    else if (message.type === "change") this.#change(message);
    else if (message.type === "missed") this.#tell("missed", message);
    // Anything else is from a newer board and not for us.
  }

  #change({ n, after, set }) {
    if (this.#state?.n === after) this.#show({ ...this.#state, ...set, n });
    else this.#socket.close(); // something was lost on the way: begin with a whole state again
  }

  #show(state) {
    this.#state = state;
    this.#tell("state", state);
  }

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

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
