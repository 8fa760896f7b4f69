// The shuffles of a server's games, checked in the browser: honest ones, and what a server that cheats could try.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { games, harness, named, openTable, sit, startTable } from './server.mjs';

const { accessible, assert, check, clickThrough, finish, fits, home, PHONE } = harness;
const [{ title }] = games;
const SHORT = { options: { rounds: 1 } };

const wordOf = async (page, seat) => (await page.locator(`[data-word="${seat}"]`).textContent()).trim();
const verdict = (page, words) => page.getByTestId('shuffles').getByText(words).waitFor();
async function details(page) {
  await page.getByTestId('shuffles').click();
  return page.getByTestId('verdict').textContent();
}

// Ann against two bots, in the lobby; `meddle` changes what she is told.
async function lobby(visit, meddle) {
  const ann = await visit(named('Ann'));
  await meddle(ann);
  await openTable(ann, title, 3, { ...SHORT, bots: 2 });
  await ann.locator('[data-word="0"] code').waitFor();
  return ann;
}

async function playAlone(visit, meddle) {
  const ann = await lobby(visit, meddle);
  await startTable(ann);
  await clickThrough(ann);
  return ann;
}

async function doesNotMatch(page, words) {
  await verdict(page, 'The shuffles do not match');
  const said = await details(page);
  assert(said.includes(words), said);
  await accessible(page);
}

// What the server tells over the line, changed on its way to the page.
const rewrite = (change) => (page) =>
  page.routeWebSocket(/\/ws$/, (line) => {
    const server = line.connectToServer();
    server.onMessage((text) => line.send(JSON.stringify(change(JSON.parse(text)))));
  });
const forgeRecord = (change) => (page) =>
  page.route(/\/record$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });

await check('every player gives a word of their own, all see all of them, and all find the shuffles honest', async (visit) => {
  const ann = await visit(named('Ann', { viewport: PHONE }));
  const link = await openTable(ann, title, 3, { ...SHORT, bots: 1 });
  const ben = await visit(named('Ben', { path: link, viewport: PHONE, lang: 'fr-FR', settings: { theme: 'dark' } }));
  await ben.getByRole('button', { name: 'S’asseoir ici' }).first().click();
  for (const page of [ann, ben]) for (const seat of [0, 1]) await page.locator(`[data-word="${seat}"] code`).waitFor();
  const made = await wordOf(ann, 0);
  assert(/^[0-9a-f]{24}$/.test(made) && made !== (await wordOf(ann, 1)), `not random: ${made}`);
  await ann.getByLabel('Your own word').fill('two words');
  await ann.getByRole('button', { name: 'Use it' }).click();
  await ann.getByText('A word has 1 to 64 letters').waitFor();
  await ann.getByLabel('Your own word').fill('kumquat');
  await ann.keyboard.press('Enter');
  for (const page of [ann, ben]) await page.locator('[data-word="0"]').getByText('kumquat').waitFor();
  await accessible(ben);
  await fits(ben);
  const promised = await ann.getByTestId('commitment').textContent();
  assert(/^[0-9a-f]{64}$/.test(promised) && promised === (await ben.getByTestId('commitment').textContent()), 'two commitments');

  await startTable(ann, ben);
  await ann.getByRole('button', { name: 'Menu' }).click();
  await ann.getByRole('button', { name: 'Fair shuffles' }).click();
  await ann.locator('dialog').last().getByText(promised).waitFor();
  await accessible(ann);
  await ann.keyboard.press('Escape');
  await ann.keyboard.press('Escape');

  await Promise.all([ann, ben].map(clickThrough));
  await verdict(ann, 'The shuffles were fair');
  await verdict(ben, 'Les tirages étaient honnêtes');
  for (const page of [ann, ben]) {
    await details(page);
    assert((await page.locator('dialog li').allTextContents()).every((line) => line.includes('✓')), 'something was not checked');
    await accessible(page);
    await fits(page);
  }
  const [file] = await Promise.all([ann.waitForEvent('download'), ann.locator('dialog').getByRole('button', { name: 'Download the record' }).click()]);
  assert(file.suggestedFilename().endsWith('.record'), file.suggestedFilename());
  await ann.getByText(`tatami verify --commitment ${promised} --word 0=kumquat`).waitFor();

  // What was kept is not on the page, but on the machine.
  await ann.reload();
  await verdict(ann, 'The shuffles were fair');
  await ann.getByTestId('shuffles').click();
  await ann.getByRole('button', { name: 'How this works' }).click();
  await ann.getByRole('heading', { name: 'What this protects against, and what it does not' }).waitFor();
  await accessible(ann);
  await fits(ann);
});

await check('another commitment than in the lobby: a warning at once, no play without knowing, and never honest', async (visit) => {
  const ann = await lobby(visit, rewrite((message) => (message.phase === 'waiting' && message.commitment ? { ...message, commitment: 'ab'.repeat(32) } : message)));
  await startTable(ann);
  await ann.getByRole('alert').getByText('The server now shows a different commitment').waitFor();
  await accessible(ann);
  await ann.waitForSelector('.status.yours');
  await ann.keyboard.press('a');
  await ann.locator('.list [data-action]').first().click();
  await ann.locator('.toasts').getByText('The server now shows a different commitment').waitFor();
  await ann.getByRole('button', { name: 'Play anyway' }).click();
  await clickThrough(ann);
  await doesNotMatch(ann, 'The commitment is not the one this device saved.');
  await ann.reload();
  await verdict(ann, 'The shuffles do not match');
});

await check('a server that shows one commitment all the time and reveals the secret of another is not honest', async (visit) => {
  const ann = await playAlone(visit, rewrite((message) => (message.commitment ? { ...message, commitment: 'cd'.repeat(32) } : message)));
  await doesNotMatch(ann, 'The commitment is not the one this device saved.');
});

await check('a record with other cards, another secret or another word is not honest', async (visit) => {
  const tampered = {
    'The shuffles do not follow from the secret and the words.': (text) => text.replace(/^\* (\S+) (\S+) (\S+)/m, '* $1 $3 $2'),
    'do not follow': (text) => text.replace(/(\[Secret "[0-9a-f]{63})(.)/, (_, head, last) => head + (last === '0' ? '1' : '0')),
    'Your word is not in the mix.': (text) => text.replace(/(\[Mix ")[^/]*/, '$1forged'),
  };
  for (const [words, change] of Object.entries(tampered)) {
    const ann = await playAlone(visit, forgeRecord(change));
    await doesNotMatch(ann, words);
  }
});

await check('a word of ours that is not in the mix is warned of before the first decision', async (visit) => {
  const ann = await lobby(visit, rewrite((message) => (message.phase === 'running' && message.mixes ? { ...message, mixes: ['forged', ...message.mixes.slice(1)] } : message)));
  await startTable(ann);
  await ann.getByRole('alert').getByText("Your seat’s word is not the one this device gave.").waitFor();
});

await check('who comes late cannot be sure, and is told so; a record that cannot be had accuses nobody', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, title, 3, { ...SHORT, bots: 2 });
  await startTable(ann);
  const guest = await visit({ path: link });
  await guest.waitForSelector('.status');
  await ann.route(/\/record$/, (route) => route.fulfill({ status: 503, body: 'no' }));
  await clickThrough(ann);
  await verdict(guest, 'Not everything can be checked here');
  await details(guest);
  await guest.getByText('This device did not see the commitment before the first card.').waitFor();
  await verdict(ann, 'Check the shuffles');
  await ann.unroute(/\/record$/);
  await ann.reload();
  await verdict(ann, 'The shuffles were fair');
});

await check('a game with a box of its own is checked with that box, and a wrong one accuses nobody', async (visit) => {
  const boxes = new URL('../../../boxes/', import.meta.url);
  const file = readdirSync(boxes).find((name) => name.endsWith('.box') && games.some(({ id }) => name.startsWith(`${id}-`)));
  const game = games.find(({ id }) => file.startsWith(`${id}-`));
  const ann = await visit(named('Ann'));
  const seats = game.players[0];
  await openTable(ann, game.title, seats, { bots: seats - 1, box: fileURLToPath(new URL(file, boxes)) });
  await ann.locator('[data-word="0"] code').waitFor();
  await startTable(ann);
  await clickThrough(ann);
  await verdict(ann, 'The shuffles were fair');
  await details(ann);
  await ann.getByText('The box is the one shown before the first card.').waitFor();
  await ann.getByRole('button', { name: 'Download the box' }).waitFor();
  await accessible(ann);
  // A server that keeps it to itself, or gives another one.
  await ann.route(/\/box$/, (route) => route.fulfill({ body: 'what' }));
  await ann.reload();
  await verdict(ann, 'Check the shuffles');
  await ann.unroute(/\/box$/);
  await ann.route(/\/box$/, (route) => route.fulfill({ status: 404 }));
  await ann.reload();
  await verdict(ann, 'Check the shuffles');
  await ann.getByTestId('shuffles').click();
  await ann.getByText('This game was played with a box file.').waitFor();
  await accessible(ann);
  const choose = (name, text) => ann.getByLabel('Box file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('wrong.box', 'what');
  await ann.getByText('This game was played with a box file.').waitFor({ state: 'detached' });
  assert(!(await ann.getByTestId('verdict').count()), 'a wrong box led to a verdict');
  await choose(file, readFileSync(new URL(file, boxes)));
  await ann.getByTestId('verdict').getByText('The shuffles were fair').waitFor();
});

await check('the word of a seat that is left and taken again is a new one; another device of the same person leaves it alone', async (visit) => {
  const ann = await visit(named('Ann'));
  const link = await openTable(ann, title, 3);
  await ann.locator('[data-word="0"] code').waitFor();
  const before = await wordOf(ann, 0);
  await ann.getByRole('button', { name: 'Leave' }).click();
  await sit(ann);
  await ann.locator('[data-word="0"] code').waitFor();
  const after = await wordOf(ann, 0);
  assert(after !== before, 'the same word');
  const token = await ann.evaluate(() => localStorage.getItem('tatami.token'));
  const phone = await visit(named('Ann'));
  await phone.evaluate((mine) => localStorage.setItem('tatami.token', mine), token);
  await phone.goto(home + link);
  await phone.getByText('Your seat’s word does not come from this device.').waitFor();
  assert((await wordOf(phone, 0)) === after, 'the word was replaced');
});

await finish();
