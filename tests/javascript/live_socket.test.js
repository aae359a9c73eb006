import "./browser.js";
import assert from "node:assert/strict";
import test, { after, beforeEach } from "node:test";
import { liveSocket } from "../../pegboard/web/static/core/live_socket.js";

/** A socket whose other end is controlled by the test. */
class FakeSocket {
  static all = [];
  sent = [];
  closed = false;

  constructor(url) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text) {
    this.sent.push(text);
  }

  close() {
    this.closed = true;
  }
}

const real = { setTimeout, clearTimeout, WebSocket: globalThis.WebSocket, addEventListener: globalThis.addEventListener, document: globalThis.document };
const now = Date.now;
let clock = 0;
let timers = new Map();
let listeners = [];
let made = 0;
let happened = [];

beforeEach(() => {
  clock = 1e12;
  made = 0;
  timers = new Map();
  listeners = [];
  happened = [];
  FakeSocket.all = [];
  Date.now = () => clock;
  const addEventListener = (kind, act) => listeners.push({ kind, act });
  Object.assign(globalThis, {
    WebSocket: FakeSocket, document: { hidden: false, addEventListener }, addEventListener,
    setTimeout: (act, wait) => { timers.set((made += 1), { act, at: clock + wait }); return made; },
    clearTimeout: (id) => timers.delete(id),
  });
});
after(() => {
  Date.now = now;
  Object.assign(globalThis, real);
});

/** Advances the clock and runs due timers in order. */
function pass(ms) {
  const end = clock + ms;
  for (;;) {
    const due = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)[0];
    if (!due) break;
    timers.delete(due[0]);
    clock = Math.max(clock, due[1].at);
    due[1].act();
  }
  clock = end;
}

/** Puts the machine to sleep: time passes, but no timer runs until it wakes. */
const sleep = (ms) => { clock += ms; };

const tell = (kind) => { for (const each of listeners) if (each.kind === kind) each.act(); };

function hide(hidden) {
  globalThis.document.hidden = hidden;
  tell("visibilitychange");
}

function begin() {
  const handlers = Object.fromEntries(["received", "current", "doubted", "lost", "opened"].map((kind) => [kind, () => happened.push(kind)]));
  const live = liveSocket(() => `ws://board/${FakeSocket.all.length}`, { ping: "?", ...handlers });
  FakeSocket.all[0].onopen();
  FakeSocket.all[0].onmessage({ data: "state" });
  happened = [];
  return live;
}

test("silent socket is pinged and kept while it answers", () => {
  begin();
  for (let n = 0; n < 10; n += 1) {
    pass(4000);
    FakeSocket.all[0].onmessage({ data: "answer" });
  }
  assert.ok(FakeSocket.all[0].sent.length >= 9);
  assert.equal(FakeSocket.all.length, 1);
  assert.deepEqual(happened.filter((kind) => kind !== "received"), []);
});

test("unresponsive socket is replaced within ten seconds", () => {
  begin();
  pass(10000);
  assert.equal(happened[0], "lost");
  assert.equal(FakeSocket.all[0].closed, true);
  assert.equal(FakeSocket.all.length, 2);
  FakeSocket.all[1].onopen();
  assert.deepEqual(happened, ["lost", "opened"], "what is shown is still the old state");
  FakeSocket.all[1].onmessage({ data: "state" });
  assert.deepEqual(happened, ["lost", "opened", "current", "received"]);
});

test("socket that never opens is replaced", () => {
  begin();
  pass(10000);
  pass(20000);
  assert.ok(FakeSocket.all.length > 3);
  assert.ok(FakeSocket.all.slice(0, -1).every(({ closed }) => closed));
});

test("hidden page has no timer and sends no ping", () => {
  begin();
  hide(true);
  assert.equal(timers.size, 0);
  pass(3600000);
  assert.deepEqual(FakeSocket.all[0].sent, []);
  FakeSocket.all[0].onclose({ code: 1006 });
  pass(3600000);
  assert.equal(FakeSocket.all.length, 1);
  hide(false);
  pass(0);
  assert.equal(FakeSocket.all.length, 2);
});

for (const kind of ["visibilitychange", "pageshow", "online", "resume"]) {
  test(`who wakes with "${kind}" asks at once, and says that the score may be old`, () => {
    begin();
    hide(true);
    sleep(60000);
    globalThis.document.hidden = false;
    tell(kind);
    assert.deepEqual(FakeSocket.all[0].sent, ["?"]);
    pass(500);
    assert.deepEqual(happened, ["doubted"]);
    FakeSocket.all[0].onmessage({ data: "answer" });
    assert.deepEqual(happened, ["doubted", "current", "received"]);
  });
}

test("quick answer after waking shows no warning", () => {
  begin();
  hide(true);
  sleep(60000);
  hide(false);
  pass(100);
  FakeSocket.all[0].onmessage({ data: "answer" });
  pass(1000);
  assert.deepEqual(happened, ["current", "received"]);
});

test("late timer reveals sleep and triggers a ping", () => {
  begin();
  pass(4000); // pinged
  sleep(60000);
  pass(0);
  assert.equal(FakeSocket.all.length, 1);
  assert.deepEqual(FakeSocket.all[0].sent, ["?", "?"]);
  pass(500);
  assert.deepEqual(happened, ["doubted"]);
});

test("close code 1013 delays reconnecting, also when the page becomes visible", () => {
  begin();
  FakeSocket.all[0].onclose({ code: 1013 });
  hide(true);
  hide(false);
  pass(29000);
  assert.equal(FakeSocket.all.length, 1);
  pass(31000);
  assert.ok(FakeSocket.all.length > 1);
});

test("clock set back does not delay the socket", () => {
  begin();
  clock -= 3600000;
  timers.forEach((timer) => { timer.at -= 3600000; });
  pass(10000);
  assert.equal(happened[0], "lost");
});
