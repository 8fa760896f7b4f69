// Writes /sw.js with the list of all built files, so that local games work without a network.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => !file.endsWith('.map')).sort();
      const hash = createHash('sha256');
      for (const file of files) {
        const part = bundle[file]!;
        hash.update(file).update(part.type === 'asset' ? part.source : part.code);
      }
      const shell = ['/', '/icon.svg', '/manifest.webmanifest', ...files.filter((f) => f !== 'index.html').map((f) => `/${f}`)];
      const source = readFileSync(resolve(import.meta.dirname, 'sw.js'), 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)))
        .replace("['SHELL']", JSON.stringify(shell));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
