// Everything that can be done now is lit on the table, and one click does it.
export const options = {};

export async function decide(page, turn) {
  const lit = page.locator('.board [data-lit]');
  const n = await lit.count();
  if (n) await lit.nth(turn % n).click({ timeout: 2000 }).catch(() => {});
}

export const drags = [
  { verb: 'give', piece: '.drawn', to: '.who[data-lit]' },
  { verb: 'place', piece: '.held[data-drag]', to: '.spot[data-lit]' },
  { verb: 'trophy', piece: '.token[data-drag]', to: '.line[data-lit]' },
];

// What solves the position of each lesson.
export const solutions = {
  first: ['place 0 2'],
  trophies: ['trophy row 0'],
  five: ['place 1 0'],
  white: ['swap'],
  black: ['swap'],
};

// What is asked about before it is done, if one wants that; `harmless` is not.
export const cautions = [{ action: 'challenge', harmless: 'pass', words: 'Both cards are turned up, and the winner takes the trophy. Challenge the dealer?' }];
