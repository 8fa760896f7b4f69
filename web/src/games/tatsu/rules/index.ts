// The rules of TATSU for players: pages, pictures, examples of the book.
import type { Book } from '../../../books/types';
import type { TatsuView } from '../logic';
import Cards from './Cards.svelte';
import round from './round.record?raw';
import sixty from './sixty.record?raw';

export default {
  text: { en: () => import('./en.md'), fr: () => import('./fr.md') },
  shows: { cards: Cards },
  examples: {
    ask: { record: round, you: 0 },
    trick: { record: round, you: 0 },
    fusion: { record: round, you: 0 },
    score: { record: round, you: 0 },
    sixty: { record: sixty, you: 0 },
  },
  tall: [470, 470],
  chapter: (view) => {
    const { phase, pot, places } = view as TatsuView;
    if (phase === 'over') return 'score';
    if (pot.length) return 'fusion';
    return phase === 'give' ? 'turn' : places.length === 2 ? 'two' : places.some(({ ghost }) => ghost) ? 'three' : 'turn';
  },
} satisfies Book;
