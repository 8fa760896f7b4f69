// The networks in nets/, with what the beginning of each says (src/bots/net.h).
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const ENDING = '.net.gz';
const folder = new URL('../../nets/', import.meta.url);
const numbers = (bits) => Array.from({ length: 16 }, (_, n) => n).filter((n) => (bits >> n) & 1);

export const networks = readdirSync(folder)
  .filter((file) => file.endsWith(ENDING))
  .sort()
  .map((file) => {
    const packed = readFileSync(new URL(file, folder));
    const bytes = new Uint8Array(gunzipSync(packed));
    const head = new DataView(bytes.buffer);
    return {
      name: file.slice(0, -ENDING.length),
      game: new TextDecoder().decode(bytes.subarray(14, 30)).replaceAll('\0', ''),
      players: numbers(head.getUint16(30, true)), // that it has learned
      advises: numbers(head.getUint16(32, true)), // where it only gives an opinion
      size: packed.length,
      bytes,
    };
  });
