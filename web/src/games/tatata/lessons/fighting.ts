// TATATA!: attacks, dodging, fire, and falling back to a base.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { TatataView } from '../view';

export default {
  record: `[Tatami "1"]
[Game "tatata"]
[Players "2"]
[Option "leg=3"]

* draw F2
* draw F5
* draw T3
* draw M2
* draw J4
* draw T2
* draw M1
* draw F1
0 play F2 as fly
0 go 1
* sky laser
0 end
1 play F5 as fly
1 play M2 as move
1 go 4
* sky krauten
1 use krauten
0 dodge J4
1 put 1 1
1 end
* draw F3
* draw M5
0 play T3 as tatata
1 take
0 use laser
1 take
0 put 1 1
0 play F3 as fly
0 play M5 as move
0 go base 1
0 end
`,
  you: 0,
  steps: [
    { at: 8, point: '[data-flip=plane-0]', text: () => t('A short circuit for two, to learn how to fight. On a base nobody can be attacked; everywhere else, look who is near.') },
    { at: 8, point: '.hand', text: () => t('Fly one card ahead: play F2 to fly …') },
    { at: 9, text: () => t('… and stop on the first Sky card. The point left over is lost.') },
    { at: 11, point: '[data-held=laser]', text: () => t('A laser! You keep it. End your turn, and keep your joker: it can dodge.') },
    { at: 17, point: '.hand', text: () => t('Aiko stopped right in front of you, took Krauten, and fires it: it hits the plane right behind her. Strength 3. Dodge with your joker 4.') },
    { at: 22, point: '[data-flip=plane-1]', text: () => t('Krauten was put back into the ring. Now it is your turn, and she is right in front of you: shoot, with T3.') },
    { at: 24, point: '[data-held=laser]', text: () => t('She could not dodge, and burns. A burning plane that is hit again falls back to the first free base behind it. Use your laser!') },
    { at: 26, text: () => t('She is back on the base behind you, still burning. Your laser goes back into the ring: choose the marked place.') },
    { at: 27, point: '.hand', text: () => t('Now away from here: play F3 to fly …') },
    { at: 28, point: '.hand', text: () => t('… and M5 to move, because a base costs a move point …') },
    { at: 29, text: () => t('… and fly to the next base. Nobody can attack you there.') },
    { at: 30, text: () => t('End your turn.') },
    { at: 31, point: '[data-flip=plane-1]', text: () => t('Aiko must first put out her fire, for one move point. That is how a fight is won: not by the hit, but by the time it costs.') },
  ],
  puzzle: {
    record: `[Tatami "1"]
[Game "tatata"]
[Players "2"]
[Option "leg=3"]

* draw F1
* draw F6
* draw T3
* draw M3
* draw F2
* draw M6
* draw M1
* draw J3
0 play F1 as fly
0 go 1
* sky bomb
0 end
1 play F6 as fly
1 play M3 as move
1 go 5
* sky laser
1 end
* draw F3
0 play F3 as fly
0 go 1
* sky krauten
0 play T3 as tatata
`,
    you: 1,
    moves: 1,
    ask: () => t('You are shot at with 3. Do not be hit, and keep your strongest move card for later.'),
    solved: (view) => !view.players[1]!.burning && view.players[1]!.hand!.includes('M6'),
  },
} satisfies Lesson<TatataView>;
