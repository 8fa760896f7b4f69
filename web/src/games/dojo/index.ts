import type { GameModule } from '../types';
import Picture from './Picture.svelte';
import './tokens.css';

export default {
  id: 'dojo',
  accent: 'var(--dojo-accent)',
  minutes: [30, 45],
  Picture,
  load: () => import('./table'),
  learn: () => import('./learn'),
} satisfies GameModule;
