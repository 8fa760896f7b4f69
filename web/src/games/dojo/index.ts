import { N_ } from '../../lib/i18n.svelte';
import type { GameModule } from '../types';
import Picture from './Picture.svelte';
import './tokens.css';

export default {
  id: 'dojo',
  accent: 'var(--dojo-accent)',
  Picture,
  load: () => import('./table'),
  lessons: [
    { id: 'first', title: N_('A first game'), load: () => import('./lessons/first') },
    { id: 'trophies', title: N_('All six trophies'), load: () => import('./lessons/trophies') },
    { id: 'five', title: N_('With five'), load: () => import('./lessons/five') },
    { id: 'white', title: N_('White belt'), load: () => import('./lessons/white') },
    { id: 'black', title: N_('Black belt'), load: () => import('./lessons/black') },
  ],
  book: () => import('./rules'),
  workshop: () => import('./Workshop.svelte'),
} satisfies GameModule;
