// Rules, player aids, lessons and the About page: both languages, keyboard, paper, and back to the game.
import { hasOwn, ways } from '../ways.mjs';
import { accessible, assert, check, DESK, finish, fits, gamesAtHome, home, PHONE, settled } from './harness.mjs';

const games = await gamesAtHome();
const withBook = games.filter(({ id }) => hasOwn(id, 'rules'));
const LANGS = [
  { lang: 'en-GB', theme: 'light', viewport: PHONE, decided: 'What we decided', solved: 'Solved!' },
  { lang: 'fr-FR', theme: 'dark', viewport: DESK, decided: 'Ce que nous avons décidé', solved: 'Trouvé !' },
];

const all = process.env.SCREENS === 'all'; // else the languages take turns

// Every table of the page has been built, and the numbers are there.
async function readAll(page) {
  await page.waitForSelector('[data-chapter=decided]');
  for (const example of await page.locator('[data-example]').all()) {
    await example.scrollIntoViewIfNeeded();
    await example.locator('.board').waitFor();
  }
  await page.waitForFunction(() => !document.querySelector('.rules').textContent.includes('…}') && ![...document.querySelectorAll('[data-example] figcaption')].some((words) => words.textContent.includes('{points')));
}

for (const [n, { lang, theme, viewport, decided }] of LANGS.entries()) {
  await check(`the rules for players of every ${all ? '' : 'other '}game, ${lang}, ${theme}`, async (visit) => {
    const page = await visit({ lang, viewport, settings: { theme } });
    for (const { id, title } of withBook.filter((_, i) => all || i % 2 === n)) {
      await page.goto(`${home}/#/rules/${id}`);
      await page.locator('h1', { hasText: title }).waitFor();
      await readAll(page);
      await page.getByRole('heading', { name: decided }).waitFor();
      await accessible(page);
      await fits(page);
    }
  });
}

await check('the set-up is shown for every number of players, and the page says what belongs to it', async (visit) => {
  const page = await visit();
  for (const { id, title } of withBook) {
    await page.goto(`${home}/#/rules/${id}`);
    await page.locator('h1', { hasText: title }).waitFor();
    const select = page.locator('.players select');
    const numbers = await select.locator('option').allTextContents();
    const seen = new Set();
    for (const n of numbers) {
      await select.selectOption(n);
      const setup = page.locator('[data-example=setup]');
      await setup.scrollIntoViewIfNeeded();
      // For a moment the table may still be the one for the number before.
      const fresh = await page.waitForFunction((others) => {
        const words = document.querySelector('[data-example=setup] .board')?.textContent;
        return words && !others.includes(words) ? words : false;
      }, [...seen]);
      seen.add(await fresh.jsonValue());
    }
  }
});

await check('the example of 20 points is played out step by step, by the keyboard', async (visit) => {
  const page = await visit({ path: '/#/rules/tatsu/score' });
  const example = page.locator('[data-example=score]');
  await example.locator('.board').waitFor();
  await example.getByRole('button', { name: 'Next step' }).focus();
  await page.keyboard.press('Enter');
  await example.getByText('10 × 2: red scores 20.').waitFor();
  await example.getByRole('button', { name: 'One step back' }).click();
  await example.getByText('1 of 2').waitFor();
});

await check('a number leads to the exact rule, and back', async (visit) => {
  const page = await visit({ path: '/#/rules/tatsu' });
  await page.locator('a.rule', { hasText: /^T9$/ }).click();
  await page.waitForFunction(() => document.activeElement?.id === 'T9');
  await accessible(page);
  await page.getByRole('link', { name: 'Back to the rules' }).click();
  await page.waitForSelector('[data-chapter=theme]');
});

for (const [i, { id, title }] of withBook.entries()) {
  await check(`${title}: the rules over a running game, at the chapter that helps, and back to it`, async (visit) => {
    const page = await visit({ viewport: i % 2 ? PHONE : DESK });
    await page.locator(`[data-play=${id}]`).click();
    await page.waitForSelector('.status.yours');
    const log = await page.locator('[role=log]').first().textContent();
    const piece = page.locator('.board [data-piece]').first();
    await piece.focus();
    await page.keyboard.press('r');
    await page.locator('dialog[open] .rules').waitFor();
    // It opens at a chapter, and the focus is on its title.
    await page.waitForFunction(() => document.activeElement?.matches('dialog h2[id^=chapter-]'));
    const chapter = await page.evaluate(() => document.activeElement.id);
    assert(chapter !== 'chapter-theme', chapter);
    if (i === 0) await accessible(page);
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.matches('.board [data-piece]'));
    assert((await page.locator('[role=log]').first().textContent()) === log, 'the game went on');
    await page.waitForSelector('.status.yours');
    // From the menu, too; then the focus goes to the menu's button.
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.locator('dialog[open] .rules').waitFor();
    await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('[data-menu]'));
  });
}

await check('the player aid lies beside the table while the game goes on', async (visit) => {
  for (const viewport of [PHONE, DESK]) {
    const page = await visit({ viewport });
    await page.locator('[data-play=tatsu]').click();
    await page.waitForSelector('.status.yours');
    if (viewport === PHONE) await page.getByRole('button', { name: 'Player aid' }).click();
    else await page.keyboard.press('?');
    const aid = page.getByRole('complementary', { name: 'Player aid' });
    await aid.getByText('After seven tricks').waitFor();
    await accessible(page);
    const before = await page.locator('[role=log]').first().textContent();
    await page.locator('.board .own .legal').last().click();
    await page.waitForFunction((then) => document.querySelector('[role=log]').textContent !== then, before);
    assert(await aid.isVisible(), 'the aid is gone');
    await page.keyboard.press('Escape');
    await aid.waitFor({ state: 'detached' });
  }
});

await check('every player aid is one sheet of A4 and of Letter, in both languages', async (visit) => {
  for (const [n, { lang, theme }] of LANGS.entries()) {
    const page = await visit({ lang, settings: { theme } });
    for (const { id, title } of games) {
      await page.goto(`${home}/#/aid/${id}`);
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await page.waitForSelector('.aid :is(table, p, li)');
      for (const format of ['A4', 'Letter'].filter((_, i) => all || i === n)) {
        const sheets = (await page.pdf({ format, preferCSSPageSize: false })).toString('latin1').match(/\/Type\s*\/Page\b/g).length;
        assert(sheets === 1, `${title}, ${lang}, ${format}: ${sheets} sheets`);
      }
    }
    await accessible(page);
  }
});

await check('the About page names who made the games, and says what this is', async (visit) => {
  for (const [{ lang }, words] of [[LANGS[0], 'independent'], [LANGS[1], 'indépendante']]) {
    const page = await visit({ lang });
    await page.getByRole('link', { name: lang === 'en-GB' ? 'About' : 'À propos' }).click();
    for (const name of ['Wolfgang Werner', 'Martin Schlegel', 'Angelo Porazzi', 'Antoine Bauza', words]) await page.getByText(name).first().waitFor();
    await accessible(page);
    await fits(page);
  }
});

// Reads and does what the lesson says, inside the page, up to the position to solve; then takes the actions that solve it.
const playLesson = (page, solution) =>
  page.evaluate(
    (actions) =>
      new Promise((done, fail) => {
        const stop = setTimeout(() => fail(new Error(`the lesson does not end: ${document.querySelector('.note')?.textContent}`)), 60000);
        let at = 0;
        const look = () => {
          const note = document.querySelector('.note');
          const primary = note?.querySelector('.button.primary');
          if (!document.querySelector('.list') && document.querySelector('.status.yours')) document.querySelector('.tools [aria-expanded=false]')?.click();
          if (note?.matches('.solving')) {
            if (primary) return clearTimeout(stop), done(null);
            const action = document.querySelector(`[data-action="${actions[at]}"]`);
            if (action) at++, action.click();
          } else if (primary) primary.click();
          else document.querySelector('[data-action][data-wanted]')?.click();
          setTimeout(look, 12);
        };
        look();
      }),
    solution,
  );

// What solves each lesson's position stands in the game's folder. That nothing else is needed, and that other actions do not solve it,
// the unit tests say.
const solutions = [];
for (const { id } of games) for (const [lesson, actions] of Object.entries((await ways(id)).solutions)) solutions.push([`${id}/${lesson}`, actions]);

for (const { lang, solved } of LANGS) {
  await check(`every other lesson can be played to its end, ${lang}`, async (visit) => {
    const page = await visit({ lang, viewport: PHONE });
    for (const [i, [lesson, solution]] of solutions.entries()) {
      if ((i % 2 === 0) !== (lang === 'en-GB')) continue;
      await page.goto(`${home}/#/learn/${lesson}`);
      await page.locator('.note').waitFor();
      if (i < 4) await accessible(page);
      await playLesson(page, solution);
      await page.getByText(solved).waitFor();
      await fits(page);
      await page.goto(`${home}/#/learn/${lesson.split('/')[0]}`);
      await page.locator('.note').waitFor({ state: 'detached' });
    }
  });
}

await check('a lesson counts its steps, goes back, keeps its progress, and lets one try again', async (visit) => {
  const page = await visit({ path: '/#/learn/tatsu' });
  await accessible(page);
  await page.getByRole('link', { name: 'With two: columns' }).click();
  await page.getByText('1 of 11').waitFor();
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await next.click();
  await next.click();
  await page.getByText('3 of 11').waitFor();
  await settled(page);
  await page.keyboard.press('a');
  await page.locator('[data-action="play r6"][data-wanted]').click();
  await page.getByText('4 of 11').waitFor();
  await page.getByText('The card beneath was turned up').waitFor();
  await page.getByRole('button', { name: 'One step back' }).click();
  await page.getByText('3 of 11').waitFor();
  await page.locator('[data-action="play r6"][data-wanted]').waitFor();
  await page.goto(`${home}/#/learn/tatsu`);
  await page.getByText('Begun: go on at step 3').waitFor();
  await page.getByRole('link', { name: 'With two: columns' }).click();
  await page.getByText('3 of 11').waitFor();
  await page.evaluate(() => localStorage.setItem('tatami.lessons', JSON.stringify({ 'tatsu/two': { step: 10, done: false } })));
  await page.reload();
  await page.getByText('11 of 11').waitFor();
  await settled(page);
  await page.keyboard.press('a');
  await page.locator('[data-action="play r2"]').click();
  await page.getByText('Not that one.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-action="play r6"]').click();
  await page.getByText('Solved!').waitFor();
  await page.getByRole('button', { name: 'Play on against bots' }).click();
  await page.waitForSelector('.status.yours, .status:not(.over)');
  await page.goto(`${home}/#/learn/tatsu`);
  await page.getByText('Solved', { exact: true }).waitFor();
});

await finish();
