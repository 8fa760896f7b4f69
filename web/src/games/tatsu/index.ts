import type { GameModule } from '../types';
import Picture from './Picture.svelte';

export default {
  id: 'tatsu',
  accent: 'light-dark(#a3221c, #f29b85)',
  minutes: [20, 40],
  Picture,
  load: () => import('./table'),
  learn: () => import('./learn'),
} satisfies GameModule;
