// Keys that work wherever the focus is. Voice control may produce letters by accident, so single letters and digits can
// be turned off (WCAG 2.1.4).
import { settings } from '../lib/settings.svelte';

// The key, if it is meant for the whole screen and not for what has the focus; or ''.
export function freeKey(event: KeyboardEvent, taken = ''): string {
  if (event.altKey || event.ctrlKey || event.metaKey) return '';
  if ((event.target as Element).closest(`input, select, textarea, dialog${taken}`)) return '';
  return event.key.length === 1 && !settings.keys ? '' : event.key;
}
