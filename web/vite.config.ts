import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { engineFile, plainEngineFile, tatami } from './build/plugin.ts';
import { compileHints } from './build/hints.ts';
import { serviceWorker } from './build/service-worker.ts';

export default defineConfig({
  plugins: [svelte({ compilerOptions: { fragments: 'tree' } }), tatami(), compileHints(), serviceWorker()],
  resolve: {
    alias: [
      { find: /^@engine\.wasm/, replacement: engineFile },
      { find: /^@engine-plain\.wasm/, replacement: plainEngineFile },
    ],
  },
  server: { fs: { allow: ['..'] } },
  worker: { format: 'es' },
  build: {
    outDir: process.env.TATAMI_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy lets no data: address through
    modulePreload: { polyfill: false },
    // Few files, each asked for at once: what the home page needs, what every table needs, what a game's own table needs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', tags: ['$initial'], priority: 2 },
            { name: 'frame', test: /\/(src|node_modules)\//, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  test: { include: ['tests/unit/**/*.test.ts', 'src/**/*.test.ts'], environment: 'node', testTimeout: 60000 },
});
