// What people at a table are told and asked, and how they treat each other: two and three browsers at a real server.
import { execFileSync } from 'node:child_process';
import { games, harness, named, openTable, sit, startAgain, startTable, stop, db } from './server.mjs';

const { accessible, assert, check, finish, fits, home, PHONE } = harness;
const SMALL = [{ width: 320, height: 568 }, { width: 390, height: 844 }];
const dojo = games.find(({ id }) => id === 'dojo');
const first = games[0];

const inSight = async (locator, page) => {
  const box = await locator.boundingBox();
  const { height } = page.viewportSize();
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};
const menu = async (page) => page.getByRole('button', { name: 'Menu' }).click();

await check('an invited friend reads who invites to what, and sits down on the first screen of a phone', async (visit) => {
  for (const viewport of SMALL) {
    const ann = await visit(named('Ann'));
    const link = await openTable(ann, dojo.title, 3);
    const ben = await visit({ path: link, viewport });
    await ben.getByRole('heading', { name: `Ann invites you to a game of ${dojo.title}. Sit here.` }).waitFor();
    assert(!(await ben.getByText('Invite your friends').count()), 'the friend is asked to invite friends');
    const seat = ben.getByRole('button', { name: 'Sit here' }).first();
    assert(await inSight(seat, ben), 'the seats are out of sight');
    await fits(ben);
    await accessible(ben);
    await ben.getByLabel('Your name').fill('Ben');
    await seat.click();
    await ann.locator('section[aria-labelledby=seats] b', { hasText: 'Ben' }).waitFor();
    const claire = await visit({ path: link, lang: 'fr-FR', viewport });
    await claire.getByRole('heading', { name: `Ann vous invite à une partie de ${dojo.title}. Asseyez-vous ici.` }).waitFor();
  }
});

await check('your games are short: your turn first, with names; “Play now” and the lobby are in sight on small phones', async (visit) => {
  for (const viewport of SMALL) {
    const ann = await visit(named('Ann', { viewport }));
    const ids = games.map(({ id }) => id);
    await ann.evaluate((ids) => {
      const seats = [{ name: 'Ann', bot: null }, { name: 'Aiko', bot: 'easy' }, { name: 'Ben', bot: 'easy' }];
      const list = [...Array(9).keys()].map((i) => ({
        id: `game${i}`, setup: { game: ids[i % ids.length], players: 3, options: {}, box: null }, seats, record: '', yourTurn: i === 4, over: i > 5,
        ...(i > 5 ? { points: [12, 7, 30], winners: [i === 6 ? 0 : 2] } : {}), at: 1e12 - i,
      }));
      localStorage.setItem('tatami.games', JSON.stringify(list));
    }, ids);
    await openTable(ann, first.title, 3);
    await ann.goto(home);
    await ann.getByRole('heading', { name: 'Tables to join' }).waitFor();
    await ann.locator('.running a').first().waitFor();
    const rows = await ann.locator('.running a').allInnerTexts();
    assert(rows.length === 2 && rows[0].includes('Your turn') && rows[0].includes('Ann, Aiko, Ben'), rows.join(' / '));
    assert(await ann.locator('.running a svg').count(), 'no picture');
    assert(await inSight(ann.locator('[data-play]').first(), ann), '“Play now” is out of sight');
    assert(await inSight(ann.getByRole('heading', { name: 'Tables to join' }), ann), 'the lobby is out of sight');
    await fits(ann);
    await accessible(ann);
    await ann.getByText('3 finished games').click();
    const ended = await ann.locator('.ended a').allInnerTexts();
    assert(ended[0].includes('You won with 12 points') && ended[1].includes('You lost with 12 points') && ended[0].includes('against Aiko, Ben'), ended.join(' / '));
    await ann.getByRole('button', { name: /more games/ }).click();
    // Giving up asks.
    const before = await ann.locator('.running a').count();
    await ann.getByRole('button', { name: /^Give up this game/ }).first().click();
    await ann.getByRole('button', { name: 'Keep it' }).click();
    assert((await ann.locator('.running a').count()) === before, 'a kept game is gone');
    await ann.getByRole('button', { name: /^Give up this game/ }).first().click();
    await ann.getByRole('button', { name: 'Give it up' }).click();
    await ann.waitForFunction((n) => document.querySelectorAll('.running a').length === n, before - 1);
  }
});

await check('options have names in one’s own language, and the clock and the list come before the box file', async (visit) => {
  for (const [lang, title, button] of [['en-GB', 'Points to win', /Open a table/], ['fr-FR', 'Points pour gagner', /Ouvrir une table/]]) {
    const ann = await visit(named('Ann', { lang, viewport: PHONE }));
    const game = games.find(({ id }) => id === 'takamatsu');
    await ann.locator('article', { has: ann.locator('h3', { hasText: game.title }) }).getByRole('button', { name: button }).click();
    const form = ann.locator('dialog form');
    const text = await form.innerText();
    assert(text.includes(title) && !/^goal|^rounds/m.test(text), text);
    const order = await form.evaluate((element) => {
      const top = (query) => element.querySelector(query).getBoundingClientRect().top;
      return [top('select:has(option[value="60"])'), top('input[type=checkbox]'), top('select:has(option[value="file"])')];
    });
    assert(order[0] < order[1] && order[1] < order[2], `clock, list, box: ${order}`);
    await accessible(ann);
  }
});

await check('a bad box keeps the dialog with its choices, and says which line is wrong, here and online', async (visit) => {
  const ann = await visit(named('Ann'));
  const game = games.find(({ id }) => id === 'takamatsu');
  const card = ann.locator('article', { has: ann.locator('h3', { hasText: game.title }) });
  for (const name of ['Choose…', 'Open a table']) {
    await card.getByRole('button', { name }).click();
    const form = ann.locator('dialog form');
    await form.locator('select').first().selectOption('3');
    await form.locator('[data-option=goal] input').fill('33');
    await form.locator('select', { has: ann.locator('option[value=file]') }).selectOption('file');
    await form.locator('input[type=file]').setInputFiles({ name: 'bad.box', mimeType: 'text/plain', buffer: Buffer.from('[TatamiBox "1"]\n[Game "takamatsu"]\n[Name "x"]\n\nnonsense here\n') });
    await form.locator('button.primary').click();
    const alert = form.getByRole('alert');
    await alert.waitFor();
    assert(/line 5/i.test(await alert.innerText()), await alert.innerText());
    assert((await form.locator('[data-option=goal] input').inputValue()) === '33' && (await form.locator('select').first().inputValue()) === '3', 'the choices are gone');
    await ann.keyboard.press('Escape');
  }
});

await check('spectators are told that they watch, chat where they may, and players see how many there are', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, first.title, 3, { bots: 2 });
  await startTable(ann);
  const ben = await visit({ path: link, viewport: PHONE });
  await ben.getByTestId('watching').getByText('You are watching.').waitFor();
  await ann.getByTestId('watching').getByText('1 person is watching.').waitFor();
  const cy = await visit(named('Cy', { path: link }));
  await ann.getByTestId('watching').getByText('2 people are watching.').waitFor();
  await cy.getByText('So is 1 other person.').waitFor();
  await accessible(cy);
  // Somebody without a name gives one with the first words.
  await menu(ben);
  const dialog = ben.locator('dialog');
  await dialog.getByLabel('Your name').fill('Benno');
  await dialog.getByLabel('Chat').fill('nice card');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await ann.locator('.log .chat', { hasText: 'nice card' }).first().waitFor();
  await menu(ann);
  await ann.getByRole('button', { name: 'Only players may chat' }).click();
  await cy.getByLabel('Chat').waitFor({ state: 'detached' });
  await ann.getByRole('button', { name: 'Let spectators chat' }).click();
  await cy.getByLabel('Chat').waitFor();
  await cy.context().close();
  await ann.getByTestId('watching').getByText('1 person is watching.').waitFor();
});

await check('muting somebody silences them, at once and under another name; a report says where it goes, and gets there', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, first.title, 3, { bots: 1 });
  const ben = await visit(named('Ben', { path: link }));
  await sit(ben);
  await startTable(ann, ben);
  const say = async (words) => {
    await ben.getByLabel('Chat').fill(words);
    await ben.getByRole('button', { name: 'Send' }).click();
    await ben.locator('.log .chat', { hasText: words }).first().waitFor();
  };
  await say('rude one');
  await ann.locator('.log .chat', { hasText: 'rude one' }).first().waitFor();
  await menu(ann);
  await ann.getByRole('button', { name: 'Mute Ben' }).click();
  await ann.locator('aside .log .chat', { hasText: 'rude one' }).waitFor({ state: 'detached' });
  await ann.getByRole('button', { name: 'Report Ben…' }).click();
  await ann.getByText('Your report goes to whoever runs this server, with the last things that Ben said here.').waitFor();
  await ann.getByLabel('What happened?').fill('He is rude.');
  await ann.getByRole('button', { name: 'Send the report' }).click();
  await ann.getByText('Whoever runs this server can read your report about Ben now.').waitFor();
  const reports = execFileSync(process.env.TATAMI, ['reports', '--db', db]).toString().trim().split('\n').map((line) => JSON.parse(line));
  const report = reports.at(-1);
  assert(report.about_name === 'Ben' && report.text === 'He is rude.' && report.said.join() === 'rude one', JSON.stringify(report));
  await ann.keyboard.press('Escape');
  // Another name does not help.
  await menu(ben);
  await ben.getByRole('button', { name: 'Settings' }).click();
  await ben.getByLabel('Your name').fill('Bert');
  await ben.getByLabel('Your name').press('Tab');
  await ben.getByText('This is your name at your tables now.').waitFor();
  await ben.keyboard.press('Escape');
  await ann.locator('.log', { hasText: 'Ben is now called Bert' }).first().waitFor();
  await ann.locator('.board', { hasText: 'Bert' }).waitFor();
  await say('rude two');
  await ann.getByLabel('Chat').fill('done');
  await ann.getByRole('button', { name: 'Send' }).click();
  await ann.locator('.log .chat', { hasText: 'done' }).first().waitFor();
  assert(!(await ann.locator('.log .chat', { hasText: 'rude two' }).count()), 'a new name speaks');
});

await check('the host removes somebody from a waiting table, after a question', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, first.title, 3);
  const ben = await visit(named('Ben', { path: link }));
  await sit(ben);
  await ann.getByRole('button', { name: 'Remove Ben' }).click();
  await ann.getByTestId('question').getByText('Ben cannot come back to this table').waitFor();
  await accessible(ann);
  await ann.getByRole('button', { name: 'Remove', exact: true }).click();
  await ben.getByRole('heading', { name: `Ann invites you to a game of ${first.title}. Sit here.` }).waitFor();
  await ben.getByRole('button', { name: 'Sit here' }).first().click();
  await ben.locator('.toasts').getByText('the host has removed you from this table').waitFor();
});

await check('an absent friend: a bot plays if one wants, the seat says so, and the invitation is sent again', async (visit) => {
  const ann = await visit(named('Ann', { permissions: ['clipboard-read', 'clipboard-write'] }));
  const link = await openTable(ann, first.title, 3, { bots: 1 });
  let ben = await visit(named('Ben', { path: link }));
  await sit(ben);
  await startTable(ann, ben);
  const token = await ben.evaluate(() => localStorage.getItem('tatami.token'));
  await ben.context().close();
  // Ann plays until everybody waits for Ben.
  for (let i = 0; !(await ann.getByTestId('absent').count()); i++) {
    assert(i < 400, 'Ben was never waited for');
    if (await ann.locator('.status.yours').isVisible()) {
      if (!(await ann.locator('.list').isVisible())) await ann.keyboard.press('a');
      await ann.locator('.list [data-action]').first().click({ timeout: 2000 }).catch(() => {});
    }
    await ann.waitForTimeout(40);
  }
  await ann.getByTestId('absent').getByText('Ben is away.').waitFor();
  await ann.getByTestId('absent').getByRole('button', { name: 'Send the invitation again' }).click();
  await ann.getByText('Link copied.').waitFor();
  assert((await ann.evaluate(() => navigator.clipboard.readText())) === home + link, 'another link');
  await accessible(ann);
  await ann.getByTestId('absent').getByRole('button', { name: 'Let a bot play' }).click();
  await ann.locator('.board', { hasText: 'Ben (bot)' }).waitFor();
  ben = await visit(named('Ben'));
  await ben.evaluate((mine) => localStorage.setItem('tatami.token', mine), token);
  await ben.goto(home + link);
  await ben.getByRole('button', { name: 'Take my seat back' }).click();
  await ben.getByText('A bot is playing for you.').waitFor({ state: 'detached' });
  // Leaving asks first.
  await menu(ben);
  await ben.getByRole('button', { name: 'Let a bot play for me' }).click();
  await ben.getByRole('button', { name: 'No, not yet' }).click();
  assert(!(await ben.getByText('A bot is playing here').count()), 'left without being sure');
});

// Plays from the list, here or online, until an action of this kind is offered.
async function until(page, wanted) {
  for (let i = 0; i < 300; i++) {
    await page.waitForSelector('.status.yours, .status.over');
    if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
    const found = page.locator(`.list [data-action="${wanted}"]`);
    if (await found.count()) return found;
    const before = await page.locator('.log').first().textContent();
    await page.locator('.list [data-action]').first().click({ timeout: 2000 }).catch(() => {});
    if (await page.getByTestId('question').isVisible().catch(() => false)) await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await page.waitForFunction((then) => document.querySelector('.log').textContent !== then || document.querySelector('[data-testid=question]'), before, { timeout: 3000 }).catch(() => {});
  }
  throw new Error(`${wanted} was never possible`);
}

await check('important decisions are asked about, in the engine’s words, here and online; none or all if one prefers', async (visit) => {
  const ann = await visit(named('Ann', { settings: { confirm: 'important' } }));
  await openTable(ann, dojo.title, 3, { bots: 2 });
  await startTable(ann);
  const challenge = await until(ann, 'challenge');
  await challenge.click();
  await ann.getByTestId('question').getByText('Both cards are turned up, and the winner takes the trophy. Challenge the dealer?').waitFor();
  await accessible(ann);
  await ann.getByRole('button', { name: 'No, not yet' }).click();
  assert(await challenge.count(), 'done without a yes');
  const pass = ann.locator('.list [data-action="pass"]');
  await pass.click();
  await ann.waitForFunction(() => !document.querySelector('.list [data-action="pass"]'));
  assert(!(await ann.getByTestId('question').count()), 'asked about something unimportant');

  const all = await visit(named('Ben', { settings: { confirm: 'all' } }));
  await all.locator('[data-play]').first().click();
  await all.waitForSelector('.status.yours');
  const log = await all.locator('.log').first().textContent();
  await all.locator('.board .legal, .board .lit').first().click();
  await all.getByTestId('question').waitFor();
  assert((await all.locator('.log').first().textContent()) === log, 'done before the answer');
  await all.getByRole('button', { name: 'Yes', exact: true }).click();
  await all.waitForFunction((then) => document.querySelector('.log').textContent !== then, log);
});

await check('ending a turn with a card left to play asks once', async (visit) => {
  const page = await visit({ settings: { confirm: 'important' } });
  await page.locator('[data-play=tatata]').click();
  const end = await until(page, 'end');
  await end.click();
  await page.getByTestId('question').getByText('You can still play a card. End your turn?').waitFor();
  const log = await page.locator('.log').first().textContent();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.waitForFunction((then) => document.querySelector('.log').textContent !== then, log);
  assert(!(await page.getByTestId('question').count()), 'asked twice');
});

await check('a hint says percent of what, and why; online too', async (visit) => {
  const ann = await visit(named('Ann'));
  await openTable(ann, dojo.title, 3, { bots: 2 });
  await startTable(ann);
  await ann.waitForSelector('.status.yours');
  await ann.getByRole('button', { name: 'Hint' }).click();
  const why = ann.getByTestId('why');
  await why.waitFor();
  assert(/^Chances of winning, 100 % in all: Ann \d+ %, /.test((await why.innerText()).trim()), await why.innerText());
  await ann.getByText('All players together have 100 %.').waitFor();
  await accessible(ann);
});

await check('without the network, what needs it says that it waits', async (visit) => {
  const ann = await visit(named('Ann', { serviceWorkers: 'allow' }));
  await ann.waitForFunction(() => navigator.serviceWorker?.controller);
  const link = await openTable(ann, first.title, 3);
  await ann.context().setOffline(true);
  await ann.reload();
  await ann.getByText('You are offline. This table opens as soon as the network is back.').waitFor();
  await ann.goto(home);
  await ann.getByText('Tables with friends wait for the network. You can play against bots now.').waitFor();
  assert(await ann.getByRole('button', { name: 'Open a table' }).first().isDisabled(), 'a table can be opened');
  await accessible(ann);
  await ann.context().setOffline(false);
  await ann.evaluate(() => dispatchEvent(new Event('online')));
  await ann.getByRole('heading', { name: 'Tables to join' }).waitFor();
  await ann.waitForFunction(() => [...document.querySelectorAll('article button')].some((button) => button.textContent.trim() === 'Open a table' && !button.disabled));
  assert(link, 'there was a table');
});

await finish();
