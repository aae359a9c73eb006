import "./browser.js";
import assert from "node:assert/strict";
import test, { after, beforeEach } from "node:test";
import { Link, address, basis, changed } from "../../pegboard/web/static/core/link.js";
import { waitBefore } from "../../pegboard/web/static/core/live_socket.js";

const STATE = { type: "state", n: 4, game: "g1", seq: 12, kind: { has_people: true }, scores: [47, 52] };

test("change applies only to the state it follows", () => {
  const change = { type: "change", n: 5, after: 4, set: { scores: [48, 52] } };
  assert.deepEqual(changed(STATE, change), { ...STATE, n: 5, scores: [48, 52] });
  assert.equal(changed({ ...STATE, n: 3 }, change), null);
  assert.equal(changed(null, change), null);
  assert.equal(changed(null, STATE), STATE);
});

test("only once-commands contain the seen state", () => {
  const here = { game: "g1", seq: 12 };
  assert.deepEqual(basis({ action: "peg 0 5" }, STATE, true), here);
  assert.deepEqual(basis({ press: "0+5" }, STATE, false), {});
  assert.deepEqual(basis({ new: { mode: "demo" } }, STATE, false), { game: "g1" });
  assert.deepEqual(basis({ press: "undo" }, { ...STATE, kind: { has_people: false } }, true), {});
  assert.deepEqual(basis({ press: "undo" }, null, true), {});
});

test("reconnect address contains the last seen state", () => {
  assert.equal(address("ws://board/ws?language=en", null), "ws://board/ws?language=en&changes=1");
  assert.equal(address("ws://board/ws", { ...STATE, game: "g 1" }), "ws://board/ws?changes=1&game=g%201&seq=12");
});

test("reconnect pause grows to a limit and is half random", () => {
  assert.deepEqual([1, 2, 3].map((n) => waitBefore(n, 1)), [250, 500, 1000]);
  assert.equal(waitBefore(1, 0), 125);
  assert.equal(waitBefore(50, 1), 5000);
});

/** Sockets that a test opens and closes by hand. */
class FakeSocket {
  static all = [];
  static CLOSED = 3;
  sent = [];
  readyState = 0;

  constructor(url) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  opens() {
    this.readyState = 1;
    this.onopen();
  }

  says(message) {
    this.onmessage({ data: message instanceof ArrayBuffer ? message : JSON.stringify(message) });
  }

  close(code = 1005) {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }
}

const real = { setInterval, setTimeout, WebSocket: globalThis.WebSocket };
/** Pending timers, in order of creation. */
let later = [];
/** Delay in ms. */
let waits = [];
beforeEach(() => {
  FakeSocket.all = [];
  later = [];
  waits = [];
  Object.assign(globalThis, {
    WebSocket: FakeSocket, setInterval: () => 0, setTimeout: (what, wait) => { waits.push(wait); return later.push(what); }, clearTimeout: (n) => { if (n) later[n - 1] = () => {}; },
  });
});
after(() => Object.assign(globalThis, real));

test("unacknowledged command is resent once after reconnecting", async () => {
  const link = new Link("ws://board/ws");
  const [first] = FakeSocket.all;
  first.opens();
  first.says(STATE);
  const answered = link.send({ press: "ok" });
  const lost = link.send({ action: "peg 0 5" }, true);
  assert.deepEqual(first.sent.map(({ id: _id, ...rest }) => rest), [{ press: "ok" }, { game: "g1", seq: 12, action: "peg 0 5" }]);
  first.says({ type: "ack", id: first.sent[0].id, ok: true });
  assert.equal((await answered).ok, true);
  first.close();
  assert.equal(link.open, false);
  later.at(-1)();
  const second = FakeSocket.all[1];
  assert.equal(second.url, "ws://board/ws?changes=1&game=g1&seq=12");
  second.opens();
  assert.deepEqual(second.sent, [first.sent[1]]);
  second.says({ type: "ack", id: first.sent[1].id, ok: true });
  second.says({ type: "ack", id: first.sent[1].id, ok: false }); // a second acknowledgement is ignored
  assert.equal((await lost).ok, true);
});

test("link pauses after close code 1013", () => {
  const link = new Link("ws://board/ws");
  FakeSocket.all[0].opens();
  FakeSocket.all[0].close(1013);
  assert.equal(link.open, false);
  assert.ok(waits.at(-1) >= 30000);
  later.at(-1)();
  FakeSocket.all[1].opens();
  FakeSocket.all[1].close(1006);
  assert.ok(waits.at(-1) <= 250);
});

test("link drops commands while disconnected and times out on silence", async () => {
  const link = new Link("ws://board/ws");
  assert.equal((await link.send({ press: "ok" })).error, "offline");
  FakeSocket.all[0].opens();
  const waiting = link.send({ press: "ok" });
  later.at(-1)();
  assert.equal((await waiting).error, "noAnswer");
});

test("link dispatches messages by kind and restarts after a gap", () => {
  const link = new Link("ws://board/ws");
  const told = [];
  for (const kind of ["state", "frame", "missed", "open", "lost"]) link.on(kind, (news) => told.push([kind, news]));
  const [socket] = FakeSocket.all;
  socket.opens();
  socket.says(STATE);
  socket.says({ type: "change", n: 5, after: 4, set: { seq: 13 } });
  socket.says({ type: "fireworks" });
  socket.says({ type: "missed", seq: 13, lines: ["Ann 2"] });
  socket.says(new Uint8Array([1, 2, 3]).buffer);
  assert.deepEqual(told.map(([kind]) => kind), ["open", "state", "state", "missed", "frame"]);
  assert.deepEqual([told[2][1].seq, told[2][1].n, [...told[4][1]]], [13, 5, [1, 2, 3]]);
  socket.says({ type: "change", n: 9, after: 8, set: {} });
  assert.equal(socket.readyState, FakeSocket.CLOSED);
  assert.equal(told.at(-1)[0], "lost");
});
