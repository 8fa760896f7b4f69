// TATSU with three players: the ghost.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { TatsuView } from '../logic';

const deal = `[Tatami "1"]
[Game "tatsu"]
[Players "3"]

* deal r5 rv6 rx1 y5 yx2 yv3 y2 / y6 y3 yv7 yv5 r2 rv3 rf / r6 rv4 rv5 rx2 y4 yx1 yf / yx3 yv4 yv6 r3 r4 rv7 rx3
0 ask g
0 give r6
1 play y3
0 play rx2
2 ask 0
0 give yx2
0 play r5
1 ask g
0 give yx1
0 ask 2
2 give r3
2 play yv4
`;

export default {
  record: `${deal}`,
  you: 0,
  steps: [
    { at: 1, point: '.at.top', text: () => t('With three, a ghost sits opposite you. It is red like you, and its cards lie face up. You decide for it.') },
    { at: 1, point: '.trays', text: () => t('Aiko and Ben are yellow together, in this round. Each of you writes down points for themselves.') },
    { at: 1, point: '.at.top', text: () => t('You begin. Anybody may ask the ghost, you too: ask it for a red card.') },
    { at: 2, point: '.at.top', text: () => t('You also choose what it gives. Its 6 cannot be beaten: of two equal cards the first one wins. Give the red 6.') },
    { at: 4, point: '.at.top', text: () => t('Now it is the ghost’s own turn, and you play for it. The trick is as good as yours: lay its ×2.') },
    { at: 6, point: '.own .hand', text: () => t('Ben asks you, not the ghost. So you must give from your own hand. Give the yellow ×2: red takes it away.') },
    { at: 7, point: '.tray.r', text: () => t('Two points, times two, and a multiplier that yellow will miss. You lead again: play your red 5.') },
    { at: 9, point: '.at.top', text: () => t('Aiko asks the ghost for a yellow card. You choose again: give the yellow ×1.') },
    { at: 10, point: '.at.top', text: () => t('On the ghost’s turn you may also ask in its name. Ask Ben: he must part with a red card.') },
    { at: 13, point: '.trays', text: () => t('After the round everybody moves one place to the left, past the ghost. Then Ben is red and plays with the ghost: everybody in turn.') },
  ],
  puzzle: {
    record: `${deal}0 play rv6
1 play y6
0 play rv4
2 ask g
`,
    you: 0,
    moves: 1,
    ask: () => t('Yellow is winning this trick with a 6, and Ben asks the ghost for the last card. Give one with which nobody wins it yet.'),
    solved: (view) => view.pot.length === 4,
  },
} satisfies Lesson<TatsuView>;
