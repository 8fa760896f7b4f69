// What people at a table are told and asked, and how they treat each other: two and three browsers at a real server.
// Games come from the registry; what only one of them asks or says stands in its folder (src/games/GAME/e2e.mjs).
import { execFileSync } from 'node:child_process';
import { ways } from '../ways.mjs';
import { games, harness, named, openTable, sit, startTable, db } from './server.mjs';

const { accessible, assert, check, drawn, escape, finish, fits, home, PHONE, startGame, told } = harness;
const SMALL = [{ width: 320, height: 568 }, { width: 390, height: 844 }];
// Three at a table where the game allows it.
const three = ({ players }) => Math.min(3, players.at(-1));
const forThree = games.filter((game) => three(game) === 3);
const [first] = forThree;
for (const game of games) game.cautions = (await ways(game.id)).cautions ?? [];

const inSight = async (locator, page) => {
  const box = await locator.boundingBox();
  const { height } = page.viewportSize();
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};
const menu = async (page) => page.getByRole('button', { name: 'Menu' }).click();

await check('an invited friend reads who invites to what, and sits down on the first screen of a phone', async (visit) => {
  for (const [i, viewport] of SMALL.entries()) {
    const { title } = forThree.at(-1 - i);
    const ann = await visit(named('Ann'));
    const link = await openTable(ann, title, 3);
    const ben = await visit({ path: link, viewport });
    await ben.getByRole('heading', { name: `Ann invites you to a game of ${title}. Sit here.` }).waitFor();
    assert(!(await ben.getByText('Invite your friends').count()), 'the friend is asked to invite friends');
    const seat = ben.getByRole('button', { name: 'Sit here' }).first();
    assert(await inSight(seat, ben), 'the seats are out of sight');
    await fits(ben);
    await accessible(ben);
    await ben.getByLabel('Your name').fill('Ben');
    await seat.click();
    await ann.locator('section[aria-labelledby=seats] b', { hasText: 'Ben' }).waitFor();
    const claire = await visit({ path: link, lang: 'fr-FR', viewport });
    await claire.getByRole('heading', { name: `Ann vous invite à une partie de ${title}. Asseyez-vous ici.` }).waitFor();
  }
});

await check('your games are short: your turn first, with names; “Play now” and the lobby are in sight on small phones', async (visit) => {
  for (const viewport of [...SMALL, { width: 844, height: 390 }, { width: 640, height: 400 }]) {
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
    await drawn(ann);
    assert((await ann.locator('.running a').count()) === before, 'a kept game is gone');
    await ann.getByRole('button', { name: /^Give up this game/ }).first().click();
    await ann.getByRole('button', { name: 'Give it up' }).click();
    await ann.waitForFunction((n) => document.querySelectorAll('.running a').length === n, before - 1);
  }
});

await check('options have names in one’s own language, and the clock and the list come before the box file', async (visit) => {
  const labels = {};
  for (const [lang, button] of [['en-GB', /Open a table/], ['fr-FR', /Ouvrir une table/]]) {
    const ann = await visit(named('Ann', { lang, viewport: PHONE }));
    for (const { id, title } of games) {
      await ann.locator('article', { has: ann.locator('h3', { hasText: title }) }).getByRole('button', { name: button }).click();
      const form = ann.locator('dialog form');
      await form.waitFor();
      const options = await form.locator('[data-option]').evaluateAll((all) => all.map((one) => [one.dataset.option, one.innerText.trim()]));
      for (const [name, words] of options) {
        assert(words && !new RegExp(`(^|\\n)${name}\\b`).test(words), `${id}: ${name} is called ${words}`);
        (labels[`${id} ${name}`] ??= []).push(words);
      }
      const order = await form.evaluate((element) => {
        const top = (query) => element.querySelector(query)?.getBoundingClientRect().top;
        return [top('select:has(option[value="60"])'), top('input[type=checkbox]'), top('select:has(option[value="file"])') ?? Infinity];
      });
      assert(order[0] < order[1] && order[1] < order[2], `${id}: clock, list, box: ${order}`);
      if (id === first.id) await accessible(ann);
      await ann.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
    }
  }
  assert(Object.keys(labels).length, 'no game has an option');
  for (const [name, [english, french]] of Object.entries(labels)) assert(english !== french, `${name} is called ${english} in French`);
});

await check('a bad box keeps the dialog with its choices, and says which line is wrong, here and online', async (visit) => {
  const ann = await visit(named('Ann'));
  let boxes = 0;
  for (const { id, title, players } of games) {
    const card = ann.locator('article', { has: ann.locator('h3', { hasText: title }) });
    for (const name of ['Choose…', 'Open a table']) {
      await card.getByRole('button', { name }).click();
      const form = ann.locator('dialog form');
      await form.waitFor();
      const box = form.locator('select', { has: ann.locator('option[value=file]') });
      if (await box.count()) {
        boxes++;
        const seats = String(players.at(-1));
        await form.locator('select').first().selectOption(seats);
        const number = form.locator('[data-option] input[type=number]').first();
        const chosen = (await number.count()) && (await number.getAttribute('max'));
        if (chosen) await number.fill(chosen);
        await box.selectOption('file');
        await form.locator('input[type=file]').setInputFiles({ name: 'bad.box', mimeType: 'text/plain', buffer: Buffer.from(`[TatamiBox "1"]\n[Game "${id}"]\n[Name "x"]\n\nnonsense here\n`) });
        await form.locator('button.primary').click();
        const alert = form.getByRole('alert');
        await alert.waitFor();
        assert(/line 5/i.test(await alert.innerText()), await alert.innerText());
        assert((await form.locator('select').first().inputValue()) === seats && (!chosen || (await number.inputValue()) === chosen), `${id}: the choices are gone`);
      }
      await ann.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
    }
  }
  assert(boxes, 'no game has a box');
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
  await escape(ann);
  // Another name does not help.
  await menu(ben);
  await ben.getByRole('button', { name: 'Settings' }).click();
  await ben.getByLabel('Your name').fill('Bert');
  await ben.getByLabel('Your name').press('Tab');
  await ben.getByText('This is your name at your tables now.').waitFor();
  await escape(ben);
  await ann.locator('.log', { hasText: 'Ben is now called Bert' }).first().waitFor();
  await ann.locator('.board', { hasText: 'Bert' }).waitFor();
  await say('rude two');
  await ann.getByLabel('Chat').fill('done');
  await ann.getByRole('button', { name: 'Send' }).click();
  await ann.locator('.log .chat', { hasText: 'done' }).first().waitFor();
  await drawn(ann);
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

// The page's first actions, until somebody else is waited for who is not there.
async function playUntilAbsent(page) {
  await page.evaluate(
    () =>
      new Promise((done, fail) => {
        const look = () => {
          if (document.querySelector('[data-testid=absent]')) return done();
          if (document.querySelector('.status.over')) return fail(new Error('nobody was ever waited for'));
          if (document.querySelector('.status.yours')) {
            const action = document.querySelector('.list [data-action]');
            if (action) action.click();
            else document.querySelector('.tools [aria-expanded=false]')?.click();
          }
          setTimeout(look, 15);
        };
        look();
      }),
  );
}

await check('an absent friend: a bot plays if one wants, the seat says so, and the invitation is sent again', async (visit) => {
  const ann = await visit(named('Ann', { permissions: ['clipboard-read', 'clipboard-write'] }));
  const link = await openTable(ann, first.title, 3, { bots: 1 });
  let ben = await visit(named('Ben', { path: link }));
  await sit(ben);
  await startTable(ann, ben);
  const token = await ben.evaluate(() => localStorage.getItem('tatami.token'));
  await ben.context().close();
  await playUntilAbsent(ann);
  const absent = ann.getByTestId('absent');
  await absent.getByText('Ben is away.').waitFor();
  await absent.getByRole('button', { name: 'Send the invitation again' }).click();
  await ann.getByText('Link copied.').waitFor();
  assert((await ann.evaluate(() => navigator.clipboard.readText())) === home + link, 'another link');
  await accessible(ann);
  // By keyboard: the board is one stop, the seat's buttons are the next ones.
  await ann.locator('.board').focus();
  const bot = absent.getByRole('button', { name: 'Let a bot play' });
  for (let i = 0; !(await bot.evaluate((button) => button === document.activeElement)); i++) {
    assert(i < 5, 'Tab does not lead from the board to the seat');
    await ann.keyboard.press('Tab');
  }
  await ann.keyboard.press('Enter');
  await ann.locator('.board', { hasText: 'Ben (bot)' }).waitFor();
  await absent.waitFor({ state: 'detached' });
  ben = await visit(named('Ben'));
  await ben.evaluate((mine) => localStorage.setItem('tatami.token', mine), token);
  await ben.goto(home + link);
  await ben.getByRole('button', { name: 'Take my seat back' }).click();
  await ben.getByText('A bot is playing for you.').waitFor({ state: 'detached' });
  // Leaving asks first.
  await menu(ben);
  await ben.getByRole('button', { name: 'Let a bot play for me' }).click();
  await ben.getByRole('button', { name: 'No, not yet' }).click();
  await drawn(ben);
  assert(!(await ben.getByText('A bot is playing here').count()), 'left without being sure');
});

for (const { title, players } of games) {
  await check(`${title}: what can be done about an absent friend stands at the seat on every screen, and covers nothing that is needed`, async (visit) => {
    const ann = await visit(named('Ann', { viewport: SMALL[0], hasTouch: true }));
    const most = players.at(-1);
    const link = await openTable(ann, title, most, { bots: most - 2 });
    const ben = await visit(named('Maximiliane of Hohenste', { path: link }));
    await sit(ben);
    await startTable(ann, ben);
    await ben.context().close();
    await playUntilAbsent(ann);
    await drawn(ann);
    const list = ann.locator('.tools [aria-expanded=true]'); // never opened if it was the friend's turn at once
    if (await list.count()) await list.first().click();
    for (const [width, height] of [[320, 568], [568, 320], [844, 390], [1280, 800]]) {
      await ann.setViewportSize({ width, height });
      // It comes to rest at the seat.
      await ann.waitForFunction(() => {
        const box = (element) => element.getBoundingClientRect();
        const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
        const words = box(document.querySelector('[data-testid=absent]'));
        const mat = box(document.querySelector('.mat'));
        const seat = box(document.querySelector('.board [data-seat="1"]'));
        const near = words.left <= seat.right + 1 && words.right >= seat.left - 1 && words.top <= seat.bottom + 1 && words.bottom >= seat.top - 1;
        const inside = words.left >= mat.left - 1 && words.right <= mat.right + 1 && words.top >= mat.top - 1 && words.bottom <= mat.bottom + 1;
        const lit = [...document.querySelectorAll('.board :is([data-lit], .lit, .legal, .usable)')].map(box);
        const clear = lit.every((one) => overlap(words, one) < 0.25 * one.width * one.height);
        const { left: x, top: y } = box(document.querySelector('.board [data-seat="1"] .name') ?? document.querySelector('.board [data-seat="1"]'));
        const named = !document.elementFromPoint(x + 4, y + 4)?.closest('[data-testid=absent]');
        const buttons = [...document.querySelectorAll('[data-testid=absent] button')];
        const free = buttons.every((button) => {
          const { left, top, width, height } = box(button);
          return [0.1, 0.5, 0.9].every((part) => document.elementFromPoint(left + part * width, top + part * height)?.closest('button') === button);
        });
        const large = buttons.every((button) => box(button).height >= 44 && box(button).width >= 44);
        return near && inside && clear && named && free && large;
      });
      if (process.env.SHOTS) await ann.screenshot({ path: `${process.env.SHOTS}/absent-${title.replace(/\W/g, '')}-${width}x${height}.png` });
    }
    await ann.getByTestId('absent').getByRole('button', { name: 'Let a bot play' }).tap();
    await ann.getByTestId('absent').waitFor({ state: 'detached' });
  });
}

// Plays from the list, here or online, until an action of this kind is offered. What is asked on the way is answered with yes.
async function until(page, wanted) {
  await page.evaluate(
    (wanted) =>
      new Promise((done, fail) => {
        const look = () => {
          if (document.querySelector('.status.over')) return fail(new Error(`${wanted} was never possible`));
          const yes = document.querySelector('dialog:has([data-testid=question]) .primary');
          if (yes) yes.click();
          else if (document.querySelector('.status.yours')) {
            if (document.querySelector(`.list [data-action="${wanted}"]`)) return done();
            const action = document.querySelector('.list [data-action]');
            if (action) action.click();
            else document.querySelector('.tools [aria-expanded=false]')?.click();
          }
          setTimeout(look, 15);
        };
        look();
      }),
    wanted,
  );
  return page.locator(`.list [data-action="${wanted}"]`);
}

const asking = games.flatMap((game) => game.cautions.map((caution) => ({ title: game.title, n: three(game), ...caution })));
for (const [i, { title, n, action, words, harmless }] of asking.entries()) {
  const online = i === 0;
  await check(`${title}: ${action} is asked about, in the engine’s words${online ? ', online too' : ''}`, async (visit) => {
    const ann = await visit(named('Ann', { settings: { confirm: 'important' } }));
    if (online) {
      await openTable(ann, title, n, { bots: n - 1 });
      await startTable(ann);
    } else await startGame(ann, title, n);
    const important = await until(ann, action);
    await important.click();
    await ann.getByTestId('question').getByText(words).waitFor();
    if (online) await accessible(ann);
    await ann.getByRole('button', { name: 'No, not yet' }).click();
    await ann.getByTestId('question').waitFor({ state: 'detached' });
    assert(await important.count(), 'done without a yes');
    const log = await told(ann);
    if (harmless) {
      await ann.locator(`.list [data-action="${harmless}"]`).click();
    } else {
      await important.click();
      await ann.getByRole('button', { name: 'Yes', exact: true }).click();
    }
    await ann.waitForFunction((then) => document.querySelector('.log').textContent !== then, log);
    await drawn(ann);
    assert(!(await ann.getByTestId('question').count()), harmless ? 'asked about something unimportant' : 'asked twice');
  });
}
assert(asking.length, 'no game says what it asks about');

await check('all decisions are asked about if one prefers', async (visit) => {
  const ann = await visit(named('Ann', { settings: { confirm: 'all' } }));
  await ann.locator('[data-play]').first().click();
  await ann.waitForSelector('.status.yours');
  const log = await told(ann);
  await ann.locator('.board .legal, .board .lit').first().click();
  await ann.getByTestId('question').waitFor();
  assert((await told(ann)) === log, 'done before the answer');
  await ann.getByRole('button', { name: 'Yes', exact: true }).click();
  await ann.waitForFunction((then) => document.querySelector('.log').textContent !== then, log);
});

await check('a hint says percent of what, and why; online too', async (visit) => {
  const ann = await visit(named('Ann'));
  const n = three(games.at(-1));
  await openTable(ann, games.at(-1).title, n, { bots: n - 1 });
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
