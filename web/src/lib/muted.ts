import { get, writable } from 'svelte/store';

// People whose words this device does not show, by what the server calls them for us: the same at every table.
const KEY = 'tatami.muted';
const KEPT_MAX = 200;

function kept(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter((who): who is string => typeof who === 'string') : [];
  } catch {
    return [];
  }
}

export const muted = writable<readonly string[]>(kept());

// What is left of a log without them.
export const heard = <E extends { who?: string | null }>(log: E[], silent: readonly string[]): E[] =>
  silent.length ? log.filter(({ who }) => !who || !silent.includes(who)) : log;

export function mute(who: string, on: boolean): void {
  const others = get(muted).filter((other) => other !== who);
  const now = on ? [...others, who].slice(-KEPT_MAX) : others;
  muted.set(now);
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // If storage is full or forbidden, it lasts until the page is closed.
  }
}
