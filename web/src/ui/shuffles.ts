// What is said about the shuffles, and about what does not match.
import { N_ } from '../lib/i18n.svelte';
import type { Finding, Trouble, Verdict } from '../session/fair';

export const TROUBLE: Record<NonNullable<Trouble>, string> = {
  commitment: N_('The server shows another commitment than the one that this device kept.'),
  word: N_('The word of your seat is not the one that this device gave.'),
  mix: N_('The words of the players were changed after the first card.'),
  rewritten: N_('The server tells otherwise now what was dealt before.'),
};

export const TITLES: Record<Verdict['kind'], string> = {
  honest: N_('The shuffles were honest'),
  wrong: N_('The shuffles do not match'),
  unsure: N_('Not everything can be checked here'),
};

export const MARKS: Record<Verdict['kind'], string> = { honest: '✓', wrong: '⚠', unsure: '–' };

// Found so; found otherwise; unknown here.
export const FINDINGS: Record<Finding['what'], [yes: string, no: string, unknown: string]> = {
  commitment: [
    N_('The commitment is the one that this device kept from before the first card.'),
    N_('The commitment is not the one that this device kept.'),
    N_('This device did not see the commitment before the first card.'),
  ],
  box: [
    N_('The box is the one that was shown before the first card.'),
    N_('The box is not the one that was shown before the first card.'),
    N_('This device did not see the box before the first card.'),
  ],
  word: [N_('Your word is in the mix.'), N_('Your word is not in the mix.'), N_('This device gave no word.')],
  mix: [
    N_('All words are as they were shown before the first card.'),
    N_('The words are not those that were shown before the first card.'),
    N_('This device did not see the words before the first card.'),
  ],
  shuffles: [
    N_('Every shuffle follows from the secret and the words.'),
    N_('The shuffles do not follow from the secret and the words.'),
    N_('The shuffles were not checked.'),
  ],
  seen: [
    N_('The record has the cards that you saw.'),
    N_('The record has other cards than those that you saw.'),
    N_('There is nothing that this device saw itself to compare with.'),
  ],
};
