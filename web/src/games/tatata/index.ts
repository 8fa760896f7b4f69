import { N_ } from '../../lib/i18n.svelte';
import type { GameModule } from '../types';
import Picture from './Picture.svelte';
import './tokens.css';

export default {
  id: 'tatata',
  accent: 'var(--tatata-accent)',
  Picture,
  load: () => import('./table'),
  lessons: [
    { id: 'first', title: N_('A first flight'), load: () => import('./lessons/first') },
    { id: 'fighting', title: N_('Fighting'), load: () => import('./lessons/fighting') },
    { id: 'full', title: N_('The full rules'), load: () => import('./lessons/full') },
  ],
  book: () => import('./rules'),
  workshop: () => import('./Workshop.svelte'),
} satisfies GameModule;
