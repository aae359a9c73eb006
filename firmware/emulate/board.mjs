// The board: a firmware image on an emulated RP2040, with inputs, LEDs on its data line and a USB
// cable.
//
// rp2040js emulates the CPU and the peripherals. Missing or differing behaviour is corrected here;
// README.md lists it. Time is counted in CPU cycles: 125 MHz, 8 ns each.

import { BasePeripheral, GPIOPinState, Simulator } from './rp2040.mjs';
import { DRIVE, bootrom } from './bootrom.mjs';
import { Cable } from './usb.mjs';
import { Chain } from './ws2812.mjs';

export const NS = 8; // per cycle
const FLASH = 0x10000000;
const VECTORS = 0x100; // after the second boot stage
const PIN_LEDS = 2;
const PIN_INPUT = 6;
const PIN_LAMP = 25;
const INPUTS = 16;
const SLEEP_CYCLES = 12_500; // 100 us, at most at once
const HAD = { power: 1 << 8, run: 1 << 16, watchdog: 0, stall: 0 }; // CHIP_RESET
const WATCHDOG = 0x40058;

const RP2040_FAMILY = 0xe48bff56;

/** Returns the flash contents of a UF2 file; ignores blocks of other chips, as the boot ROM does. */
export function flashOf(uf2) {
  const flash = new Uint8Array(2 * 1024 * 1024).fill(0xff);
  for (let at = 0; at + 512 <= uf2.length; at += 512) {
    if (uf2.readUInt32LE(at) !== 0x0a324655 || uf2.readUInt32LE(at + 4) !== 0x9e5d5157)
      throw new Error('not a UF2 file');
    if (uf2.readUInt32LE(at + 28) !== RP2040_FAMILY) continue;
    const target = uf2.readUInt32LE(at + 12) - FLASH;
    const size = uf2.readUInt32LE(at + 16);
    if (target < 0 || target + size > flash.length) continue; // other memory
    flash.set(uf2.subarray(at + 32, at + 32 + size), target);
  }
  return flash;
}

/** A register block that the firmware reads and rp2040js lacks. */
class Registers extends BasePeripheral {
  constructor(rp2040, name, read) {
    super(rp2040, name);
    this.read = read;
  }
  readUint32(offset) {
    return this.read(offset);
  }
  writeUint32() {}
}

export class Board {
  /**
   * @param {Uint8Array} flash the image.
   * @param {object} on { data(bytes), connected(), frame(frame), gone(why), lamp(on) }
   */
  constructor(flash, on) {
    this.flash = flash;
    this.on = on;
    this.levels = Array(INPUTS).fill(true); // pulled up
    this.chain = new Chain((frame) => on.frame(frame));
    this.cycles = 0; // since the emulator started, across resets
    this.edges = []; // future [cycle, input, level]
    this.random = 0x1234567;
    this.stalled = false;
    this.plugged = true;
    this.power('power');
  }

  get now() {
    return this.cycles * NS;
  }

  /** Resets the chip. RAM keeps its contents, as on the chip while powered. */
  power(cause) {
    const before = this.rp2040;
    this.chain.letGo(this.now);
    const sim = new Simulator();
    const rp2040 = sim.rp2040;
    this.clock = sim.clock;
    this.rp2040 = rp2040;
    this.began = this.cycles;
    this.drive = false;
    this.stalled = false;
    this.due = null;
    rp2040.logger = { debug() {}, info() {}, warn() {}, error() {} };
    rp2040.loadBootrom(bootrom()); // clears the flash
    rp2040.flash.set(this.flash);
    if (before && cause !== 'power') rp2040.sram.set(before.sram);
    this.fillIn(rp2040, cause);
    const watchdog = rp2040.peripherals[WATCHDOG];
    if (before && cause === 'watchdog') {
      watchdog.reason = before.peripherals[WATCHDOG].reason;
      watchdog.scratchData.set(before.peripherals[WATCHDOG].scratchData);
    }
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = false; // otherwise it fires again at once, forever
      this.due = 'watchdog'; // deferred: this is inside an instruction
    };
    rp2040.onBreak = (code) => {
      if (code !== DRIVE) return;
      this.drive = true;
      this.due = 'drive';
    };
    for (const pio of rp2040.pio) pio.run = () => {}; // stepped here, by CPU time
    rp2040.gpio[PIN_LEDS].addListener((state, was) => this.line(state, was));
    rp2040.gpio[PIN_LAMP].addListener((state) => this.on.lamp?.(state === GPIOPinState.High));
    this.levels.forEach((level, k) => rp2040.gpio[PIN_INPUT + k].setInputValue(level));
    this.cable = new Cable(rp2040.usbCtrl, this.on.data, () => this.on.connected());
    if (!this.plugged) {
      rp2040.usbCtrl.onUSBEnabled = () => {};
      this.cable.unplug();
    }
    const view = new DataView(this.flash.buffer);
    rp2040.core.VTOR = FLASH + VECTORS;
    rp2040.core.SP = view.getUint32(VECTORS, true);
    rp2040.core.PC = view.getUint32(VECTORS + 4, true) & ~1;
    this.lineAt = this.now;
  }

  /** Peripherals that rp2040js lacks. */
  fillIn(rp2040, cause) {
    const { peripherals } = rp2040;
    peripherals[0x40060] = new Registers(rp2040, 'ROSC', (offset) => {
      this.random = (Math.imul(this.random, 1103515245) + 12345) >>> 0;
      return offset === 0x1c ? this.random >>> 31 : 0x1000; // RANDOMBIT, or "stable"
    });
    peripherals[0x40064] = new Registers(rp2040, 'CHIP_RESET', (offset) =>
      offset === 8 ? HAD[cause] : 0,
    );
    // The flash chip's unique number, which is read through the SSI with command 0x4B.
    const ssi = peripherals[0x18000];
    const answers = [];
    let asked = -1;
    peripherals[0x40018] = new Registers(rp2040, 'IO_QSPI', () => 0x1f);
    peripherals[0x40018].writeUint32 = () => {
      asked = -1; // chip select: a command starts
      answers.length = 0;
    };
    const read = ssi.readUint32.bind(ssi);
    const write = ssi.writeUint32.bind(ssi);
    ssi.readUint32 = (offset) => (offset === 0x60 && answers.length ? answers.shift() : read(offset));
    ssi.writeUint32 = (offset, value) => {
      if (offset === 0x60) {
        asked = asked < 0 ? (value === 0x4b ? 0 : -1) : asked + 1;
        if (asked >= 0) answers.push(asked < 5 ? 0 : 0xe0 + asked);
      }
      write(offset, value);
    };
  }

  line(state, was) {
    if ((state === GPIOPinState.High) === (was === GPIOPinState.High)) return;
    this.chain.edge(state === GPIOPinState.High, this.lineAt);
  }

  /** Presses (false) or releases an input, `inNs` from now. */
  input(k, level, inNs = 0) {
    this.edges.push([this.cycles + Math.round(inNs / NS), k, level]);
    this.edges.sort((a, b) => a[0] - b[0]);
  }

  unplug() {
    this.plugged = false;
    this.cable.unplug();
  }

  plug() {
    this.plugged = true;
    this.cable.plug();
  }

  /** Runs for at least this many cycles. */
  run(cycles) {
    const end = this.cycles + cycles;
    while (this.cycles < end) this.step();
    const over = this.chain.overAt;
    if (over !== null && this.now >= over) this.chain.over();
  }

  step() {
    const { core } = this.rp2040;
    let took = SLEEP_CYCLES;
    if (this.stalled || this.drive) {
      took = this.sleep();
    } else if (core.waiting) {
      took = this.sleep();
    } else {
      took = core.executeInstruction();
    }
    this.lineAt = this.now;
    this.clock.tick(took * NS);
    this.cycles += took;
    this.stepPio();
    while (this.edges.length && this.edges[0][0] <= this.cycles) {
      const [, k, level] = this.edges.shift();
      this.levels[k] = level;
      this.rp2040.gpio[PIN_INPUT + k].setInputValue(level);
    }
    if (this.due) {
      const why = this.due;
      this.due = null;
      this.on.gone(why);
      if (why === 'watchdog') this.power('watchdog');
    }
  }

  /** Cycles until something happens: an alarm, an edge, the next step of a busy PIO. */
  sleep() {
    const alarm = this.clock.nextAlarm ? Math.ceil(this.clock.nanosToNextAlarm / NS) : SLEEP_CYCLES;
    let cycles = Math.min(alarm, SLEEP_CYCLES);
    if (this.edges.length) cycles = Math.min(cycles, this.edges[0][0] - this.cycles);
    for (const machine of this.machines())
      if (!machine.waiting) cycles = Math.min(cycles, Math.ceil(machine.next - this.cycles));
    return Math.max(1, cycles);
  }

  *machines() {
    for (const pio of this.rp2040.pio)
      if (!pio.stopped) for (const machine of pio.machines) if (machine.enabled) yield machine;
  }

  /** Runs the PIO up to now, each step at its own time. rp2040js lacks the clock divider. */
  stepPio() {
    for (const pio of this.rp2040.pio) {
      if (pio.stopped) continue;
      for (const machine of pio.machines) {
        if (!machine.enabled) {
          machine.next = undefined;
          continue;
        }
        const divider = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
        machine.next ??= this.cycles;
        if (machine.resumed !== undefined && !machine.waiting) {
          // The data it waited for arrived, and rp2040js completed the instruction at once.
          machine.next += (machine.cycles - machine.resumed) * divider;
          machine.resumed = undefined;
        }
        while (!machine.waiting && machine.next <= this.cycles) {
          const before = machine.cycles;
          this.lineAt = machine.next * NS;
          machine.step();
          pio.checkChangedPins();
          machine.next += (machine.cycles - before) * divider;
        }
        if (machine.waiting) {
          // It retries with each of its own cycles, which keep running.
          machine.resumed = machine.cycles;
          const behind = this.cycles - machine.next;
          if (behind > 0) machine.next += Math.ceil(behind / divider) * divider;
        }
      }
    }
    this.lineAt = this.now;
  }
}
