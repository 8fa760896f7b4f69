// What the server keeps of us, beyond our name and seats: the history, the devices that are told something. Loaded when wanted.
import { api, asMe, dropToken, token } from './api';

export interface PastSeat {
  kind: 'person' | 'bot';
  name: string;
  bot: string | null;
}

// A finished game, as the server's history has it.
export interface PastGame {
  id: string;
  ended: number; // milliseconds
  you: number | null;
  game: string;
  players: number;
  options: Record<string, number | string>;
  box: string | null;
  seats: PastSeat[];
  points: number[];
  winners: number[];
}

const PAGE = 100;

// All of it, page by page.
export async function myHistory(): Promise<PastGame[]> {
  const all: PastGame[] = [];
  for (;;) {
    const { games } = await asMe<{ games: PastGame[] }>(`/me/history?skip=${all.length}&most=${PAGE}`, { games: [] });
    all.push(...games);
    if (games.length < PAGE) return all;
  }
}

export const removeFromHistory = (table: string): Promise<unknown> => api('POST', '/me/history/remove', { table });

// The server forgets us: name, devices, history, our name and words at every table.
export async function deleteMe(): Promise<void> {
  if (token()) await api('POST', '/me/delete', { sure: true });
  dropToken();
}

export const pushKey = async (): Promise<string> => (await api<{ key: string }>('GET', '/push')).key;
export const subscribeMe = (to: { endpoint: string; p256dh: string; auth: string; lang: string }): Promise<unknown> => api('POST', '/me/push', to);
export const unsubscribeMe = (endpoint: string): Promise<unknown> => api('POST', '/me/push/remove', { endpoint });
