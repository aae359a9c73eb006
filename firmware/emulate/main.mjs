// Runs a board: `node main.mjs IMAGE.uf2 [DESCRIPTOR]`. Commands are JSON lines on stdin, events JSON
// lines on stdout, and the bytes of the USB serial port pass both ways through the descriptor
// (3). README.md lists commands and events.

import fs from 'node:fs';
import net from 'node:net';
import readline from 'node:readline';
import { Board, NS, flashOf } from './board.mjs';

const SLICE = 25_000; // cycles between two polls of the input: 200 us
const BURST_MS = 8; // at most this long without a poll
const LAG_MS = 20; // lost time beyond this is not caught up
const QUEUE = 64 * 1024; // bytes on the cable before the port is full

const said = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const port = new net.Socket({ fd: Number(process.argv[3] ?? 3), readable: true, writable: true });

let tracing = false;
const trace = (event, bytes) => {
  if (tracing)
    said({ event, at_ns: board.now, bytes: Buffer.from(bytes).toString('hex') });
};

const board = new Board(flashOf(fs.readFileSync(process.argv[2])), {
  data(bytes) {
    trace('from board', bytes);
    port.write(Buffer.from(bytes));
  },
  connected() {
    said({ event: 'connected', at_ns: board.now });
  },
  frame(frame) {
    said({ event: 'frame', ...frame });
  },
  gone(why) {
    said({ event: 'gone', why, at_ns: board.now });
  },
});

port.on('data', (bytes) => {
  trace('to board', bytes);
  board.cable.send(bytes);
  if (board.cable.queued > QUEUE) port.pause();
});
port.on('error', () => {});

const orders = {
  // edges: [[us from now, input, level], ...]; false is pressed
  inputs: ({ edges }) => {
    for (const [us, k, level] of edges) board.input(k, level, us * 1000);
    return { at_ns: board.now };
  },
  reset: ({ cause }) => board.power(cause),
  stall: ({ on }) => {
    board.stalled = on;
  },
  unplug: () => board.unplug(),
  plug: () => board.plug(),
  open: ({ on }) => board.cable.setOpen(on),
  trace: ({ on }) => {
    tracing = on;
  },
  // at full speed, for this much board time
  skip: ({ ms }) => {
    const end = board.now + ms * 1e6;
    while (board.now < end) board.run(SLICE);
    anchor();
  },
  speed: ({ limit }) => {
    limited = limit;
    anchor();
  },
  now: () => ({
    at_ns: board.now,
    up_ns: board.now - board.began * NS,
    wall_ns: Number(process.hrtime.bigint()),
    drive: board.drive,
    lamp: board.lamp,
  }),
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, do: what, ...rest } = JSON.parse(line);
  let answer;
  try {
    answer = orders[what](rest);
  } catch (error) {
    answer = { error: `${what}: ${error.message}` };
  }
  said({ answer: id, ...answer });
});
process.stdin.on('end', () => process.exit(0));

// Board time never runs ahead of real time; on a slow machine it falls behind.
let limited = true;
let anchored;
function anchor() {
  anchored = { wall: performance.now(), sim: board.now / 1e6 };
}
anchor();
function turn() {
  const until = performance.now() + BURST_MS;
  let ahead = 0;
  while (performance.now() < until) {
    const due = anchored.sim + (performance.now() - anchored.wall);
    ahead = board.now / 1e6 - due;
    if (limited && ahead >= 0) break;
    if (ahead < -LAG_MS) anchor();
    board.run(SLICE);
    if (port.isPaused() && board.cable.queued < QUEUE / 2) port.resume();
  }
  if (limited && ahead >= 0) setTimeout(turn, 1);
  else setImmediate(turn);
}
said({ event: 'running' });
turn();
