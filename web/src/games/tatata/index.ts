import type { GameModule } from '../types';
import Picture from './Picture.svelte';

export default {
  id: 'tatata',
  accent: 'light-dark(#0b5c8f, #86c9f0)',
  minutes: [20, 40],
  Picture,
  load: () => import('./table'),
  learn: () => import('./learn'),
} satisfies GameModule;
