// A first game of Takamatsu with three players: the gate, who comes along, a hidden card, and −2 from a neighbour.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import { pagodaOf, type TakamatsuView } from '../view';

const record = `[Tatami "1"]
[Game "takamatsu"]
[Players "3"]

* lay hidden
* lay 3
* lay -2
* lay 4
* lay 1
0 move i3 bbb g1
1 move i5 k g1
2 move i4 pp g1
0 move g1 bbp i3
* take 5
* lay 2
* lay hidden
1 move g1 bk o1
* lay 3
2 move o3 pp o5
0 use 5
0 move i3 bbp g1
`;

export default {
  record,
  you: 0,
  steps: [
    { at: 5, point: '.palace', text: () => t('This is the palace from above. Its doors lead one way, clockwise: an outer path and an inner path. Both go through the gate at the bottom.') },
    { at: 5, point: '[data-seat="0"]', text: () => t('You are blue, with the drop. Your samurai stand in the two blue rooms: o1 on the outer path, i3 on the inner one.') },
    { at: 5, point: '[data-column]', text: () => t('For every blue samurai that ends a move in a blue room you take the next shogun card: points, minus points, or a hidden card.') },
    { at: 5, point: '[data-garden]', text: () => t('Points are steps of your pagoda on the stone path. When a pagoda reaches the goal, the round is finished and the game is over.') },
    { at: 5, point: '[data-room="i3"]', text: () => t('A turn is one move: some samurai of a room go together, as many rooms as they are. Tap i3, choose three of your four, then the lit room g1.') },
    { at: 8, point: '[data-room="g1"]', text: () => t('Aiko and Ben came to the gate as well. Where others stand, at least one of them must come along; of three or more, at least one stays.') },
    { at: 8, point: '[data-room="g1"]', text: () => t('Out of a +1 room you may go one room further. Choose two blue and one purple: that makes 3 or 4 rooms. The lit rooms show what would be earned: go to i3.') },
    { at: 10, point: '[data-hand]', text: () => t('Two blue samurai came home: two cards. The first lay face down, and only you know that it is a 5. You keep it.') },
    { at: 12, point: '[data-card="0"]', text: () => t('The second one, a 3, moved your pagoda at once. Next is −2: whoever comes home now loses points.') },
    { at: 14, point: '[data-room="o1"]', text: () => t('And Aiko sent you home! She took your samurai along with hers. Everybody moves everybody’s: look who stands together.') },
    { at: 15, point: '[data-tray]', text: () => t('Before you move you may use hidden cards: tap your 5, then the button. Kept secret, it would count at the end all the same.') },
    { at: 16, point: '[data-room="i3"]', text: () => t('Now move: two blue and one purple of i3 back to the gate, to g1. From there both your rooms are near.') },
    { at: 17, point: '.palace', text: () => t('That is all: watch which card is next, and who can bring whom home. Now you know how to play. Good luck!') },
  ],
  puzzle: {
    record: `[Tatami "1"]
[Game "takamatsu"]
[Players "3"]

* lay 3
* lay 4
* lay -2
* lay 2
* lay 1
0 move i3 bbb g1
1 move i5 k g1
2 move i4 pp g1
`,
    you: 0,
    moves: 1,
    ask: () => t('The next cards are 3, 4 and −2. Bring home just as many of your samurai as is good for you.'),
    solved: (view) => pagodaOf(view, 'b') === 7,
  },
} satisfies Lesson<TakamatsuView>;
