// Games on this machine that are not over, and the last ones that are: records in the browser's own store.
import type { LocalSeat } from './local';
import type { Setup } from './types';

export interface SavedGame {
  id: string;
  setup: Setup;
  seats: LocalSeat[];
  record: string;
  yourTurn: boolean;
  over: boolean;
  points?: number[] | null; // when it is over
  winners?: number[] | null;
  at: number; // milliseconds
}

const KEY = 'tatami.games';
const KEPT_MAX = 24;

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export function listSaved(store: Store = localStorage): SavedGame[] {
  try {
    const list: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? (list as SavedGame[]) : [];
  } catch {
    return [];
  }
}

export const findSaved = (id: string, store?: Store): SavedGame | undefined => listSaved(store).find((game) => game.id === id);

export function saveGame(game: SavedGame, store: Store = localStorage): void {
  const others = listSaved(store).filter(({ id }) => id !== game.id);
  keep([game, ...others].slice(0, KEPT_MAX), store);
}

export function forgetGame(id: string, store: Store = localStorage): void {
  keep(listSaved(store).filter((game) => game.id !== id), store);
}

// If storage is full or forbidden, we lose the saved games, but not the current one.
function keep(games: SavedGame[], store: Store): void {
  try {
    store.setItem(KEY, JSON.stringify(games));
  } catch {
    if (games.length > 1) keep(games.slice(0, -1), store);
  }
}

export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
