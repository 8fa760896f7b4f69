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
    { at: 5, point: '.palace', text: () => t('This is the palace from above. Its doors lead one way, clockwise, along an outer path and an inner path. Both go through the gate at the bottom.') },
    { at: 5, point: '[data-seat="0"]', text: () => t('You are blue, marked with a drop. Your samurai are in the two blue rooms: o1 on the outer path, i3 on the inner one.') },
    { at: 5, point: '[data-column]', text: () => t('For every blue samurai that ends a move in a blue room you take the next shogun card: points, minus points, or a hidden card.') },
    { at: 5, point: '[data-garden]', text: () => t('Your pagoda moves one stone for each point. When a pagoda reaches the goal, the round is played to the end and the game is over.') },
    { at: 5, point: '[data-room="i3"]', text: () => t('A turn is one move: some samurai in a room go together, and move as many rooms as there are samurai in the group. Tap i3, choose three of your four, then the highlighted room g1.') },
    { at: 8, point: '[data-room="g1"]', text: () => t('Aiko and Ben have come to the gate too. If other samurai are in the room, at least one of them must come along; if there are three or more in all, at least one must stay.') },
    { at: 8, point: '[data-room="g1"]', text: () => t('From a +1 room you can go one room further. Choose two blue and one purple: that is 3 or 4 rooms. The highlighted rooms show what you would earn there: go to i3.') },
    { at: 10, point: '[data-hand]', text: () => t('Two blue samurai came home, so you took two cards. The first was face down, and only you know that it is a 5. You keep it.') },
    { at: 12, point: '[data-card="0"]', text: () => t('The second one, a 3, moved your pagoda at once. The next card is −2: whoever comes home now loses points.') },
    { at: 14, point: '[data-room="o1"]', text: () => t('And Aiko sent you home! She moved your samurai along with hers. Anyone can move anyone’s samurai, so look who is standing together.') },
    { at: 15, point: '[data-tray]', text: () => t('Before you move you can use hidden cards: tap your 5, then the button. If you keep it secret, it still counts at the end.') },
    { at: 16, point: '[data-room="i3"]', text: () => t('Now move two blue and one purple from i3 back to the gate, to g1. From there both your rooms are close.') },
    { at: 17, point: '.palace', text: () => t('That is all: watch which card comes next, and who can bring whom home. Now you know how to play. Good luck!') },
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
