// Opens a position of ../positions.mjs as a game on this machine; you have its turn. Every other name is as long as names may be.
import { settled } from './harness.mjs';

const LONG = 'Maximiliane of Hohenstein'.slice(0, 24);

export async function openPosition(page, { game, players, options, you, record }) {
  // Another table may still be there: what is waited for below must not be its.
  if (await page.locator('.frame').count()) {
    await page.evaluate(() => (location.hash = '#/nothing'));
    await page.locator('.frame').waitFor({ state: 'detached' });
  }
  await page.evaluate(
    ([saved, name]) => {
      const seats = Array.from({ length: saved.players }, (_, i) => ({ name: i % 2 ? name : `Bot ${i}`, bot: i === saved.you ? null : 'easy' }));
      const { game, players, options, record } = saved;
      const kept = { id: `${Date.now()}`, setup: { game, players, options, box: null }, seats, record, yourTurn: true, over: false, at: Date.now() };
      localStorage.setItem('tatami.games', JSON.stringify([kept]));
      location.hash = `#/play/${kept.id}`;
    },
    [{ game, players, options, you, record }, LONG],
  );
  await page.waitForFunction(() => document.querySelector('.frame .board') && document.querySelector('.status.yours'));
  await settled(page);
}
