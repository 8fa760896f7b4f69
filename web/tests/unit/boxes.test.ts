// The workshop without its screens: the text of a box file, what the engine says of it, and what is kept.
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { engineFile } from '../../build/plugin.ts';
import { EngineModule } from '../../src/engine/module';
import { games } from '../../src/lib/facts';
import { pack, unpack, workshopOf } from '../../src/lib/pack';
import { boxesFor, fileName, findBox, forgetBox, gameOf, keepBox, listBoxes, nameOf, newBox } from '../../src/session/boxes';
import { entriesOf, fitName, tagOf, withLine, withName } from '../../src/session/boxtext';

let engine: EngineModule;
beforeAll(() => {
  engine = new EngineModule(new WebAssembly.Module(readFileSync(engineFile)));
});

const memory = () => {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
};

describe.each(games.filter(({ assumed }) => assumed))('$id', ({ id, seats }) => {
  test('the default box is written out whole, and has no flaw for any number of players', () => {
    const text = engine.boxDefault(id, 'Ma “boîte” \\ "1"');
    expect(gameOf(text)).toBe(id);
    expect(nameOf(text)).toBe('Ma “boîte” \\ "1"');
    expect(entriesOf(text).length).toBeGreaterThan(10);
    expect(engine.boxFlaws(text)).toEqual({ flaws: [], seats: [] });
    for (const n of seats) {
      engine.box(text);
      engine.close(engine.open(id, n, '', 1n));
    }
    engine.box('');
  });
  test('every line that cannot be read is told with its number', () => {
    const text = engine.boxDefault(id, 'x').split('\n');
    text[6] = 'nonsense';
    text[8] += ' 1 2 3 4 5 6 7 8 9 x';
    expect(engine.boxFlaws(text.join('\n')).flaws.map(({ line }) => line)).toEqual([7, 9]);
  });
});

test('games without components to correct have no default box to write', () => {
  for (const { id } of games.filter(({ assumed }) => !assumed)) expect(engine.boxDefault(id, 'x')).toBe('');
});

test('the boxes that come with the program have no flaw', () => {
  const folder = resolve(import.meta.dirname, '../../../boxes');
  for (const file of readdirSync(folder)) expect(engine.boxFlaws(readFileSync(`${folder}/${file}`, 'utf8')).flaws).toEqual([]);
});

test('lines are changed in place, and everything else stays', () => {
  const text = '[TatamiBox "1"]\n[Game "g"]\n[Name "n"]\n[Source "s"]\n\n; why\na 1\n\nb 2\n';
  expect(withLine(text, ['a'], ['a', '3'])).toBe(text.replace('a 1', 'a 3'));
  expect(withLine(text, ['a', '2'], ['a', '2'])).toBe(text.replace('a 1', 'a 1\na 2'));
  expect(withLine(text, ['c'], ['c', '4'])).toBe(`${text}c 4\n`);
  expect(withLine(text, ['b'], null)).toBe(text.replace('b 2\n', ''));
  expect(withLine('[TatamiBox "1"]', ['c'], ['c', '4'])).toBe('[TatamiBox "1"]\n\nc 4\n');
  expect(tagOf(withName(text, 'a "b" \\'), 'Name')).toBe('a "b" \\');
  expect(withName('[TatamiBox "1"]\n[Game "g"]\n\na 1\n', 'n')).toBe('[TatamiBox "1"]\n[Game "g"]\n[Name "n"]\n\na 1\n');
});

test('a name is cut between letters, to the length that the engine takes', () => {
  expect(fitName('mine')).toBe('mine');
  for (const letter of ['n', 'é', '龍', '🐉']) {
    const text = engine.boxDefault('dojo', fitName(letter.repeat(80)));
    expect(engine.boxFlaws(text).flaws).toEqual([]);
    expect(nameOf(text).length).toBeGreaterThan(14);
  }
});

test('own boxes are kept, found again, offered only if they are sound, and deleted', () => {
  const store = memory();
  const text = '[TatamiBox "1"]\n[Game "g"]\n[Name "Forêt d’été"]\n\n';
  const one = newBox(text);
  const two = { ...newBox(text), sound: true };
  expect(keepBox(one, store) && keepBox(two, store)).toBe(true);
  expect(listBoxes(store).map(({ id }) => id)).toEqual([two.id, one.id]);
  keepBox({ ...one, text: `${text}; more\n` }, store);
  expect(findBox(one.id, store)!.text).toBe(`${text}; more\n`);
  expect(listBoxes(store).map(({ id }) => id)).toEqual([two.id, one.id]);
  expect(boxesFor('g', store).map(({ id }) => id)).toEqual([two.id]);
  expect(boxesFor('h', store)).toEqual([]);
  forgetBox(two.id, store);
  expect(listBoxes(store).map(({ id }) => id)).toEqual([one.id]);
  expect(fileName(text)).toBe('g-foret-d-ete.box');
  expect(keepBox(one, { getItem: () => null, setItem: () => { throw new Error('full'); } })).toBe(false);
});

test('a box travels in a link', async () => {
  const text = engine.boxDefault('takamatsu', 'Château');
  const link = await workshopOf(text);
  expect(link.length).toBeLessThan(2000);
  expect(await unpack(new URLSearchParams(link.split('?')[1]).get('box')!)).toBe(text);
  expect(await pack(text)).toMatch(/^[\w-]+$/);
});
