// One's own boxes, kept on this device.
import type { Places } from '../games/types';
import { tagOf } from './boxtext';
import { newId } from './saved';

export interface OwnBox {
  id: string;
  text: string; // the file
  places: Places;
  sound: boolean; // the engine found no flaw in it
  at: number; // milliseconds
}

const KEY = 'tatami.boxes';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

export function listBoxes(store: Store = localStorage): OwnBox[] {
  try {
    const list: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? (list as OwnBox[]) : [];
  } catch {
    return [];
  }
}

export const findBox = (id: string, store?: Store): OwnBox | undefined => listBoxes(store).find((box) => box.id === id);
export const gameOf = (text: string): string => tagOf(text, 'Game') ?? '';
export const nameOf = (text: string): string => tagOf(text, 'Name') ?? '';

// Those that can be chosen for a game.
export const boxesFor = (game: string, store?: Store): OwnBox[] => listBoxes(store).filter((box) => box.sound && gameOf(box.text) === game);

// Returns false if the device has no room for it. A box that is there already keeps its place.
export function keepBox(box: OwnBox, store: Store = localStorage): boolean {
  const all = listBoxes(store);
  const at = all.findIndex(({ id }) => id === box.id);
  if (at < 0) all.unshift(box);
  else all[at] = box;
  return write(all, store);
}

export const forgetBox = (id: string, store: Store = localStorage): boolean => write(listBoxes(store).filter((box) => box.id !== id), store);

export const newBox = (text: string, places: Places = {}): OwnBox => ({ id: newId(), text, places, sound: false, at: Date.now() });

function write(boxes: OwnBox[], store: Store): boolean {
  try {
    store.setItem(KEY, JSON.stringify(boxes));
    return true;
  } catch {
    return false;
  }
}

// A name for a file, in letters that every system takes.
export const fileName = (text: string): string => {
  const plain = nameOf(text).normalize('NFD').replace(/\p{M}/gu, '').replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '').toLowerCase();
  return `${gameOf(text)}-${plain || 'box'}.box`;
};
