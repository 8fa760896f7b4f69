// How to play TATSU by clicking: a card that stands out, or somebody who can be asked.
export const options = { rounds: 1 };

export async function decide(page, turn) {
  const cards = page.locator('.board button.legal');
  const people = page.locator('.board button.lit');
  const [n, m] = [await cards.count(), await people.count()];
  if (m && (turn % 3 === 2 || !n)) await people.nth(turn % m).click();
  else if (n) await cards.nth(turn % n).click({ position: { x: 12, y: 6 } }); // a card beneath shows its upper edge
}

// What can be dragged where, by what can be decided.
export const drags = [
  { verb: 'play', piece: 'button.legal[data-drag]', to: '.trick' },
  { verb: 'give', piece: 'button.legal[data-drag]', to: '.trick' },
];

// What solves the position of each lesson.
export const solutions = {
  first: ['play r5'],
  two: ['play r6'],
  three: ['give yf'],
};
