// A whole game of each, at two numbers of players, by clicking. How to click on a game's own table stands in its folder
// (src/games/GAME/e2e.mjs): it is done for a while, then the list of actions is used to the end.
import { ways } from '../ways.mjs';
import { assert, check, clickThrough, finish, gamesAtHome, PHONE, startGame } from './harness.mjs';

const games = await gamesAtHome();

// Some turns by clicking on the table, as `decide` does it, then to the end.
async function playOn(page, decide) {
  let decided = 0;
  for (let turn = 0; decide && turn < 14; turn++) {
    const state = await page.waitForFunction(() => document.querySelector('.status.over') ? 'over' : document.querySelector('.status.yours') ? 'yours' : null);
    if ((await state.jsonValue()) === 'over') break;
    const before = await page.locator('.log').first().textContent();
    await decide(page, turn);
    decided += await page
      .waitForFunction((then) => document.querySelector('.log').textContent !== then, before, { timeout: 3000 })
      .then(() => 1, () => 0);
  }
  assert(!decide || decided > 3, `only ${decided} decisions by clicking on the table`);
  await clickThrough(page);
}

for (const { id, title, players } of games) {
  const { options, decide } = await ways(id);
  for (const [n, viewport] of [[players[0], PHONE], [players.at(-1), undefined]]) {
    await check(`${title}, ${n} players: a whole game by clicking${viewport ? ', on a phone' : ''}`, async (visit) => {
      const page = await visit({ viewport });
      await startGame(page, title, n, options);
      await playOn(page, decide);
      await page.getByRole('button', { name: 'Play again' }).waitFor();
    });
  }
}

await finish();
