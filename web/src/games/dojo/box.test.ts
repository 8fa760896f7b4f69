import { expect, test } from 'vitest';
import { countsOf, totalOf, withCount } from './box';

const HEAD = '[TatamiBox "1"]\n[Game "dojo"]\n[Name "mine"]\n\n';
const STANDARD = `${HEAD}card m1 2\ncard m2 2\ntrophy broom 2\n`;

test('what a file leaves out is as in the default box', () => {
  const counts = countsOf(`${HEAD}; ours\ncard m2 3\n`, STANDARD);
  expect(counts.map(({ id, count }) => [id, count])).toEqual([['m1', 2], ['m2', 3], ['broom', 2]]);
  expect(totalOf(counts, 'card')).toBe(5);
  expect(totalOf(counts, 'trophy')).toBe(2);
});

test('a count that is changed in the form is what the form reads again, and comments stay', () => {
  let text = `${HEAD}; ours\ncard m2 3\n`;
  text = withCount(text, { part: 'card', id: 'm2' }, 4);
  text = withCount(text, { part: 'card', id: 'm1' }, 0);
  text = withCount(text, { part: 'trophy', id: 'broom' }, 99);
  expect(text).toBe(`${HEAD}; ours\ncard m2 4\ncard m1 0\ntrophy broom 99\n`);
  expect(countsOf(text, STANDARD).map(({ count }) => count)).toEqual([0, 4, 99]);
});

test('a line that says no number shows none', () => {
  expect(countsOf(`${HEAD}card m1 two\n`, STANDARD)[0]!.count).toBeNull();
  expect(countsOf(`${HEAD}card m1\n`, STANDARD)[0]!.count).toBeNull();
});
