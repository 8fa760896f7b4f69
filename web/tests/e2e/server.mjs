// A real server, $TATAMI serve, and people who come to its tables.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tatami = process.env.TATAMI;
if (!tatami || spawnSync(tatami, ['serve', '--help']).status !== 0) {
  console.log('1..0 # SKIP this program has no server');
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'tatami-'));
export const db = `${folder}/tatami.db`;
const flags = ['--db', db, '--bot-pause', '0', '--grace', '0'];
for (const rate of ['identity', 'table', 'connection', 'request', 'message', 'chat', 'claim']) flags.push(`--${rate}-rate`, '1000:5000');

export let said = ''; // all that the server wrote
let child;

function start(port) {
  child = spawn(tatami, ['serve', ...flags, '--port', String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let now = '';
  return new Promise((resolve, reject) => {
    const hear = (bytes) => {
      said += bytes;
      now += bytes;
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(now);
      if (found) resolve(Number(found[1]));
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(now)));
  });
}

const port = await start(0);
process.env.SERVER = `http://127.0.0.1:${port}`;
export const stop = () => new Promise((resolve) => (child.removeAllListeners('exit'), child.on('exit', resolve), child.kill()));
export const startAgain = () => start(port);
process.on('exit', () => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

// Only now: it asks for SERVER.
export const harness = await import('./harness.mjs');
export const games = await harness.gamesAtHome();

export const named = (name, more = {}) => ({ ...more, settings: { name, speed: 'instant', motion: 'none', ...more.settings } });

// Opens a table from the home page; the link to it.
export async function openTable(page, title, players, { options = {}, bots = 0, clock = 0, listed = false, box = null } = {}) {
  const card = page.locator('article', { has: page.locator('h3', { hasText: title }) });
  await card.getByRole('button', { name: /Open a table|Ouvrir une table/ }).click();
  const form = page.locator('dialog form');
  await form.locator('select').first().selectOption(String(players));
  for (let i = 0; i < bots; i++) await form.locator('fieldset select').nth(players - 1 - i).selectOption('easy');
  for (const [name, value] of Object.entries(options)) await form.locator(`[data-option="${name}"] input`).fill(String(value));
  if (clock) await form.getByLabel('Time for each decision').selectOption(String(clock));
  if (box) {
    await form.locator('select', { has: page.locator('option[value=file]') }).selectOption('file');
    await form.locator('input[type=file]').setInputFiles(box);
  }
  if (listed) await form.getByLabel('Listed').check();
  await form.locator('button.primary').click();
  await page.waitForURL(/\/t\//);
  return new URL(page.url()).pathname;
}

export async function sit(page) {
  await page.getByRole('button', { name: 'Sit here' }).first().click();
  await page.getByText('you', { exact: true }).first().waitFor();
}

export const startTable = async (host, ...pages) => {
  await host.getByRole('button', { name: /Start the game|Commencer la partie/ }).click();
  await Promise.all([host, ...pages].map((page) => page.waitForSelector('.status')));
};
