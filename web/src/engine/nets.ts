// The networks of the levels that have learned. They are large, so a page fetches one only when somebody plays against such a level.
import { facts } from '../lib/facts';
import type { Engine } from './engine';

const urls = import.meta.glob<string>('../../../nets/*.net', { query: '?url', import: 'default', eager: true });

const learned = new Set(facts.bots.filter((bot) => bot.learned).map(({ name }) => name));

export const hasNet = (game: string): boolean => `../../../nets/${game}.net` in urls;

// Before such a bot decides. Without the file, because there is none or no connection, it thinks like the level below.
export async function bringNet(engine: Engine, game: string, levels: (string | null)[]): Promise<void> {
  const url = urls[`../../../nets/${game}.net`];
  if (!url || !levels.some((level) => level !== null && learned.has(level))) return;
  try {
    const answer = await fetch(url);
    if (answer.ok) await engine.net(game, new Uint8Array(await answer.arrayBuffer()));
  } catch {
    // Offline, and never played before: as said above.
  }
}
