// Dojo, black belt: three times rock, paper, scissors in a challenge.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { DojoView } from '../view';

const start = `[Tatami "1"]
[Game "dojo"]
[Players "3"]
[Option "black-belt=yes"]

* trophy incense
* draw m3
0 give 0
* draw f4
0 give 1
* draw t1
0 give 2
1 challenge
`;

export default {
  record: `${start}0 rock
1 scissors
0 paper
1 paper
0 scissors
1 paper
0 keep
0 place 0 0
1 place 0 0
2 place 0 0
0 trophy row 0
`,
  you: 0,
  steps: [
    { at: 2, point: '.drawn', text: () => t('Black belt brings luck and nerves into a challenge. You are the dealer. A monkey with a green belt: keep it.') },
    { at: 4, point: '.others', text: () => t('A fox with a blue belt, stronger than yours. Give it to Aiko: she will challenge you.') },
    { at: 6, point: '.others', text: () => t('And a tigress for Ben.') },
    { at: 8, point: '.duel', text: () => t('Aiko challenges you: 4 against 3. Now both play rock, paper, scissors, three times. Nobody sees the other’s choice before both have chosen. Rock!') },
    { at: 10, point: '.duel', text: () => t('Rock breaks scissors: your belt counts one more, 4 against 4. But the challenger wins a tie. Again: paper.') },
    { at: 12, point: '.duel', text: () => t('Twice paper: a draw changes nothing. The third and last time: scissors.') },
    { at: 14, point: '.duel', text: () => t('5 against 4: you win with the weaker belt. Keep your monkey, or take the fox? Keep it.') },
    { at: 15, point: '.own', text: () => t('Place it. What was won by throwing counted for this challenge only: your monkey’s belt is green.') },
    { at: 18, point: '.own', text: () => t('And your trophy beside the row.') },
    { at: 19, point: '.others', text: () => t('So a challenge is never hopeless, and never safe. With a belt two lower you need luck, with one three lower a small miracle.') },
  ],
  puzzle: {
    record: `${start}0 scissors
1 paper
0 paper
1 rock
0 rock
1 rock
`,
    you: 0,
    moves: 1,
    ask: () => t('You have won: 3 and 2 against 4. Take the card with the higher belt.'),
    solved: (view) => view.players[0]!.card === 'f4',
  },
} satisfies Lesson<DojoView>;
