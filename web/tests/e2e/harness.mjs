// A browser, a server of the built client, and TAP.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { serve } from '../serve.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 800 };

export const folder = process.env.TATAMI_WEB ?? new URL('../../dist', import.meta.url).pathname;
// The client alone, from its files; or, with SERVER, a program that serves it and its tables.
const { server, url } = process.env.SERVER ? { url: process.env.SERVER } : await serve(folder);
export const home = url;
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

// In the page: `resting()` is kept once it rests. Nothing in it has changed or taken the focus for three frames, with a task after each:
// whatever it had put off until later has happened. With `thought` no engine owes an answer either: at a table of this machine the bots
// have decided, and what was asked has been told.
function watchRest() {
  const thinking = new Set(); // engines, each with the calls that it has not answered
  globalThis.Worker = class extends Worker {
    #calls = new Set();
    #ended = false; // what is asked afterwards, by a table that was left in the middle of something, is never answered
    constructor(...how) {
      super(...how);
      this.addEventListener('message', ({ data }) => this.#count('delete', data?.id));
      this.addEventListener('error', () => (this.#calls.clear(), thinking.delete(this)));
    }
    #count(how, id) {
      if (this.#ended) return;
      this.#calls[how](id);
      thinking[this.#calls.size ? 'add' : 'delete'](this);
    }
    postMessage(message, ...more) {
      this.#count('add', message?.id);
      super.postMessage(message, ...more);
    }
    terminate() {
      this.#ended = true;
      thinking.delete(this);
      super.terminate();
    }
  };
  globalThis.resting = async (thought) => {
    let changed = true;
    const change = () => (changed = true);
    const observer = new MutationObserver(change);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    addEventListener('focusin', change);
    for (let quiet = 0; quiet < 3; quiet++) {
      changed = false;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      if (changed || (thought && thinking.size)) quiet = -1;
    }
    observer.disconnect();
    removeEventListener('focusin', change);
  };
}

const wanted = process.argv[2] ?? ''; // a word picks the checks
let count = 0;
let failed = 0;

// A page of a new visitor. What the browser complains about is a failure.
export async function visit({ viewport = DESK, lang = 'en-GB', settings = {}, path = '/', ...rest } = {}) {
  // The service worker fetches the whole client once more for every new visitor: whoever needs it says so.
  const context = await browser.newContext({ viewport, locale: lang, serviceWorkers: 'block', ...rest });
  await context.addInitScript(watchRest);
  await context.addInitScript((kept) => {
    if (!localStorage.getItem('tatami.settings')) localStorage.setItem('tatami.settings', kept);
  }, JSON.stringify({ speed: 'instant', motion: 'none', level: 'easy', confirm: 'off', ...settings }));
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(error.message));
  // Without a server, or without a network, asking for its tables is in vain; that is no mistake.
  const vain = (message) => /\/api\//.test(message.location().url) || /WebSocket|ERR_INTERNET_DISCONNECTED|fetching the script/.test(message.text());
  page.on('console', (message) => message.type() === 'error' && !vain(message) && page.complaints.push(message.text()));
  page.setDefaultTimeout(60000); // a busy machine is slow, not wrong
  await page.goto(url + path);
  return page;
}

export async function check(name, test) {
  if (!name.includes(wanted)) return;
  count++;
  const pages = [];
  try {
    await test(async (how) => {
      const page = await visit(how);
      pages.push(page);
      return page;
    });
    for (const page of pages) if (page.complaints.length) throw new Error(page.complaints.join('; '));
    console.log(`ok ${count} - ${name}`);
  } catch (error) {
    failed++;
    console.log(`not ok ${count} - ${name}`);
    console.log(`# ${String(error.stack ?? error).replaceAll('\n', '\n# ')}`);
    if (process.env.SHOTS) await pages.at(-1)?.screenshot({ path: `${process.env.SHOTS}/failed-${count}.png` }).catch(() => {});
  }
  for (const page of pages) await page.context().close();
}

export async function finish() {
  console.log(`1..${count}`);
  await browser.close();
  server?.close();
  process.exit(failed ? 1 : 0);
}

export function assert(truth, message) {
  if (!truth) throw new Error(message);
}

const within = (ms, promise) => {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error(`it does not come to rest in ${ms / 1000} s`)), ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};
// Until the page has drawn all that it has to draw; elsewhere things may go on.
export const drawn = (page) => within(60000, page.evaluate(() => globalThis.resting(false)));
// The same, and at a table of this machine it is somebody's turn, or nobody's any more.
export const settled = (page) => within(60000, page.evaluate(() => globalThis.resting(true)));

// The page has its heart, and nothing of it is still to come. A page that never gets there is judged as it is.
async function loaded(page) {
  await page.waitForFunction(() => document.querySelector('main') && !/Loading…|Chargement…/.test(document.body.innerText), undefined, { timeout: 20000 }).catch(() => {});
  await within(20000, page.evaluate(() => globalThis.resting(false))).catch(() => {});
}

// Closes the dialog on top, and waits until it is gone: before that, keys are still the dialog's.
export async function escape(page) {
  const open = await page.locator('dialog[open]').count();
  await page.keyboard.press('Escape');
  await page.waitForFunction((before) => document.querySelectorAll('dialog').length < before, open);
}

// What has happened so far at a table.
export const told = (page) => page.locator('.log').first().textContent();
// What was clicked or pressed at a table of this machine may have been a decision, or the first part of one: whether something was told.
export async function decided(page, before) {
  await settled(page);
  return (await page.locator('.status.over').count()) > 0 || (await told(page)) !== before;
}

// No violation of WCAG 2.2 AA that axe can see.
export async function accessible(page) {
  await loaded(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  // Only of violations does it work out where they are.
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] }),
  );
  assert(!violations.length, violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`).join('\n'));
}

// Nothing is wider than the screen.
export async function fits(page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(over <= 0, `${over} px wider than the screen`);
}

// The games, as the home page offers them.
export async function gamesAtHome() {
  const page = await visit();
  await page.waitForSelector('article');
  const games = await page.locator('article').evaluateAll((cards) =>
    cards.map((card) => ({
      title: card.querySelector('h3').textContent,
      id: card.querySelector('[data-play]').dataset.play,
      players: card.querySelector('.facts span').textContent.match(/\d/g).map(Number),
    })),
  );
  await page.context().close();
  return games;
}

// Starts a game by the dialog of the home page, with options as { name: value }.
export async function startGame(page, title, players, options = {}) {
  const card = page.locator('article', { has: page.locator('h3', { hasText: title }) });
  await card.locator('button', { hasText: /^(Choose|Choisir)/ }).click();
  const form = page.locator('dialog form');
  await form.locator('select').first().selectOption(String(players));
  for (const [name, value] of Object.entries(options)) {
    await form.locator(`[data-option="${name}"] input`).fill(String(value));
  }
  await form.locator('button.primary').click();
  await page.waitForSelector('[data-testid=status]');
}

// Clicks one action of the list after the other inside the page, until the game is over: thousands of decisions in little time. It
// fails when nothing has happened for a minute, however long the game is and however slow the machine.
export async function clickThrough(page) {
  await page.evaluate(
    () =>
      new Promise((done, fail) => {
        let turn = 0;
        let told = '';
        let quiet = 0; // seconds
        const watch = setInterval(() => {
          const now = document.querySelector('.log')?.textContent ?? '';
          quiet = now === told ? quiet + 1 : 0;
          told = now;
          if (quiet < 60) return;
          clearInterval(watch);
          fail(new Error(`nothing happens any more; the last words: ${told.slice(-200)}`));
        }, 1000);
        const look = () => {
          if (document.querySelector('.status.over')) {
            clearInterval(watch);
            return done();
          }
          const actions = document.querySelectorAll('.list [data-action]');
          if (actions.length) actions[turn++ % actions.length].click();
          else if (document.querySelector('.status.yours') && !document.querySelector('.list')) document.querySelector('.tools [aria-expanded=false]')?.click();
          setTimeout(look, 15);
        };
        look();
      }),
  );
}
