// The guided first game: fly, turn Sky cards, be shot at, put out a fire, shoot back, and fly the first lap home.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { TatataView } from '../view';

const record = `[Tatami "1"]
[Game "tatata"]
[Players "3"]
[Option "leg=3"]

* draw F2
* draw F1
* draw F3
* draw M1
* draw T3
* draw M2
* draw F4
* draw T2
* draw T1
* draw M5
* draw M3
* draw J1
0 play F2 as fly
0 go 2
* sky krauten
0 play M1 as move
0 play F4 as fly
0 go 3
* sky beer
* draw T6
0 keep
0 end
1 play F1 as fly
1 go 1
* sky smoke
1 play T3 as tatata
0 dodge M5
1 play T2 as tatata
0 take
1 end
2 play F3 as fly
2 go 2
* sky clouds
2 end
* draw M4
* draw F6
* draw A2
0 play M4 as move
0 recover
0 use krauten
1 take
0 put 1 1
0 play F6 as fly
0 go base 2
`;

export default {
  record,
  you: 0,
  steps: [
    { at: 12, text: () => t('Welcome, pilot. Your plane is the red one, on the base with your flag. Everybody flies clockwise, and the first to finish three laps wins.'), point: '[data-flip=plane-0]' },
    { at: 12, text: () => t('Between the bases are Sky cards, face down. Nobody knows what they are until a plane stops there.'), point: '.track' },
    { at: 12, text: () => t('These are your Deck cards. Play F2 to fly: choose it, then “Fly +2”.'), point: '.hand' },
    { at: 13, text: () => t('You have two fly points: one for each Sky card on the way. The spaces you can reach are highlighted. Fly to the second one.'), point: '.points' },
    { at: 15, text: () => t('You turned over Krauten, a weapon, and took it. There is now a gap under your plane; it closes when you leave, and the ring gets shorter.'), point: '[data-held=krauten]' },
    { at: 15, text: () => t('Next comes a base. Passing it costs a move point, so play M1 to move.'), point: '[data-card=M1]' },
    { at: 16, text: () => t('And F4 to fly. You can fly over other planes, but you cannot stop where one is.'), point: '[data-card=F4]' },
    { at: 17, text: () => t('Fly three Sky cards ahead, over the blue plane on its base. Unused fly points are lost.') },
    { at: 20, text: () => t('Beer is weather: it works at once and stays where it is. You drew a card. Keep it.'), point: '[data-card=T6]' },
    { at: 21, text: () => t('Keep M5 in your hand: a move card can dodge an attack. End your turn.'), point: '[data-say=end]' },
    { at: 26, text: () => t('The blue plane is right behind you and shoots: Tatata, strength 3! Dodge with a move card of at least 3: your M5.'), point: '[data-card=M5]' },
    { at: 28, text: () => t('It shoots again, and you have nothing left to dodge with. Take the hit: your plane is on fire. Hit once more, it would fall back to a base.'), point: '[data-say=take]' },
    { at: 37, text: () => t('Your turn again, with four cards. A burning plane can only play move cards and put out the fire. Play M4 to move.'), point: '[data-card=M4]' },
    { at: 38, text: () => t('Put the fire out. It costs one of your four move points.'), point: '[data-say=recover]' },
    { at: 39, text: () => t('Now your revenge: Krauten hits the plane right behind you. That is the blue one!'), point: '[data-held=krauten]' },
    { at: 41, text: () => t('It is on fire. A used Sky card goes back between two others, face up, so everybody knows where it is. Choose the marked place.') },
    { at: 42, text: () => t('The ring has grown again. One long flight takes you home: play F6 to fly.'), point: '[data-card=F6]' },
    { at: 43, text: () => t('Fly to your own base, the second one ahead: two move points for two bases. Planes on a base are safe from everything.') },
    { at: 44, text: () => t('Your first lap! Two more and you win. The button with the piles shows what every Sky card does.'), point: '.piles' },
  ],
  puzzle: {
    record: `[Tatami "1"]
[Game "tatata"]
[Players "3"]
[Option "leg=3"]

* draw F3
* draw F2
* draw F4
* draw F1
* draw T2
* draw T3
* draw M1
* draw M2
* draw M3
* draw T1
* draw J1
* draw J2
`,
    you: 0,
    moves: 4,
    ask: () => t('You have four decisions. End on a Sky card of the next leg, beyond the blue base.'),
    solved: (view) => view.circuit.findIndex(({ plane }) => plane === 0) > view.circuit.findIndex(({ base }) => base === 1) && view.circuit.some(({ plane, sky }) => plane === 0 && sky),
  },
} satisfies Lesson<TatataView>;
