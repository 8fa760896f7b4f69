// Pictures of every screen for people to look at: pictures.mjs FOLDER. Deals are random, so they differ from run to run.
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
const folder = resolve(process.argv[2]);
process.argv.splice(2);
const { browser, PHONE, startGame, visit } = await import('./e2e/harness.mjs');

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

const first = await visit();
await first.waitForSelector('article');
const games = await first.locator('article').evaluateAll((cards) =>
  cards.map((card) => ({
    title: card.querySelector('h3').textContent,
    id: card.querySelector('[data-play]').dataset.play,
    learn: !!card.querySelector('a[href*=learn]'),
    players: card.querySelector('.facts span').textContent.match(/\d/g).map(Number),
  })),
);
await first.context().close();

for (const { title, id, learn, players } of games) {
  const file = new URL(`../src/games/${id}/e2e.mjs`, import.meta.url);
  const { decide } = existsSync(file) ? await import(file) : {};
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
  if (learn) await look(`${id}-learn`, `/#/learn/${id}`, { viewport: PHONE });
}
await look('rules', `/#/rules/${games[0].id}`, { viewport: PHONE });
await browser.close();
process.exit(0);
