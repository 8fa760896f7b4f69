// A whole game of each by clicking. How to click on a game's own table stands in its folder (src/games/GAME/e2e.mjs): it is done
// for a while, then the list of actions is used to the end. With the most players the end is played only with SCREENS=all.
import { ways } from '../ways.mjs';
import { assert, check, clickThrough, decided, drawn, finish, gamesAtHome, PHONE, settled, startGame, told } from './harness.mjs';

const games = await gamesAtHome();

const HUGE = { width: 2560, height: 1440 }; // where letters and pictures are larger, and columns must be, too

// In the page: parts of a row of the score of which one covers the next.
function overlaps() {
  const found = [];
  for (const row of document.querySelectorAll('.board .paper *')) {
    if (getComputedStyle(row).display !== 'grid') continue;
    const parts = [...row.children].filter((part) => part.checkVisibility()).map((part) => ({ part, at: part.getBoundingClientRect() }));
    for (const [i, { part, at }] of parts.entries()) {
      const next = parts.slice(i + 1).find(({ at: b }) => Math.min(at.right, b.right) - Math.max(at.left, b.left) > 1 && Math.min(at.bottom, b.bottom) - Math.max(at.top, b.top) > 1);
      if (next) found.push(`${part.className} and ${next.part.className} of ${row.textContent.trim().slice(0, 40)}`);
    }
  }
  return found;
}

// Some turns by clicking on the table, as `decide` does it.
async function decideSome(page, decide) {
  let n = 0;
  for (let turn = 0; decide && turn < 14; turn++) {
    await page.waitForSelector('.status.yours, .status.over');
    await settled(page);
    if (await page.locator('.status.over').count()) break;
    const before = await told(page);
    await decide(page, turn);
    if (await decided(page, before)) n++;
  }
  assert(!decide || n > 3, `only ${n} decisions by clicking on the table`);
}

for (const { id, title, players } of games) {
  const { options, decide } = await ways(id);
  for (const [n, viewport, whole] of [[players[0], PHONE, true], [players.at(-1), undefined, process.env.SCREENS === 'all']]) {
    await check(`${title}, ${n} players: ${whole ? 'a whole game' : 'some decisions'} by clicking${viewport ? ', on a phone' : ''}`, async (visit) => {
      const page = await visit({ viewport });
      await startGame(page, title, n, options);
      await decideSome(page, decide);
      if (!whole) return;
      await clickThrough(page);
      await page.getByRole('button', { name: 'Play again' }).waitFor();
      await page.setViewportSize(HUGE);
      await drawn(page);
      const over = await page.evaluate(overlaps);
      assert(!over.length, `on a huge screen these overlap: ${over.join('; ')}`);
    });
  }
}

await finish();
