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
  who?: string | null; // what the server calls this person, for us alone
}

export interface OnlineTable {
  id: string;
  game: string;
  players: number;
  options: Record<string, number | string>;
  box: string | null;
  box_sha256: string | null;
  phase: 'waiting' | 'running' | 'over';
  listed: boolean;
  chat: boolean;
  spectators_chat: boolean; // whether those without a seat may chat
  watching: number; // how many they are; 100: that many, or more
  host_name: string | null;
  clock: number | null;
  deadline?: number | null; // when the first person runs out of time; only in lists
  chats: number; // entries of the log that somebody said
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
  spectators_chat: boolean;
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

export const dropToken = (): void => localStorage.removeItem(TOKEN);

async function ask<T>(method: 'GET' | 'POST', path: string, body: unknown, mine: string | null): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': language() };
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

// The box that a table is played with.
export const tableBox = (id: string): Promise<string> => apiText(`/tables/${encodeURIComponent(id)}/box`);

// Drops a token that the server no longer knows: we have no identity here any more, and can only watch.
export async function api<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const mine = token();
  try {
    return await ask<T>(method, path, body, mine);
  } catch (error) {
    if (!mine || !(error instanceof ApiError) || error.code !== 'token') throw error;
    if (token() === mine) localStorage.removeItem(TOKEN);
    return ask<T>(method, path, body, null);
  }
}

export interface Me {
  id: string;
  name: string;
}

// Returns `otherwise` if the server does not know us.
export async function asMe<T>(path: string, otherwise: T): Promise<T> {
  try {
    return token() ? await api<T>('GET', path) : otherwise;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'token') return otherwise;
    throw error;
  }
}

export const whoAmI = (): Promise<Me | null> => asMe<Me | null>('/me', null);

// Gets an identity with this name. Replaces a token that the server no longer knows.
export async function introduce(name: string): Promise<void> {
  const me = await whoAmI();
  if (me && name && me.name !== name) await api('POST', '/me/name', { name });
  if (!me) localStorage.setItem(TOKEN, (await api<{ token: string }>('POST', '/me', { name })).token);
}

// A code that lets another device use our identity too.
export const moveMe = async (): Promise<string> => (await api<{ code: string }>('POST', '/me/move')).code;

// This device takes on the identity behind the code, instead of its own.
export async function claimMe(code: string): Promise<Me> {
  const { token: theirs, ...me } = await api<Me & { token: string }>('POST', '/me/claim', { code });
  localStorage.setItem(TOKEN, theirs);
  return me;
}

export const forgetOthers = (): Promise<unknown> => api('POST', '/me/forget');

export const openTable = (opening: Opening): Promise<OnlineTable> => api('POST', '/tables', opening);

export const waitingTables = async (): Promise<OnlineTable[]> => (await api<{ tables: OnlineTable[] }>('GET', '/tables?phase=waiting')).tables;

export const myTables = async (phase?: OnlineTable['phase']): Promise<OnlineTable[]> =>
  (await asMe<{ tables: OnlineTable[] }>(`/me/tables?most=100${phase ? `&phase=${phase}` : ''}`, { tables: [] })).tables;
