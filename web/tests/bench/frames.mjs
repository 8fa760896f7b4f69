// Whole games of four against bots, everything in motion: how much the main thread does for a frame while something moves, the longest
// task, the frames that came late. frames.mjs [PATTERN]; $TATAMI is the program, SECONDS stops a game after so long.
//
// Times of the main thread are processor time from a trace, which others on the same machine hardly disturb; late frames are those of the
// clock, of a browser that paints without a graphics card.
import { chromium } from 'playwright-core';
import { widest } from '../records.mjs';
import { ways } from '../ways.mjs';
import { serveTatami } from './serve.mjs';

const pattern = new RegExp(process.argv[2] ?? '', 'i');
const most = Number(process.env.SECONDS ?? 600);
const FRAME = 1000 / 60;
const home = await serveTatami();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});

// In the page: decides from the list of actions as soon as it may, and notes for every frame when it came and whether something moved.
function playAlone(seconds) {
  const notes = { frames: [], decisions: 0, actions: 0 };
  const stop = performance.now() + 1000 * seconds;
  let last = 0;
  performance.mark('first frame');
  const start = performance.now();
  return new Promise((done) => {
    const look = (now) => {
      const moving = document.getAnimations().some((motion) => !(motion instanceof CSSAnimation) && motion.playState === 'running');
      notes.frames.push([now - start, moving]);
      if (document.querySelector('.status.over') || now > stop) return setTimeout(() => done(notes), 500);
      const list = document.querySelectorAll('.list [data-action]');
      if (list.length && now - last > 300) {
        last = now;
        notes.actions = Math.max(notes.actions, Number(document.querySelector('.count')?.textContent));
        const wanted = list[notes.decisions++ % list.length];
        setTimeout(() => wanted.click());
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

// The tasks of the page's main thread, in milliseconds since the mark, with what they did.
function readTrace(events) {
  const mark = events.find(({ name }) => name === 'first frame');
  const mine = events.filter((event) => event.ph === 'X' && event.pid === mark.pid && event.tid === mark.tid && event.ts >= mark.ts);
  mine.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = [];
  for (const { name, ts, dur, tdur = 0 } of mine) {
    const at = (ts - mark.ts) / 1000;
    if (name === 'ThreadControllerImpl::RunTask') tasks.push({ at, end: at + dur / 1000, cpu: tdur / 1000, style: 0, layout: 0, paint: 0 });
    const task = tasks.at(-1);
    if (!task || at > task.end) continue;
    if (name === 'UpdateLayoutTree') task.style += tdur / 1000;
    if (name === 'Layout') task.layout += tdur / 1000;
    if (['PrePaint', 'Paint', 'Layerize', 'Commit'].includes(name)) task.paint += tdur / 1000;
  }
  return tasks;
}

async function visit(path = '') {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  await context.addInitScript((kept) => localStorage.setItem('tatami.settings', kept), JSON.stringify({ motion: 'full', speed: 'fast' }));
  const page = await context.newPage();
  await page.goto(home + path);
  return page;
}

// The tasks of the page while something is done there.
async function trace(page, work) {
  const client = await page.context().newCDPSession(page);
  const events = [];
  client.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const includedCategories = ['toplevel', 'devtools.timeline', 'blink.user_timing'];
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories, traceBufferSizeInKb: 800000 } });
  const result = await work();
  const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  await client.send('Tracing.end');
  await complete;
  await page.context().close();
  return { result, tasks: readTrace(events) };
}

async function measure(title, id) {
  const { options } = await ways(id);
  const page = await visit();
  await page.locator('article', { has: page.locator('h3', { hasText: title }) }).getByRole('button', { name: 'Choose…' }).click();
  const form = page.locator('dialog form');
  await form.locator('select').first().selectOption('4');
  for (const [name, value] of Object.entries(options)) {
    await form.locator(`[data-option="${name}"] input`).fill(String(value));
  }
  await form.locator('button.primary').click();
  await page.waitForSelector('.tools');
  await page.getByRole('button', { name: 'Actions' }).click();

  const { result: notes, tasks } = await trace(page, () => page.evaluate(playAlone, most));
  return { notes, tasks };
}

// Hundreds of actions: the list is opened and filtered letter by letter, and one of them is chosen.
async function measureList() {
  const page = await visit('/#/replay');
  await page.locator('input[type=file]').setInputFiles(widest.path);
  await page.getByRole('button', { name: 'Go to the end' }).click();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('.status.yours').waitFor();
  const { tasks } = await trace(page, async () => {
    await page.evaluate(() => performance.mark('first frame'));
    await page.getByRole('button', { name: 'Actions' }).click();
    const filter = page.getByLabel('Filter the actions');
    await filter.pressSequentially(widest.actions.at(-1), { delay: 60 });
    await filter.fill('');
    await page.locator('.list [data-action]').first().click();
    await page.locator('.status.yours').waitFor({ state: 'detached' });
  });
  const longest = tasks.reduce((a, b) => (a.cpu > b.cpu ? a : b));
  console.log(`a list of ${widest.actions.length} actions: longest task ${ms(longest.cpu)} (style ${ms(longest.style)}, layout ${ms(longest.layout)})`);
}

const part = (list, share) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))] ?? 0;
const ms = (value) => value.toFixed(1);

function report(title, { notes, tasks }) {
  const costs = { cpu: [], style: [], layout: [], paint: [] };
  let late = 0;
  let task = 0;
  for (let i = 1; i < notes.frames.length; i++) {
    const [from, moving] = notes.frames[i - 1];
    const [until] = notes.frames[i];
    const sum = { cpu: 0, style: 0, layout: 0, paint: 0 };
    for (; task < tasks.length && tasks[task].at < until; task++) for (const key in sum) sum[key] += tasks[task][key];
    if (!moving) continue;
    for (const key in sum) costs[key].push(sum[key]);
    late += Math.max(0, Math.round((until - from) / FRAME) - 1);
  }
  const longest = tasks.reduce((a, b) => (a.cpu > b.cpu ? a : b));
  const moving = costs.cpu.length;
  console.log(
    [
      title, `${Math.round(notes.frames.at(-1)[0] / 1000)} s`, notes.decisions, notes.actions, moving, late,
      ['cpu', 'style', 'layout', 'paint'].map((key) => ms(costs[key].reduce((a, b) => a + b, 0) / moving)).join(', '),
      [0.5, 0.95, 0.99, 1].map((share) => ms(part(costs.cpu, share))).join(', '),
      `${((100 * costs.cpu.filter((cost) => cost > FRAME).length) / moving).toFixed(1)} %`,
      `${ms(longest.cpu)} (style ${ms(longest.style)}, layout ${ms(longest.layout)})`, tasks.filter(({ cpu }) => cpu > 50).length,
    ].join(' | '),
  );
}

console.log('game | time | decisions | most actions | frames in motion | late | mean: all, style, layout, paint | 50, 95, 99, 100 % | over 16.7 | longest task | over 50');
const first = await browser.newPage();
await first.goto(home);
await first.waitForSelector('article');
const games = await first.locator('article').evaluateAll((cards) =>
  cards.map((card) => ({ title: card.querySelector('h3').textContent, id: card.querySelector('[data-play]').dataset.play })),
);
await first.close();
for (const { title, id } of games) if (pattern.test(id)) report(title, await measure(title, id));
if (pattern.test('list')) await measureList();
await browser.close();
process.exit(0);
