// Decodes saved text files in the encodings of editors and spreadsheets.

/**
 * Decodes a text. Spreadsheets on Windows use Windows-1252, or UTF-16 with a byte order mark.
 *
 * @param {ArrayBuffer} content
 * @returns {string}
 */
export function decoded(content) {
  const [first, second] = new Uint8Array(content, 0, Math.min(2, content.byteLength));
  if (first === 0xFF && second === 0xFE) return new TextDecoder("utf-16le").decode(content);
  if (first === 0xFE && second === 0xFF) return new TextDecoder("utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

/** Whether a content is a packed file, such as a spreadsheet's workbook. @param {ArrayBuffer} content */
export function isPacked(content) {
  const first = new Uint8Array(content, 0, Math.min(4, content.byteLength));
  return [0x50, 0x4B, 3, 4].every((byte, at) => first[at] === byte) || [0xD0, 0xCF, 0x11, 0xE0].every((byte, at) => first[at] === byte);
}
