// Lighthouse on the home page and on a running table of every game, as a phone with a slow processor and network sees them, nothing kept
// from an earlier visit but the game: lighthouse.mjs [RUNS [PATTERN]]. $LIGHTHOUSE is the folder it is installed in, $TATAMI the program;
// REPORTS=folder keeps its reports.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { serveTatami } from './serve.mjs';

const runs = Number(process.argv[2] ?? 3);
const pattern = new RegExp(process.argv[3] ?? '', 'i');
const require = createRequire(join(process.env.LIGHTHOUSE, 'x'));
const { default: lighthouse } = await import(pathToFileURL(require.resolve('lighthouse')));

// One that both Lighthouse and we can speak to.
function launch() {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync',
    '--disable-component-update', '--disable-extensions', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows',
    '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(process.env.CHROMIUM ?? '/usr/bin/chromium', flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  process.on('exit', () => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (bytes) => {
      const found = /127\.0\.0\.1:(\d+)/.exec(bytes);
      if (found) resolve({ child, port: Number(found[1]) });
    });
    child.on('exit', () => reject(new Error('the browser did not start')));
  });
}

const home = await serveTatami();
const { child, port } = await launch();
const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);

// A game of each, brought to a turn of ours; its address. The browser keeps the game.
async function runningTables() {
  const page = await browser.contexts()[0].newPage();
  await page.goto(home);
  await page.waitForSelector('article');
  const found = [{ name: 'home', url: `${home}/` }];
  for (const game of await page.locator('[data-play]').evaluateAll((buttons) => buttons.map((button) => button.dataset.play))) {
    await page.goto(`${home}/`);
    await page.locator(`[data-play=${game}]`).click();
    await page.waitForSelector('.status.yours', { timeout: 60000 });
    found.push({ name: `table of ${game}`, url: page.url() });
  }
  await page.close();
  return found.filter(({ name }) => pattern.test(name));
}

// Total blocking time as it would be with the processor to ourselves: Lighthouse goes by the clock, which others on the machine disturb.
const SLOWER = 4; // than here: Lighthouse's telephone
function blockingByProcessor({ traceEvents }) {
  const paint = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  const tasks = traceEvents.filter(({ name, pid, tid, ts }) => /RunTask$/.test(name) && pid === paint.pid && tid === paint.tid && ts >= paint.ts);
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWER * tdur) / 1000 - 50), 0);
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const categories = ['performance', 'accessibility', 'best-practices'];
const audits = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time', 'cumulative-layout-shift'];

console.log(`median of ${runs} | ${[...categories, 'FCP', 'LCP', 'SI, ms', 'TBT, ms', 'CLS', 'TBT by processor, ms', 'speed of the machine'].join(' | ')}`);
for (const { name, url } of await runningTables()) {
  const results = [];
  const blocking = [];
  for (let run = 0; run < runs; run++) {
    const { lhr, report, artifacts } = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: categories });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    results.push(lhr);
    blocking.push(blockingByProcessor(artifacts.Trace));
    if (!process.env.REPORTS) continue;
    mkdirSync(process.env.REPORTS, { recursive: true });
    writeFileSync(join(process.env.REPORTS, `${name.replaceAll(' ', '-')}-${run}.json`), report);
  }
  const scores = categories.map((id) => Math.round(100 * median(results.map((lhr) => lhr.categories[id].score))));
  const values = audits.map((id) => median(results.map((lhr) => lhr.audits[id].numericValue)));
  const machine = [median(blocking), median(results.map((lhr) => lhr.environment.benchmarkIndex))].map(Math.round);
  console.log([name, ...scores, ...values.map((value) => (value < 2 ? value.toFixed(3) : Math.round(value))), ...machine].join(' | '));
}
await browser.close();
child.removeAllListeners('exit');
await new Promise((done) => (child.on('exit', done), child.kill()));
process.exit(0);
