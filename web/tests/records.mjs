// The records of the golden playthroughs, for tests to look back at and to play on from.
import { readdirSync, readFileSync, statSync } from 'node:fs';

const goldens = new URL('../../tests/golden/', import.meta.url).pathname;
const folders = readdirSync(goldens, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const inside = (id) => readdirSync(`${goldens}${id}`).filter((name) => name.endsWith('.record')).map((name) => `${goldens}${id}/${name}`);
const all = folders.flatMap(inside);

// One of every game.
export const records = folders.map((id) => ({ id, path: inside(id)[0] }));
export const longest = all.toSorted((a, b) => statSync(b).size - statSync(a).size)[0];

// What can be done where a record stops.
function actionsOf(path) {
  const last = readFileSync(path.replace('.record', '.txt'), 'utf8').split('\n').findLast((line) => /^ *(turn \d|over): /.test(line)) ?? '';
  return /^ *turn \d: /.test(last) ? last.replace(/^.*?: /, '').split(' | ') : [];
}
export const widest = all.map((path) => ({ path, actions: actionsOf(path) })).sort((a, b) => b.actions.length - a.actions.length)[0];
