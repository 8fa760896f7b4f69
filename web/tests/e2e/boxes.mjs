// The box workshop: boxes are made from the default, refused by the engine with their lines, mended, kept, played with, and travel in files
// and links.
import { readFileSync } from 'node:fs';
import { accessible, assert, check, finish, fits, home } from './harness.mjs';

const SMALL = { width: 320, height: 568 };
const checks = (page) => page.getByTestId('checks');
const isSound = (page) => page.locator('[data-testid=checks][data-sound=true]').waitFor();
const isBroken = (page) => page.locator('[data-testid=checks][data-sound=false] li').first().waitFor();
const make = async (page, game) => {
  await page.goto(`${home}/#/boxes`);
  await page.locator(`[data-new=${game}]`).click();
  await isSound(page);
  await page.waitForSelector('.form section');
};
const textOf = (page) => page.locator('textarea').inputValue();

await check('a box is changed, refused with its line, mended, kept and played with, on a small phone', async (visit) => {
  const page = await visit({ viewport: SMALL });
  await page.getByRole('link', { name: 'Box workshop' }).click();
  await page.getByRole('heading', { name: 'Box workshop' }).waitFor();
  await accessible(page);
  await fits(page);
  await page.locator('[data-new=dojo]').click();
  await isSound(page);
  await page.getByLabel('Name of the box').fill('Our "dojo"');
  const monkey = page.getByLabel('monkey, white belt (1)');
  await monkey.fill('99');
  await isBroken(page);
  await checks(page).getByText('"card m1 99", expected a count from 0 to 60').waitFor();
  assert(await page.getByRole('button', { name: 'Play with this box' }).isDisabled(), 'a refused box could be played with');
  await accessible(page);
  await fits(page);
  // To the line, and mended there.
  await page.getByRole('button', { name: 'Show line 5' }).click();
  const chosen = await page.locator('textarea').evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  assert(chosen === 'card m1 99', `selected: ${chosen}`);
  await page.keyboard.type('card m1 3');
  await isSound(page);
  assert((await monkey.inputValue()) === '3', 'the form does not show what the text says');
  // A box that is too small for some is told for whom.
  for (const belt of ['yellow belt (2)', 'green belt (3)']) await page.getByLabel(`monkey, ${belt}`).fill('0');
  await checks(page).getByText('Not with 5: 5 players need 60 cards, and there are 57').waitFor();
  await isSound(page);
  await page.reload();
  await isSound(page);
  assert((await page.getByLabel('Name of the box').inputValue()) === 'Our "dojo"', 'the name is lost');
  await page.getByRole('button', { name: 'Play with this box' }).click();
  assert((await page.getByRole('combobox', { name: 'Box', exact: true }).locator('option:checked').textContent()) === 'Our "dojo"', 'another box is chosen');
  await accessible(page);
  await fits(page);
  await page.locator('dialog form button.primary').click();
  await page.waitForSelector('[data-testid=status]');
  const box = await page.evaluate(() => JSON.parse(localStorage.getItem('tatami.games'))[0].setup.box);
  assert(box.includes('card m1 3\n') && box.includes('card m2 0\n'), `played with ${box}`);
});

await check('a palace is changed by dragging and by keyboard, and every broken rule is shown', async (visit) => {
  const page = await visit({ viewport: SMALL, settings: { theme: 'dark' } });
  await make(page, 'takamatsu');
  await page.locator('summary').click();
  const middle = async (selector) => {
    const { x, y, width, height } = await page.locator(selector).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const toTop = () => page.locator('.drawing').evaluate((drawing) => drawing.scrollIntoView({ block: 'start' }));
  const drag = async (from, to) => {
    await toTop();
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    const end = await middle(to);
    await page.mouse.move(end[0] - 4, end[1] - 4, { steps: 3 });
    await page.mouse.move(...end);
    await page.mouse.up();
  };
  const before = await textOf(page);
  // A room moves, and the file stays as it is.
  await toTop();
  const [x, y] = await middle('[data-room=g1]');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 20, y - 30, { steps: 3 });
  await page.mouse.up();
  const now = await middle('[data-room=g1]');
  assert(Math.abs(now[0] - x) + Math.abs(now[1] - y) > 15, 'the room did not move');
  assert((await textOf(page)) === before, 'where a room stands is in the file');
  // An arrow from g1, which is chosen, to o3.
  await drag('.handle', '[data-room=o3]');
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('room g1 +1 > g2 o3\n'));
  await isSound(page);
  // A colour that another room has.
  await drag('.chip.outer[data-clan=k]', '[data-room=o1]');
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('room o1 outer k > o2\n'));
  await checks(page).getByText('is already the outer room of k').waitFor();
  await accessible(page);
  await fits(page);
  // By keyboard: the room is chosen by its focus, moved and changed.
  await page.locator('[data-room=o1]').focus();
  const stood = await middle('[data-room=o1]');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
  assert((await middle('[data-room=o1]'))[1] !== stood[1] || (await middle('[data-room=o1]'))[0] !== stood[0], 'arrow keys do not move a room');
  await page.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('plain');
  await checks(page).getByText('b has no outer room').waitFor();
  await page.getByRole('combobox', { name: 'Second arrow to' }).selectOption('g2');
  await page.getByRole('combobox', { name: 'Arrow to', exact: true }).selectOption('g1');
  await checks(page).getByText('b has no outer room').waitFor();
  await page.getByRole('button', { name: 'Undo all changes' }).click();
  await isSound(page);
  await page.getByRole('button', { name: 'Add a room' }).click();
  await checks(page).getByText(/there is no way from .* to room13/).first().waitFor();
  assert((await checks(page).locator('li').count()) > 5, 'not every broken rule is shown');
  await page.locator('[data-room=room13]').focus();
  await page.keyboard.press('Delete');
  await isSound(page);
  await page.locator('[data-pile=hidden] button').first().click();
  await isSound(page);
  assert((await textOf(page)).includes('\nhidden 2 3 4 5\n'), 'the hidden card is still there');
});

await check('a box travels in a link and in a file, in French, and is offered where a game is chosen', async (visit) => {
  const page = await visit({ settings: { theme: 'light' }, permissions: ['clipboard-read', 'clipboard-write'] });
  await make(page, 'tatata');
  await page.getByLabel('Rain: strength').fill('5');
  await isSound(page);
  await accessible(page);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
  await page.getByRole('button', { name: 'Share a link' }).click();
  await page.getByText('Link to this box copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the file' }).click()]);
  const text = readFileSync(await file.path(), 'utf8');
  assert(text.includes('\nsky rain 3 5\n') && file.suggestedFilename() === 'tatata-my-box.box', `${file.suggestedFilename()}: ${text}`);

  const other = await visit({ viewport: SMALL, lang: 'fr-FR', settings: { theme: 'dark' }, path: new URL(link).pathname + new URL(link).hash });
  await isSound(other);
  assert((await other.getByLabel('Pluie : force').inputValue()) === '5', 'another box came');
  assert(!(await other.evaluate(() => localStorage.getItem('tatami.boxes'))), 'kept without being asked');
  await accessible(other);
  await fits(other);
  await other.getByLabel('Pluie : nombre').fill('77');
  await checks(other).getByText('sky rain 77 5').waitFor();
  await other.getByLabel('Pluie : nombre').fill('4');
  await isSound(other);
  await other.getByRole('button', { name: 'Garder' }).click();
  await other.waitForURL(/#\/boxes\/\w+$/);
  await isSound(other);
  await other.goto(`${home}/#/boxes`);
  await other.getByRole('button', { name: /^Dupliquer/ }).click();
  await other.getByRole('link', { name: /^Copie de My box/ }).waitFor();
  await other.getByRole('button', { name: /^Supprimer…/ }).first().click();
  await accessible(other);
  await other.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await other.locator('dialog').waitFor({ state: 'detached' });
  assert((await other.locator('section[data-game=tatata] li').count()) === 1, 'not deleted');
  await other.locator('input[type=file]').setInputFiles({ name: 'x.box', mimeType: 'text/plain', buffer: Buffer.from('[TatamiBox "1"]\n[Game "chess"]\n[Name "x"]\n') });
  await other.getByText(/chess/).waitFor();
  await other.locator('input[type=file]').setInputFiles({ name: 'x.box', mimeType: 'text/plain', buffer: Buffer.from(text.replaceAll('\n', '\r\n')) });
  await isSound(other);
  await other.goto(home);
  await other.locator('article', { hasText: 'TATATA!' }).getByRole('button', { name: 'Choisir' }).click();
  const offered = await other.getByRole('combobox', { name: 'Boîte', exact: true }).locator('option').allTextContents();
  assert(offered.filter((name) => name === 'My box').length === 2, `offered: ${offered}`);
  const form = other.locator('dialog form');
  await form.locator('select', { has: other.locator('option[value=file]') }).selectOption('file');
  const give = (content) => form.locator('input[type=file]').setInputFiles({ name: 'x.box', mimeType: 'text/plain', buffer: Buffer.from(content) });
  await give(text.replace('sky rain 3', 'sky rain 99'));
  await form.locator('button.primary').click();
  await form.getByRole('alert').getByText('sky rain 99').waitFor();
  await give(text);
  await form.getByRole('alert').waitFor({ state: 'detached' });
  await fits(other);
  await form.locator('button.primary').click();
  await other.waitForSelector('[data-testid=status]');
  assert((await other.evaluate(() => JSON.parse(localStorage.getItem('tatami.games'))[0].setup.box)) === text, 'not played with the file');
});

await check('a broken link and an unknown box say so', async (visit) => {
  for (const path of ['/#/boxes/none', '/#/boxes?box=AAAA', '/#/boxes?box=!']) {
    const page = await visit({ path });
    await page.getByText('There is nothing here').waitFor();
  }
});

await finish();
