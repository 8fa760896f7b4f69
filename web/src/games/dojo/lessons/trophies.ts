// Dojo: what the six trophies do. The last turn of a game in which one player has won them all.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { DojoView } from '../view';
import record from './trophies.record?raw';

export default {
  record,
  you: 0,
  steps: [
    { at: 142, point: '.own', text: () => t('The last turn. In this game you have won all six kinds of trophies. Orange ones go above a column, black ones beside a row.') },
    { at: 142, point: '.own', text: () => t('Above the first column hangs the kimono: three equal belts count double. Three blue ones: twice 4.') },
    { at: 142, point: '.own', text: () => t('Above the second column, the multicoloured belt: two equal belts are enough. Two green ones lie there.') },
    { at: 142, point: '.own', text: () => t('Above the third column, the broom: before the count, its cards may be rearranged.') },
    { at: 142, point: '.own', text: () => t('Beside the first row, the incense: every disciple in it scores, not only the most frequent one.') },
    { at: 142, point: '.own', text: () => t('Beside the second row, the assistant: its cards may be rearranged. And beside the third, the raccoon: one card there also counts as a raccoon.') },
    { at: 142, text: () => t('Your card is a black crane. There is no trophy that you still need: pass.') },
    { at: 144, point: '.own', text: () => t('Place your last card. Only one place is left.') },
    { at: 147, text: () => t('As it was built, the dojo is worth 24 points. Broom and assistant move cards so that it is worth 31: choose “As built” to see what they moved.') },
    { at: 147, text: () => t('The two foxes came together under the incense, two black belts under the multicoloured belt, a third tigress in the last row. All this is found for you: it is always the best there is.') },
  ],
  puzzle: {
    record: record.slice(0, record.indexOf('0 trophy row 0')),
    you: 0,
    moves: 1,
    ask: () => t('You have won the incense. Put it beside the row where it scores the most.'),
    solved: (view) => view.players[0]!.placed.some(({ trophy, row }) => trophy === 'incense' && row === 0),
  },
} satisfies Lesson<DojoView>;
