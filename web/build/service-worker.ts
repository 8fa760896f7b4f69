// Writes /sw.js with the list of all built files, so that local games work without a network.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

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
      const shell = ['/', '/icon.svg', '/manifest.webmanifest', ...files.filter((file) => !isNet(file)).map((file) => `/${file}`)];
      const nets = files.filter(isNet).map((file) => `/${file}`);
      const source = readFileSync(resolve(import.meta.dirname, 'sw.js'), 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)))
        .replace("['NETS']", JSON.stringify(nets))
        .replace("['SHELL']", JSON.stringify(shell));
      writeFileSync(resolve(dir!, 'sw.js'), source);
    },
  };
}
