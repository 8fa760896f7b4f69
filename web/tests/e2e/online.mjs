// People at tables of a real server: $TATAMI serve.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tatami = process.env.TATAMI;
if (!tatami || spawnSync(tatami, ['serve', '--help']).status !== 0) {
  console.log('1..0 # SKIP this program has no server');
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'tatami-'));
const flags = ['--port', '0', '--db', `${folder}/tatami.db`, '--bot-pause', '0', '--grace', '0'];
for (const rate of ['identity', 'table', 'connection', 'request', 'message', 'chat']) flags.push(`--${rate}-rate`, '1000:5000');

function start(port = 0) {
  const child = spawn(tatami, ['serve', ...flags, '--port', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (bytes) => {
      said += bytes;
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
      if (found) resolve({ child, port: Number(found[1]) });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(said)));
  });
}
const stop = (child) => new Promise((resolve) => (child.removeAllListeners('exit'), child.on('exit', resolve), child.kill()));

let { child, port } = await start();
process.env.SERVER = `http://127.0.0.1:${port}`;
process.on('exit', () => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
const { accessible, assert, check, clickThrough, finish, fits, PHONE } = await import('./harness.mjs');

const named = (name, more = {}) => ({ settings: { name, speed: 'instant', motion: 'none' }, ...more });

// Opens a table from the home page; the link to it.
async function openTable(page, title, players, { options = {}, bots = 0 } = {}) {
  const card = page.locator('article', { has: page.locator('h3', { hasText: title }) });
  await card.getByRole('button', { name: 'Open a table' }).click();
  const form = page.locator('dialog form');
  await form.locator('select').first().selectOption(String(players));
  for (let i = 0; i < bots; i++) await form.getByLabel(`Seat ${players - i}`).selectOption('easy');
  for (const [name, value] of Object.entries(options)) await form.locator('label', { hasText: new RegExp(`^${name}`) }).locator('input').fill(String(value));
  await form.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  return new URL(page.url()).pathname;
}

const sit = async (page) => {
  await page.getByRole('button', { name: 'Sit here' }).first().click();
  await page.getByText('you', { exact: true }).first().waitFor();
};

const first = await (await import('./harness.mjs')).visit();
await first.waitForSelector('article');
const games = await first.locator('article').evaluateAll((cards) =>
  cards.map((card) => ({
    title: card.querySelector('h3').textContent,
    id: card.querySelector('[data-play]').dataset.play,
    players: card.querySelector('.facts span').textContent.match(/\d/g).map(Number),
  })),
);
await first.context().close();

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

await check('chat, and asking to take a decision back', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, games[0].title, games[0].players[0]);
  const ben = await visit(named('Ben', { path: link }));
  await sit(ben);
  await ann.getByRole('button', { name: 'Start the game' }).click();
  await Promise.all([ann, ben].map((page) => page.waitForSelector('.status')));
  await ben.getByLabel('Chat').fill('good luck <b>');
  await ben.getByRole('button', { name: 'Send' }).click();
  await ann.locator('.log .chat', { hasText: 'good luck <b>' }).first().waitFor();
});

await check('the server goes away and comes back: the game goes on', async (visit) => {
  const ann = await visit(named('Ann'));
  await openTable(ann, games[0].title, 3, { options: { rounds: 1 }, bots: 2 });
  await ann.getByRole('button', { name: 'Start the game' }).click();
  await ann.waitForSelector('.status.yours');
  await stop(child);
  await ann.getByText('The connection is lost').waitFor();
  ({ child } = await start(port));
  await ann.getByText('The connection is lost').waitFor({ state: 'detached', timeout: 20000 });
  await clickThrough(ann);
});

await check('a table that does not exist says so', async (visit) => {
  const page = await visit({ path: '/t/nothing-here' });
  await page.getByText('There is nothing here').waitFor();
});

await finish();
