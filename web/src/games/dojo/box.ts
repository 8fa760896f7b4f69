// How many of each card and trophy a box file says there are. What it leaves out, the default box says.
import { entriesOf, numberIn, withLine, wordsOf } from '../../session/boxtext';

export type Part = 'card' | 'trophy';

export interface Count {
  part: Part;
  id: string; // `m1`, `broom`
  count: number | null; // null: the line does not say
}

export const countsOf = (text: string, standard: string): Count[] =>
  entriesOf(standard).map(({ words: [part, id] }) => ({ part: part as Part, id: id!, count: numberIn(wordsOf(text, standard, part!, id!)[0]) }));

export const withCount = (text: string, { part, id }: Pick<Count, 'part' | 'id'>, count: number): string =>
  withLine(text, [part, id], [part, id, String(count)]);

export const totalOf = (counts: Count[], part: Part): number => counts.reduce((sum, one) => sum + (one.part === part ? (one.count ?? 0) : 0), 0);
