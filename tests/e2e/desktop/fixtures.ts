import { test as base, expect } from '@playwright/test';
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

export { expect } from '@playwright/test';
