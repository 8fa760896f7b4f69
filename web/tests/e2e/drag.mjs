// Dragging a piece does what tapping it does, with a mouse and with a finger; dropped elsewhere, it returns.
if (!process.env.TATAMI) {
  console.log('1..0 # SKIP positions come from the program');
  process.exit(0);
}
const { games, positions } = await import('../positions.mjs');
const { assert, check, finish, settled } = await import('./harness.mjs');
const { openPosition } = await import('./position.mjs');
const { ways } = await import('../ways.mjs');

const SMALL = { width: 390, height: 844 };
const DESK = { width: 1280, height: 720 };

// A pointer that goes down, moves in a few steps, and comes up: the browser's own events, not made-up ones.
async function drag(page, touch, from, to) {
  const line = await page.context().newCDPSession(page);
  const at = (part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  const steps = [0.1, 0.4, 0.7, 1];
  if (touch) {
    const send = (type, part) => line.send('Input.dispatchTouchEvent', { type, touchPoints: part === null ? [] : [at(part)] });
    await send('touchStart', 0);
    for (const part of steps) await send('touchMove', part);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await send('touchMove', 1);
    await send('touchEnd', null);
  } else {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const part of steps) await page.mouse.move(at(part).x, at(part).y);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
  }
}
const middle = (locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
const told = (page) => page.locator('.log, .heard').first().textContent();

for (const { id, title, players } of games()) {
  const { drags } = await ways(id);
  if (!drags) continue;
  for (const touch of process.env.SCREENS === 'all' ? [false, true] : [true]) {
    await check(`${title}: a piece is dragged to where it can go with ${touch ? 'a finger' : 'the mouse'}, and returns from elsewhere`, async (visit) => {
      const page = await visit({ viewport: touch ? SMALL : DESK, hasTouch: touch });
      for (const place of positions(id, players[1])) {
        const how = drags.find(({ verb }) => place.verbs.includes(verb));
        if (!how) continue;
        await openPosition(page, place);
        const piece = page.locator(`.board ${how.piece}`).first();
        await piece.waitFor();
        const before = await told(page);
        const board = await page.locator('.mat .cloth').first().evaluate((cloth) => ({ x: cloth.getBoundingClientRect().left + 30, y: cloth.getBoundingClientRect().top + 3 }));
        await drag(page, touch, await middle(piece), board);
        await settled(page);
        assert((await told(page)) === before, `${how.verb}: dropped outside, something happened`);
        assert(!(await page.locator('[data-lifted]').count()), `${how.verb}: it does not return`);
        // Where to: known once it is lifted, if it has to be chosen first.
        const to = page.locator(`.board ${how.to}`).first();
        if (how.first) await how.first(page);
        await drag(page, touch, await middle(page.locator(`.board ${how.piece}`).first()), await middle(to));
        if (how.then) await page.locator(`.board ${how.then}`).first().waitFor();
        else await page.waitForFunction((then) => document.querySelector('.log, .heard').textContent !== then, before);
      }
    });
  }
}

await finish();
