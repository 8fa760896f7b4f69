// Looking back: step by step, as seats, by a link, branching off, files, analysis.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { longest, records, widest } from '../records.mjs';
import { accessible, assert, check, drawn, finish, fits, home, PHONE } from './harness.mjs';

async function openRecord(page, path) {
  await page.goto(`${home}/#/replay`);
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForSelector('.board');
}

for (const { id, path } of records) {
  await check(`${id}: a record is opened, walked through as everybody, and fits a phone`, async (visit) => {
    const page = await visit({ viewport: PHONE });
    await openRecord(page, path);
    const steps = readFileSync(path, 'utf8').split('\n').filter((line) => /^[*\d]/.test(line)).length;
    await page.getByText(`0 / ${steps}`).waitFor();
    await page.getByRole('button', { name: 'Go to the end' }).click();
    await page.getByText(`${steps} / ${steps}`).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText(`${steps - 1} / ${steps}`).waitFor();
    for (const as of await page.locator('header select option').evaluateAll((options) => options.map(({ value }) => value))) {
      await page.locator('header select').selectOption(as);
      await page.waitForSelector('.board');
    }
    await accessible(page);
    await fits(page);
  });
}

for (const viewport of [{ width: 568, height: 320 }, { width: 844, height: 390 }]) {
  await check(`on a phone held sideways (${viewport.width} × ${viewport.height}) every button for stepping is on the screen`, async (visit) => {
    const page = await visit({ viewport, lang: 'fr-FR' });
    for (const { id, path } of records) {
      await openRecord(page, path);
      for (const end of [false, true]) {
        if (end) await page.getByRole('button', { name: 'Aller à la fin' }).click();
        await drawn(page);
        const low = await page.locator('.buttons > *').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
        assert(low.length === 6 && Math.max(...low) <= viewport.height, `${id}: down to ${Math.max(...low)}`);
      }
    }
  });
}

await check('a link leads to the step and the seat; from there one plays on', async (visit) => {
  const page = await visit();
  await openRecord(page, records[0].path);
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.locator('header select').selectOption('1');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Link to this step' }).click();
  let link = '';
  for (let tries = 0; tries < 100 && !link.includes('step=2'); tries++) {
    link = await page.evaluate(() => navigator.clipboard.readText());
    await page.waitForTimeout(50);
  }
  const other = await visit({ path: link.slice(home.length) });
  await other.getByText(/^2 \//).waitFor();
  assert((await other.locator('header select').inputValue()) === '1', 'another seat');
  for (const as of ['all', 'spectator', '0']) {
    await other.locator('header select').selectOption(as);
    await other.getByText(/^2 \//).waitFor();
  }
  await other.getByRole('button', { name: 'Play on from here' }).click();
  await other.waitForSelector('.status');
});

await check('among hundreds of actions a few letters find one', async (visit) => {
  assert(widest.actions.length > 500, `${widest.actions.length} actions`);
  const page = await visit();
  await openRecord(page, widest.path);
  await page.getByRole('button', { name: 'Go to the end' }).click();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('.status.yours').waitFor();
  await page.getByRole('button', { name: 'Actions' }).click();
  const list = page.locator('.list [data-action]');
  await page.getByText(`${widest.actions.length - 60} more actions`).waitFor();
  const wanted = widest.actions.at(-1);
  await page.getByLabel('Filter the actions').fill(wanted);
  await page.waitForFunction((action) => document.querySelector('.list [data-action]')?.dataset.action === action, wanted);
  const fit = widest.actions.filter((action) => wanted.split(' ').every((word) => action.includes(word)));
  assert((await list.count()) <= fit.length + 3, `${await list.count()} instead of ${fit.length}`);
  await page.getByLabel('Filter the actions').fill('no such move');
  await page.waitForFunction(() => !document.querySelector('.list [data-action]'));
  await page.getByLabel('Filter the actions').fill(wanted);
  await page.waitForFunction((action) => document.querySelector('.list [data-action]')?.dataset.action === action, wanted);
  await list.first().click();
  await page.locator('.status.yours').waitFor({ state: 'detached' });
});

await check('a record with a box of its own is opened with it, and so is the link to a step', async (visit) => {
  const box = new URL('../../../boxes/takamatsu-two-gates.box', import.meta.url).pathname;
  const sha = createHash('sha256').update(readFileSync(box)).digest('hex');
  const name = /\[Name "([^"]*)"\]/.exec(readFileSync(box, 'utf8'))[1];
  const record = { name: 'x.record', mimeType: 'text/plain', buffer: Buffer.from(`[Tatami "1"]\n[Game "takamatsu"]\n[Players "2"]\n[Box "${name} ${sha}"]\n\n`) };
  const page = await visit();
  await page.goto(`${home}/#/replay`);
  await page.locator('input[type=file]').setInputFiles([record, { name: 'x.box', mimeType: 'text/plain', buffer: readFileSync(box) }]);
  await page.waitForSelector('.board');
  const other = await visit({ path: page.url().slice(home.length) });
  await other.waitForSelector('.board');
  await other.goto(`${home}/#/replay`);
  await other.locator('input[type=file]').setInputFiles(record);
  await other.getByText('That did not work').waitFor();
});

await check('a record that is none says what is wrong with it', async (visit) => {
  const page = await visit();
  await page.goto(`${home}/#/replay`);
  await page.locator('input[type=file]').setInputFiles({ name: 'x.record', mimeType: 'text/plain', buffer: Buffer.from('hello\nworld\n') });
  await page.getByText('That did not work').waitFor();
});

await check('the bots judge the decisions, and can be stopped', async (visit) => {
  const page = await visit();
  await openRecord(page, longest);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('figure').waitFor();
  await page.getByRole('button', { name: 'Stop' }).last().click();
  await page.getByRole('button', { name: 'Analyse again' }).waitFor();
  await page.goto(home);
  await openRecord(page, records[0].path);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.getByRole('button', { name: 'Analyse again' }).waitFor({ timeout: 60000 });
  assert(await page.locator('figure polyline').count(), 'no chart');
  const costly = await page.locator('section[aria-label=Analysis] li').allTextContents();
  assert(costly.every((words) => !/: *(better|$)/.test(words.replace(/\s+/g, ' ').trim())), `a decision without words: ${costly.join('; ')}`);
  await accessible(page);
});

await finish();
