// A minimal replacement for the RP2040's boot ROM, which may not be redistributed.
//
// The image starts at its vector table, so the ROM's startup code is not needed. The firmware uses few
// of its functions: those for the flash do nothing here, and `reset_usb_boot` stops at a
// breakpoint that the board interprets as "is a USB drive now".

export const DRIVE = 0x55;
const LOOKUP = 0x50;
const NOTHING = 0x40;
const USB_BOOT = 0x44;
const USB_BOOT_CODE = 0x42 << 8 | 0x55; // 'U' 'B'

export function bootrom() {
  const rom = new Uint8Array(16 * 1024);
  const view = new DataView(rom.buffer);
  const code = (at, ...words) => words.forEach((word, k) => view.setUint16(at + 2 * k, word, true));
  view.setUint32(0, 0x20042000, true); // stack
  view.setUint32(4, NOTHING | 1, true);
  rom.set([0x4d, 0x75, 0x01, 0x03], 0x10); // "Mu", 1, and version 3
  code(0x14, 0x0080, 0x0080, LOOKUP | 1); // tables of functions and of data; the lookup
  code(NOTHING, 0x4770); //                 bx   lr
  code(USB_BOOT, 0xbe00 | DRIVE, 0xe7fe); // bkpt DRIVE; then loop forever
  code(
    LOOKUP, // (table in r0, code in r1) -> address in r0
    0x4a02, //   ldr  r2, [pc, #8]
    0x2040 | NOTHING | 1, // movs r0, #NOTHING | 1
    0x4291, //   cmp  r1, r2
    0xd100, //   bne  over the next
    0x2000 | USB_BOOT | 1, // movs r0, #USB_BOOT | 1
    0x4770, //   bx   lr
  );
  view.setUint32(LOOKUP + 0x0c, USB_BOOT_CODE, true);
  return new Uint32Array(rom.buffer);
}
