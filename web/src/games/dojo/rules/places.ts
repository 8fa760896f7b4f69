// Where a card may go, and where not: halls as the book's pictures show them, with the engine's list of places.
const head = `[Tatami "1"]
[Game "dojo"]
[Players "3"]
[Seat0 "Ryu"]
[Seat1 "Lin"]
[Seat2 "Sam"]

`;

// Three turns and the deal of the fourth: a row of three, and a card in hand.
const turn = (dealer: number, cards: string[], place: number) =>
  `${cards.map((card, seat) => `* draw ${card}\n${dealer} give ${seat}\n`).join('')}${[1, 2].map((n) => `${(dealer + n) % 3} pass\n`).join('')}${[0, 1, 2]
    .map((seat) => `${seat} place 0 ${place}\n`)
    .join('')}`;

export const places = `${head}* trophy kimono
${turn(0, ['m1', 'f1', 't1'], 0)}${turn(1, ['m2', 'f2', 't2'], 1)}${turn(2, ['m3', 'f3', 't3'], 2)}* draw b4
0 give 0
* draw c1
0 give 1
* draw c2
0 give 2
1 pass
2 pass
`;
