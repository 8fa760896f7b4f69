import { N_ } from '../../lib/i18n.svelte';
import type { GameModule } from '../types';
import Picture from './Picture.svelte';
import './tokens.css';

export default {
  id: 'takamatsu',
  accent: 'var(--takamatsu-accent)',
  Picture,
  load: () => import('./table'),
  lessons: [
    { id: 'first', title: N_('A first game'), load: () => import('./lessons/first') },
    { id: 'two', title: N_('With two: two colours each'), load: () => import('./lessons/two') },
    { id: 'hidden', title: N_('Hidden cards'), load: () => import('./lessons/hidden') },
  ],
  book: () => import('./rules'),
  workshop: () => import('./Workshop.svelte'),
} satisfies GameModule;
