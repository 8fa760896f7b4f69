// TATATA! with the full rules: four numbers on a card, the first card for its black one, and a looping.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { TatataView } from '../view';

const start = `[Tatami "1"]
[Game "tatata"]
[Players "2"]
[Option "leg=3"]
[Option "rules=full"]

* draw A3
* draw J3
* draw F5
* draw F6
* draw T4
* draw M1
* draw L2
* draw T2
0 action A3
0 play F5 as fly
0 go 3
* sky smoke
0 end
1 action J3
1 play F6 as fly
1 play M1 as move
1 go 5
* sky bomb
1 play T2 as tatata
0 dodge T4
1 end
`;

export default {
  record: `${start}* draw J4
* draw F3
* draw T6
0 action J4
0 play L2 as loop
0 play T6 as tatata
1 take
0 end
`,
  you: 0,
  steps: [
    { at: 8, point: '.hand', text: () => t('With the full rules a Deck card has four numbers: blue to fly, red to shoot, green to move and dodge, black for how many cards may follow.') },
    { at: 8, point: '[data-card=A3]', text: () => t('The first card of a turn is always played for its black number. Play A3: three cards may follow.') },
    { at: 9, point: '[data-card=F5]', text: () => t('Now one number for each card. F5 has a blue 5: play it to fly.') },
    { at: 10, text: () => t('Fly to the third Sky card. It is the last one before the base, and you have no move point.') },
    { at: 12, point: '[data-say=end]', text: () => t('There is no discarding, but you may stop early and keep cards to dodge with. End your turn.') },
    { at: 19, point: '.hand', text: () => t('Aiko is right behind you and shoots with a red 2. To dodge, the green number counts: your T4 has a green 2. That is enough.') },
    { at: 24, point: '[data-card=J4]', text: () => t('Your turn. You want to turn round and shoot back: that takes two cards. Jokers have the same number in all colours: play J4 first.') },
    { at: 25, point: '[data-card=L2]', text: () => t('Now fly a looping with L2. Only looping cards can do that.') },
    { at: 26, point: '[data-card=T6]', text: () => t('Your next tatata hits behind you instead of ahead. T6 has a red 6: shoot!') },
    { at: 28, point: '[data-flip=plane-1]', text: () => t('Aiko burns. One more card could follow, but keep it. End your turn.') },
    { at: 29, text: () => t('Flying or ending the turn cancels a looping that was not used. Those are the full rules!') },
  ],
  puzzle: {
    record: `${start}* draw F1
* draw F3
* draw T6
`,
    you: 0,
    moves: 3,
    ask: () => t('Shoot at the plane behind you in this turn. The first card must let two others follow.'),
    solved: (view) => view.phase === 'answer' && view.strike?.from === 0,
  },
} satisfies Lesson<TatataView>;
