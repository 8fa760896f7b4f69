// TATSU with two players: columns instead of hands.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { TatsuView } from '../logic';

const deal = `[Tatami "1"]
[Game "tatsu"]
[Players "2"]

* deal r6+y rx3+y y3+r yx2+r yv6+r y5+r yv7+y / y6+r y4+r r5+y r4+y rv3+r rv7+r yx1+y
`;

export default {
  record: `${deal}0 play r6
* turn yv4
1 play y4
* turn rv4
0 play rx3
* turn yf
1 ask
0 give yv7
* turn y2
0 flip 3
* turn r3
1 play y6
* turn rv5
0 ask
1 give rv7
* turn rx1
1 play yx1
* turn yx3
`,
  you: 0,
  steps: [
    { at: 1, point: '.at.bottom', text: () => t('With two, nobody holds cards. In front of each lie seven columns: a card face down, and one face up on it. You are red.') },
    { at: 1, point: '.at.top', text: () => t('Your opponent’s face-up cards are open to you, and the backs show the clan of all the others.') },
    { at: 1, point: '.at.bottom', text: () => t('Each of you lays two cards in a trick, in turn. You begin: play your red 6.') },
    { at: 3, point: '.at.bottom', text: () => t('The card beneath was turned up at once: a yellow one. It is yours to give, not to play.') },
    { at: 5, text: () => t('Your 6 beats the yellow 4, so this trick will be yours. Lay your red ×3 into it.') },
    { at: 8, text: () => t('Aiko asks you for a yellow card. She hopes for something good, but you are winning: give your 7 points, they come back to you.') },
    { at: 10, point: '.tray.r', text: () => t('Nine points, times three. You begin the next trick, and have no red card face up any more.') },
    { at: 10, point: '.at.bottom', text: () => t('Then you may take one of your red cards from beneath, unseen. The back says that it is red, no more. Take the one in the third column.') },
    { at: 14, text: () => t('A 3 against a yellow 6: this trick is lost. Ask Aiko for your second card, so that you keep your own.') },
    { at: 19, point: '.tray.y', text: () => t('She gave your 7, because she takes it with her 6. The one who gives chooses. Now you know how to play with two.') },
  ],
  puzzle: {
    record: `${deal}0 play rx3
* turn yv4
1 play y6
* turn rv5
0 ask
1 give rv3
* turn rx2
1 play yx1
* turn yx3
1 play y4
* turn rv4
0 ask
1 give rv7
* turn rv6
1 ask
0 give yx2
* turn r2
`,
    you: 0,
    moves: 1,
    ask: () => t('A 7 of yours and the yellow ×2 lie in this trick, and the yellow 4 is the highest. You lay the last card: take the trick.'),
    solved: (view) => view.captured.r.includes('yx2'),
  },
} satisfies Lesson<TatsuView>;
