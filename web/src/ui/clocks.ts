// How long a decision may take, and how long there is left.
import { N_, t, tn } from '../lib/i18n.svelte';

const HOUR = 3600;
const DAY = 24 * HOUR;

// In seconds; 0 is no limit.
export const CLOCKS: readonly (readonly [seconds: number, words: string])[] = [
  [0, N_('No limit')],
  [30, N_('30 seconds')],
  [60, N_('1 minute')],
  [300, N_('5 minutes')],
  [DAY, N_('1 day')],
  [3 * DAY, N_('3 days')],
  [7 * DAY, N_('7 days')],
  [14 * DAY, N_('14 days')],
];

export function clockWords(seconds: number): string {
  const usual = CLOCKS.find(([value]) => value === seconds);
  return usual ? t(usual[1]) : tn('%d second', '%d seconds', seconds);
}

// For lists: rounded down, so that nobody thinks they have more.
export function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds >= 2 * DAY) return tn('%d day left', '%d days left', Math.floor(seconds / DAY));
  if (seconds >= 2 * HOUR) return tn('%d hour left', '%d hours left', Math.floor(seconds / HOUR));
  return tn('%d minute left', '%d minutes left', Math.floor(seconds / 60));
}
