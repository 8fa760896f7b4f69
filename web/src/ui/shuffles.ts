// The texts about the shuffles, and about what does not match.
import { N_ } from '../lib/i18n.svelte';
import type { Finding, Trouble, Verdict } from '../session/fair';

export const TROUBLE: Record<NonNullable<Trouble>, string> = {
  commitment: N_('The server now shows a different commitment from the one this device saved.'),
  word: N_('Your seat’s word is not the one this device gave.'),
  mix: N_('The players’ words were changed after the first card.'),
  rewritten: N_('The server has changed its story about what was dealt.'),
};

export const TITLES: Record<Verdict['kind'], string> = {
  honest: N_('The shuffles were fair'),
  wrong: N_('The shuffles do not match'),
  unsure: N_('Not everything can be checked here'),
};

export const MARKS: Record<Verdict['kind'], string> = { honest: '✓', wrong: '⚠', unsure: '–' };

// As expected; not as expected; unknown here.
export const FINDINGS: Record<Finding['what'], [yes: string, no: string, unknown: string]> = {
  commitment: [
    N_('The commitment is the one this device saved before the first card.'),
    N_('The commitment is not the one this device saved.'),
    N_('This device did not see the commitment before the first card.'),
  ],
  box: [
    N_('The box is the one shown before the first card.'),
    N_('The box is not the one shown before the first card.'),
    N_('This device did not see the box before the first card.'),
  ],
  word: [N_('Your word is in the mix.'), N_('Your word is not in the mix.'), N_('This device gave no word.')],
  mix: [
    N_('All words are the ones shown before the first card.'),
    N_('The words are not the ones shown before the first card.'),
    N_('This device did not see the words before the first card.'),
  ],
  shuffles: [
    N_('Every shuffle follows from the secret and the words.'),
    N_('The shuffles do not follow from the secret and the words.'),
    N_('The shuffles were not checked.'),
  ],
  seen: [
    N_('The cards in the record are the ones you saw.'),
    N_('The cards in the record are not the ones you saw.'),
    N_('This device has nothing of its own to compare with.'),
  ],
};
