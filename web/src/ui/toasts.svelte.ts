import { untrack } from 'svelte';

// Short messages that come and go. A screen reader reads them out.
export interface Toast {
  id: number;
  text: string;
}

export const toasts: Toast[] = $state([]);
let ids = 0;

// May be called from an effect, which must not depend on the other messages.
export function toast(text: string, ms = 4500): void {
  const id = ids++;
  untrack(() => {
    const same = toasts.findIndex((other) => other.text === text);
    if (same >= 0) toasts.splice(same, 1);
    toasts.push({ id, text });
  });
  setTimeout(() => {
    const at = toasts.findIndex((other) => other.id === id);
    if (at >= 0) toasts.splice(at, 1);
  }, ms);
}
