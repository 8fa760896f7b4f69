// People at tables of a real server.
import { existsSync } from 'node:fs';
import { games, harness, named, openTable, sit, startAgain, startTable, stop } from './server.mjs';

const { accessible, assert, check, clickThrough, finish, fits, PHONE } = harness;

await check('the home page, the lobby and a table: accessible, on a phone, in French too', async (visit) => {
  const ann = await visit(named('Ann', { viewport: PHONE }));
  await ann.getByRole('heading', { name: 'Tables to join' }).waitFor();
  await accessible(ann);
  const link = await openTable(ann, games[0].title, games[0].players.at(-1));
  await ann.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await accessible(ann);
  await fits(ann);
  const ben = await visit(named('Ben', { path: link, lang: 'fr-FR', viewport: PHONE }));
  await ben.getByText('Invitez vos amis').waitFor();
  await accessible(ben);
  await fits(ben);
});

for (const { id, title, players } of games) {
  const file = new URL(`../../src/games/${id}/e2e.mjs`, import.meta.url);
  const { options = {} } = existsSync(file) ? await import(file) : {};
  for (const n of new Set([players[0], Math.min(4, players.at(-1))])) {
    await check(`${title}, ${n} seats: two people and bots, a whole game over the server`, async (visit) => {
      const ann = await visit(named('Ann'));
      const link = await openTable(ann, title, n, { options, bots: n - 2 });
      const ben = await visit(named('Ben', { path: link }));
      await sit(ben);
      await ann.getByRole('button', { name: 'Start the game' }).click();
      await Promise.all([ann, ben].map(clickThrough));
      assert((await ann.locator('.log').first().textContent()).length > 100, 'nothing in the log');
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
  await dai.keyboard.press('Escape');
  await dai.getByRole('button', { name: 'Take this seat' }).waitFor();
  await turns(2, [ann, ben, cleo]);
  await dai.getByRole('button', { name: 'Take this seat' }).click();
  await dai.getByRole('button', { name: 'Take this seat' }).waitFor({ state: 'detached' });
  await Promise.all([ann, ben, cleo, dai].map(clickThrough));
  const logs = await Promise.all([ann, ben, cleo, dai].map((page) => page.locator('.log').first().locator('.entry').count()));
  assert(new Set(logs).size === 1, `logs of different lengths: ${logs}`);
  await ann.getByRole('button', { name: 'Rematch' }).click();
  await ann.waitForURL((url) => url.pathname !== link);
  await ben.getByRole('button', { name: 'Rematch' }).click();
  await ben.waitForURL((url) => url.pathname === new URL(ann.url()).pathname);
});

// Two people and a bot; the game has begun.
async function pair(visit, more = {}) {
  const ann = await visit(named('Ann', more.ann));
  const link = await openTable(ann, games[0].title, 3, { options: { rounds: 1 }, bots: 1, ...more.table });
  const ben = await visit(named('Ben', { path: link, ...more.ben }));
  await sit(ben);
  await startTable(ann, ben);
  return { ann, ben, link };
}
// Whose turn it is does something from the list; who that was, and what.
async function actOnce(pages) {
  for (;;) {
    for (const page of pages) {
      if (!(await page.locator('.status.yours').isVisible())) continue;
      if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
      const before = await page.locator('.log').first().textContent();
      await page.locator('.list [data-action]').first().click();
      await page.waitForFunction((then) => document.querySelector('.log').textContent !== then, before);
      return page;
    }
    await pages[0].waitForTimeout(30);
  }
}

await check('chat, switched off and on by the host', async (visit) => {
  const { ann, ben } = await pair(visit);
  await ben.getByLabel('Chat').fill('good luck <b>');
  await ben.getByRole('button', { name: 'Send' }).click();
  await ann.locator('.log .chat', { hasText: 'good luck <b>' }).first().waitFor();
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByRole('button', { name: 'Switch the chat off' }).click();
  await ben.getByLabel('Chat').waitFor({ state: 'detached' });
  await ann.getByRole('button', { name: 'Switch the chat on' }).click();
  await ben.getByLabel('Chat').waitFor();
});

await check('taking a decision back: the other sees who asks what, says no, then yes; not after the end', async (visit) => {
  const { ann, ben } = await pair(visit);
  const text = (page) => page.locator('.log').first().textContent();
  const view = (page) => page.locator('.board').innerText();
  let [asker, other] = [ann, ben];
  // Until somebody has done something that the other has seen, and may take it back.
  for (let i = 0; ; i++) {
    const start = { board: await view(ann), turn: await ann.locator('.status').textContent() };
    asker = await actOnce([ann, ben]);
    other = asker === ann ? ben : ann;
    await asker.waitForTimeout(200);
    if (await asker.getByRole('button', { name: 'Undo' }).isEnabled()) {
      asker.before = start;
      break;
    }
    assert(i < 30, 'nothing could be taken back');
  }
  const name = asker === ann ? 'Ann' : 'Ben';
  await asker.getByRole('button', { name: 'Undo' }).click();
  const asked = other.getByTestId('asked');
  await asked.getByText(`${name} would like to take a decision back.`).waitFor();
  const what = await asked.locator('em').textContent();
  assert(what.startsWith(name) && (await text(other)).includes(what), `asked for: ${what}`);
  await accessible(other);
  await asker.getByText('The others are asked').waitFor();
  await other.getByRole('button', { name: 'No', exact: true }).click();
  await asker.getByText('It is not taken back: somebody said no.').waitFor();
  await asker.getByText('The others are asked').waitFor({ state: 'detached' });
  await asked.waitFor({ state: 'detached' });

  await asker.getByRole('button', { name: 'Undo' }).click();
  await other.getByRole('button', { name: 'Agree' }).click();
  for (const page of [asker, other]) await page.locator('.log').first().getByText('the last decision is taken back').waitFor();
  await asker.waitForSelector('.status.yours');
  assert((await view(ann)) === asker.before.board, 'the table is not as it was before');

  await Promise.all([ann, ben].map(clickThrough));
  assert(!(await asker.getByRole('button', { name: 'Undo' }).count()), 'undo is offered after the end');
  const refused = await asker.evaluate(async () => {
    const line = new WebSocket(`ws://${location.host}/api${location.pathname.replace('/t/', '/tables/')}/ws`);
    return new Promise((answer) => {
      line.onopen = () => line.send(JSON.stringify({ do: 'hello', token: localStorage.getItem('tatami.token'), lang: 'en', from: 0 }));
      line.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === 'table') line.send(JSON.stringify({ do: 'undo', n: message.n, id: '1' }));
        if (message.re === '1') answer(`${message.type} ${message.message}`);
      };
    });
  });
  assert(refused === 'error the game is over', refused);
});

await check('the server goes away and comes back: the game goes on', async (visit) => {
  const ann = await visit(named('Ann'));
  await openTable(ann, games[0].title, 3, { options: { rounds: 1 }, bots: 2 });
  await ann.getByRole('button', { name: 'Start the game' }).click();
  await ann.waitForSelector('.status.yours');
  await stop();
  await ann.getByText('The connection is lost').waitFor();
  await startAgain();
  await ann.getByText('The connection is lost').waitFor({ state: 'detached', timeout: 20000 });
  await clickThrough(ann);
});

await check('a table that does not exist says so', async (visit) => {
  const page = await visit({ path: '/t/nothing-here' });
  await page.getByText('There is nothing here').waitFor();
});

await finish();
