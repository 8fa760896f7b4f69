// The examples of the rules pages and the lessons, on the engine: what the pages say is what it counts.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readBook, readNumbered } from '../../build/book.ts';
import { engineFile } from '../../build/plugin.ts';
import type { Book } from '../../src/books/types';
import { EngineModule } from '../../src/engine/module';
import type { Lesson } from '../../src/games/types';
import { gameModule } from '../../src/games';
import { games } from '../../src/lib/facts';
import type { View as DojoView } from 'virtual:views/dojo';
import type { View as TakamatsuView } from 'virtual:views/takamatsu';
import type { View as TatataView } from 'virtual:views/tatata';
import type { View as TatsuView } from 'virtual:views/tatsu';
import type { View } from '../../src/session/types';
import { cut, readRecord, setupOf, writeRecord } from '../../src/session/record';
import { examples as rooms } from '../../src/games/takamatsu/rules/examples';
import { waysFrom } from '../../src/games/takamatsu/rules/rooms';

const engine = new EngineModule(new WebAssembly.Module(readFileSync(engineFile)));
const root = resolve(import.meta.dirname, '../../..');
const record = (game: string, name: string) => readFileSync(resolve(root, `web/src/games/${game}/rules/${name}.record`), 'utf8');

// The game after `n` events, as a seat sees it.
function look<V = View>(text: string, n: number, seat: number) {
  const game = engine.read(writeRecord(cut(readRecord(text), n)), 1n);
  const { view, actors } = engine.news(game, seat).at(-1)!;
  const found = { view: view as V, actors, points: engine.points(game), legal: actors.includes(seat) ? engine.legal(game, seat) : [] };
  engine.close(game);
  return found;
}

test('TATSU: the example of the book counts 20 points, 10 times 2 /* T11 */', () => {
  expect(look<TatsuView>(record('tatsu', 'round'), Infinity, 0).points).toEqual([20, 150, 20, 150]);
  expect([...look<TatsuView>(record('tatsu', 'round'), 9, 0).view.captured.r].sort()).toEqual(['r5', 'r6', 'rv3', 'rx2', 'y4', 'y5', 'yv3', 'yx1']);
});

test('TATSU: with three, both yellow players write down 60 /* T23 */', () => {
  expect(look<TatsuView>(record('tatsu', 'sixty'), Infinity, 0).points).toEqual([30, 60, 60]);
});

test('TATSU: a fusion waits, and in the last trick it is lost for all /* T8 T9 */', () => {
  expect(look<TatsuView>(record('tatsu', 'round'), 23, 0).view.pot).toHaveLength(4);
  expect(look<TatsuView>(record('tatsu', 'round'), 27, 0).view.pot).toEqual([]);
  const { captured } = look<TatsuView>(record('tatsu', 'round'), Infinity, 0).view;
  expect([...captured.r, ...captured.y]).not.toContain('yv7');
});

test.each([
  ['two', 'rr', [['r', [1]], ['rr', [2]]]],
  ['pair', 'br', [['br', [2]]]],
  ['three', 'bry', [['br', [2]], ['ry', [2]]]],
  ['four', 'brry', [['br', [2]], ['ry', [2]], ['brr', [3]], ['bry', [3]], ['rry', [3]]]],
  ['plus', 'ryy', [['ry', [2, 3, 4]]]],
  ['mixed', 'bkp', [['bk', [2]], ['kp', [2]]]],
  ['own', 'bpp', [['bp', [2]]]],
])('Takamatsu: what the room “%s” of the book allows /* K8 K9 K17 */', (name, inside, ways) => {
  const { record: text, you, room } = rooms[name]!;
  const { view, legal } = look<TakamatsuView>(text, Infinity, you);
  expect([...view.rooms.find(({ name: one }) => one === room)!.samurai].sort().join('')).toBe(inside);
  expect(waysFrom(view.rooms, room, legal).map(({ group, rooms: far }) => [group, far])).toEqual(ways);
});

test('Takamatsu: of five samurai in the red room, three are red: three cards for red /* K11 */', () => {
  const before = look<TakamatsuView>(record('takamatsu', 'five'), 13, 3);
  const after = look<TakamatsuView>(record('takamatsu', 'five'), Infinity, 3);
  expect(before.legal).toContain('move o4 rrryy i2');
  expect(before.view.column.slice(0, 3)).toEqual([2, -2, 1]);
  expect(after.points).toEqual([0, 0, 0, 1, 0]);
});

test('TATATA!: Fly 2 and Fly 3 reach five Sky cards, eleven and two bases take two move points /* A11 */', () => {
  expect(look<TatataView>(record('tatata', 'five'), 18, 0).legal.filter((action) => action.startsWith('go'))).toEqual(['go 1', 'go 2', 'go 3', 'go 4', 'go 5']);
  const { legal } = look<TatataView>(record('tatata', 'eleven'), 19, 0);
  expect(legal).toContain('go 11');
  expect(legal).not.toContain('go 12');
  expect(look<TatataView>(record('tatata', 'eleven'), 18, 0).legal).not.toContain('go 11');
  expect(look<TatataView>(record('tatata', 'eleven'), 20, 0).view.circuit.findIndex(({ plane }) => plane === 0)).toBe(13);
});

test('TATATA!: the joker dodges where Move 2 does not /* A16 */', () => {
  const { legal, view } = look<TatataView>(record('tatata', 'joker'), 22, 1);
  expect(view.players[1]!.hand).toEqual(expect.arrayContaining(['M2', 'J3']));
  expect(legal).toEqual(['dodge J3', 'take']);
  expect(look<TatataView>(record('tatata', 'joker'), 23, 1).view.players[1]!.burning).toBe(false);
});

test('Dojo: the dojos of the book count 12; and 3, 8, 3, 4 with trophies /* D10 D11 D12 D13 D15 */', () => {
  const lines = (name: string) =>
    Object.fromEntries(look<DojoView>(record('dojo', name), Infinity, 0).view.players[0]!.lines!.map((l) => [l.row === undefined ? `col ${l.col}` : `row ${l.row}`, l.points]));
  expect(lines('score')).toMatchObject({ 'row 0': 6, 'row 1': 3, 'row 2': 1, 'col 0': 2 });
  expect(look<DojoView>(record('dojo', 'score'), Infinity, 0).points[0]).toBe(12);
  expect(lines('trophies')).toMatchObject({ 'row 0': 4, 'row 1': 3, 'row 2': 6, 'col 0': 8, 'col 1': 3 });
  expect(look<DojoView>(record('dojo', 'trophies'), Infinity, 0).points[0]).toBe(24);
});

test('Dojo: green against green, and the challenger wins /* D6 */', () => {
  expect(look<DojoView>(record('dojo', 'challenge'), 11, 2)).toMatchObject({ actors: [2], legal: ['keep', 'swap'] });
});

// Every step of every page is a position that the engine reaches; both languages show the same things; every link leads to a rule.
test.each(games.map(({ id }) => id).filter((id) => gameModule(id).book))('%s: the pages of the book agree with each other and with the engine', async (id) => {
  const { default: book } = (await gameModule(id).book!()) as { default: Book };
  const page = (lang: string) => readFileSync(resolve(root, `web/src/games/${id}/rules/${lang}.md`), 'utf8');
  const shape = (lang: string) =>
    readBook(page(lang), id).map(({ id: chapter, parts }) => [chapter, parts.map((part) => ('html' in part ? { players: part.players } : { ...part, beside: !!part.beside, notes: part.notes.map(({ at, held }) => [at, held]) }))]);
  expect(shape('fr')).toEqual(shape('en'));
  for (const { parts } of readBook(page('en'), id)) {
    for (const part of parts) {
      if ('html' in part || part.show === 'setup') continue;
      const example = book.examples[part.show];
      expect(example ?? book.shows[part.show], part.show).toBeDefined();
      if (!example) continue;
      expect(part.notes.length, part.show).toBeGreaterThan(0);
      for (const { at } of part.notes) expect(look(example.record, at, example.you).view).toBeTruthy();
    }
  }
  const chapters = readBook(page('en'), id).map((chapter) => chapter.id);
  for (const { record: text, you } of Object.values(book.examples)) {
    for (let n = 0; n <= readRecord(text).events.length; n++) expect(chapters).toContain(book.chapter(look(text, n, you).view));
  }
  const exact = readNumbered(readFileSync(resolve(root, `docs/rules/${id}.md`), 'utf8'));
  for (const lang of ['en', 'fr']) for (const [, rule] of page(lang).matchAll(/\{([A-Z]\d+)\}/g)) expect(exact).toContain(`id="${rule}"`);
});

const lessons: [string, string, () => Promise<{ default: Lesson }>][] = games.flatMap(({ id }) =>
  gameModule(id).lessons.map((card): [string, string, () => Promise<{ default: Lesson }>] => [id, card.id, card.load]),
);

// What can be done in a puzzle: every sequence of the learner's decisions, chance with the same seed as on the page.
function outcomes({ record: text, you, moves, solved }: Lesson['puzzle']): { solved: number; wrong: number } {
  const count = { solved: 0, wrong: 0 };
  const events = readRecord(text);
  const walk = (taken: string[], left: number) => {
    const game = engine.read(text, 1n);
    for (const action of taken) {
      engine.act(game, you, action);
      while (engine.step(game));
    }
    const { view, actors } = engine.news(game, you).at(-1)!;
    const legal = actors.includes(you) ? engine.legal(game, you) : [];
    engine.close(game);
    if (taken.length && solved(view)) count.solved++;
    else if (left === 0 || !legal.length) count.wrong++;
    else if (count.solved === 0 || count.wrong === 0 || taken.length < 2) for (const action of legal) walk([...taken, action], left - 1);
  };
  expect(setupOf(events).players).toBeGreaterThan(1);
  walk([], moves);
  return count;
}

test.each(lessons)('%s, lesson %s: the record can be played, and the position can be solved or missed', async (id, _lesson, load) => {
  const { default: lesson } = await load();
  const { events } = readRecord(lesson.record);
  expect(setupOf(readRecord(lesson.record)).game).toBe(id);
  engine.close(engine.read(lesson.record, 1n));
  expect(lesson.steps.map(({ at }) => at)).toEqual(lesson.steps.map(({ at }) => at).sort((a, b) => a - b));
  expect(lesson.steps.length).toBeGreaterThan(5);
  expect(lesson.steps.at(-1)!.at).toBe(events.length);
  // Whatever the learner does stands under a note.
  events.forEach((event, i) => {
    if (i >= lesson.steps[0]!.at && event.startsWith(`${lesson.you} `)) expect(lesson.steps.some(({ at }) => at === i), `event ${i}: ${event}`).toBe(true);
  });
  const found = outcomes(lesson.puzzle);
  expect(found.solved).toBeGreaterThan(0);
  expect(found.wrong).toBeGreaterThan(0);
});

test.each([...['AIDS', 'CREDITS', 'FAIRNESS', 'RULES'].map((page) => `docs/${page}.fr.md`), ...games.map(({ id }) => `web/src/games/${id}/rules/fr.md`)])(
  '%s has French apostrophes',
  (page) => {
    const words = readFileSync(resolve(root, page), 'utf8').replace(/^ {4}.*$|`[^`\n]*`/gm, '');
    expect(words.match(/.*\p{L}'.*/gu)).toBeNull();
  },
);
