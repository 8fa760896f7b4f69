// The rules of Dojo for players: pages, pictures, examples of the book.
import type { Book } from '../../../books/types';
import type { DojoView } from '../view';
import challenge from './challenge.record?raw';
import Pieces from './Pieces.svelte';
import { places } from './places';
import score from './score.record?raw';
import trophies from './trophies.record?raw';

export default {
  text: { en: () => import('./en.md'), fr: () => import('./fr.md') },
  shows: { pieces: Pieces },
  examples: {
    recruit: { record: challenge, you: 0, lit: true },
    challenge: { record: challenge, you: 2, lit: true },
    places: { record: places, you: 0, lit: true },
    score: { record: score, you: 0, tall: [760, 560] },
    trophies: { record: trophies, you: 0, tall: [860, 660] },
  },
  tall: [560, 700],
  chapter: (view) => {
    const { phase } = view as DojoView;
    if (phase === 'over') return 'score';
    if (phase === 'set') return 'trophies';
    if (phase === 'place') return 'train';
    return phase === 'challenge' || phase === 'throw' || phase === 'swap' ? 'challenge' : 'recruit';
  },
} satisfies Book;
