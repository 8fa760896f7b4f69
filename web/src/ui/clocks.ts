// How long a decision may take.
import { N_, t, tn } from '../lib/i18n.svelte';

// In seconds; 0 is no limit.
export const CLOCKS: readonly (readonly [seconds: number, words: string])[] = [
  [0, N_('No limit')],
  [30, N_('30 seconds')],
  [60, N_('1 minute')],
  [300, N_('5 minutes')],
  [86400, N_('1 day')],
];

export function clockWords(seconds: number): string {
  const usual = CLOCKS.find(([value]) => value === seconds);
  return usual ? t(usual[1]) : tn('%d second', '%d seconds', seconds);
}
