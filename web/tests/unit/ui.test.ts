import { expect, test } from 'vitest';
import { readRoute } from '../../src/lib/route-read';
import { seatPlayers } from '../../src/session/players';
import { forgetGame, listSaved, saveGame, type SavedGame } from '../../src/session/saved';
import { ABOUT, freest, NEXT, WORDS } from '../../src/ui/clear-of';
import { shift } from '../../src/ui/flip';
import { nextSpot } from '../../src/ui/focus';
import { neighbour } from '../../src/ui/roving';

const rect = (left: number, top: number, width = 10, height = 10) => ({ left, top, width, height }) as DOMRect;

test('an arrow goes to the nearest piece in its direction', () => {
  const pieces = [rect(0, 0), rect(20, 0), rect(40, 2), rect(0, 30)];
  expect(neighbour(pieces, 0, 1, 0)).toBe(1);
  expect(neighbour(pieces, 1, 1, 0)).toBe(2);
  expect(neighbour(pieces, 0, 0, 1)).toBe(3);
  expect(neighbour(pieces, 0, -1, 0)).toBe(-1);
});

test('after an action the focus goes to the nearest piece that is lit; without one, to the nearest', () => {
  const spots = [{ lit: false, x: 0, y: 0 }, { lit: true, x: 100, y: 0 }, { lit: true, x: 30, y: 0 }];
  expect(nextSpot(spots, { x: 0, y: 0 })).toBe(2);
  expect(nextSpot(spots, { x: 90, y: 5 })).toBe(1);
  expect(nextSpot(spots, null)).toBe(1);
  expect(nextSpot(spots.slice(0, 1), { x: 9, y: 9 })).toBe(0);
  expect(nextSpot([], null)).toBe(-1);
});

test('a thing that moved is drawn where it was', () => {
  expect(shift(rect(0, 0, 20, 20), rect(100, 50))).toBe('translate(-95px, -45px) scale(2)');
  expect(shift(rect(0, 0, 300, 20), rect(145, 5), true)).toBe('translate(0px, 0px) scale(0.55)');
});

test('addresses of tables, screens and nothing', () => {
  expect(readRoute('/t/abc', '')).toMatchObject({ screen: 't', words: ['abc'] });
  expect(readRoute('/', '#/rules/x?step=3')).toMatchObject({ screen: 'rules', words: ['x'] });
  expect(readRoute('/', '#/replay/x?step=3').query.get('step')).toBe('3');
  expect(readRoute('/', '').screen).toBe('');
  expect(readRoute('/t/abc', '#/rules/x').screen).toBe('rules');
  expect(readRoute('/nowhere', '').screen).toBe('unknown');
});

test('bots have names of their own', () => {
  const seats = seatPlayers(4, 1, 'Aiko', 'hard');
  expect(seats.map(({ bot }) => bot)).toEqual(['hard', null, 'hard', 'hard']);
  expect(new Set(seats.map(({ name }) => name)).size).toBe(4);
});

test('saved games: the newest first, and a full store loses the oldest', () => {
  let kept = '[]';
  const store = {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      if (value.length > 600) throw new Error('full');
      kept = value;
    },
  };
  const game = (id: string): SavedGame => ({
    id, setup: { game: 'x', players: 2, options: {}, box: null }, seats: [], record: 'r'.repeat(80), yourTurn: false, over: false, at: 0,
  });
  for (const id of ['a', 'b', 'c', 'd']) saveGame(game(id), store);
  expect(listSaved(store)[0]!.id).toBe('d');
  expect(listSaved(store).length).toBeLessThan(4);
  forgetGame('d', store);
  expect(listSaved(store).some(({ id }) => id === 'd')).toBe(false);
  kept = 'broken';
  expect(listSaved(store)).toEqual([]);
});

test('a message covers neither what it is about nor what comes next', () => {
  const box = (left: number, top: number, width: number, height: number, weight: number) => ({ left, top, right: left + width, bottom: top + height, weight });
  const screen = { left: 0, top: 0, right: 320, bottom: 568 };
  const things = [box(0, 0, 320, 44, 2), box(0, 60, 320, 200, NEXT), box(0, 300, 320, 100, ABOUT)];
  const { top } = freest(300, 30, screen, things);
  expect(top >= 400 || (top >= 260 && top + 30 <= 300) || (top >= 44 && top + 30 <= 60)).toBe(true);
  // Where everything is covered by something, the least of it.
  expect(freest(320, 40, screen, [box(0, 0, 320, 44, WORDS), box(0, 44, 320, 524, NEXT)]).top).toBe(0);
});
