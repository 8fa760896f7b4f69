// The types, as TAP: svelte-check has nothing to say.
import { spawnSync } from 'node:child_process';

const args = ['node_modules/svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings', '--output', 'machine'];
const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
console.log(`${status ? 'not ' : ''}ok 1 - types`);
if (status) console.log(stdout.replaceAll(/^/gm, '# '));
console.log('1..1');
process.exit(status ? 1 : 0);
