// Several people on one device: a curtain between two hands, by touch and by keyboard; and what is kept of finished games.
import { accessible, assert, check, clickThrough, finish, fits, gamesAtHome, home, PHONE, settled } from './harness.mjs';

const games = (await gamesAtHome()).map((game) => ({ ...game, players: game.players[0] }));

// A game of two people with the names Ann and Ben, and bots for the rest.
async function share(page, { title, players }, name = 'Ben') {
  const card = page.locator('article', { has: page.locator('h3', { hasText: title }) });
  await card.locator('button', { hasText: /^(Choose|Choisir)/ }).click();
  const form = page.locator('dialog form');
  await form.locator('select').first().selectOption(String(players));
  await form.locator('fieldset select').nth(1).selectOption('person');
  await form.getByLabel(/Name at seat 2|Nom à la place 2/).fill(name);
  await form.locator('button.primary').click();
  await page.getByTestId('curtain').waitFor();
}

const lift = (page) => page.getByTestId('curtain').locator('button.primary').click();

// Behind the curtain there is no piece, no card, no word of the log, no action.
async function nothingShown(page) {
  const found = await page.evaluate(() => ({
    pieces: document.querySelectorAll('[data-piece], [data-flip], [data-action], .board *').length,
    log: [...document.querySelectorAll('.log, .heard')].map((one) => one.querySelectorAll('.entry, p:not(.soft)').length).reduce((a, b) => a + b, 0),
  }));
  assert(!found.pieces && !found.log, `behind the curtain: ${JSON.stringify(found)}`);
}

// Decides once, by the list of actions; true if the game is over.
async function decide(page) {
  await page.waitForSelector('.status.yours, .status.over, [data-testid=handover], [data-testid=curtain]');
  await settled(page);
  if (await page.locator('.status.over').count()) return true;
  if (!(await page.locator('.status.yours').count())) return false;
  if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
  await page.locator('.list [data-action]').first().click();
  await settled(page);
  return false;
}

for (const game of games) {
  await check(`${game.title}: two people hand the device around, and each sees their own hand alone`, async (page_) => {
    const page = await page_({ viewport: PHONE, hasTouch: true, settings: { name: 'Ann' } });
    await share(page, game);
    const turns = [];
    for (let i = 0; turns.length < 4; i++) {
      assert(i < 400, 'nobody hands it on');
      if (await page.getByTestId('curtain').count()) {
        await nothingShown(page);
        if (!turns.length) {
          await accessible(page);
          await fits(page);
        }
        const name = await page.locator('#curtain-title').textContent();
        if (!/Ann|Ben/.test(name)) {
          await settled(page); // bots
          continue;
        }
        turns.push(name.match(/Ann|Ben/)[0]);
        await page.getByTestId('curtain').locator('button.primary').tap();
        await page.getByTestId('curtain').waitFor({ state: 'detached' });
        await page.waitForSelector('.board *');
        continue;
      }
      if (await decide(page)) break;
      if (await page.getByTestId('handover').count()) {
        if (turns.length === 1) await accessible(page);
        await page.getByTestId('handover').locator('button').tap();
        await page.getByTestId('curtain').waitFor();
      }
    }
    assert(new Set(turns).size === 2, `turns: ${turns}`);
  });
}

await check('whoever gave no name is called by their place, not “You”', async (page_) => {
  const page = await page_({ lang: 'fr-FR' });
  await page.waitForSelector('article');
  await page.locator('article button', { hasText: 'Choisir' }).first().click();
  await page.locator('dialog fieldset select').nth(1).selectOption('person');
  await page.locator('dialog form button.primary').click();
  const words = await page.getByTestId('curtain').getByRole('button').textContent();
  assert(/Joueur [12]/.test(words), words);
});

await check('the curtain is down after a reload; by keyboard it is lifted, and shortcuts do nothing behind it', async (page_) => {
  const page = await page_({ settings: { name: 'Ann' } });
  await share(page, games[0], 'Bénédicte');
  await lift(page);
  await page.waitForSelector('.board *');
  await page.reload();
  await page.getByTestId('curtain').waitFor();
  await nothingShown(page);
  for (const key of ['u', 'h', 'a']) await page.keyboard.press(key);
  await nothingShown(page);
  await page.waitForFunction(() => document.activeElement?.closest('[data-testid=curtain]') && !document.activeElement.disabled);
  await page.keyboard.press('Enter');
  await page.getByTestId('curtain').waitFor({ state: 'detached' });
  await page.waitForSelector('.board *');
});

await check('a decision is taken back before the device is handed on, and not after', async (page_) => {
  const page = await page_({ settings: { name: 'Ann' } });
  await share(page, games[0]);
  const undo = page.getByRole('button', { name: /^Undo/ });
  for (let i = 0; ; i++) {
    assert(i < 60, 'nobody hands it on');
    if (await page.getByTestId('curtain').count()) {
      await lift(page);
      await page.getByTestId('curtain').waitFor({ state: 'detached' });
      await page.waitForSelector('.board *');
      await settled(page);
      assert(await undo.isDisabled(), 'what others have seen could be taken back');
    }
    await decide(page);
    if ((await page.getByTestId('handover').count()) && (await undo.isEnabled())) break;
    if (await page.getByTestId('handover').count()) await page.getByTestId('handover').locator('button').click();
  }
  await undo.click();
  await page.waitForSelector('.status.yours');
  assert(!(await page.getByTestId('handover').count()), 'still to be handed on');
});

await check('a finished game is in the history, counts, and can be filtered, replayed, exported and removed', async (page_) => {
  const page = await page_({ viewport: PHONE, settings: { name: 'Ann' } });
  await page.locator(`[data-play=${games[0].id}]`).click();
  await page.waitForSelector('[data-testid=status]');
  await clickThrough(page);
  await page.goto(`${home}/#/history`);
  await page.getByTestId('found').getByText('1 game').waitFor();
  await accessible(page);
  await fits(page);
  await page.getByRole('heading', { name: 'Statistics' }).waitFor();
  await page.getByLabel('Against').fill('nobody at all');
  await page.getByTestId('found').getByText('0 games').waitFor();
  await page.getByLabel('Against').fill('');
  await page.locator('.filters select').first().selectOption(games[1].id);
  await page.getByTestId('found').getByText('0 games').waitFor();
  await page.locator('.filters select').first().selectOption('');

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download all records' }).click()]);
  const { readFileSync } = await import('node:fs');
  const bytes = readFileSync(await file.path());
  assert(bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004', 'not a zip');
  assert(bytes.includes(`[Game "${games[0].id}"]`) && bytes.includes('history.json') && !bytes.includes('missing.txt'), 'the record is not in it');

  await page.getByRole('main').getByRole('link', { name: 'Replay' }).click();
  await page.waitForSelector('.board *');
  await page.goto(`${home}/#/history`);
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('Finished games are kept here').waitFor();
  await page.reload();
  await page.getByText('Finished games are kept here').waitFor();
});

await check('everything on this device is deleted', async (page_) => {
  const page = await page_({ lang: 'fr-FR', settings: { name: 'Zoé' } });
  await share(page, games[0]);
  await page.goto(`${home}/#/history`);
  await page.getByRole('button', { name: 'Tout supprimer…' }).click();
  await accessible(page);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: 'Tout supprimer…' }).click();
  await page.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await page.waitForSelector('[data-play]');
  const kept = await page.evaluate(async () => [...Object.entries(localStorage).flat(), ...(await indexedDB.databases()).map(({ name }) => name)].join(' '));
  assert(!/tatami\.(games|read|progress)|Ben/.test(kept), `still there: ${kept}`); // the settings are put there anew by the harness
});

await finish();
