// One person on several devices: a code, a link, and forgetting.
import { games, harness, named, openTable, said, startTable } from './server.mjs';

const { accessible, assert, check, finish, fits, home, PHONE } = harness;

async function settings(page) {
  await page.goto(home);
  await page.getByRole('button', { name: /Settings|Réglages/ }).click();
}

async function makeCode(page) {
  await settings(page);
  await page.getByRole('button', { name: 'Use another device' }).click();
  return (await page.getByTestId('code').textContent()).replaceAll(' ', '');
}

// Every place where a code could be left behind, or be seen on its way.
function watch(page) {
  const seen = [];
  page.on('request', (request) => seen.push(request.url(), request.headers().referer ?? ''));
  return seen;
}
const leftBehind = (page) =>
  page.evaluate(async () => {
    const kept = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) kept.push(url);
    return [location.href, ...kept, ...Object.values(localStorage), ...Object.values(sessionStorage)].join('\n');
  });

for (const theme of ['light', 'dark']) {
  await check(`the code and the screen that takes it, on a phone, ${theme}`, async (visit) => {
    const page = await visit(named('Ann', { viewport: PHONE, lang: theme === 'dark' ? 'fr-FR' : 'en-GB', settings: { theme } }));
    await settings(page);
    await page.locator('#you').waitFor();
    await accessible(page);
    await page.getByRole('button', { name: /another device|autre appareil/ }).first().click();
    await page.getByTestId('code').waitFor();
    await page.getByRole('button', { name: /Forget my|Oublier mes/ }).click();
    await accessible(page);
    await fits(page);
    await page.getByRole('button', { name: /I have a code|ai un code/ }).click();
    await page.locator('form').waitFor();
    await accessible(page);
    await fits(page);
  });
}

await check('a link makes another device the same person, who plays on there', async (visit) => {
  const desk = await visit(named('Ann'));
  const path = await openTable(desk, games[0].title, 3, { bots: 2 });
  await startTable(desk);
  const code = await makeCode(desk);

  const phone = await visit({ viewport: PHONE, serviceWorkers: 'allow' });
  await phone.waitForFunction(() => navigator.serviceWorker?.controller);
  const seen = watch(phone);
  await phone.goto(`${home}/#/move/${code}`);
  await phone.getByText('Go on only if you made it yourself.').waitFor();
  assert(!phone.url().includes(code), 'the address still has the code');
  await phone.getByRole('button', { name: 'Use this identity here' }).click();
  await phone.getByText('You are now Ann on this device.').waitFor();
  await accessible(phone);
  await phone.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await phone.locator(`.running a[href="${path}"]`).click();
  await phone.waitForSelector('.status');
  await phone.getByRole('button', { name: 'Undo' }).waitFor(); // only who has a seat may
  await phone.goBack();
  await phone.goBack();
  assert(!phone.url().includes(code), 'the history still has the code');

  assert(!seen.some((text) => text.includes(code)), 'the code was in an address or a referrer');
  assert(!(await leftBehind(phone)).includes(code), 'the code was left behind');
  assert(!said.includes(code), 'the code is in the log of the server');
});

await check('a code is typed by keyboard; used, wrong and senseless ones are refused in words', async (visit) => {
  const ann = await visit(named('Ann'));
  const code = await makeCode(ann);
  const other = await visit({ path: '/#/move' });
  const enter = async (text) => {
    await other.getByLabel('Code').focus();
    await other.keyboard.press('Control+A');
    await other.keyboard.type(text);
    await other.keyboard.press('Enter');
  };
  await enter('what');
  await other.getByRole('alert').getByText('This is not a code').waitFor();
  await enter('0000 0000 0000 0000');
  await other.getByRole('alert').getByText('this code is not valid').waitFor();
  await accessible(other);
  await enter(code.toUpperCase().replace(/(.{4})/g, '$1 '));
  await other.getByText('You are now Ann on this device.').waitFor();
  const third = await visit({ path: `/#/move/${code}` });
  await third.getByRole('button', { name: 'Use this identity here' }).click();
  await third.getByRole('alert').getByText('this code is not valid').waitFor();
  const mangled = await visit({ path: '/#/move/%zz' });
  await mangled.getByRole('alert').getByText('This is not a code').waitFor();
});

await check('a code runs out', async (visit) => {
  const page = await visit(named('Ann'));
  await page.clock.install();
  await makeCode(page);
  await page.clock.runFor(5 * 60 * 1000);
  await page.getByText(/Works once, within the next [45]:\d\d/).waitFor();
  await page.clock.runFor(6 * 60 * 1000);
  await page.getByText('The code has expired.').waitFor();
  assert(!(await page.getByTestId('code').isVisible()), 'the code is still shown');
});

await check('who already is somebody is warned', async (visit) => {
  const ann = await visit(named('Ann'));
  const code = await makeCode(ann);
  const ben = await visit(named('Ben'));
  await makeCode(ben);
  await ben.goto(`${home}/#/move/${code}`);
  await ben.getByText('At the moment you are Ben here.').waitFor();
  await ben.getByRole('link', { name: 'No', exact: true }).click();
  await ben.waitForSelector('article');
});

await check('other devices are forgotten: they look on as nobody, and may get a new name', async (visit) => {
  const desk = await visit(named('Ann'));
  const path = await openTable(desk, games[0].title, 3);
  const code = await makeCode(desk);
  const phone = await visit({ path: `/#/move/${code}` });
  await phone.getByRole('button', { name: 'Use this identity here' }).click();
  await phone.getByText('You are now Ann on this device.').waitFor();

  await settings(desk);
  await desk.getByRole('button', { name: 'Forget my other devices…' }).click();
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await desk.getByRole('button', { name: 'Forget my other devices…' }).click();
  await desk.getByRole('button', { name: 'Forget them' }).click();
  await desk.getByText('Done: only this device plays as you now.').waitFor();

  await phone.goto(home + path);
  await phone.getByText('This device no longer plays as you').waitFor();
  await phone.getByRole('button', { name: 'Sit here' }).first().click();
  await phone.getByText('Ann 2').first().waitFor();
  await phone.goto(home);
  await phone.getByRole('button', { name: 'Open a table' }).first().waitFor();
  await desk.goto(home + path);
  await desk.getByRole('button', { name: 'Start the game' }).waitFor(); // still the host
});

await finish();
