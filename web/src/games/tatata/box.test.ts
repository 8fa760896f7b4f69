import { expect, test } from 'vitest';
import { deckOf, skyOf, withDeck, withSky } from './box';

const HEAD = '[TatamiBox "1"]\n[Game "tatata"]\n[Name "mine"]\n\n';
const STANDARD = `${HEAD}sky clouds 3\nsky odin 3 4 2\nsky rain 3 3\ndeck F1 1 3 3 3\ndeck F2 2 3 3 3\n`;

test('what a file leaves out is as in the default box, a strength too', () => {
  const sky = skyOf(`${HEAD}sky rain 4\nsky odin 2 5 3\n`, STANDARD);
  expect(sky).toEqual([
    { kind: 'clouds', count: 3, strengths: [] },
    { kind: 'odin', count: 2, strengths: [5, 3] },
    { kind: 'rain', count: 4, strengths: [3] },
  ]);
  expect(deckOf(`${HEAD}deck F2 2 1 1 1\n`, STANDARD)).toEqual([
    { card: 'F1', numbers: [1, 3, 3, 3] },
    { card: 'F2', numbers: [2, 1, 1, 1] },
  ]);
});

test('what is changed in the form is what the form reads again', () => {
  let text = HEAD;
  for (const line of skyOf(HEAD, STANDARD)) text = withSky(text, { ...line, count: 7 });
  for (const line of deckOf(HEAD, STANDARD)) text = withDeck(text, { ...line, numbers: [9, 8, 7, 6] });
  expect(skyOf(text, STANDARD).map(({ count, strengths }) => [count, ...strengths])).toEqual([[7], [7, 4, 2], [7, 3]]);
  expect(deckOf(text, STANDARD).map(({ numbers }) => numbers)).toEqual([[9, 8, 7, 6], [9, 8, 7, 6]]);
  expect(text).toContain('\nsky odin 7 4 2\n');
});

test('a number that is missing stays missing until it is filled in', () => {
  const [f1] = deckOf(`${HEAD}deck F1 1 x 3\n`, STANDARD);
  expect(f1!.numbers).toEqual([1, null, 3, null]);
  expect(withDeck(HEAD, f1!)).toContain('deck F1 1 ? 3 ?');
});
