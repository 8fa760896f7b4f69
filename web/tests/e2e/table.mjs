// Around a table of a real server: invitations, seats, chat, undo, time, votes, notifications.
import { encode } from 'uqr';
import { games, harness, named, openTable, sit, startAgain, startTable, stop } from './server.mjs';

const { accessible, assert, check, clickThrough, drawn, escape, finish, fits, home, PHONE, told } = harness;

// Two people and a bot; the game has begun.
async function pair(visit, more = {}) {
  const ann = await visit(named('Ann', more.ann));
  const link = await openTable(ann, games[0].title, 3, { options: { rounds: 1 }, bots: 1, ...more.table });
  const ben = await visit(named('Ben', { path: link, ...more.ben }));
  await sit(ben);
  await startTable(ann, ben);
  return { ann, ben, link };
}
// Whose turn it is does something from the list; who that was, and what.
async function actOnce(pages) {
  for (;;) {
    for (const page of pages) {
      if (!(await page.locator('.status.yours').isVisible())) continue;
      if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
      const before = await told(page);
      await page.locator('.list [data-action]').first().click();
      await page.waitForFunction((then) => document.querySelector('.log').textContent !== then, before);
      return page;
    }
    await pages[0].waitForTimeout(30);
  }
}
// Until the bots have played, both have been told the same, and the table waits for one of them.
async function untilWaited(ann, ben) {
  const now = (page) =>
    page.evaluate(() => ({ n: document.querySelectorAll('aside .entry').length, yours: Boolean(document.querySelector('.status.yours')), over: Boolean(document.querySelector('.status.over')) }));
  for (let tries = 0; ; tries++) {
    const [a, b] = await Promise.all([ann, ben].map(now));
    if (a.n === b.n && (a.yours !== b.yours || (a.over && b.over))) break;
    assert(tries < 2000, `the table waits for nobody: ${JSON.stringify([a, b])}`);
    await ann.waitForTimeout(30);
  }
  await Promise.all([ann, ben].map(drawn));
}

await check('chat, switched off and on by the host', async (visit) => {
  const { ann, ben } = await pair(visit);
  await ben.getByLabel('Chat').fill('good luck <b>');
  await ben.getByRole('button', { name: 'Send' }).click();
  await ann.locator('.log .chat', { hasText: 'good luck <b>' }).first().waitFor();
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByRole('button', { name: 'Turn off chat' }).click();
  await ben.getByLabel('Chat').waitFor({ state: 'detached' });
  await ann.getByRole('button', { name: 'Turn on chat' }).click();
  await ben.getByLabel('Chat').waitFor();
});

await check('long names and long talk break neither the waiting room nor the table', async (visit) => {
  const small = { viewport: { width: 320, height: 568 } };
  const [one, two] = ['W'.repeat(24), 'Maximiliane_of_Hohenstei'];
  const ann = await visit(named(one, small));
  const link = await openTable(ann, games[0].title, 3, { options: { rounds: 1 }, bots: 1 });
  const ben = await visit(named(two, { path: link, ...small }));
  await sit(ben);
  for (let i = 0; i < 12; i++) {
    await ben.getByLabel('Chat').fill(`${i} ${'long'.repeat(i % 2 ? 60 : 5)} ${'and words '.repeat(5)}`);
    await ben.keyboard.press('Enter');
    await ann.locator('.log .chat').nth(i).waitFor();
  }
  for (const page of [ann, ben]) {
    await fits(page);
    const tall = await page.locator('section.log').evaluate((section) => [section.clientHeight, section.scrollHeight, innerHeight]);
    assert(tall[1] <= tall[0] + 1 && tall[0] <= tall[2], `the log is ${tall}`);
    // What is said stays inside its box, and one can answer.
    const out = await page.evaluate(() => {
      const box = document.querySelector('section.log').getBoundingClientRect();
      const form = document.querySelector('section.log form').getBoundingClientRect();
      return form.bottom > box.bottom + 1 || form.right > box.right + 1;
    });
    assert(!out, 'the answer is outside');
  }
  const wide = await visit(named('Cleo', { path: link, viewport: { width: 1280, height: 720 } }));
  await wide.locator('section.log .chat').first().waitFor();
  await fits(wide);
  await startTable(ann, ben);
  for (const page of [ann, ben]) {
    await page.locator('.board').waitFor();
    await fits(page);
    const tall = await page.evaluate(() => document.scrollingElement.scrollHeight - innerHeight);
    assert(tall <= 0, `the table is ${tall} px too high`);
  }
});

await check('taking a decision back: the other sees who asks what, says no, then yes; not after the end', async (visit) => {
  const { ann, ben } = await pair(visit);
  const view = (page) => page.locator('.board').innerText();
  let [asker, other] = [ann, ben];
  // Until somebody has done something that the other has seen, and may take it back.
  for (let i = 0; ; i++) {
    await untilWaited(ann, ben);
    const start = { board: await view(ann), turn: await ann.locator('.status').textContent() };
    asker = await actOnce([ann, ben]);
    other = asker === ann ? ben : ann;
    await untilWaited(ann, ben);
    if (await asker.getByRole('button', { name: 'Undo' }).isEnabled()) {
      asker.before = start;
      break;
    }
    assert(i < 30, 'nothing could be taken back');
  }
  const name = asker === ann ? 'Ann' : 'Ben';
  await asker.getByRole('button', { name: 'Undo' }).click();
  const asked = other.getByTestId('asked');
  await asked.getByText(`${name} would like to take a decision back.`).waitFor();
  const what = await asked.locator('em').textContent();
  assert(what.startsWith(name) && (await told(other)).includes(what), `asked for: ${what}`);
  await accessible(other);
  await asker.getByText('Asking the others').waitFor();
  await other.getByRole('button', { name: 'No', exact: true }).click();
  await asker.getByText('The decision stands: somebody said no.').waitFor();
  await asker.getByText('Asking the others').waitFor({ state: 'detached' });
  await asked.waitFor({ state: 'detached' });

  await asker.getByRole('button', { name: 'Undo' }).click();
  await other.getByRole('button', { name: 'Agree' }).click();
  for (const page of [asker, other]) await page.locator('.log').first().getByText('the last decision was taken back').waitFor();
  await asker.waitForSelector('.status.yours');
  await untilWaited(ann, ben);
  assert((await view(ann)) === asker.before.board, 'the table is not as it was before');

  await Promise.all([ann, ben].map(clickThrough));
  assert(!(await asker.getByRole('button', { name: 'Undo' }).count()), 'undo is offered after the end');
  const refused = await asker.evaluate(async () => {
    const line = new WebSocket(`ws://${location.host}/api${location.pathname.replace('/t/', '/tables/')}/ws`);
    return new Promise((answer) => {
      line.onopen = () => line.send(JSON.stringify({ do: 'hello', token: localStorage.getItem('tatami.token'), lang: 'en', from: 0 }));
      line.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === 'table') line.send(JSON.stringify({ do: 'undo', n: message.n, id: '1' }));
        if (message.re === '1') answer(`${message.type} ${message.message}`);
      };
    });
  });
  assert(refused === 'error the game is over', refused);
});

await check('the invitation: a link to copy, and the same as a QR code', async (visit) => {
  const ann = await visit(named('Ann', { permissions: ['clipboard-read', 'clipboard-write'] }));
  const link = home + (await openTable(ann, games[0].title, 3));
  await ann.getByRole('link', { name: link }).waitFor();
  await ann.getByRole('button', { name: 'Share the link' }).click();
  await ann.getByText('Link copied.').waitFor();
  assert((await ann.evaluate(() => navigator.clipboard.readText())) === link, 'something else was copied');
  const drawn = await ann.locator('svg[role=img] path').getAttribute('d');
  const { data } = encode(link, { border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
  assert(drawn === dark.join(''), 'the QR code is of something else');
  for (const size of [{ width: 320, height: 568 }, { width: 568, height: 320 }, { width: 844, height: 390 }]) {
    await ann.setViewportSize(size);
    await ann.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
    const { y, height } = await ann.getByRole('button', { name: 'Share the link' }).boundingBox();
    assert(y + height <= size.height, `at ${size.width}x${size.height} the button is out of sight`);
    await fits(ann);
  }
});

await check('places: taken, left, given to a bot and freed; a listed table is found on the home page', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, games[0].title, 3, { listed: true });
  const ben = await visit(named('Ben'));
  await ben.locator(`a[href="${link}"]`).click();
  await sit(ben);
  const seats = (page) => page.locator('section:is([aria-labelledby=seats], [aria-labelledby=invited])');
  await seats(ann).getByText('Ben', { exact: true }).waitFor();
  await ben.getByRole('button', { name: 'Leave' }).click();
  await seats(ann).getByText('Ben', { exact: true }).waitFor({ state: 'detached' });
  assert(await ann.getByRole('button', { name: 'Start the game' }).isDisabled(), 'it could start with free seats');
  await ann.getByLabel('Seat 3').selectOption('easy');
  await seats(ben).getByText('Bot 2').waitFor();
  await ben.locator('.log').getByText('a bot sits down').waitFor();
  assert(!(await ben.getByRole('button', { name: 'Make this seat free' }).count()), 'only the host chooses bots');
  await ann.getByRole('button', { name: 'Make this seat free' }).click();
  await seats(ben).getByText('Bot 2').waitFor({ state: 'detached' });
  await ben.locator('.log').getByText('a bot leaves its seat').waitFor();
  await ann.getByLabel('Seat 3').selectOption('hard');
  await sit(ben);
  await ben.close();
  await seats(ann).getByText('away').waitFor();
  await startTable(ann);
});

await check('who has no name is asked for one before sitting down', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, games[0].title, 3);
  const ben = await visit({ path: link, viewport: PHONE });
  await ben.getByRole('button', { name: 'Sit here' }).first().click();
  await ben.getByText('Enter your name first.').waitFor();
  await ben.getByLabel('Your name').fill('Ann');
  await sit(ben);
  await ann.getByText('Ann 2').first().waitFor();
});

await check('the lobby says when the connection is lost, and goes on when it is back', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, games[0].title, 3);
  await ann.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await stop();
  await ann.getByText('The connection is lost').waitFor();
  await accessible(ann);
  await startAgain();
  await ann.getByText('The connection is lost').waitFor({ state: 'detached' });
  const ben = await visit(named('Ben', { path: link }));
  await sit(ben);
  await ann.locator('section[aria-labelledby=seats]').getByText('Ben', { exact: true }).waitFor();
});

await check('on a phone: chat from the menu, and what is said is seen', async (visit) => {
  const { ann, ben } = await pair(visit, { ann: { viewport: PHONE } });
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.locator('dialog').getByLabel('Chat').fill('hello');
  await ann.keyboard.press('Enter');
  await ben.locator('.log .chat', { hasText: 'hello' }).first().waitFor();
  await escape(ann);
  await ben.getByLabel('Chat').fill('good luck');
  await ben.keyboard.press('Enter');
  await ann.locator('.toasts').getByText('Ben: good luck').waitFor();
});

await check('the time left is shown and runs; when it is up a bot plays on, and the seat is taken back', async (visit) => {
  const ann = await visit(named('Ann'));
  await openTable(ann, games[0].title, 3, { bots: 2, clock: 30 });
  await startTable(ann);
  const timer = ann.getByRole('timer');
  await timer.getByText(/0:(30|2\d)/).waitFor();
  await accessible(ann);
  // A table whose time is shorter than the page would offer.
  const path = await ann.evaluate(async (game) => {
    const answer = await fetch('/api/tables', {
      method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.getItem('tatami.token')}` },
      body: JSON.stringify({ game, players: 3, seats: ['me', 'open', 'easy'], clock: 5 }),
    });
    return `/t/${(await answer.json()).id}`;
  }, games[0].id);
  await ann.goto(home + path);
  const ben = await visit(named('Ben', { path }));
  await sit(ben);
  await startTable(ann, ben);
  // Whose turn it is; then the other one is awaited, so that the game does not run away.
  await Promise.race([ann, ben].map((page) => page.locator('.soon').waitFor()));
  const replaced = (page) => page.getByText('A bot is playing for you.').waitFor().then(() => page);
  const late = await Promise.race([ann, ben].map(replaced));
  await late.getByRole('button', { name: 'Take my seat back' }).click();
  await late.getByText('A bot is playing for you.').waitFor({ state: 'detached' });
  // Nobody has a seat to take back when the bots have played to the end.
  await Promise.all([ann, ben].map((page) => page.locator('.status.over').waitFor({ timeout: 60000 })));
  for (const page of [ann, ben]) assert(!(await page.getByText('A bot is playing for you.').count()), 'a bot still plays');
});

await check('who keeps the others waiting is replaced by their vote, and takes the seat back', async (visit) => {
  const { ann, ben } = await pair(visit);
  let late = ben;
  let other = ann;
  for (;;) {
    if (await ann.locator('.status.yours').isVisible()) [late, other] = [ann, ben];
    else if (!(await ben.locator('.status.yours').isVisible())) {
      await ann.waitForTimeout(30);
      continue;
    }
    break;
  }
  const name = late === ann ? 'Ann' : 'Ben';
  await other.getByRole('button', { name: 'Menu' }).click();
  await other.getByRole('button', { name: `Let a bot play for ${name}` }).click();
  await late.getByText('A bot is playing for you.').waitFor();
  await late.getByRole('button', { name: 'Take my seat back' }).click();
  await late.getByText('A bot is playing for you.').waitFor({ state: 'detached' });
  await other.keyboard.press('Escape');
  await Promise.all([ann, ben].map(clickThrough));
});

for (const phone of [false, true]) await check(`“Your turn” comes from the system when one looks elsewhere, once it was allowed, on a ${phone ? 'phone' : 'desk'}`, async (visit) => {
  const ann = await visit(named('Ann', { serviceWorkers: phone ? 'allow' : 'block' }));
  await ann.context().addInitScript((onPhone) => {
    delete window.PushManager; // there is no push service here; days.mjs has one
    window.notes = [];
    const note = (title, { body }) => void window.notes.push(`${title}: ${body}`);
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => note(title, options);
    let permission = 'default';
    window.Notification = class {
      static get permission() { return permission; }
      static async requestPermission() { return (permission = 'granted'); }
      constructor(title, options) {
        if (onPhone) throw new TypeError('Illegal constructor');
        note(title, options);
      }
      close() {}
    };
    Object.defineProperty(document, 'visibilityState', { get: () => (window.away ? 'hidden' : 'visible') });
  }, phone);
  await ann.reload();
  if (phone) await ann.waitForFunction(() => navigator.serviceWorker.controller); // it is fetched a little after the page
  const link = await openTable(ann, games[0].title, 3, { bots: 1, options: { rounds: 1 } });
  const ben = await visit(named('Ben', { path: link }));
  await sit(ben);
  await startTable(ann, ben);
  const away = (is) => ann.evaluate((now) => void (window.away = now), is);
  const notes = () => ann.evaluate(() => window.notes);
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByRole('button', { name: 'Notify me when it is my turn' }).click();
  await ann.getByRole('button', { name: 'Notify me when it is my turn' }).waitFor({ state: 'detached' });
  await escape(ann);
  // Ann acts while she looks; then looks elsewhere while Ben acts, until it is her turn again.
  const turn = () => Promise.any([ann, ben].map((page) => page.waitForSelector('.status.yours').then(() => page)));
  const act = async (page) => {
    if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
    const before = await told(page);
    await page.locator('.list [data-action]').first().click();
    await page.waitForFunction((then) => document.querySelector('.log').textContent !== then, before);
  };
  for (let i = 0; ; i++) {
    assert(i < 60, 'it was never Ann’s turn after Ben’s');
    const now = await turn();
    if (now === ben) await away(true);
    await act(now);
    if (now === ben && (await turn()) === ann) break;
    await away(false);
  }
  await ann.waitForFunction(() => window.notes.length);
  assert((await notes())[0] === `Your turn: ${games[0].title}`, JSON.stringify(await notes()));
  await ann.waitForFunction(() => document.title.startsWith('▶'));
});

await finish();
