import type { GameModule } from '../types';
import Picture from './Picture.svelte';
import './tokens.css';

export default {
  id: 'takamatsu',
  accent: 'var(--takamatsu-accent)',
  minutes: [20, 40],
  Picture,
  load: () => import('./table'),
  learn: () => import('./learn'),
} satisfies GameModule;
