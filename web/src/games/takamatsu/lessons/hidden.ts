// Takamatsu: what hidden cards are good for. The goal is near, so that it is seen soon.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { TakamatsuView } from '../view';

const game = (first: number, second: number) => `[Tatami "1"]
[Game "takamatsu"]
[Players "3"]
[Option "goal=9"]

* lay hidden
* lay 4
* lay hidden
* lay 3
* lay 2
0 move i3 bbb g1
1 move i5 k g1
2 move i4 pp g1
0 move g1 bbp i3
* take ${first}
* lay 1
* lay 2
0 wait
1 move g1 bk o1
* take ${second}
* lay 1
`;

export default {
  record: `${game(5, 3)}0 use 5
2 move o3 pp o5
`,
  you: 0,
  steps: [
    { at: 5, point: '[data-column]', text: () => t('A short game to 9 points. Look at the shogun cards: the first and the third lie face down. Those are hidden cards.') },
    { at: 5, point: '[data-room="i3"]', text: () => t('You want to come home while a hidden card is next. First to the gate: three blue ones from i3 to g1.') },
    { at: 8, point: '[data-room="g1"]', text: () => t('Now home again: two blue ones and a purple one from g1 to i3, four rooms. Two blue ones come home: the hidden card, and the 4.') },
    { at: 12, point: '[data-hand]', text: () => t('The hidden card is a 5; only you know. Your pagoda stands at 4. With it you would have 9, the goal.') },
    { at: 12, point: '[data-tray]', text: () => t('You are asked, because one hidden card might be enough: everybody can work that out, so being asked tells nothing. Wait for now: kept cards count in the end as well.') },
    { at: 16, point: '[data-hand]', text: () => t('Aiko took a blue samurai along into your room, and so sent you another hidden card: a 3. Now you hold 8 points in secret.') },
    { at: 16, point: '[data-tray]', text: () => t('Now end it: use the 5. Your pagoda reaches the goal, and this round is the last.') },
    { at: 17, point: '[data-garden]', text: () => t('Ben still has his turn, so that all have had the same number. No hidden card may be used any more.') },
    { at: 18, text: () => t('Now all hidden cards are turned up and added: 9 and 3 make 12. What you keep is never lost, but a pagoda moves only when you use it.') },
  ],
  puzzle: {
    record: `${game(2, 5)}`,
    you: 0,
    moves: 1,
    ask: () => t('Your pagoda stands at 4, the goal is 9, and you hold a 2 and a 5. End the game now with one card.'),
    solved: (view) => view.ending,
  },
} satisfies Lesson<TakamatsuView>;
