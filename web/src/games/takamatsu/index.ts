import type { GameModule } from '../types';
import Picture from './Picture.svelte';

export default {
  id: 'takamatsu',
  accent: 'light-dark(#22694a, #86d3a8)',
  minutes: [20, 40],
  Picture,
  load: () => import('./table'),
  learn: () => import('./learn'),
} satisfies GameModule;
