// Every screen: opens, fits a phone, has nothing that axe objects to; in both languages, both themes.
import { accessible, assert, check, finish, fits, PHONE } from './harness.mjs';

const THEMES = ['light', 'dark'];

for (const theme of THEMES) {
  await check(`home, ${theme}`, async (visit) => {
    const page = await visit({ viewport: PHONE, settings: { theme } });
    await page.waitForSelector('article');
    await accessible(page);
    await fits(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await accessible(page);
  });
}

for (const theme of THEMES) {
  await check(`history and turns without a server, and the curtain, ${theme}`, async (visit) => {
    const page = await visit({ viewport: { width: 320, height: 568 }, lang: 'fr-FR', settings: { theme }, path: '/#/history' });
    await page.getByText('Les parties terminées sont gardées ici').waitFor();
    await accessible(page);
    await fits(page);
    await page.goto(page.url().replace('history', 'turns'));
    await page.getByText('Aucune table ne vous attend.').waitFor();
    await accessible(page);
    await page.goto(page.url().split('#')[0]);
    await page.locator('article button', { hasText: /^Choisir/ }).first().click();
    await page.locator('dialog fieldset select').nth(1).selectOption('person');
    await accessible(page);
    await fits(page);
    await page.locator('dialog form button.primary').click();
    await page.locator('[data-testid=curtain] button:enabled').waitFor();
    await accessible(page);
    await fits(page);
  });
}

await check('French from the browser, and English when chosen; both are kept', async (visit) => {
  const page = await visit({ lang: 'fr-FR' });
  await page.getByText(/^Un tatami, \d+ jeux\./).waitFor();
  assert((await page.locator('html').getAttribute('lang')) === 'fr', 'the page does not say that it is French');
  await page.getByRole('button', { name: 'Réglages' }).click();
  await page.getByLabel('Langue').selectOption('en');
  await page.getByText(/^One mat, \d+ games\./).waitFor();
  await page.reload();
  await page.getByText(/^One mat, \d+ games\./).waitFor();
});

await check('about the shuffles: a summary in French leads to the whole text in English, and back', async (visit) => {
  const page = await visit({ lang: 'fr-FR', viewport: PHONE, path: '/#/fair' });
  await page.getByRole('link', { name: 'le texte complet' }).click();
  await page.getByRole('heading', { name: 'What each game draws' }).waitFor();
  assert((await page.locator('main [lang=en] h2').count()) > 0, 'it does not say that this is English');
  await accessible(page);
  await fits(page);
  await page.getByRole('link', { name: 'En français' }).click();
  await page.locator('main [lang=fr]').getByText('Voici comment savoir').waitFor();
  for (const word of ['nothing', 'constructor']) {
    await page.goto(`${page.url().split('#')[0]}#/fair/${word}`);
    await page.locator('main [lang=fr]').getByText('Voici comment savoir').waitFor();
  }
});

await check('a wrong address says so and leads home', async (visit) => {
  for (const path of ['/#/nothing', '/#/play/none', '/#/rules/none', '/#/learn/none', '/nowhere']) {
    const page = await visit({ path });
    await page.getByText('There is nothing here').waitFor();
    await accessible(page);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.waitForSelector('article');
  }
});

const page = await (await import('./harness.mjs')).visit();
await page.waitForSelector('article');
const games = await page.locator('article').evaluateAll((cards) =>
  cards.map((card) => ({ title: card.querySelector('h3').textContent, id: card.querySelector('[data-play]').dataset.play })),
);
await page.context().close();

for (const { id, title } of games) {
  await check(`${title}: the table on a phone, light and dark`, async (visit) => {
    const page = await visit({ viewport: PHONE, settings: { theme: 'auto' } });
    await page.locator(`[data-play=${id}]`).click();
    await page.waitForSelector('.status.yours');
    await fits(page);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await accessible(page);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await accessible(page);
    }
  });
  await check(`${title}: everything that can be chosen for a new game`, async (visit) => {
    const page = await visit();
    await page.locator('article', { hasText: title }).getByRole('button', { name: 'Choose' }).click();
    await accessible(page);
  });
}

await finish();
