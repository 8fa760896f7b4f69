// Three turns with you as the first dealer: handing out, two challenges, an exchange, both kinds of trophies, a raccoon.
import { t } from '../../../lib/i18n.svelte';
import type { Lesson } from '../../types';
import type { DojoView } from '../view';

const record = `[Tatami "1"]
[Game "dojo"]
[Players "3"]

* trophy raccoon
* draw m5
0 give 0
* draw f2
0 give 1
* draw t3
0 give 2
1 pass
2 challenge
0 keep
0 place 0 0
1 place 0 0
2 place 0 0
0 trophy row 0
* trophy kimono
* draw b1
1 give 2
* draw c4
1 give 0
* draw m3
1 give 1
2 pass
0 challenge
0 swap
0 place 0 1
1 place 0 1
2 place 1 0
0 trophy col 1
* trophy broom
* draw f1
2 give 1
* draw r1
2 give 0
* draw b4
2 give 2
0 pass
1 pass
0 place 0 -1
1 place 1 0
2 place 1 1
`;

export default {
  record,
  you: 0,
  steps: [
    { at: 0, point: '.own', text: () => t('This is your hall. Over twelve turns, twelve disciples move in: three rows of four columns.') },
    { at: 1, point: '.shelf', text: () => t('There is one trophy to win each turn. A black trophy helps a row of your hall, an orange one a column.') },
    { at: 2, point: '.drawn', text: () => t('You are the dealer: you look at each card and choose who gets it. A monkey with a black belt, the highest: keep it.') },
    { at: 4, point: '.others', text: () => t('Everybody gets one card. Give this fox away: press the highlighted name.') },
    { at: 6, text: () => t('The tigress goes to the last player. Only you have seen all three cards.') },
    { at: 7, point: '.others', text: () => t('Now the others can challenge you for the trophy, one after another: the higher belt wins, and on a tie the challenger.') },
    { at: 9, point: '.duel', text: () => t('Black, 5, beats green, 3: the trophy is yours. The winner may also swap the two cards. Don’t: your monkey is good.') },
    { at: 10, point: '.own', text: () => t('Everybody puts their card in their own hall, next to another card. The first card can go anywhere: press the circle.') },
    { at: 13, point: '.own', text: () => t('Now your trophy. It is black, so it goes beside a row: one card of that row will also count as a raccoon.') },
    { at: 15, point: '.others', text: () => t('Now the next player deals. You see only the card you get.') },
    { at: 22, point: '.hand', text: () => t('A crane with a blue belt, 4. Only black would beat it. Challenge the dealer!') },
    { at: 23, point: '.duel', text: () => t('4 against 3: you win. And the loser has a monkey, like the one in your hall. Swap the cards.') },
    { at: 24, point: '.own', text: () => t('A row scores for its most frequent disciple: 1, 3, 6 or 10 points for one to four of a kind. Put the monkeys side by side.') },
    { at: 27, point: '.own', text: () => t('A column with three equal belts scores the number of the belt, and twice that with this kimono. Put it above the green belt.') },
    { at: 35, point: '.hand', text: () => t('A raccoon with a white belt. It would lose, so pass.') },
    { at: 37, point: '.own', text: () => t('A raccoon counts as any disciple in its row: put it next to your monkeys. That makes three of a kind, 6 points.') },
    { at: 40, point: '.own', text: () => t('After twelve turns every row and column is counted. Brooms and assistants rearrange cards for the most points. The most points win.') },
  ],
  puzzle: {
    record: `${record}* draw m2
0 give 0
* draw f5
0 give 1
* draw t5
0 give 2
1 pass
2 pass
`,
    you: 0,
    moves: 1,
    ask: () => t('Another monkey. Place it where your first row counts 10 points.'),
    solved: (view) => !!view.players[0]!.lines?.some(({ row, points }) => row !== undefined && points === 10),
  },
} satisfies Lesson<DojoView>;
