// Finished games of this device, with their records, for as long as their owner wants: in IndexedDB, because a record takes
// kilobytes and there may be thousands.
import type { LocalSeat } from './local';
import { listSaved } from './saved';
import { readRecord, tag } from './record';
import type { Setup } from './types';

export interface PastHere {
  id: string;
  ended: number; // milliseconds
  setup: Setup;
  seats: LocalSeat[];
  points: number[];
  winners: number[] | null; // null: not known, in games that ended before there was a history
  record: string;
}

const NAME = 'tatami';
const STORE = 'games';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: 'id' });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error as Error);
    asked.onblocked = () => reject(new Error('blocked'));
  });
}

async function use<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(STORE, mode);
      const asked = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = transaction.onerror = () => reject((transaction.error ?? asked.error) as Error);
    });
  } finally {
    db.close();
  }
}

// If storage is forbidden or full, the game is not in the history; it can still be replayed for a while.
export const keepPast = (game: PastHere): Promise<void> => use('readwrite', (store) => store.put(game)).then(() => undefined, () => undefined);

export const findPast = (id: string): Promise<PastHere | undefined> => use<PastHere | undefined>('readonly', (store) => store.get(id)).catch(() => undefined);

export const forgetPast = (id: string): Promise<void> => use('readwrite', (store) => store.delete(id)).catch(() => undefined);

// Games that were finished before there was a history are still among the saved ones.
export async function allPast(): Promise<PastHere[]> {
  const kept = await use<PastHere[]>('readonly', (store) => store.getAll()).catch(() => []);
  const known = new Set(kept.map(({ id }) => id));
  const older = listSaved().flatMap(({ id, setup, seats, record, over, at }): PastHere[] => {
    const points = over && !known.has(id) ? pointsOf(record) : null;
    return points ? [{ id, setup, seats, record, ended: at, points, winners: null }] : [];
  });
  return [...kept, ...older].sort((a, b) => b.ended - a.ended);
}

// A record says the points, not who won.
function pointsOf(record: string): number[] | null {
  const result = tag(readRecord(record), 'Result');
  const points = result?.split(/[ ,]+/).map(Number) ?? [];
  return points.length && points.every(Number.isFinite) ? points : null;
}

export const clearPast = (): Promise<void> =>
  new Promise((resolve) => {
    const asked = indexedDB.deleteDatabase(NAME);
    asked.onsuccess = asked.onerror = asked.onblocked = () => resolve();
  });
