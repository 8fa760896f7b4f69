// Names in records, what an undo takes back, the list of one's games, and who is muted.
import { describe, expect, test } from 'vitest';
import { heard } from '../../src/lib/muted';
import { readRecord, seatTag, seatTags, withSeats, writeRecord } from '../../src/session/record';
import { replaySeat } from '../../src/session/replay';
import { takenBack, type Entry } from '../../src/session/types';
import { savedRow, sortGames } from '../../src/ui/my-games';

describe('names survive in records and links', () => {
  const seats = [{ name: 'Ann', bot: null }, { name: 'Aiko', bot: 'medium' }, { name: 'Zoé (the “second”)', bot: null }];
  test('written and read again', () => {
    const text = writeRecord(withSeats({ tags: [['Game', 'x']], events: [] }, seats.map(seatTag)));
    const found = seatTags(readRecord(text), 3).map(replaySeat);
    expect(found.map(({ name, bot }) => ({ name, bot }))).toEqual(seats);
  });
  test('a bot without a name, nobody known, and what only looks like a level', () => {
    expect(replaySeat('bot:hard', 1)).toMatchObject({ kind: 'bot', name: 'Bot 2', bot: 'hard' });
    expect(replaySeat(undefined, 2).name).toBe('Seat 3');
    expect(replaySeat('Ann (home)', 0)).toMatchObject({ kind: 'person', name: 'Ann (home)' });
    expect(writeRecord(withSeats({ tags: [], events: [] }, ['', 'Ben']))).toBe('[Seat1 "Ben"]\n\n');
  });
});

test('an undo says which decision it takes back, and how many go with it', () => {
  const log = ['0 a', '* b', '0 c', '1 d', '0 e'].map((event, n): Entry => ({ n, kind: 'event', words: `${event} in words\nmore`, event }));
  log.push({ n: 5, kind: 'chat', words: 'oh' });
  expect(takenBack(log, ({ n }) => n === 2)).toEqual({ words: '0 c in words', more: 2 });
  expect(takenBack(log, ({ n }) => n === 99)).toBeNull();
});

test('your turn comes first, then the latest; a result says who won with how many points', () => {
  const saved = { setup: { game: 'x', players: 2, options: {}, box: null }, seats: [{ name: 'Ann', bot: null }, { name: 'Aiko', bot: 'easy' }], record: '' };
  const rows = sortGames([
    savedRow({ ...saved, id: 'old', yourTurn: false, over: false, at: 1 }), savedRow({ ...saved, id: 'mine', yourTurn: true, over: false, at: 0 }),
    savedRow({ ...saved, id: 'over', yourTurn: true, over: true, points: [3, 1], winners: [0], at: 2 }),
  ]);
  expect(rows.map(({ id }) => id)).toEqual(['mine', 'over', 'old']);
  expect(rows[1]).toMatchObject({ won: true, yours: false, state: 'You won with 3 points', against: 'against Aiko', to: 'replay/over' });
  expect(savedRow({ ...saved, id: 'x', yourTurn: false, over: true, at: 0 }).state).toBe('Over');
});

test('whoever is muted is not heard; what happens is', () => {
  const log = [{ who: 'a', n: 1 }, { who: null, n: 2 }, { who: 'b', n: 3 }, { n: 4 }];
  expect(heard(log, ['b']).map(({ n }) => n)).toEqual([1, 2, 4]);
  expect(heard(log, [])).toBe(log);
});
