import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const root = import.meta.dirname;
const version = process.env['STAGELIGHT_BUILD_ID'] ?? manifest.version;

/**
 * One `vite build` makes everything that ships: both pages and the Node host.
 * The overlay is lowered to Chrome 103, the Chromium of older OBS releases.
 */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: './',
  // The typeface's licence travels with the typeface.
  publicDir: resolve(root, 'assets/public'),
  plugins: [react()],
  define: { __BUILD_ID__: JSON.stringify(version) },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: resolve(root, 'dist/dashboard'),
        emptyOutDir: true,
        target: 'chrome120',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: resolve(root, 'renderer/dashboard.html') },
      },
    },
    overlay: {
      consumer: 'client',
      build: {
        outDir: resolve(root, 'dist/overlay'),
        emptyOutDir: true,
        target: 'chrome103',
        cssTarget: 'chrome103',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: resolve(root, 'renderer/overlay.html') },
      },
    },
    node: {
      consumer: 'server',
      resolve: {
        noExternal: true,
        external: builtinModules.flatMap((name) => [name, `node:${name}`]),
      },
      build: {
        outDir: resolve(root, 'dist/node'),
        emptyOutDir: true,
        target: 'node24',
        ssr: true,
        minify: false,
        sourcemap: false,
        rolldownOptions: {
          input: {
            headless: resolve(root, 'electron/headless.ts'),
            simulator: resolve(root, 'electron/simulator/main.ts'),
          },
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
          },
        },
      },
    },
  },
});
