// Over days, on a real server: notifications, going from table to table, what is unread, a history with friends, being deleted.
import { games, harness, named, openTable, sit, startTable } from './server.mjs';

const { accessible, assert, check, clickThrough, drawn, escape, finish, fits, home, PHONE, told } = harness;

// Two people and a bot; the game has begun.
async function pair(visit, { ann = {}, ben = {}, clock = 0 } = {}) {
  const host = await visit(named('Ann', ann));
  const link = await openTable(host, games[0].title, 3, { options: { rounds: 1 }, bots: 1, clock });
  const guest = await visit(named('Ben', { path: link, ...ben }));
  await sit(guest);
  await startTable(host, guest);
  return { host, guest, link };
}

// Until it is this page's turn; the other one decides as long as it is theirs. Bots come in between.
async function untilTurn(page, other) {
  for (let i = 0; i < 200; i++) {
    const turn = await Promise.any([page, other].map((one) => one.waitForSelector('.status.yours').then(() => one)));
    if (turn === page) return;
    if (!(await other.locator('.list').isVisible())) await other.keyboard.press('a');
    const before = await told(other);
    await other.locator('.list [data-action]').first().click();
    await other.waitForFunction((then) => document.querySelector('.log')?.textContent !== then, before);
  }
  throw new Error('it never was the turn of this page');
}

// A push service needs the network: what the browser would give us is made up; all else is real.
const FAKE = () => {
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
  let kept = null;
  const subscription = {
    endpoint: 'https://push.example.net/abc',
    options: {},
    getKey: (name) => bytes(name === 'auth' ? 'BTBZMqHH6r4Tts7J_aSIgg' : 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    unsubscribe: async () => ((kept = null), true),
  };
  PushManager.prototype.getSubscription = async () => kept;
  PushManager.prototype.subscribe = async (how) => {
    globalThis.asked = { ...how, length: how.applicationServerKey.length };
    return (kept = subscription);
  };
};

await check('notifications are switched on and off for this device, in the settings', async (visit) => {
  const page = await visit(named('Ann', { viewport: PHONE, permissions: ['notifications'], serviceWorkers: 'allow' }));
  await page.evaluate(FAKE);
  await page.waitForFunction(async () => navigator.serviceWorker.controller);
  const calls = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push([new URL(request.url()).pathname, request.postDataJSON()]));
  await page.getByRole('button', { name: 'Settings' }).click();
  const button = page.getByRole('button', { name: 'Turn on notifications' });
  await button.waitFor();
  await accessible(page);
  await fits(page);
  await button.click();
  await page.getByRole('button', { name: 'Turn off notifications' }).waitFor();
  assert((await page.evaluate(() => globalThis.asked.length)) === 65, 'not the key of the server');
  const told = calls.find(([path]) => path === '/api/me/push')?.[1];
  assert(told?.endpoint === 'https://push.example.net/abc' && told.p256dh.length === 87 && told.auth.length === 22 && told.lang === 'en', JSON.stringify(calls));
  await page.getByRole('button', { name: 'Turn off notifications' }).click();
  await button.waitFor();
  assert(calls.some(([path]) => path === '/api/me/push/remove'), 'the server still has it');
});

await check('the service worker shows what is pushed, and a click opens the table', async (visit) => {
  const page = await visit(named('Ann', { permissions: ['notifications'], serviceWorkers: 'allow' }));
  await page.waitForFunction(async () => navigator.serviceWorker.controller);
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  // A browser without a screen has nowhere to show it: we look at what it would show, and where a click would lead.
  await worker.evaluate(() => {
    self.shown = [];
    self.registration.showNotification = async (title, { body, data, tag }) => void self.shown.push({ title, body, data, tag });
    self.clients.openWindow = async (path) => void (self.opened = path);
  });
  const cdp = await page.context().newCDPSession(page);
  const known = new Set(); // registrations; those of visitors who are gone may be among them
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, isDeleted } of registrations) isDeleted ? known.delete(registrationId) : known.add(registrationId);
  });
  await cdp.send('ServiceWorker.enable');
  const push = async (data) => {
    await worker.evaluate(() => void (self.shown = []));
    for (let i = 0; i < 600; i++) {
      if (i % 50 === 0) for (const registrationId of known) await cdp.send('ServiceWorker.deliverPushMessage', { origin: home, registrationId, data }).catch(() => {});
      const [shown] = await worker.evaluate(() => self.shown);
      if (shown) return shown;
      await page.waitForTimeout(100);
    }
    throw new Error('nothing was shown');
  };
  const note = await push(JSON.stringify({ title: 'Your turn', body: 'TATSU', table: 'abc123' }));
  assert(note.title === 'Your turn' && note.body === 'TATSU' && note.data === '/t/abc123', JSON.stringify(note));
  const same = await push(JSON.stringify({ title: 'Your turn', body: 'Dojo', table: 'abc123' }));
  const other = await push(JSON.stringify({ title: 'Your turn', body: 'Dojo', table: 'xyz' }));
  assert(same.tag === note.tag && other.tag !== note.tag, 'one table replaces another’s message, or not its own');
  assert((await push('no JSON')).data === '/#/turns', 'what cannot be read leads elsewhere');
  assert((await push(JSON.stringify({ title: 'x', body: 'y', table: '../../evil' }))).data === '/#/turns', 'a path was taken from outside');
  await worker.evaluate(() => self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification: { close() {}, data: '/t/abc123' } })));
  for (let i = 0; i < 600 && !(await worker.evaluate(() => self.opened)); i++) await page.waitForTimeout(100);
  assert((await worker.evaluate(() => self.opened)) === '/t/abc123', 'a click leads elsewhere');
});

await check('from table to table: the next one after a decision, most urgent first, and an end', async (visit) => {
  const { host: ann, guest: ben, link } = await pair(visit, { clock: 1209600 });
  await untilTurn(ann, ben);
  const second = await visit(named('Cleo'));
  const other = await openTable(second, games[0].title, 3, { options: { rounds: 1 }, bots: 1 });
  const annAgain = await ann.context().newPage();
  await annAgain.goto(home + other);
  await sit(annAgain);
  await startTable(second, annAgain);
  await untilTurn(annAgain, second);
  await annAgain.close();

  await ann.setViewportSize(PHONE);
  await ann.goto(home);
  await ann.getByTestId('turns').getByText(/2 tables, 1[34] days left/).waitFor();
  await ann.getByTestId('turns').click();
  await ann.getByText('2 tables wait for you.').waitFor();
  await ann.getByText(/1[34] days left/).first().waitFor();
  await accessible(ann);
  await fits(ann);
  await ann.getByRole('button', { name: 'Play them one after another' }).click();
  await ann.waitForURL(`**${link}`);
  await ann.waitForSelector('.status.yours');
  await ann.getByTestId('round').waitFor();
  await untilTurn(ben, ann);
  await ann.getByTestId('next').waitFor();
  await accessible(ann);
  await ann.waitForURL(`**${other}`); // by itself
  await ann.waitForSelector('.status.yours');
  await untilTurn(second, ann);
  await ann.waitForURL('**/#/turns');
});

await check('chat that was not read is counted, on a phone and in the list of turns, until the log is opened', async (visit) => {
  const { host: ann, guest: ben } = await pair(visit, { ann: { viewport: PHONE } });
  await untilTurn(ann, ben);
  await ben.getByLabel('Chat').fill('are you there?');
  await ben.getByRole('button', { name: 'Send' }).click();
  await ann.getByTestId('unread').getByText('1').waitFor();
  const table = ann.url();
  await ann.goto(`${home}/#/turns`);
  await ann.getByText('1 new message').waitFor();
  await ann.goto(table);
  await ann.getByTestId('unread').waitFor();
  await ann.getByRole('button', { name: /^Log/ }).click();
  await ann.locator('dialog .new').waitFor();
  await accessible(ann);
  await escape(ann);
  await ann.getByTestId('unread').waitFor({ state: 'detached' });
  await ann.reload();
  await ann.getByTestId('status').waitFor();
  await drawn(ann);
  assert(!(await ann.getByTestId('unread').count()), 'counted again after it was read');
});

await check('a history with friends; and being deleted, with the name gone for the others', async (visit) => {
  const { host: ann, guest: ben } = await pair(visit);
  const table = ben.url();
  await Promise.all([ann, ben].map(clickThrough));
  await ann.goto(`${home}/#/history`);
  await ann.getByTestId('found').getByText('1 game').waitFor();
  await ann.getByRole('main').getByText('Ben').first().waitFor();
  await accessible(ann);
  await ann.getByRole('button', { name: 'Delete everything…' }).click();
  await accessible(ann);
  await ann.getByRole('button', { name: 'Delete', exact: true }).click();
  await ann.waitForSelector('[data-play]');
  assert(!(await ann.evaluate(() => localStorage.getItem('tatami.token'))), 'the token is still here');
  await ben.goto(`${home}/#/history`);
  await ben.getByRole('main').getByText('Somebody').first().waitFor();
  await ben.goto(table);
  await ben.waitForSelector('.status');
  assert(!(await ben.locator('body').textContent()).includes('Ann'), 'the name is still there');
});

await finish();
