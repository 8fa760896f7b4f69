// How to play Takamatsu by clicking: a room, who goes, a lit room; or a hidden card, or waiting.
export const options = { goal: 18 };

export async function decide(page, turn) {
  const board = page.locator('.board');
  const wait = board.locator('[data-wait]');
  const cards = board.locator('[data-hand]');
  if ((await wait.count()) && (turn % 2 || !(await cards.count()))) return wait.click();
  if ((await cards.count()) && (turn % 3 === 0 || (await wait.count()))) {
    await cards.first().click();
    const use = board.locator('[data-use]');
    if (await use.count()) return use.nth(turn % (await use.count())).click();
  }
  const rooms = board.locator('.room.usable');
  const n = await rooms.count();
  if (!n) return;
  await rooms.nth(turn % n).click({ position: { x: 7, y: 7 } });
  const samurai = board.locator('[data-samurai]');
  const lit = board.locator('[data-lit]');
  const many = await samurai.count();
  // One more, until they may go; should all be chosen, the first ones stay.
  for (let i = 0; i < 2 * many && !(await lit.count()); i++) {
    const one = samurai.nth(i % many);
    if (i < many && (await one.getAttribute('aria-pressed')) === 'true') continue;
    await one.click();
  }
  const ends = await lit.count();
  if (ends) await lit.nth(turn % ends).click({ position: { x: 7, y: 7 } });
  else await board.locator('[data-back]').click();
}

// The room where most samurai stand is chosen, and one of them.
export async function halfway(page) {
  const rooms = page.locator('.board .room.usable');
  const stand = await rooms.evaluateAll((all) => all.map((room) => room.querySelectorAll('.figure').length));
  if (!stand.length) return false;
  await rooms.nth(stand.indexOf(Math.max(...stand))).evaluate((room) => room.click());
  const samurai = page.locator('.board [data-samurai]');
  if ((await samurai.first().getAttribute('aria-pressed')) !== 'true') await samurai.first().evaluate((one) => one.click());
  return true;
}

// Chooses a group that may go, so that its ends are lit.
async function chooseGroup(page) {
  await page.keyboard.press('Escape');
  const rooms = page.locator('.board .room.usable');
  for (let n = 0; n < (await rooms.count()); n++) {
    await rooms.nth(n).evaluate((room) => room.click());
    const samurai = page.locator('.board [data-samurai]');
    for (let i = 0; i < (await samurai.count()) && !(await page.locator('.board [data-lit]').count()); i++) {
      if ((await samurai.nth(i).getAttribute('aria-pressed')) !== 'true') await samurai.nth(i).evaluate((one) => one.click());
    }
    if (await page.locator('.board [data-lit]').count()) return;
    await page.keyboard.press('Escape');
  }
}

export const drags = [
  { verb: 'move', piece: ':is(.palace:not(:has(.picked)) .figure, .picked)[data-drag]', to: '.room[data-lit]', first: chooseGroup },
  { verb: 'use', piece: '[data-hand][data-drag]', to: '[data-garden]', then: '[data-use]' },
];

// What solves the position of each lesson.
export const solutions = {
  first: ['move g1 bbp i3'],
  two: ['move g1 kpr o2'],
  hidden: ['use 5'],
};
