// The rules of Takamatsu for players: pages, pictures, examples of the book.
import type { Book } from '../../../books/types';
import type { TakamatsuView } from '../view';
import Figures from './Figures.svelte';
import five from './five.record?raw';
import Room from './Room.svelte';

export default {
  text: { en: () => import('./en.md'), fr: () => import('./fr.md') },
  shows: { figures: Figures, room: Room },
  examples: { five: { record: five, you: 3 } },
  tall: [560, 560],
  chapter: (view) => {
    const { phase, ending } = view as TakamatsuView;
    if (phase === 'over' || ending) return 'end';
    return phase === 'ask' ? 'hidden' : phase === 'take' || phase === 'lay' ? 'cards' : 'turn';
  },
} satisfies Book;
