// Writes /sw.js with the list of all built files, so that local games work without a network.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { VECTOR } from '../src/engine/vectors.ts';

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    // Only once the files are written: before that, the list has some that will not exist.
    writeBundle({ dir }) {
      const files = readdirSync(resolve(dir!, 'assets')).filter((file) => !file.endsWith('.map')).sort().map((file) => `assets/${file}`);
      const hash = createHash('sha256');
      for (const file of ['index.html', ...files]) hash.update(file).update(readFileSync(resolve(dir!, file)));
      // Networks are kept when they were fetched, not before.
      const isNet = (file: string) => file.endsWith('.gz');
      // Of the two engines a browser keeps the one that it will ask for.
      const isEngine = (file: string) => file.endsWith('.wasm');
      const isPlain = (file: string) => /\/tatami-plain-[^/]*\.wasm$/.test(file);
      const engine = files.find((file) => isEngine(file) && !isPlain(file)), plain = files.find(isPlain);
      const shell = ['/', '/icon.svg', '/manifest.webmanifest', ...files.filter((file) => !isNet(file) && !isEngine(file)).map((file) => `/${file}`)];
      const nets = files.filter(isNet).map((file) => `/${file}`);
      const source = readFileSync(resolve(import.meta.dirname, 'sw.js'), 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)))
        .replace("['NETS']", JSON.stringify(nets))
        .replace("['VECTOR']", JSON.stringify(VECTOR))
        .replace("'ENGINE'", JSON.stringify(`/${engine}`))
        .replace("'PLAIN ENGINE'", JSON.stringify(`/${plain}`))
        .replace("['SHELL']", JSON.stringify(shell));
      writeFileSync(resolve(dir!, 'sw.js'), source);
    },
  };
}
