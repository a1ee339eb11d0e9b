import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM_PATH'];

/** Real Chromium against the built host, and the built app. No retries: a test that passes only sometimes is broken. */
export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: 'line',
  projects: [
    { name: 'browser', testIgnore: 'desktop/**', outputDir: '.cache/e2e/browser' },
    { name: 'desktop', testMatch: 'desktop/**/*.spec.ts', outputDir: '.cache/e2e/desktop' },
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1920, height: 1080 },
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
});
