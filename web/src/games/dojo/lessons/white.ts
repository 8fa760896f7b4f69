// Dojo, white belt: trophies are worth 3 points, and do nothing else.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { DojoView } from '../view';

const game = (dealer: string) => `[Tatami "1"]
[Game "dojo"]
[Players "3"]
[Option "white-belt=yes"]

* trophy raccoon
* draw f5
0 give 0
* draw b2
0 give 1
* draw t3
0 give 2
1 pass
2 challenge
0 keep
0 place 0 0
1 place 0 0
2 place 0 0
* trophy kimono
* draw b1
1 give 2
* draw c4
1 give 0
* draw ${dealer}
1 give 1
2 pass
0 challenge
`;

export default {
  record: `${game('m3')}0 keep
0 place 1 0
1 place 0 1
2 place 1 0
`,
  you: 0,
  steps: [
    { at: 1, point: '.shelf', text: () => t('White belt is for a first game. The trophies show their other side: whatever they are, each is worth 3 points.') },
    { at: 2, point: '.drawn', text: () => t('You are the dealer. A fox with a black belt, the highest: keep it.') },
    { at: 4, point: '.others', text: () => t('A bear with a yellow belt: for Aiko.') },
    { at: 6, point: '.others', text: () => t('And a tigress with a green belt for Ben.') },
    { at: 9, point: '.duel', text: () => t('Ben challenged you, with 3 against 5. You win the trophy: 3 points. Keep your fox.') },
    { at: 10, point: '.own', text: () => t('Place it. The trophy is not placed: it just stays in front of you.') },
    { at: 21, point: '.hand', text: () => t('Now Aiko deals. You have a crane with a blue belt, and only a black one would beat it: challenge her!') },
    { at: 22, point: '.duel', text: () => t('4 against 3: another 3 points. You have no monkey in your hall, so keep the crane.') },
    { at: 23, point: '.own', text: () => t('Place it below the fox. Two trophies make 6 points, as much as a row of three.') },
    { at: 26, point: '.others', text: () => t('That is all: challenge when you can win, and collect. When you know the game, play with the trophies’ own effects.') },
  ],
  puzzle: {
    record: game('f3'),
    you: 0,
    moves: 1,
    ask: () => t('You have won the challenge with a crane, against a fox. At home you have a fox. Take the card that fits.'),
    solved: (view) => view.players[0]!.card === 'f3',
  },
} satisfies Lesson<DojoView>;
