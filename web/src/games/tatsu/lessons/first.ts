// A first game of TATSU: three tricks and a half of a prepared deal.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { TatsuView } from '../logic';

const record = `[Tatami "1"]
[Game "tatsu"]
[Players "4"]

* deal r6 rv7 rx2 r3 y6 yv4 yx3 / y5 y2 yv7 yx1 r2 rv4 rf / r5 rv5 rv6 rx3 yf yv3 y3 / y4 yv5 yv6 yx2 r4 rv3 rx1
0 play r6
1 play y2
2 play rv6
3 play y4
0 ask 2
2 give r5
1 ask 0
0 give yx3
2 play rx3
3 play yv5
0 play r3
1 play y5
2 ask 3
3 give rx1
3 ask 2
2 give yf
3 ask 0
0 give yv4
`;

export default {
  record,
  you: 0,
  steps: [
    { at: 1, point: '.trick', text: () => t('You and Ben are the red clan, Aiko and Chloé the yellow clan. A trick is four cards, one in front of each player, always of that player’s clan.') },
    { at: 1, point: '.own .hand', text: () => t('You have cards of both clans. The big number is a card’s power, the coin is its points: the weakest cards are worth the most.') },
    { at: 1, point: '.top .backs', text: () => t('The backs show the clan: everybody knows how many red and yellow cards you have, but not which ones.') },
    { at: 1, point: '.own .hand', text: () => t('The highest power wins the trick. You begin: play your red 6.') },
    { at: 5, point: '.tray.r', text: () => t('The trick is yours: 9 points. But red has no multiplier yet, and 9 times 0 is 0!') },
    { at: 5, point: '.at.top .plaque', text: () => t('Instead of playing a card you can ask anyone, friend or foe. They choose which card of your clan to put in front of you. Ask Ben.') },
    { at: 7, point: '.slot.bottom', text: () => t('Ben gave you a red 5. It is in front of you and counts as yours.') },
    { at: 8, point: '.own .hand', text: () => t('Aiko asks you for a yellow card. Give the yellow ×3: if red wins this trick, yellow can never use it.') },
    { at: 11, point: '.tray.r', text: () => t('Ben added the red ×3. Now red has 15 points times 3. Only the multipliers of your own clan count. Go on: play your red 3.') },
    { at: 15, point: '.slot.top', text: () => t('Ben asked Chloé, but she chose a red ×1: yellow is winning this trick and would capture it. Be careful who you ask!') },
    { at: 17, point: '.middle', text: () => t('Chloé asked Ben, and he gave her a fusion! Nobody wins this trick. Its cards wait in the pot for the next winner, and the player with the fusion leads next.') },
    { at: 18, point: '.own .hand', text: () => t('Chloé asks you. Keep your strong 6 and give the yellow 1.') },
    { at: 19, point: '.trick', text: () => t('After seven tricks each clan multiplies its points. The game ends when somebody has 500. It is your turn: win the pot!') },
  ],
  puzzle: {
    record: `[Tatami "1"]
[Game "tatsu"]
[Players "4"]

* deal rv4 r5 r2 rv7 rx1 y3 yv4 / y6 y4 y2 yv7 yx1 r3 rf / rv3 rv5 r4 rx2 rx3 yv5 yf / yv3 yx3 y5 yv6 yx2 r6 rv6
0 play rv4
1 play y6
2 play rv3
3 play yv3
1 play y4
2 play rv5
3 play yx3
`,
    you: 0,
    moves: 1,
    ask: () => t('The yellow ×3 lies in this trick, and the yellow 4 is the highest. You lay the last card: win the trick.'),
    solved: (view) => view.captured.r.includes('yx3'),
  },
} satisfies Lesson<TatsuView>;
