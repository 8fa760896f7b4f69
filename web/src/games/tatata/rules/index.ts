// The rules of TATATA! for players: pages, pictures, examples of the book.
import type { Book } from '../../../books/types';
import type { TatataView } from '../view';
import Deck from './Deck.svelte';
import eleven from './eleven.record?raw';
import five from './five.record?raw';
import joker from './joker.record?raw';
import Planes from './Planes.svelte';
import SkyCards from './SkyCards.svelte';

export default {
  text: { en: () => import('./en.md'), fr: () => import('./fr.md') },
  shows: { deck: Deck, sky: SkyCards, planes: Planes },
  examples: {
    five: { record: five, you: 0, lit: true },
    eleven: { record: eleven, you: 0, lit: true },
    joker: { record: joker, you: 1, lit: true },
  },
  tall: [540, 520],
  chapter: (view) => {
    const { phase, who, seat, players } = view as TatataView;
    if (phase === 'answer') return 'fight';
    if (phase === 'put' || phase === 'turn' || phase === 'sip' || phase === 'taste' || phase === 'wind') return 'sky';
    if (phase === 'over') return 'theme';
    if (seat === who && players[seat]?.burning) return 'fight';
    return (view as TatataView).full ? 'full' : 'turn';
  },
} satisfies Book;
