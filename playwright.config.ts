import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from '@playwright/test';
import { HANGS_MS, TEST_HANGS_MS } from './tests/support/hangs.ts';

/** The headless shell where there is one: Chromium without its own windows takes half the time. */
const executablePath = process.env['CHROMIUM_SHELL_PATH'] ?? process.env['CHROMIUM_PATH'];

/**
 * What Chromium would start beside each page and no test needs: two pages of its address field, and a
 * process for the next site. Together they cost a fifth of all the tests' time.
 */
const IDLE_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

/** The features that Playwright itself turns off: of two such switches Chromium hears only the last. */
function playwrightsFeatures(): readonly string[] {
  const bundle = createRequire(import.meta.url).resolve('playwright-core/lib/coreBundle');
  const [, list] = /disabledFeatures = \[([^\]]+)\]/.exec(readFileSync(bundle, 'utf8')) ?? [];
  const features = [...(list ?? '').matchAll(/^\s*"(\w+)"/gm)].flatMap(([, name]) => name ?? []);
  if (features.length === 0) throw new Error(`Playwright's own features are not in ${bundle}`);
  return features;
}

/** Needs a real espeak-ng: `npm run test:voices`. */
const REAL_VOICES = /core-voices\.spec\.ts$/;

/** Looks of every theme, size and language, and an hour of the overlay: `npm run test:looks`. */
const LONG = /(overlay-hours|overlay-shapes|\/pictures|pseudo-language)\.spec\.ts$/;
/** The same of whole pages, and what tests with this tag look at besides. */
const LOOKS = /@look/;

/**
 * Real Chromium against the built pages, the built host, and the built app. What passes only at its second try is
 * named at the end of a run, and more than two of these fail it (`scripts/lib/suites.mjs`).
 */
export default defineConfig({
  testDir: 'tests/e2e',
  // Test by test, so that no worker is done while the other one has half a file before it.
  fullyParallel: true,
  // As many as a small machine has cores: with more, a page may be too slow for its own limits.
  workers: 2,
  retries: 1,
  timeout: TEST_HANGS_MS,
  expect: {
    timeout: HANGS_MS,
    // Letters differ by a shade at their edges from one machine to another; a look that changed differs by far more.
    toHaveScreenshot: {
      pathTemplate: '{testDir}/pictures/{arg}{ext}',
      animations: 'disabled',
      maxDiffPixelRatio: 0.005,
      threshold: 0.2,
    },
  },
  // A picture that is missing is a failure; `--update-snapshots` takes it.
  updateSnapshots: 'none',
  forbidOnly: true,
  reporter: 'line',
  projects: [
    {
      name: 'desktop',
      testMatch: 'desktop/**/*.spec.ts',
      outputDir: '.cache/e2e/desktop',
      // The tests of a file share what a computer has once: a clipboard, the window in front.
      fullyParallel: false,
      workers: 2,
    },
    {
      name: 'browser',
      testIgnore: ['desktop/**', 'pages/**', REAL_VOICES, LONG],
      grepInvert: LOOKS,
      outputDir: '.cache/e2e/browser',
    },
    {
      name: 'pages',
      testMatch: 'pages/**/*.spec.ts',
      grepInvert: LOOKS,
      outputDir: '.cache/e2e/pages',
    },
    { name: 'long', testMatch: LONG, outputDir: '.cache/e2e/long' },
    {
      name: 'looks',
      testIgnore: ['desktop/**', REAL_VOICES, LONG],
      grep: LOOKS,
      outputDir: '.cache/e2e/looks',
    },
    { name: 'voices', testMatch: REAL_VOICES, outputDir: '.cache/e2e/voices' },
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    // A laptop's, which costs less to draw than a broadcast's. Specs that need that one say so.
    viewport: { width: 1280, height: 800 },
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // It takes a third of a run's time; `--trace=retain-on-failure` records it for who looks for a failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // As browsers have it: the headless shell alone gives sites no processes of their own by itself.
        '--site-per-process',
        // As in OBS. Otherwise a page has sound only once it was clicked, and sometimes before.
        '--autoplay-policy=no-user-gesture-required',
        `--disable-features=${[...playwrightsFeatures(), ...IDLE_FEATURES].join(',')}`,
      ],
    },
  },
});
