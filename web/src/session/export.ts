// All of one's records in one file: those of this device, and those of the server, with the boxes they need.
import { apiText, tableBox } from '../lib/api';
import { zip, type ZipFile } from '../lib/zip';
import { boxOf } from './fair';
import { fileName, type LifeGame } from './life';
import { findPast } from './past';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

// The server limits how fast one may ask.
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === 4) throw error;
      await wait(1000 * 2 ** tries);
    }
  }
}

async function recordOf({ id, where }: LifeGame): Promise<{ record: string; box: string | null }> {
  if (where === 'here') {
    const kept = await findPast(id);
    return { record: kept?.record ?? '', box: kept?.setup.box ?? null };
  }
  const record = await patiently(() => apiText(`/tables/${encodeURIComponent(id)}/record`));
  return { record, box: boxOf(record) ? await patiently(() => tableBox(id)) : null };
}

// What could not be fetched is named in the file, so that nobody thinks it is complete.
export async function exportGames(games: readonly LifeGame[], told: (done: number) => void): Promise<{ file: Blob; missing: number }> {
  const files: ZipFile[] = [];
  const missing: string[] = [];
  for (const [i, game] of games.entries()) {
    const name = fileName(game);
    try {
      const { record, box } = await recordOf(game);
      if (!record) throw new Error('empty');
      files.push({ name, text: record, at: game.ended });
      if (box) files.push({ name: name.replace(/record$/, 'box'), text: box, at: game.ended });
    } catch {
      missing.push(name);
    }
    told(i + 1);
  }
  files.push({ name: 'history.json', text: `${JSON.stringify(games, null, 1)}\n`, at: Date.now() });
  if (missing.length) files.push({ name: 'missing.txt', text: missing.map((name) => `${name}\n`).join(''), at: Date.now() });
  return { file: zip(files), missing: missing.length };
}
