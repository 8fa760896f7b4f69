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
    { at: 0, point: '.own', text: () => t('This is your hall. In twelve turns twelve disciples come here: three rows by four columns.') },
    { at: 1, point: '.shelf', text: () => t('In every turn one trophy is at stake. A black one helps a row of your hall, an orange one a column.') },
    { at: 2, point: '.drawn', text: () => t('You are the dealer: you look at each card and say who gets it. A monkey with a black belt, the highest: keep it.') },
    { at: 4, point: '.others', text: () => t('Everybody gets one card. Hand this fox over the table: press the name that is marked.') },
    { at: 6, text: () => t('And the tigress to the last one. Only you have seen all three cards.') },
    { at: 7, point: '.others', text: () => t('Now each of the others may challenge you for the trophy: the higher belt wins, and the challenger wins a tie.') },
    { at: 9, point: '.duel', text: () => t('Black, 5, beats green, 3: the trophy is yours. The winner may exchange the two cards. Leave them: you like your monkey.') },
    { at: 10, point: '.own', text: () => t('Everybody adds their card to their own hall, next to another. The first goes anywhere: press the circle.') },
    { at: 13, point: '.own', text: () => t('Now your trophy. It is black, so it stands before a row: there, one card will also count as a raccoon.') },
    { at: 15, point: '.others', text: () => t('The next seat deals. You see only the card that you are given.') },
    { at: 22, point: '.hand', text: () => t('A crane with a blue belt, 4. Only black would beat it. Challenge the dealer!') },
    { at: 23, point: '.duel', text: () => t('4 against 3: you win. But the loser has a monkey, and you have one at home. Exchange the cards.') },
    { at: 24, point: '.own', text: () => t('A row counts its most frequent disciple: 1, 3, 6 or 10 points for one to four of them. Put the monkeys side by side.') },
    { at: 27, point: '.own', text: () => t('A column gives the value of the belt if all three are equal, and with this kimono twice that. Above the green belt, then.') },
    { at: 35, point: '.hand', text: () => t('A raccoon, with a white belt. It would lose, so pass.') },
    { at: 37, point: '.own', text: () => t('A raccoon counts as any disciple of its row: put it beside your monkeys. Three of a kind, 6 points.') },
    { at: 40, point: '.own', text: () => t('After twelve turns the halls are counted line by line, rearranged by brooms and assistants as well as can be. Most points win.') },
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
