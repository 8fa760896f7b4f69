// People at tables of a real server. Whole games with the fewest seats and with four take turns; SCREENS=all plays all of them.
import { ways } from '../ways.mjs';
import { games, harness, named, openTable, sit, startAgain, stop } from './server.mjs';

const { accessible, assert, check, clickThrough, finish, fits, PHONE } = harness;

await check('the home page, the lobby and a table: accessible, on a phone, in French too', async (visit) => {
  const ann = await visit(named('Ann', { viewport: PHONE }));
  await ann.getByRole('heading', { name: 'Tables to join' }).waitFor();
  await accessible(ann);
  await fits(ann);
  const small = await visit({ lang: 'fr-FR', viewport: { width: 320, height: 568 } });
  await small.getByRole('heading', { name: 'Tables à rejoindre' }).waitFor();
  await fits(small);
  const link = await openTable(ann, games[0].title, games[0].players.at(-1));
  await ann.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await accessible(ann);
  await fits(ann);
  const ben = await visit(named('Ben', { path: link, lang: 'fr-FR', viewport: PHONE }));
  await ben.getByText(/Ann vous invite/).waitFor();
  await accessible(ben);
  await fits(ben);
});

// A game without chance has nothing to check.
const honest = async (page) => {
  if (await page.locator('.log .entry.chance').count()) await page.getByTestId('shuffles').getByText('The shuffles were fair').waitFor();
};

for (const [i, { id, title, players }] of games.entries()) {
  const { options } = await ways(id);
  const seats = [players[0], Math.min(4, players.at(-1))];
  for (const n of new Set(process.env.SCREENS === 'all' ? seats : [seats[i % 2]])) {
    await check(`${title}, ${n} seats: two people and bots, a whole game over the server`, async (visit) => {
      const ann = await visit(named('Ann'));
      const link = await openTable(ann, title, n, { options, bots: n - 2 });
      const ben = await visit(named('Ben', { path: link }));
      await sit(ben);
      await ann.getByRole('button', { name: 'Start the game' }).click();
      await Promise.all([ann, ben].map(clickThrough));
      assert((await ann.locator('.log').first().textContent()).length > 100, 'nothing in the log');
      await Promise.all([ann, ben].map(honest));
    });
  }
}

await check('four people at one table: one reloads, one is offline for a while, one leaves; then a rematch', async (visit) => {
  const { title } = games[0];
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, title, 4, { options: { rounds: 1 } });
  const others = [];
  for (const name of ['Ben', 'Cleo', 'Dai']) {
    const page = await visit(named(name, { path: link }));
    await sit(page);
    others.push(page);
  }
  const [ben, cleo, dai] = others;
  await ann.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([ann, ...others].map((page) => page.waitForSelector('.status')));
  const turns = async (n, pages) => {
    for (let turn = 0; turn < n; turn++) {
      for (const page of pages) {
        if (!(await page.locator('.status.yours').isVisible())) continue;
        if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
        await page.locator('.list [data-action]').first().click({ timeout: 1500 }).catch(() => {});
      }
    }
  };
  await turns(3, [ann, ben, cleo, dai]);
  await ben.reload();
  await ben.waitForSelector('.status');
  await cleo.context().setOffline(true);
  await turns(3, [ann, ben, dai]);
  await cleo.context().setOffline(false);
  await turns(3, [ann, ben, cleo, dai]);
  await dai.getByRole('button', { name: 'Menu' }).click();
  await dai.getByRole('button', { name: 'Let a bot play for me' }).click();
  await dai.getByRole('button', { name: 'Leave the seat' }).click();
  await dai.keyboard.press('Escape');
  await dai.getByRole('button', { name: 'Take this seat' }).waitFor();
  await turns(2, [ann, ben, cleo]);
  await dai.getByRole('button', { name: 'Take this seat' }).click();
  await dai.getByRole('button', { name: 'Take this seat' }).waitFor({ state: 'detached' });
  await Promise.all([ann, ben, cleo, dai].map(clickThrough));
  // What is told last may reach one of them a little later than the others.
  let logs = [];
  for (let tries = 0; new Set(logs).size !== 1; tries++) {
    assert(tries < 1000, `logs of different lengths: ${logs}`);
    logs = await Promise.all([ann, ben, cleo, dai].map((page) => page.locator('.log').first().locator('.entry').count()));
    await ann.waitForTimeout(50);
  }
  await Promise.all([ann, ben, cleo].map(honest));
  await ann.getByRole('button', { name: 'Rematch' }).click();
  await ann.waitForURL((url) => url.pathname !== link);
  await ben.getByRole('button', { name: 'Rematch' }).click();
  await ben.waitForURL((url) => url.pathname === new URL(ann.url()).pathname);
});

await check('the server goes away and comes back: the game goes on', async (visit) => {
  const ann = await visit(named('Ann'));
  await openTable(ann, games[0].title, 3, { options: { rounds: 1 }, bots: 2 });
  await ann.getByRole('button', { name: 'Start the game' }).click();
  await ann.waitForSelector('.status.yours');
  await stop();
  await ann.getByText('The connection is lost').waitFor();
  await startAgain();
  await ann.getByText('The connection is lost').waitFor({ state: 'detached' });
  await clickThrough(ann);
});

await check('a table that does not exist says so', async (visit) => {
  const page = await visit({ path: '/t/nothing-here' });
  await page.getByText('There is nothing here').waitFor();
});

await finish();
