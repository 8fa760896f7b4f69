// Dojo with five players: the first and the last card come at random.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { DojoView } from '../view';

const record = `[Tatami "1"]
[Game "dojo"]
[Players "5"]

* deal 0 m2
* deal 1 f1
* deal 2 t3
* deal 3 c4
* deal 4 b5
0 place 0 0
1 place 0 0
2 place 0 0
3 place 0 0
4 place 0 0
* trophy incense
* draw m4
0 give 0
* draw f2
0 give 1
* draw b1
0 give 2
* draw t1
0 give 3
* draw c2
0 give 4
1 pass
2 pass
3 pass
4 pass
0 place 0 1
1 place 0 1
2 place 0 1
3 place 0 1
4 place 0 1
`;

export default {
  record,
  you: 0,
  steps: [
    { at: 0, point: '.others', text: () => t('With five, sixty cards are just enough for everybody. In the first turn there is no dealer: everybody gets a card at random.') },
    { at: 5, point: '.own', text: () => t('No challenge either, and no trophy yet. Place your monkey: press the circle.') },
    { at: 10, point: '.shelf', text: () => t('In the second turn the first trophy is turned up, and the first dealer deals. That is you.') },
    { at: 12, point: '.drawn', text: () => t('Another monkey, with a blue belt. Few will dare to challenge it: keep it.') },
    { at: 14, point: '.others', text: () => t('Now four more cards for the four others, as they come. Only you see them all.') },
    { at: 16, point: '.others', text: () => t('A low belt is a gift that does no harm: whoever gets it will not challenge you.') },
    { at: 18, point: '.others', text: () => t('Next …') },
    { at: 20, point: '.others', text: () => t('… and the last one to the only player without a card.') },
    { at: 25, point: '.own', text: () => t('Nobody challenged you: all belts were lower than yours, and the trophy stays. Put your monkeys side by side.') },
    { at: 30, point: '.others', text: () => t('So it goes on for ten turns: everybody deals twice. The twelfth card comes at random again, without a challenge.') },
  ],
  puzzle: {
    record: `${record}* draw t2
1 give 0
* draw c1
1 give 1
* draw f4
1 give 2
* draw m1
1 give 3
* draw b3
1 give 4
2 pass
3 pass
4 pass
0 pass
`,
    you: 0,
    moves: 1,
    ask: () => t('Your card is a tigress with a yellow belt. Begin a column of yellow belts with it.'),
    solved: (view) => view.players[0]!.dojo.some(({ card, col }) => card === 't2' && col === 0),
  },
} satisfies Lesson<DojoView>;
