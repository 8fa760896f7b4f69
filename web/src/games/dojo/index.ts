import type { GameModule } from '../types';
import Picture from './Picture.svelte';

export default {
  id: 'dojo',
  accent: 'light-dark(#26324d, #b9c6ea)',
  minutes: [30, 45],
  Picture,
  load: () => import('./table'),
  learn: () => import('./learn'),
} satisfies GameModule;
