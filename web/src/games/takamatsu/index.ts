import type { GameModule } from '../types';
import Picture from './Picture.svelte';

export default {
  id: 'takamatsu',
  accent: 'light-dark(#22694a, #86d3a8)',
  minutes: [20, 40],
  Picture,
  load: async () => {
    const [table, logic] = await Promise.all([import('./Table.svelte'), import('./logic')]);
    return { Table: table.default, logic: logic.default };
  },
  learn: () => import('./learn'),
} satisfies GameModule;
