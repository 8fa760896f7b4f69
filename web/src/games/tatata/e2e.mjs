// How to click on this table.
export const options = { leg: 3, rounds: 20 };

const tap = (page, selector, turn) =>
  page.evaluate(
    ([find, n]) => {
      const all = [...document.querySelectorAll(`.board ${find}`)];
      all[n % all.length]?.click();
      return all.length > 0;
    },
    [selector, turn],
  );

// Answers what is asked, flies where it is lit, else plays a card; ends the turn when nothing else is left.
export async function decide(page, turn) {
  if (await tap(page, '.put', turn)) return;
  if (await tap(page, '[data-say="keep"], [data-say^="drop"]', turn)) return;
  if (await page.locator('.board [data-say="take"]').count()) {
    await page.locator('.board .hand [data-lit], .board [data-say="take"]').first().click();
    return;
  }
  if (await page.locator('.board [data-say="calm"]').count()) {
    // A plane, then where it goes; or calm.
    if (turn % 3 === 0 || !(await tap(page, '.place.lit.full', turn))) return void (await page.locator('.board [data-say="calm"]').click());
    await tap(page, '.place.lit:not(.full)', turn);
    return;
  }
  if (await tap(page, '[data-say="recover"]', turn)) return;
  if (await tap(page, '.place.lit', turn)) {
    await tap(page, '.choices [aria-disabled="false"]', turn);
    return;
  }
  const cards = page.locator('.board .hand [data-card]');
  const n = await cards.count();
  for (let i = 0; i < n; i++) {
    await cards.nth((turn + i) % n).click();
    const use = page.locator('.board .choices [aria-disabled="false"]:not([data-choice^="discard"])');
    if (await use.count()) return void (await use.first().click());
    await page.keyboard.press('Escape');
  }
  await page.locator('.board [data-say="end"]').click();
}

// A card is chosen, and its choices are open.
export async function halfway(page) {
  await tap(page, '.hand [data-card]', 0);
  return (await page.locator('.board .choices').count()) > 0;
}

export const drags = [
  { verb: 'play', piece: '.hand [data-drag]', to: '.circuit .middle', then: '.choices' },
  { verb: 'dodge', piece: '.hand [data-drag]', to: '.circuit .middle' },
  { verb: 'go', piece: '.place[data-drag]', to: '.place[data-lit]:not(.full)' },
];

// What solves the position of each lesson.
export const solutions = {
  first: ['play F3 as fly', 'play F1 as fly', 'play M1 as move', 'go 4'],
  fighting: ['dodge J3'],
  full: ['action F3', 'play L2 as loop', 'play T6 as tatata'],
};

// What is asked about before it is done, if one wants that.
export const cautions = [{ action: 'end', words: 'You can still play a card. End your turn?' }];
