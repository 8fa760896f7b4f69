import { untrack } from 'svelte';

// Short messages that come and go: after a while, with the next action at a table, or with the page. A screen reader reads them out.
export interface Toast {
  id: number;
  text: string;
  at: number; // milliseconds
}

export const toasts: Toast[] = $state([]);
let ids = 0;
const SAME = 100; // milliseconds: what is said of a step is said just before or after it

const drop = (gone: (toast: Toast) => boolean) =>
  untrack(() => {
    for (let at = toasts.length - 1; at >= 0; at--) if (gone(toasts[at]!)) toasts.splice(at, 1);
  });

// May be called from an effect, which must not depend on the other messages.
export function toast(text: string, ms = 4500): void {
  const id = ids++;
  drop((other) => other.text === text);
  untrack(() => toasts.push({ id, text, at: performance.now() }));
  setTimeout(() => drop((other) => other.id === id), ms);
}

// The next action, or another page: what was said before it is over.
export const clearToasts = (): void => drop(({ at }) => performance.now() - at > SAME);
