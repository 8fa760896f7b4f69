// The networks of the levels that have learned. They are large, so a page fetches one only when somebody plays against such a level, asks
// for a hint or looks at what decisions cost, at a table that the network has learned.
import heads from 'virtual:nets';
import { facts } from '../lib/facts';
import { gunzip } from '../lib/pack';
import type { Engine } from './engine';

const urls = import.meta.glob<string>('../../../nets/*.net.gz', { query: '?url', import: 'default', eager: true });

const learned = new Set(facts.bots.filter((bot) => bot.learned).map(({ name }) => name));

export const needsNet = (level: string | null): boolean => level !== null && learned.has(level);

// The file of the first network that has learned this table.
async function fileFor(engine: Engine, game: number): Promise<string | null> {
  for (const [file, head] of Object.entries(heads))
    if (await engine.netKnows(game, Uint8Array.from(atob(head), (letter) => letter.charCodeAt(0)))) return file;
  return null;
}

const brought = new WeakSet<Engine>();

// For a table of an engine, before such a bot decides there or a hint is asked for. Without the file, because there is none, it has not
// learned this or there is no connection, the engine thinks like the level below.
export async function bringNet(engine: Engine, id: string, game: number): Promise<void> {
  if (brought.has(engine)) return;
  const url = urls[`../../../nets/${await fileFor(engine, game)}`];
  if (!url) return;
  try {
    const answer = await fetch(url);
    if (!answer.ok) return;
    await engine.net(id, await gunzip(new Uint8Array(await answer.arrayBuffer())));
    brought.add(engine);
  } catch {
    // Offline, and never needed before: as said above.
  }
}
