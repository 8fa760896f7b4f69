// A whole game of each, at two numbers of players, by clicking. How to click on a game's own table stands in its folder
// (src/games/GAME/e2e.mjs); without that, and every few turns, the list of actions is used.
import { existsSync } from 'node:fs';
import { assert, check, finish, PHONE, startGame, visit } from './harness.mjs';

const first = await visit();
await first.waitForSelector('article');
const games = await first.locator('article').evaluateAll((cards) =>
  cards.map((card) => ({
    title: card.querySelector('h3').textContent,
    id: card.querySelector('[data-play]').dataset.play,
    players: card.querySelector('.facts span').textContent.match(/\d/g).map(Number),
  })),
);
await first.context().close();

const ways = async (id) => {
  const file = new URL(`../../src/games/${id}/e2e.mjs`, import.meta.url);
  return existsSync(file) ? await import(file) : { options: {}, decide: null };
};

async function fromTheList(page, turn) {
  if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
  const actions = page.locator('.list [data-action]');
  const n = await actions.count();
  if (n) await actions.nth(turn % n).click({ timeout: 2000 }).catch(() => {});
}

// Until the game is over; `decide` does one thing by clicking on the table.
async function playOn(page, decide) {
  for (let turn = 0; turn < 2000; turn++) {
    const state = await page.waitForFunction(() => document.querySelector('.status.over') ? 'over' : document.querySelector('.status.yours') ? 'yours' : null);
    if ((await state.jsonValue()) === 'over') return turn;
    const before = await page.locator('.log').first().textContent();
    if (decide && turn % 5 !== 4) await decide(page, turn);
    else await fromTheList(page, turn);
    await page.waitForFunction((then) => document.querySelector('.log').textContent !== then || document.querySelector('.status.over'), before, { timeout: 4000 }).catch(() => {});
  }
  throw new Error('the game does not end');
}

for (const { id, title, players } of games) {
  const { options, decide } = await ways(id);
  for (const [n, viewport] of [[players[0], PHONE], [players.at(-1), undefined]]) {
    await check(`${title}, ${n} players: a whole game by clicking${viewport ? ', on a phone' : ''}`, async (visit) => {
      const page = await visit({ viewport });
      await startGame(page, title, n, options);
      const turns = await playOn(page, decide);
      assert(turns > 2, `only ${turns} decisions`);
      await page.getByRole('button', { name: 'Play again' }).waitFor();
    });
  }
}

await finish();
