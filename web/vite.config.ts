import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { engineFile, tatami } from './build/plugin.ts';
import { serviceWorker } from './build/service-worker.ts';

export default defineConfig({
  plugins: [svelte(), tatami(), serviceWorker()],
  resolve: { alias: [{ find: /^@engine\.wasm/, replacement: engineFile }] },
  server: { fs: { allow: ['..'] } },
  worker: { format: 'es' },
  build: {
    outDir: process.env.TATAMI_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy lets no data: address through
    modulePreload: { polyfill: false },
  },
  test: { include: ['tests/unit/**/*.test.ts', 'src/**/*.test.ts'], environment: 'node', testTimeout: 60000 },
});
