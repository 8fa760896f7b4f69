import { N_ } from '../../lib/i18n.svelte';
import type { GameModule } from '../types';
import Picture from './Picture.svelte';
import './tokens.css';

export default {
  id: 'tatsu',
  accent: 'var(--tatsu-accent)',
  Picture,
  load: () => import('./table'),
  lessons: [
    { id: 'first', title: N_('A first game, with four'), load: () => import('./lessons/first') },
    { id: 'two', title: N_('With two: columns'), load: () => import('./lessons/two') },
    { id: 'three', title: N_('With three: the ghost'), load: () => import('./lessons/three') },
  ],
  book: () => import('./rules'),
} satisfies GameModule;
