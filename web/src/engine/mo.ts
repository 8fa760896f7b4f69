// A gettext catalogue in memory, as the engine reads it: ids sorted bytewise, each text given by its length and offset.
const HEADER = 'Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n > 1);\n';

export function writeMo(messages: Record<string, string>): Uint8Array {
  const encoder = new TextEncoder();
  const rows = Object.entries({ '': HEADER, ...messages }).map(([id, text]) => [encoder.encode(id), encoder.encode(text)]);
  rows.sort(([a], [b]) => compare(a!, b!));
  const columns = [rows.map((row) => row[0]!), rows.map((row) => row[1]!)];
  const tables = 28;
  let at = tables + 16 * rows.length;
  const bytes = new Uint8Array(at + columns.flat().reduce((sum, text) => sum + text.length + 1, 0));
  const words = new DataView(bytes.buffer);
  [0x950412de, 0, rows.length, tables, tables + 8 * rows.length, 0, 0].forEach((word, i) => words.setUint32(4 * i, word, true));
  columns.flat().forEach((text, i) => {
    words.setUint32(tables + 8 * i, text.length, true);
    words.setUint32(tables + 8 * i + 4, at, true);
    bytes.set(text, at);
    at += text.length + 1;
  });
  return bytes;
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
