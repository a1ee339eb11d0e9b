import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';
import manifest from './package.json' with { type: 'json' };

const root = import.meta.dirname;
const version = process.env['STAGELIGHT_BUILD_ID'] ?? manifest.version;

const ofNode = builtinModules.flatMap((name) => [name, `node:${name}`]);

/** A sandboxed preload is one CommonJS file that can require nothing but `electron`. */
function preload(name: string, input: string, emptyOutDir: boolean): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: ['electron'] },
    build: {
      outDir: resolve(root, 'dist/preload'),
      emptyOutDir,
      copyPublicDir: false,
      target: 'chrome140',
      ssr: true,
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        input: { [name]: resolve(root, input) },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  };
}

/** What a widget of somebody else's finds in its frame: plain scripts, in the order of the page. */
function widgetScript(name: 'frame' | 'jquery'): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: resolve(root, 'dist/overlay/widget-frame'),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'chrome103',
      modulePreload: false,
      rolldownOptions: {
        input: { [name]: resolve(root, `renderer/widget-frame/${name}.ts`) },
        output: { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  };
}

/**
 * One `vite build` makes everything that ships: both pages, the Node host, the desktop app's main
 * process and its preloads.
 * The overlay is lowered to Chrome 103, the Chromium of OBS 28 to 30; OBS 31 has 127.
 */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: './',
  // The typefaces' licences travel with the typefaces.
  publicDir: resolve(root, 'assets/public'),
  plugins: [react()],
  define: {
    __BUILD_ID__: JSON.stringify(version),
    // A library of the tests brings native code that `ws` would take along (decision 018).
    'process.env.WS_NO_BUFFER_UTIL': JSON.stringify('1'),
  },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: resolve(root, 'dist/dashboard'),
        emptyOutDir: true,
        // It comes from this very machine.
        chunkSizeWarningLimit: 4_000,
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
        rolldownOptions: {
          input: resolve(root, 'renderer/overlay.html'),
          // What every page loads is one file, however many parts use it.
          output: { codeSplitting: { groups: [{ name: 'overlay', tags: ['$initial'] }] } },
        },
      },
    },
    widgetFrame: widgetScript('frame'),
    widgetJquery: widgetScript('jquery'),
    node: {
      consumer: 'server',
      resolve: {
        noExternal: true,
        external: ofNode,
      },
      build: {
        outDir: resolve(root, 'dist/node'),
        emptyOutDir: true,
        chunkSizeWarningLimit: 4_000,
        target: 'node24',
        ssr: true,
        minify: false,
        sourcemap: false,
        rolldownOptions: {
          input: {
            headless: resolve(root, 'electron/headless.ts'),
            simulator: resolve(root, 'electron/simulator/main.ts'),
            worker: resolve(root, 'electron/worker.ts'),
          },
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
          },
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron', ...ofNode] },
      build: {
        outDir: resolve(root, 'dist/main'),
        emptyOutDir: true,
        // Nobody downloads it: the size that matters is that of the installer.
        chunkSizeWarningLimit: 4_000,
        copyPublicDir: false,
        target: 'node24',
        ssr: true,
        minify: false,
        sourcemap: false,
        rolldownOptions: {
          input: {
            main: resolve(root, 'electron/main.ts'),
            worker: resolve(root, 'electron/worker.ts'),
          },
          external: ['electron'],
          output: {
            format: 'es',
            // A sixth of the file, which nobody reads there.
            comments: { jsdoc: false, annotation: false },
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
          },
        },
      },
    },
    preload: preload('dashboard', 'electron/preload.ts', true),
    // The same folder, which the one before has emptied.
    overlayPreload: preload('overlay', 'electron/overlay-preload.ts', false),
  },
});
