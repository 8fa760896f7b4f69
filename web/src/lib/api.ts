// The server's REST interface, and who we are to it. See docs/PROTOCOL.md.
import { language, t } from './i18n.svelte';

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface OnlineSeat {
  kind: 'open' | 'person' | 'bot';
  name?: string;
  you?: boolean;
  online?: boolean;
  bot?: string | null;
}

export interface OnlineTable {
  id: string;
  game: string;
  players: number;
  options: Record<string, number | string>;
  box: string | null;
  phase: 'waiting' | 'running' | 'over';
  listed: boolean;
  chat: boolean;
  clock: number | null;
  visited: number;
  seats: OnlineSeat[];
  you: number | null;
  host: boolean;
  actors: number[];
  points: number[] | null;
  winners: number[] | null;
  next: string | null;
  n: number;
}

export interface Opening {
  game: string;
  players: number;
  options: Record<string, number | string>;
  box?: string;
  listed: boolean;
  chat: boolean;
  clock: number | null;
  seats: string[]; // 'me', 'open', or a level
}

const TOKEN = 'tatami.token';

export const token = (): string | null => {
  try {
    return localStorage.getItem(TOKEN);
  } catch {
    return null;
  }
};

export async function api<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language() };
  const mine = token();
  if (mine) headers.Authorization = `Bearer ${mine}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(`/api${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const isJson = answer.headers.get('Content-Type')?.includes('json');
  if (answer.ok && isJson) return (await answer.json()) as T;
  const error = isJson ? ((await answer.json()) as { error?: { code: string; message: string } }).error : undefined;
  throw new ApiError(error?.code ?? 'unavailable', error?.message ?? answer.statusText);
}

export async function apiText(path: string): Promise<string> {
  const answer = await fetch(`/api${path}`, { headers: { 'Accept-Language': language() } });
  if (!answer.ok) throw new Error(t('There is no such game.'));
  return answer.text();
}

// Makes us known, under this name. A token that the server has forgotten is replaced.
export async function introduce(name: string): Promise<void> {
  if (token()) {
    try {
      const me = await api<{ name: string }>('GET', '/me');
      if (name && me.name !== name) await api('POST', '/me/name', { name });
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'token') throw error;
      localStorage.removeItem(TOKEN);
    }
  }
  const me = await api<{ token: string }>('POST', '/me', { name });
  localStorage.setItem(TOKEN, me.token);
}

export const openTable = (opening: Opening): Promise<OnlineTable> => api('POST', '/tables', opening);

export const waitingTables = async (): Promise<OnlineTable[]> => (await api<{ tables: OnlineTable[] }>('GET', '/tables?phase=waiting')).tables;

export const myTables = async (phase?: OnlineTable['phase']): Promise<OnlineTable[]> =>
  token() ? (await api<{ tables: OnlineTable[] }>('GET', `/me/tables${phase ? `?phase=${phase}` : ''}`)).tables : [];
