// Takamatsu with two players: two colours each.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import { coloursOf, ownerOf, pagodaOf, type TakamatsuView } from '../view';

const deal = `[Tatami "1"]
[Game "takamatsu"]
[Players "2"]

* lay 3
* lay hidden
* lay -2
* lay 4
* lay 1
0 move o1 bb o3
1 move i2 rr i4
0 move o3 bpp g1
1 move o2 kk o4
0 move g1 bp o1
* lay 1
1 move i4 pr g1
0 move o1 bp o3
* take 5
* lay 2
1 move i5 k g1
0 use 5 p
`;

export default {
  record: `${deal}`,
  you: 0,
  steps: [
    { at: 5, point: '[data-garden]', text: () => t('With two, each of you has two colours: you have blue and purple, Aiko has black and red. Each colour has its own pagoda, and in the end both are added.') },
    { at: 5, point: '[data-room="o1"]', text: () => t('Begin with two blue samurai: from o1 two rooms on, to o3. Purple stands there, and purple is yours as well.') },
    { at: 7, point: '[data-room="o3"]', text: () => t('In o3 there are only your own two colours. Then at least one of each must go. Move one blue and two purple ones three rooms, to g1.') },
    { at: 9, point: '[data-room="g1"]', text: () => t('Three stand in g1, so one stays. Again one of each must go. Out of the +1 room two samurai go 2 or 3 rooms: bring the blue one home, to o1.') },
    { at: 11, point: '[data-garden]', text: () => t('One blue samurai came home, so the blue pagoda went 3 steps. Purple stands where it was.') },
    { at: 12, point: '[data-room="o1"]', text: () => t('Aiko’s red one went with a purple one: where your samurai stand, she must take one along. Now bring purple home: one blue and one purple from o1 to o3.') },
    { at: 14, point: '[data-hand]', text: () => t('A hidden card, a 5. With two, you may use it for either of your pagodas.') },
    { at: 16, point: '[data-tray]', text: () => t('Use it for purple: tap the card, then the button for purple.') },
    { at: 17, point: '[data-garden]', text: () => t('3 and 5 make 8 points. You need not move your colours in turn. When one pagoda reaches the goal, the round is finished, and both are added.') },
  ],
  puzzle: {
    record: `${deal}`,
    you: 0,
    moves: 1,
    ask: () => t('The next card is −2. Let it be Aiko’s: bring one of her samurai home, and none of yours.'),
    solved: (view) =>
      view.discards.includes(-2) && coloursOf(view, 0).every((colour) => ownerOf(view, colour) === 0 && pagodaOf(view, colour) === (colour === 'b' ? 3 : 5)),
  },
} satisfies Lesson<TakamatsuView>;
