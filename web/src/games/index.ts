// The games that have a folder here. Any other game uses the plain table.
import Picture from '../ui/PlainPicture.svelte';
import type { GameModule, TableModule } from './types';

const found = import.meta.glob<{ default: GameModule }>('./*/index.ts', { eager: true });
const modules = new Map(Object.values(found).map(({ default: module }) => [module.id, module]));

// A table gets the views of its own game, and no others: here it is said once that this is so.
export type Playable = Omit<GameModule, 'load'> & { load(): Promise<TableModule> };

export const gameModule = (id: string): Playable =>
  (modules.get(id) as Playable | undefined) ?? {
    id,
    accent: 'var(--plain-accent)',
    lessons: [],
    Picture,
    load: async () => ({ Table: (await import('../ui/PlainTable.svelte')).default, logic: {} }),
  };
