// The Sky and Deck cards as a box file gives them. What it leaves out, the default box says; which kinds there are, and which of
// them have strengths, too.
import { entriesOf, numberIn, withLine, wordsOf } from '../../session/boxtext';
import type { Kind } from './view';

export interface SkyLine {
  kind: Kind;
  count: number | null; // null: the line does not say
  strengths: (number | null)[];
}

export interface DeckLine {
  card: string;
  numbers: (number | null)[]; // blue, red, green, black
}

export const skyOf = (text: string, standard: string): SkyLine[] =>
  entriesOf(standard).flatMap(({ words: [first, kind, , ...strengths] }) => {
    if (first !== 'sky') return [];
    const [count, ...given] = wordsOf(text, standard, 'sky', kind!);
    return [{ kind: kind as Kind, count: numberIn(count), strengths: strengths.map((usual, i) => numberIn(given.length ? given[i] : usual)) }];
  });

export const withSky = (text: string, { kind, count, strengths }: SkyLine): string =>
  withLine(text, ['sky', kind], ['sky', kind, ...[count, ...strengths].map((number) => String(number ?? '?'))]);

export const deckOf = (text: string, standard: string): DeckLine[] =>
  entriesOf(standard).flatMap(({ words: [first, card, ...numbers] }) => {
    if (first !== 'deck') return [];
    const given = wordsOf(text, standard, 'deck', card!);
    return [{ card: card!, numbers: numbers.map((_, i) => numberIn(given[i])) }];
  });

export const withDeck = (text: string, { card, numbers }: DeckLine): string =>
  withLine(text, ['deck', card], ['deck', card, ...numbers.map((number) => String(number ?? '?'))]);
