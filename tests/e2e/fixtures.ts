import { type BrowserContext, test as base } from '@playwright/test';
import { HeadlessProcess } from '../support/headless-process.ts';
import { ServedCore } from '../support/served-core.ts';
import { type Stage, setStage } from '../support/stage.ts';

/** What pages complain about, from now on. */
function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('weberror', (failure) => complaints.push(failure.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error')
      complaints.push(`${message.text()} at ${message.location().url}`);
  });
  return complaints;
}

interface PageFixtures {
  /** Says and answers what the test has it say; it never changes by itself. */
  readonly core: ServedCore;
  readonly overlayUrl: string;
  readonly dashboardUrl: string;
  readonly complaints: string[];
}

/** For specs of a page: the built pages on a scripted core, without a platform or a host. */
export const pageTest = base.extend<PageFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  core: async ({}, use) => {
    const core = await ServedCore.start();
    await use(core);
    await core.dispose();
  },
  overlayUrl: async ({ core }, use) => use(core.overlayUrl),
  dashboardUrl: async ({ core }, use) => use(core.dashboardUrl),
  complaints: [
    // It takes the core and so ends before it: a page would complain that its core is gone.
    async ({ context, core }, use) => {
      const complaints = complaintsOf(context);
      await use(complaints);
      base.expect(complaints).toEqual([]);
      base.expect(core.faults).toEqual([]);
    },
    { auto: true },
  ],
});

interface HostFixtures {
  /** A simulator of its own for every test. */
  readonly stage: Stage;
  /** A signed-in, live host on that simulator. */
  readonly host: HeadlessProcess;
  readonly overlayUrl: string;
  readonly dashboardUrl: string;
  /** Whatever the pages of this test complained about; a test ends with none. */
  readonly complaints: string[];
}

/** For specs of the way from the platform to a page, and back: a simulator and a real host. */
export const hostTest = base.extend<HostFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  stage: async ({}, use) => {
    const stage = await setStage();
    await use(stage);
    await stage.dispose();
  },
  host: async ({ stage }, use) => {
    await use(await stage.startLive(['--events']));
  },
  overlayUrl: async ({ host }, use) => {
    await use(await host.addressOf('overlayUrl'));
  },
  dashboardUrl: async ({ host }, use) => {
    await use(await host.addressOf('dashboardUrl'));
  },
  complaints: [
    // It takes the stage and so ends before it: a page would complain that its host is gone.
    async ({ context, stage }, use) => {
      const complaints = complaintsOf(context);
      await use(complaints);
      base.expect(complaints).toEqual([]);
      base.expect(stage.simulator.requestLog.broken()).toEqual([]);
    },
    { auto: true },
  ],
});

/** The demo as somebody sees it who has just typed the first command of the README. */
export const demoTest = base.extend<{ readonly demo: HeadlessProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  demo: async ({}, use) => {
    const demo = new HeadlessProcess(['--demo', '--no-open', '--port', '0']);
    await use(demo);
    demo.child.kill('SIGKILL');
    await demo.exited;
  },
});

/** The picture of most broadcasts, for `test.use`. */
export const ON_AIR = { viewport: { width: 1920, height: 1080 } };

export { expect } from '@playwright/test';
