import { expect, test } from 'vitest';
import { pack, unpack } from '../../src/lib/pack';
import { costliest, judge } from '../../src/session/analysis';
import { replaySeat } from '../../src/session/replay';

const thoughts = [
  { action: 'a', visits: 900, chance: 0.6 },
  { action: 'b', visits: 100, chance: 0.45 },
  { action: 'c', visits: 1, chance: 0.9 },
];

test('a decision costs what the best one would have brought more', () => {
  expect(judge(3, 1, 'b', thoughts)).toMatchObject({ step: 3, seat: 1, best: 'a', chance: 0.6 });
  expect(judge(3, 1, 'b', thoughts)!.cost).toBeCloseTo(0.15);
  expect(judge(3, 1, 'a', thoughts)!.cost).toBe(0);
});

test('one that was hardly looked at is not better than the best', () => {
  expect(judge(0, 0, 'c', thoughts)!.cost).toBe(0);
});

test('the costliest come first, trifles not at all', () => {
  const judged = [0.01, 0.3, 0.1].map((cost, step) => ({ step, seat: step % 2, action: 'x', chance: 0.5, best: 'y', cost, shares: [], why: '' }));
  expect(costliest(judged, 5).map(({ cost }) => cost)).toEqual([0.3, 0.1]);
  expect(costliest(judged, 5, 0).map(({ cost }) => cost)).toEqual([0.1]);
});

test('a record travels in an address', async () => {
  const text = '[Tatami "1"]\n\n0 play r5 é\n'.repeat(40);
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length / 2);
  expect(await unpack(packed)).toBe(text);
});

test('seats of a record: people, bots, nobody knows', () => {
  expect(replaySeat('Ann', 0)).toMatchObject({ name: 'Ann', kind: 'person' });
  expect(replaySeat('bot:hard', 1)).toMatchObject({ name: 'Bot 2', kind: 'bot', bot: 'hard' });
  expect(replaySeat(undefined, 2).name).toBe('Seat 3');
});
