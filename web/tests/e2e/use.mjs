// Using the client as people do: keyboard alone, hint, undo, no network, another language in the middle of a game.
import { gzipSync } from 'node:zlib';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { networks } from '../../../tests/wasm/nets.mjs';
import { accessible, assert, check, decided, escape, finish, folder, gamesAtHome, home, PHONE, settled, startGame, told, visit } from './harness.mjs';

const firstGame = async (page) => {
  await page.waitForSelector('article');
  return page.locator('[data-play]').first();
};

await check('a game by the keyboard alone, from the home page to the end', async (visit) => {
  const page = await visit();
  await (await firstGame(page)).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  // In the dialog: to the last number field, and on.
  const rounds = page.locator('dialog input[type=number]').last();
  for (let i = 0; i < 20 && !(await rounds.evaluate((input) => input === document.activeElement)); i++) await page.keyboard.press('Tab');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  for (let turn = 0; turn < 400; turn++) {
    await page.waitForSelector('.status.yours, .status.over');
    await settled(page);
    if (await page.locator('.status.over').count()) break;
    if (turn % 2) {
      if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
      await page.keyboard.press('1');
    } else {
      // Into the table with Tab, along its pieces with the arrows.
      for (let i = 0; i < 30 && !(await page.evaluate(() => document.activeElement.matches('[data-piece]'))); i++) await page.keyboard.press('Tab');
      for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement.matches('.legal, .lit'))); i++) {
        await page.keyboard.press(i % 5 === 4 ? 'ArrowUp' : i < 1 ? 'Home' : 'ArrowRight');
      }
      await page.keyboard.press('Enter');
    }
  }
  await page.waitForSelector('.status.over');
});

await check('single keys act, until they are turned off', async (visit) => {
  const page = await visit();
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
  await page.keyboard.press('a');
  await page.locator('.list kbd').first().waitFor();
  await page.keyboard.press('a');
  await page.locator('.list').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Keyboard shortcuts').uncheck();
  await escape(page);
  await page.keyboard.press('a');
  await settled(page);
  assert(!(await page.locator('.list').count()), 'a key acted');
});

await check('on a phone, where the log is out of sight, a screen reader hears it', async (visit) => {
  const page = await visit({ viewport: PHONE });
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
  const heard = page.getByRole('log');
  await settled(page); // the line that is heard is drawn after the table
  assert((await heard.count()) === 1, 'one log is heard');
  const before = await heard.textContent();
  await page.locator('.board .lit').first().click();
  await page.waitForFunction((then) => document.querySelector('[role=log].heard').textContent !== then, before);
});

// The focus: on a piece that is lit, on any piece, on the board, in the list, or lost.
const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at.matches('[data-piece]')) return at.matches('[data-lit], .lit, .legal, .usable') || at.closest('.lit') ? 'lit' : 'piece';
    return at.matches('.board') ? 'board' : at.closest('.list') ? 'list' : at.closest('.ending') ? 'ending' : at.tagName.toLowerCase();
  });

const home_ = await visit();
await home_.waitForSelector('article');
const titles = await home_.locator('article h3').allTextContents();
await home_.context().close();

for (const title of titles) {
  await check(`${title}, by the keyboard alone: after every action the focus is where one goes on`, async (visit) => {
    const page = await visit();
    const play = page.locator('article', { has: page.locator('h3', { hasText: title }) }).locator('[data-play]');
    await play.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.status.yours');
    if (await page.locator('.board .plain').count()) return; // a game without a drawing: its actions stand in the list alone
    await settled(page);
    for (let i = 0; i < 30 && !(await focused(page)).match(/lit|piece/); i++) await page.keyboard.press('Tab');
    let acted = 0;
    for (let turn = 0; turn < 40 && acted < 8; turn++) {
      await page.waitForSelector('.status.yours, .status.over');
      await settled(page);
      if (await page.locator('.status.over').count()) break;
      const at = await focused(page);
      assert(at === 'lit' || at === 'piece', `turn ${turn}: the focus is on ${at}`);
      assert(at === 'lit' || !(await page.locator('.board :is([data-piece].lit, [data-piece].legal, [data-piece][data-lit])').count()), `turn ${turn}: something is lit, but the focus is elsewhere`);
      const before = await told(page);
      await page.keyboard.press('Enter');
      const done = await decided(page, before);
      if (await page.locator('.status.over').count()) break;
      assert((await focused(page)) !== 'body', `turn ${turn}: the focus is lost`);
      if (done) acted++;
      else {
        // A piece may be the first of several: then from the list, by number.
        if (!(await page.locator('.list').isVisible())) await page.keyboard.press('a');
        await page.keyboard.press('1');
        await page.waitForFunction((then) => document.querySelector('.log').textContent !== then, before);
        acted++;
      }
    }
    assert(acted > 1, `${acted} actions`);
  });
}

await check('after an action of the list, by the keyboard, the focus is in the list; at the end on what comes next', async (visit) => {
  const page = await visit();
  await startGame(page, titles[0], 3, { rounds: 1 });
  await page.waitForSelector('.status.yours');
  await page.keyboard.press('a');
  for (let i = 0; i < 60 && (await focused(page)) !== 'list'; i++) await page.keyboard.press('Tab');
  for (let turn = 0; turn < 400; turn++) {
    await page.waitForSelector('.status.yours, .status.over');
    await settled(page);
    if (await page.locator('.status.over').count()) break;
    assert((await focused(page)) === 'list', `turn ${turn}: the focus is on ${await focused(page)}`);
    await page.keyboard.press('Enter');
  }
  assert((await focused(page)) === 'ending', `at the end the focus is on ${await focused(page)}`);
});

await check('a hint gives every action a chance and points at the best', async (visit) => {
  const page = await visit({ viewport: PHONE });
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByTestId('best').waitFor();
  await accessible(page);
  await page.getByTestId('best').click(); // on a phone it is one line that unfolds
  await page.locator('.list meter').first().waitFor();
  await accessible(page);
  const chances = await page.locator('.list .chance').allTextContents();
  assert(chances.length > 1 && chances.every((text) => /^\d+ %$/.test(text)), chances.join());
  await page.locator('.board .marked, .board .lit').first().waitFor();
});

// A network is fetched at tables that it has learned, and nowhere else: what the beginning of its file says (src/bots/net.h).
await check('a hint fetches a network only where it is used', async (visit) => {
  for (const { id, title, players } of await gamesAtHome()) {
    const own = networks.filter(({ game }) => game === id);
    const counts = Array.from({ length: players.at(-1) - players[0] + 1 }, (_, i) => players[0] + i);
    const tables = [undefined, ...own].map((net) => ({ net, n: counts.find((n) => own.find((one) => one.players.includes(n)) === net) }));
    for (const { net, n } of tables.filter((table) => table.n)) {
      const page = await visit();
      const asked = [];
      page.on('request', (request) => request.url().endsWith('.gz') && asked.push(request.url()));
      await page.waitForSelector('article');
      await startGame(page, title, n);
      await page.waitForSelector('.status.yours');
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.list .chance').first().waitFor();
      assert(net ? asked.length === 1 && asked[0].includes(`/${net.name}.`) : asked.length === 0, `${title} with ${n}: ${asked}`);
    }
  }
});

await check('undo is offered only when it is possible, says what it takes back, and does that', async (visit) => {
  const page = await visit({ settings: { level: 'easy' } });
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
  const undo = page.getByRole('button', { name: 'Undo' });
  assert(await undo.isDisabled(), 'nothing was done yet');
  for (let turn = 0; ; turn++) {
    assert(turn < 30, 'nothing could be taken back');
    await settled(page);
    const before = await told(page);
    await page.locator('.board .legal, .board .lit').first().click();
    await page.waitForFunction((then) => document.querySelector('.log').textContent !== then, before);
    await settled(page);
    if (!(await undo.isEnabled())) continue; // something was drawn or seen since
    const after = (await told(page)).slice(before.length);
    const words = (await undo.textContent()).replace(/^\s*Undo: /, '').trim();
    assert(after.trim().startsWith(words) && words, `takes back “${words}”, of “${after}”`);
    await page.getByText(`Undo takes back: ${words}`).waitFor();
    await undo.click();
    await page.waitForFunction((then) => document.querySelector('.log').textContent === then, before);
    break;
  }
});

await check('a piece that cannot be used says why', async (visit) => {
  const page = await visit();
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
  await page.locator('.board button.dim').first().click();
  await page.locator('.toasts p').waitFor();
});

await check('a game is still there after the page was closed', async (visit) => {
  const page = await visit();
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
  await settled(page);
  await page.locator('.board .legal, .board .lit').first().click();
  await settled(page);
  const log = await told(page);
  await page.goto(home);
  await page.locator('.running a').first().click();
  await page.waitForSelector('.status.yours, .status.over');
  await settled(page);
  assert((await told(page)) === log, 'another game');
});

await check('a table is seen when it is whole, not while it is built', async (visit) => {
  const page = await visit({ viewport: PHONE });
  for (const game of await (await firstGame(page), page.locator('[data-play]')).evaluateAll((buttons) => buttons.map((button) => button.dataset.play))) {
    await page.goto(home);
    await page.locator(`[data-play=${game}]`).click();
    await page.waitForSelector('.status.yours');
    await settled(page);
    await page.addInitScript(() => {
      globalThis.seen = [];
      const look = () => {
        const board = document.querySelector('.board');
        // What can be seen of it: a click would not meet something else.
        const box = board?.getBoundingClientRect();
        const free = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (free && board.contains(free)) globalThis.seen.push(board.querySelectorAll('*').length);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.reload();
    await page.waitForSelector('.status.yours');
    await page.waitForFunction(() => globalThis.seen.length > 10);
    await settled(page);
    const counts = await page.evaluate(() => [...new Set(globalThis.seen)]);
    assert(counts.length === 1, `${game}: its board had ${counts} elements, one after the other`);
  }
});

await check('the language changes in the middle of a game, words of the past too', async (visit) => {
  const page = await visit();
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('fr');
  await escape(page);
  await page.locator('.log').filter({ hasText: 'Manche 1' }).first().waitFor();
  await page.getByText('À vous').first().waitFor();
});

await check('without a network the client opens and plays', async (visit) => {
  const page = await visit({ serviceWorkers: 'allow' });
  await page.waitForFunction(() => navigator.serviceWorker?.controller);
  await page.context().setOffline(true);
  await page.reload();
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
});

for (const [browser, vectors] of [['a browser of today', true], ['a browser that knows no vectors', false]]) {
  await check(`${browser} fetches its own engine and no other, and plays`, async (visit) => {
    const page = await visit();
    const engines = new Set();
    page.on('request', (request) => request.url().endsWith('.wasm') && engines.add(request.url()));
    if (!vectors) await page.addInitScript(() => (WebAssembly.validate = () => false));
    await page.reload();
    await (await firstGame(page)).click();
    await page.waitForSelector('.status.yours');
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.list .chance').first().waitFor();
    assert(engines.size === 1 && [...engines][0].includes('-plain-') === !vectors, [...engines].join());
  });
}

await check('the first load is at most 250 KiB compressed, the engine included', async (visit) => {
  const page = await visit({ lang: 'fr-FR', serviceWorkers: 'block', settings: { lang: 'fr' } });
  const seen = new Set();
  page.on('response', (response) => seen.add(new URL(response.url()).pathname));
  await page.goto(home);
  await (await firstGame(page)).click();
  await page.waitForSelector('.status.yours');
  const size = [...seen].filter((path) => !path.startsWith('/api/')).map((path) => gzipSync(readFileSync(folder + (path === '/' ? '/index.html' : path)), { level: 9 }).length);
  const total = size.reduce((sum, bytes) => sum + bytes, 0);
  console.log(`# first load: ${(total / 1024).toFixed(1)} KiB in ${seen.size} files`);
  assert([...seen].some((path) => path.endsWith('.wasm')), 'the engine was not loaded');
  assert(total <= 250 * 1024, `${total} bytes`);
});

await check('all that is kept for offline play is there', async () => {
  const script = readFileSync(join(folder, 'sw.js'), 'utf8');
  const engines = /const engine = .* \? ("\S+") : ("\S+");/.exec(script).slice(1).map((path) => JSON.parse(path));
  assert(!engines[0].includes('-plain-') && engines[1].includes('-plain-'), engines.join());
  const kept = [...JSON.parse(/const shell = (\[.*?\]);/.exec(script)[1]), ...engines];
  const missing = kept.filter((path) => path !== '/' && !existsSync(join(folder, path)));
  assert(kept.length > 20 && !missing.length, `missing: ${missing.join()}`);
});

await check('nothing comes from elsewhere', async () => {
  const foreign = readdirSync(`${folder}/assets`)
    .filter((file) => /\.(js|css)$/.test(file))
    .flatMap((file) => readFileSync(`${folder}/assets/${file}`, 'utf8').match(/https?:\/\/[^\s"'`)\\]+/g) ?? [])
    .filter((address) => !/^http:\/\/www\.w3\.org\/|^https:\/\/svelte\.dev\/e\//.test(address));
  assert(!foreign.length, foreign.join());
});

await finish();
