// Pictures of every screen for people to look at: pictures.mjs FOLDER. Deals are random, so they differ from run to run.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ways } from './ways.mjs';
const folder = resolve(process.argv[2]);
process.argv.splice(2);
const { games, harness, named, openTable, startTable } = await import('./e2e/server.mjs');
const { browser, clickThrough, home, PHONE, startGame, visit } = harness;

const DESK = { width: 1080, height: 680 };
mkdirSync(folder, { recursive: true });
const shot = (page, name) => page.screenshot({ path: `${folder}/${name}.png` });

async function look(name, path, how) {
  const page = await visit({ path, ...how });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  await shot(page, name);
  await page.context().close();
}

await look('home-phone', '/', { viewport: PHONE });
await look('home-desk-dark', '/', { viewport: DESK, settings: { theme: 'dark' } });

for (const { title, id, players } of games) {
  const { decide } = await ways(id);
  for (const [name, n, how] of [
    ['phone', players.at(-1), { viewport: PHONE }],
    ['few-phone-dark', players[0], { viewport: PHONE, lang: 'fr-FR', settings: { theme: 'dark' } }],
    ['desk', players.at(-1), { viewport: DESK }],
  ]) {
    const page = await visit(how);
    await startGame(page, title, n);
    for (let turn = 0; decide && turn < 4; turn++) {
      await page.waitForSelector('.status.yours, .status.over');
      await decide(page, turn);
    }
    await page.waitForSelector('.status.yours, .status.over');
    await page.waitForTimeout(300);
    await shot(page, `${id}-${name}`);
    await page.context().close();
  }
  await look(`${id}-learn`, `/#/learn/${id}/first`, { viewport: PHONE });
}

// With friends: the lobby, the shuffles when it is over, and the code for another device.
const french = { viewport: PHONE, lang: 'fr-FR', settings: { theme: 'dark' } };
for (const [name, how] of [['', { viewport: PHONE }], ['-dark', french]]) {
  const page = await visit(named('Ann', how));
  const [{ title, players }] = games;
  await openTable(page, title, players[0], { bots: players[0] - 1, options: { rounds: 1 } });
  await page.locator('[data-word="0"] code').waitFor();
  await page.screenshot({ path: `${folder}/lobby-phone${name}.png`, fullPage: true });
  await startTable(page);
  await clickThrough(page);
  await page.getByTestId('shuffles').click();
  await page.getByTestId('verdict').waitFor();
  await shot(page, `shuffles-phone${name}`);
  await page.goto(home);
  await page.getByRole('button', { name: /Settings|Réglages/ }).click();
  await page.getByRole('button', { name: /another device|autre appareil/ }).first().click();
  await page.getByTestId('code').waitFor();
  await shot(page, `device-phone${name}`);
  await page.context().close();
}
await look('rules', `/#/rules/${games[0].id}`, { viewport: PHONE });
await browser.close();
process.exit(0);
