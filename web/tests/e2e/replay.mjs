// Looking back: step by step, as seats, by a link, branching off, files, analysis.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { accessible, assert, check, finish, fits, home, PHONE } from './harness.mjs';

const goldens = new URL('../../../tests/golden/', import.meta.url).pathname;
const records = readdirSync(goldens, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => {
  const file = readdirSync(`${goldens}${name}`).find((one) => one.endsWith('.record'));
  return { id: name, path: `${goldens}${name}/${file}` };
});

const longest = records
  .flatMap(({ id }) => readdirSync(`${goldens}${id}`).filter((one) => one.endsWith('.record')).map((one) => `${goldens}${id}/${one}`))
  .sort((a, b) => statSync(b).size - statSync(a).size)[0];

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
    await page.getByRole('button', { name: 'To the end' }).click();
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

await check('a link leads to the step and the seat; from there one plays on', async (visit) => {
  const page = await visit();
  await openRecord(page, records[0].path);
  await page.getByRole('button', { name: 'One step on' }).click();
  await page.getByRole('button', { name: 'One step on' }).click();
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
  await other.getByText('This did not work').waitFor();
});

await check('a record that is none says what is wrong with it', async (visit) => {
  const page = await visit();
  await page.goto(`${home}/#/replay`);
  await page.locator('input[type=file]').setInputFiles({ name: 'x.record', mimeType: 'text/plain', buffer: Buffer.from('hello\nworld\n') });
  await page.getByText('This did not work').waitFor();
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
