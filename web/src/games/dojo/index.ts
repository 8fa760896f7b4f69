import type { GameModule } from '../types';
import Picture from './Picture.svelte';

export default {
  id: 'dojo',
  accent: 'light-dark(#26324d, #b9c6ea)',
  minutes: [30, 45],
  Picture,
  load: async () => {
    const [table, logic] = await Promise.all([import('./Table.svelte'), import('./logic')]);
    return { Table: table.default, logic: logic.default };
  },
  learn: () => import('./learn'),
} satisfies GameModule;
