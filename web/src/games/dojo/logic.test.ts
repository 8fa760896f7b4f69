import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { engineFile } from '../../../build/plugin.ts';
import { EngineModule } from '../../engine/module';
import { setLanguage } from '../../lib/i18n.svelte';
import { readRecord } from '../../session/record';
import lesson from './lessons/first';
import logic from './logic';
import { around, arrangement, TROPHIES, duel, hallFrame, heldKeys, isMoved, openFrame, place, told, type DojoView, type Laid, type Player } from './view';
import { beside, describeAction, discipleName, lineWords, promptWords, trophyName } from './words';

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dai', 'Eve'];
const laid = (text: string): Laid[] => text.split(', ').map((one) => {
  const [card, row, col] = one.split(' ');
  return { card: card!, row: Number(row), col: Number(col) };
});
const player = (more: Partial<Player> = {}): Player => ({ holding: false, face_up: false, card: null, won: {}, dojo: [], placed: [], space: { top: 0, left: 0, rows: 1, cols: 1 }, ...more });
const table = (more: Partial<DojoView> = {}): DojoView => ({
  seat: 0, phase: 'give', turn: 1, turns: 12, rows: 3, cols: 4, dealer: 0, trophy: 'broom', white_belt: false, drawn: null, asked: null, challenger: null, winner: null,
  prize: null, throws: [], thrown: null, throwing: null, players: [player(), player(), player()], unseen: {}, pile: {}, ...more,
});

let engine: EngineModule;
beforeAll(() => {
  engine = new EngineModule(new WebAssembly.Module(readFileSync(engineFile)));
});

// Every view of a seat in a game of random bots, with what it may do then.
function* views(seats: number, options: string, seat: number): Generator<{ view: DojoView; legal: string[] }> {
  const game = engine.open('dojo', seats, options, BigInt(seats));
  for (let i = 0; i < seats; i++) engine.bot(game, i, 'random');
  do {
    const view = engine.news(game, seat).at(-1)!.view as DojoView;
    yield { view, legal: engine.legal(game, seat) };
  } while (engine.step(game));
  engine.close(game);
}

describe('the floor', () => {
  test('shows more than the first place of an empty floor', () => {
    expect(openFrame(player())).toEqual({ top: -1, left: -1, rows: 3, cols: 3 });
  });
  test.each([3, 5])('holds every place that the engine allows, in a whole game of %d', (seats) => {
    for (const { view, legal } of views(seats, '', 0)) {
      for (const action of legal.filter((one) => one.startsWith('place'))) {
        const [, row, col] = action.split(' ').map(Number) as [number, number, number];
        const { top, left, rows, cols } = openFrame(view.players[0]!);
        expect(row >= top && row < top + rows && col >= left && col < left + cols).toBe(true);
      }
    }
  });
  test.each(['', 'white-belt=yes'])('at the end the lines add up, and nothing moves that gains nothing %s', (options) => {
    const { view } = [...views(4, options, 0)].at(-1)!;
    for (const one of view.players) {
      const cards = arrangement(one, view);
      expect(cards.map(({ card }) => card)).toEqual(one.arranged);
      expect(new Set(cards.map(({ from }) => place(from))).size).toBe(12);
      expect(cards.filter(isMoved).length === 0 || one.points! > one.points_as_built!).toBe(true);
      expect(one.lines!.reduce((sum, { points }) => sum + points, one.points_of_trophies!)).toBe(one.points);
      for (const line of one.lines!) expect(lineWords(line, one)).not.toBe('');
    }
  });
  test('a card that need not move stays, and the others come from where they were', () => {
    const dojo = laid('m1 0 0, f2 0 1, f2 0 2, c1 0 3, m2 1 0, m3 1 1, m4 1 2, m5 1 3, t1 2 0, t2 2 1, t3 2 2, t4 2 3');
    const arranged = ['f2', 'm1', 'f2', 'c1', 'm2', 'm3', 'm4', 'm5', 't1', 't2', 't3', 't4'];
    const moved = arrangement(player({ dojo, arranged }), table()).filter(isMoved);
    expect(moved.map(({ card, row, col, from }) => [card, row, col, from.row, from.col])).toEqual([['f2', 0, 0, 0, 1], ['m1', 0, 1, 0, 0]]);
  });
  test('starts at the topmost row and leftmost column', () => {
    expect(hallFrame(player({ dojo: laid('m1 0 0, m2 -1 0, m3 -1 -2') }), table())).toMatchObject({ top: -1, left: -2 });
  });
});

test('of a place and a row that cannot be used now the engine says why', () => {
  const game = engine.open('dojo', 3, '', 1n);
  engine.names(game, NAMES);
  for (let seat = 0; seat < 3; seat++) engine.bot(game, seat, seat ? 'random' : null);
  for (let turn = 0; turn < 20; turn++) {
    while (engine.step(game));
    const legal = engine.legal(game, 0);
    if (!legal.length) break;
    for (const action of ['place 0 0', 'place 2 3', 'trophy row 0', 'trophy col 0', 'give 0', 'swap']) {
      expect(engine.why(game, 0, action) === '', action).toBe(legal.includes(action));
    }
    engine.act(game, 0, legal[0]!);
  }
  engine.close(game);
});

describe('a challenge', () => {
  const players = [player({ holding: true, face_up: true, card: 'm3' }), player({ holding: true, face_up: true, card: 'm3' }), player({ holding: true })];
  test('counts belts, and what was thrown', () => {
    const view = table({ phase: 'throw', dealer: 1, challenger: 0, players, throws: [{ signs: ['rock', 'scissors'], won: 0 }, { signs: ['paper', 'paper'], won: null }] });
    expect(duel(view)!.map(({ seat, belt, extra }) => [seat, belt, extra])).toEqual([[0, 3, 1], [1, 3, 0]]);
    expect(duel(table({ phase: 'place', challenger: 0, players }))).toBeNull();
  });
  test('cards that are face up have keys of their own, even if they are alike', () => {
    expect(heldKeys(table({ players }))).toEqual(['up-m3-0', 'up-m3-1', 'held2']);
  });
  test('is held before it is seen who has won', () => {
    const before = table({ phase: 'challenge', asked: 0, dealer: 1, players });
    const after = table({ phase: 'swap', dealer: 1, challenger: 0, winner: 0, trophy: null, prize: 'broom', players });
    const [first, last] = logic.frames(before, '0 challenge', after) as { view: DojoView; hold: number }[];
    expect(first!.view).toMatchObject({ winner: null, trophy: 'broom', prize: null });
    expect(last!.view).toBe(after);
  });
  test('at the end the dojos lie as built before they are rearranged', () => {
    const end = (points: number) => table({ phase: 'over', players: [player({ points, points_as_built: 10 })] });
    expect(logic.frames(table({ phase: 'place' }), '0 place 0 0', end(12)).map(({ view }) => (view as DojoView).lying)).toEqual([true, undefined]);
    expect(logic.frames(table({ phase: 'place' }), '0 place 0 0', end(10))).toHaveLength(1);
  });
});

test('seats go clockwise from the bottom', () => {
  expect(around(4, 2)).toEqual([3, 0, 1]);
});

test('with everything open, each card comes from who knows it', () => {
  const hidden = table({ seat: null, players: [player({ holding: true }), player({ holding: true })] });
  const first = table({ drawn: 'r1', players: [player({ holding: true, card: 'm1' }), player({ holding: true })] });
  const second = table({ players: [player({ holding: true }), player({ holding: true, card: 'f2' })] });
  const open = logic.open(hidden, [first, second]);
  expect([open.drawn, ...open.players.map(({ card }) => card)]).toEqual(['r1', 'm1', 'f2']);
});

describe('words', () => {
  const own = player({ holding: true, card: 'm1', dojo: laid('m3 0 0, f2 1 1'), space: { top: -1, left: -1, rows: 4, cols: 4 } });
  const view = table({ drawn: 'c4', players: [own, player(), player()] });
  test('actions', () => {
    expect(describeAction('give 1', view, NAMES)).toBe('Give to Ben: crane, blue belt (4)');
    expect(describeAction('give 0', view, NAMES)).toBe('Keep it: crane, blue belt (4)');
    expect(describeAction('challenge', { ...view, dealer: 2 }, NAMES)).toBe('Challenge Cleo');
    expect(describeAction('place 0 1', view, NAMES)).toBe('Place: row 1, column 2: right of monkey, green belt (3); above fox, yellow belt (2)');
    expect(describeAction('place -1 0', view, NAMES)).toBe('Place: row 1, column 1: above monkey, green belt (3)');
    expect(describeAction('trophy col 1', view, NAMES)).toBe('Trophy above column 2');
    expect(describeAction('rock', view, NAMES)).toBe('rock');
    expect(beside(own, { row: 5, col: 5 })).toBe('');
  });
  test('no two legal actions read the same, and every decision asks something', () => {
    for (const [seats, options] of [[3, 'black-belt=yes'], [5, 'white-belt=yes']] as const) {
      for (const { view: now, legal } of views(seats, options, 1)) {
        expect(new Set(legal.map((action) => describeAction(action, now, NAMES))).size).toBe(legal.length);
        if (legal.length) expect(promptWords(now, 1, legal, NAMES)).not.toBe('');
      }
    }
  });
  test('rows and columns are counted as in the log and in the score', () => {
    let compared = 0;
    for (const seats of [3, 5]) {
      const game = engine.open('dojo', seats, '', BigInt(seats));
      for (let i = 0; i < seats; i++) engine.bot(game, i, 'random');
      let before = engine.news(game, 0).at(-1)!.view as DojoView;
      while (engine.step(game)) {
        for (const { event, words, view: after } of engine.news(game, 0)) {
          const [who, action] = [Number(event?.[0]), event?.slice(2) ?? ''];
          const numbers = /^(?:place|trophy) /.test(action) && / row (\d+), column (\d+)| (row|column) (\d+)$/m.exec(words ?? '');
          if (numbers) {
            const said = numbers[3] ? `${numbers[3]} ${numbers[4]}` : `row ${numbers[1]}, column ${numbers[2]}`;
            const own = before.players[who]!.dojo;
            if (own.length) expect(describeAction(action, { ...before, seat: who }, NAMES)).toContain(said);
            compared++;
          }
          before = after as DojoView;
        }
      }
      engine.close(game);
      expect(compared).toBeGreaterThan(12 * seats);
      expect(before.players.map((one) => one.lines!.map((line) => told(one, line)).map(({ row, col }) => row || col))).toEqual(before.players.map(() => [1, 2, 3, 1, 2, 3, 4]));
    }
  });
  test('why a line gives its points', () => {
    const row = { row: 0, groups: [{ of: 'm', at: [0, 1, 2, 3], points: 10 }], points: 10, raccoons: 1, helped: true };
    expect(lineWords(row, player({ placed: [{ row: 0, trophy: 'raccoon' }] }))).toBe('4 × monkey (with 1 raccoon; one counts as a raccoon, thanks to the trophy)');
    expect(lineWords({ ...row, helped: false }, player({ placed: [{ row: 0, trophy: 'raccoon' }] }))).toBe('4 × monkey (with 1 raccoon)');
    const two = { row: 0, groups: [{ of: 'm', at: [0, 1], points: 3 }, { of: 'c', at: [3], points: 1 }], points: 4, raccoons: 0, helped: true };
    expect(lineWords(two, player({ placed: [{ row: 0, trophy: 'incense' }] }))).toBe('2 × monkey + 1 × crane (all count, thanks to the incense)');
    const col = { col: 0, groups: [{ of: '4', at: [0, 1, 2], points: 8 }], points: 8, helped: true };
    expect(lineWords(col, player({ placed: [{ col: 0, trophy: 'kimono' }] }))).toBe('3 × blue belt (doubled by the kimono)');
    expect(lineWords({ col: 1, groups: [], points: 0, helped: false }, player())).toBe('no equal belts');
  });
});

test('names that the engine says as well are French in French', async () => {
  const names = () => [...TROPHIES.map(trophyName), ...Array.from('mftcbr', discipleName)];
  const english = names();
  await setLanguage('fr');
  const french = names();
  await setLanguage('en');
  expect(french[1]).toBe('kimono de compétition');
  expect(french.filter((name, i) => name === english[i])).toEqual(['assistant']);
});

test('the lesson is a game that can be played, and every note comes at an event', () => {
  const game = engine.read(lesson.record, 1n);
  const { events } = readRecord(lesson.record);
  expect(engine.news(game, lesson.you)).toHaveLength(events.length + 1);
  for (const { at, text } of lesson.steps) {
    expect(at).toBeLessThanOrEqual(events.length);
    expect(text()).not.toBe('');
  }
  // What the learner is to do stands under a note.
  events.forEach((event, i) => event.startsWith('0 ') && expect(lesson.steps.some(({ at }) => at === i)).toBe(true));
  engine.close(game);
});
