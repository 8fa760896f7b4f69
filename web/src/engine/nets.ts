// The networks of the levels that have learned. They are large, so a page fetches one only when somebody plays against such a level, asks
// for a hint or looks at what decisions cost.
import { facts } from '../lib/facts';
import type { Engine } from './engine';

const urls = import.meta.glob<string>('../../../nets/*.net', { query: '?url', import: 'default', eager: true });

const learned = new Set(facts.bots.filter((bot) => bot.learned).map(({ name }) => name));

export const hasNet = (game: string): boolean => `../../../nets/${game}.net` in urls;

export const needsNet = (level: string | null): boolean => level !== null && learned.has(level);

// Before such a bot decides, or a hint is asked for. Without the file, because there is none or no connection, the engine thinks like
// the level below.
export async function bringNet(engine: Engine, game: string): Promise<void> {
  const url = urls[`../../../nets/${game}.net`];
  if (!url) return;
  try {
    const answer = await fetch(url);
    if (answer.ok) await engine.net(game, new Uint8Array(await answer.arrayBuffer()));
  } catch {
    // Offline, and never needed before: as said above.
  }
}
