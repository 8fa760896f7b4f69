// A ZIP archive of texts, uncompressed: every system opens one. See APPNOTE.TXT, 4.3.
export interface ZipFile {
  name: string; // ASCII
  text: string;
  at: number; // milliseconds
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let i = 0; i < 8; i++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

// Two bytes each: the time in steps of two seconds, the date since 1980.
function dosTime(at: number): [time: number, date: number] {
  const when = new Date(Math.max(at, Date.UTC(1980, 0, 2)));
  return [
    (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1),
    ((when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate(),
  ];
}

// Numbers of two and four bytes, little end first.
function fields(...list: [bytes: 2 | 4, value: number][]): Uint8Array {
  const out = new DataView(new ArrayBuffer(list.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of list) {
    if (bytes === 2) out.setUint16(at, value, true);
    else out.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(out.buffer);
}

export function zip(files: readonly ZipFile[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, text, at } of files) {
    const [path, bytes] = [encoder.encode(name), encoder.encode(text)];
    const [time, date] = dosTime(at);
    const UTF8 = 0x800;
    const common: [2 | 4, number][] = [[2, 20], [2, UTF8], [2, 0], [2, time], [2, date], [4, crc32(bytes)], [4, bytes.length], [4, bytes.length], [2, path.length], [2, 0]];
    const head = fields([4, 0x04034b50], ...common);
    parts.push(head, path, bytes);
    directory.push(fields([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), path);
    offset += head.length + path.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, offset], [2, 0]);
  return new Blob([...parts, ...directory, end] as BlobPart[], { type: 'application/zip' });
}
