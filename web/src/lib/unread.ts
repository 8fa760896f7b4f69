// How much of what was said at each table has been read here: entries of the log, counted.
const KEY = 'tatami.read';
const KEPT_MAX = 300; // tables

type Store = Pick<Storage, 'getItem' | 'setItem'>;
const own = (): Store | null => {
  try {
    return localStorage;
  } catch {
    return null;
  }
};

function counts(store: Store | null): [id: string, chats: number][] {
  try {
    const kept: unknown = JSON.parse(store?.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as [string, number][]) : [];
  } catch {
    return [];
  }
}

export const readAt = (id: string, store = own()): number => counts(store).find(([table]) => table === id)?.[1] ?? 0;

export function markRead(id: string, chats: number, store = own()): void {
  if (readAt(id, store) >= chats) return;
  const others = counts(store).filter(([table]) => table !== id);
  try {
    store?.setItem(KEY, JSON.stringify([[id, chats], ...others].slice(0, KEPT_MAX)));
  } catch {
    // Then it is new once more.
  }
}

export const unreadIn = ({ id, chats }: { id: string; chats: number }, store = own()): number => Math.max(0, chats - readAt(id, store));
