import { test as base, expect, type Page } from '@playwright/test';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../../shared/settings.ts';
import {
  commandDone,
  connectLive,
  readSettings,
  settingsFor,
} from '../../support/desktop-deeds.ts';
import { findElectron, isStandin } from '../../support/desktop-electron.ts';
import {
  type DesktopPlace,
  type LaunchedApp,
  type LaunchOptions,
  launchApp,
  leavePlace,
  makePlace,
} from '../../support/desktop-launch.ts';
import { STANDIN_GAPS } from '../../support/desktop-standin.ts';
import { openPlace } from '../../support/places.ts';
import { type Stage, setStage } from '../../support/stage.ts';

interface Fixtures {
  /** Skips what is not for this machine, before anything is started for it. */
  readonly suited: undefined;
  readonly place: DesktopPlace;
  /** Starts the app in the test's place: a second time, as after a restart. */
  readonly launch: (options?: LaunchOptions) => Promise<LaunchedApp>;
  /** Every app that the test has started. */
  readonly apps: LaunchedApp[];
  /** Complaints that a test provokes on purpose. */
  readonly provoked: RegExp[];
  /** A platform for the app to connect to. */
  readonly stage: Stage;
}

const electronProgram = findElectron();

/** Why a test is not for this machine, by its tag. */
const SKIPPED: Readonly<Record<string, string | false>> = {
  '@standin':
    electronProgram !== null &&
    !isStandin(electronProgram) &&
    'This is Electron itself: only the stand-in can press hotkeys, move displays and imitate systems',
  '@electron':
    isStandin(electronProgram ?? '') &&
    'Pages of the stand-in are at an address that widgets of others do not let frame them',
  '@linux': process.platform !== 'linux' && 'This is about Linux',
};

/** Of the complaints since the last look. */
export function expectNoneBut(provoked: readonly RegExp[], { complaints }: LaunchedApp): void {
  const unwanted = complaints
    .splice(0)
    .filter((text) => !provoked.some((known) => known.test(text)));
  expect(unwanted).toEqual([]);
}

export const test = base.extend<Fixtures>({
  suited: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use, { tags }) => {
      base.skip(electronProgram === null, 'Electron is not on this machine');
      for (const tag of tags) base.skip(Boolean(SKIPPED[tag]), SKIPPED[tag] || '');
      await use(undefined);
    },
    { auto: true },
  ],
  place: async ({ suited: _ }, use) => {
    const place = await makePlace();
    await use(place);
    expect(await leavePlace(place)).toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  provoked: async ({}, use) => use([STANDIN_GAPS]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  apps: async ({}, use) => use([]),
  launch: async ({ place, provoked, apps }, use) => {
    await use(async (options) => {
      const launched = await launchApp(place, { settings: {}, ...options });
      apps.push(launched);
      return launched;
    });
    for (const launched of apps) await launched.end();
    for (const launched of apps) expect(await launched.left()).toEqual([]);
    for (const launched of apps) expectNoneBut(provoked, launched);
  },
  stage: async ({ apps }, use) => {
    const stage = await setStage();
    await use(stage);
    // The apps go before their platform, or they would complain that it is gone.
    for (const launched of apps) await launched.end();
    expect(stage.simulator.requestLog.broken()).toEqual([]);
    await stage.dispose();
  },
});

/** Settings of somebody who has been through the first run with the demo. */
export const DEMO = { desktop: { mode: 'demo', step: 'done' } } as const;
/** Of somebody who has left it, without anything connected. */
export const LEFT = { desktop: { mode: 'undecided', step: 'done' } } as const;

/** The settings without what windows write down by themselves: where they stand. */
async function chosenSettings(launched: LaunchedApp): Promise<Settings> {
  const settings = settingsSchema.parse(await readSettings(launched));
  const { overlayWindow, desktop } = DEFAULT_SETTINGS;
  return {
    ...settings,
    overlayWindow: {
      ...settings.overlayWindow,
      places: overlayWindow.places,
      display: overlayWindow.display,
    },
    desktop: {
      ...settings.desktop,
      toldAboutTray: desktop.toldAboutTray,
      dashboard: desktop.dashboard,
    },
  };
}

/**
 * An app for many tests. Each has to leave it as it was, or fails: its settings but for the overlay's
 * look, which is put back, and no window but the dashboard.
 */
class SharedApp {
  readonly launched: LaunchedApp;
  #before: Settings | null = null;

  constructor(launched: LaunchedApp) {
    this.launched = launched;
  }

  async lend(provoked: readonly RegExp[], use: () => Promise<void>): Promise<void> {
    this.#before ??= await chosenSettings(this.launched);
    await use();
    await this.#tidy(this.#before);
    expectNoneBut(provoked, this.launched);
  }

  async #tidy(before: Settings): Promise<void> {
    const { launched } = this;
    const page = await launched.dashboard();
    const { places: _, display: __, ...look } = DEFAULT_SETTINGS.overlayWindow;
    await commandDone(page, 'overlay-window.set', look);
    await expect.poll(() => launched.addresses()).toEqual(['app://dashboard/']);
    await expect.poll(() => chosenSettings(launched)).toEqual(before);
  }

  async end(): Promise<void> {
    const { launched } = this;
    await launched.end();
    expect(await launched.left()).toEqual([]);
    expect(await leavePlace(launched.place)).toEqual([]);
  }
}

interface Live {
  readonly launched: LaunchedApp;
  readonly stage: Stage;
  /** Of the dashboard. */
  readonly page: Page;
}

interface WorkerFixtures {
  /** Started by the first test that asks for it: not every machine has Electron. */
  readonly quietApp: () => Promise<SharedApp>;
  readonly liveApp: () => Promise<{ readonly shared: SharedApp; readonly stage: Stage }>;
}

/**
 * For tests that leave nothing behind: one app for all that a worker runs of them. A test that fails
 * ends it with its worker.
 */
export const sharingTest = test.extend<
  { readonly quiet: LaunchedApp; readonly live: Live },
  WorkerFixtures
>({
  quietApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      let started: Promise<SharedApp> | null = null;
      const start = async () =>
        new SharedApp(await launchApp(await makePlace(), { settings: LEFT }));
      await use(() => (started ??= start()));
      await (await (started as Promise<SharedApp> | null))?.end();
    },
    { scope: 'worker' },
  ],
  liveApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      let started: Promise<{ shared: SharedApp; stage: Stage }> | null = null;
      const start = async () => {
        const stage = await setStage();
        const launched = await launchApp(await makePlace(), { settings: settingsFor(stage) });
        await connectLive(launched, stage);
        return { shared: new SharedApp(launched), stage };
      };
      await use(() => (started ??= start()));
      const live = await (started as Promise<{ shared: SharedApp; stage: Stage }> | null);
      if (!live) return;
      await live.shared.end();
      expect(live.stage.simulator.requestLog.broken()).toEqual([]);
      await live.stage.dispose();
    },
    { scope: 'worker' },
  ],
  /** Nothing is connected. */
  quiet: async ({ suited: _, provoked, quietApp }, use) => {
    const shared = await quietApp();
    await shared.lend(provoked, () => use(shared.launched));
  },
  /** Signed in, with a channel that receives. */
  live: async ({ suited: _, provoked, liveApp }, use) => {
    const { shared, stage } = await liveApp();
    const { launched } = shared;
    const page = await launched.dashboard();
    await shared.lend(provoked, () => use({ launched, stage, page }));
    await openPlace(page, 'live');
  },
});

export { expect } from '@playwright/test';
