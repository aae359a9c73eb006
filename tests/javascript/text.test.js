import assert from "node:assert/strict";
import test from "node:test";
import { decoded } from "../../pegboard/web/static/core/text.js";

const WRITTEN = "name;club\nJörg;Köln\n";
const bytes = (encoding, mark = []) => new Uint8Array([...mark, ...Buffer.from(WRITTEN, encoding)]).buffer;
const swapped = (buffer) => new Uint8Array(Buffer.from(buffer).swap16()).buffer;
const SAVED = {
  "UTF-8": bytes("utf8"),
  "UTF-8 with a byte order mark": bytes("utf8", [0xEF, 0xBB, 0xBF]),
  "Windows-1252": bytes("latin1"),
  "UTF-16, as Excel has it": bytes("utf16le", [0xFF, 0xFE]),
  "UTF-16, the other way round": swapped(bytes("utf16le", [0xFF, 0xFE])),
};

for (const [name, content] of Object.entries(SAVED)) test(`a list in ${name} is read`, () => assert.equal(decoded(content), WRITTEN));

test("decoder reads files of zero and one byte", () => {
  assert.equal(decoded(new ArrayBuffer(0)), "");
  assert.equal(decoded(new Uint8Array([0x41]).buffer), "A");
});
