// The games that have a folder here. Any other game uses the plain table.
import Picture from '../ui/PlainPicture.svelte';
import type { GameModule } from './types';

const found = import.meta.glob<{ default: GameModule }>('./*/index.ts', { eager: true });
const modules = new Map(Object.values(found).map(({ default: module }) => [module.id, module]));

export const gameModule = (id: string): GameModule =>
  modules.get(id) ?? {
    id,
    accent: 'light-dark(#5b6b3a, #b8c98a)',
    lessons: [],
    Picture,
    load: async () => ({ Table: (await import('../ui/PlainTable.svelte')).default, logic: {} }),
  };
