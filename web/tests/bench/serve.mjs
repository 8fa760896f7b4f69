// A real server ($TATAMI serve) on a port of its own, with a database that goes away with it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function serveTatami() {
  const folder = mkdtempSync(join(tmpdir(), 'tatami-'));
  const child = spawn(process.env.TATAMI, ['serve', '--port', '0', '--db', `${folder}/tatami.db`], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (bytes) => {
      said += bytes;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(said)));
  });
}
