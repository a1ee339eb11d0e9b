import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { CommandAnswer } from '../../shared/preload.ts';
import type { Settings } from '../../shared/settings.ts';
import type { LaunchedApp } from './desktop-launch.ts';
import { openAddress } from './headless-process.ts';
import type { Stage } from './stage.ts';
import { text } from './texts.ts';

interface DashboardWindow extends Window {
  readonly stagelight?: { command(name: unknown, args: unknown): Promise<CommandAnswer> };
}

/** Asks the app for something as its dashboard's page does; whatever the arguments are. */
export function command(page: Page, name: unknown, args: unknown = {}): Promise<CommandAnswer> {
  return page.evaluate(
    ([wanted, given]) => {
      const { stagelight } = window as DashboardWindow;
      if (!stagelight) throw new Error('This page has no bridge');
      return stagelight.command(wanted, given);
    },
    [name, args],
  );
}

export async function commandDone(page: Page, name: string, args: unknown = {}): Promise<void> {
  expect(await command(page, name, args)).toMatchObject({ ok: true });
}

/** Writes down what the system is asked to open, instead of opening it. */
export async function recordOpened(launched: LaunchedApp): Promise<() => Promise<string[]>> {
  await launched.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, '__opened', opened);
    shell.openExternal = async (address) => {
      opened.push(address);
    };
  });
  return () => launched.app.evaluate(() => [...(Reflect.get(globalThis, '__opened') as string[])]);
}

/** What the form of the first run is filled with to reach the simulator. */
export function connectForm({ simulator, redirectUri }: Stage) {
  return {
    clientId: simulator.clientId,
    clientSecret: simulator.clientSecret,
    baseUrl: simulator.baseUrl,
    authUrl: simulator.baseUrl,
    redirectUri,
  };
}

/** Settings of somebody who has entered the application; its secret is in no settings. */
export function settingsFor(stage: Stage) {
  const { clientSecret: _, ...connect } = connectForm(stage);
  return { connect, desktop: { mode: 'connect', step: 'done' } } as const;
}

/** Enters the secret into an app that was started with `settingsFor`, and signs in. */
export async function connectLive(launched: LaunchedApp, stage: Stage): Promise<Page> {
  const page = await launched.dashboard();
  const opened = await recordOpened(launched);
  await commandDone(page, 'setup.connect', connectForm(stage));
  await commandDone(page, 'setup.go', { step: 'done' });
  await expect.poll(async () => (await command(page, 'sign-in.start')).ok).toBe(true);
  await expect.poll(async () => (await opened()).length).toBeGreaterThan(0);
  await openAddress((await opened()).at(-1) ?? '');
  await expect(page.locator('.strip').getByText(text('state.live'))).toBeVisible();
  return page;
}

/** Shows the overlay window and answers its page, once it has been greeted by the core. */
export async function showOverlay(launched: LaunchedApp, look: object = {}): Promise<Page> {
  const dashboard = await launched.dashboard();
  await commandDone(dashboard, 'overlay-window.set', { shown: true, ...look });
  const page = await launched.overlay();
  await page.locator(':root[data-window]').waitFor();
  return page;
}

export async function readSettings(launched: LaunchedApp): Promise<Settings> {
  return JSON.parse(await readFile(join(launched.place.userData, 'settings.json'), 'utf8'));
}

/** Two frames of the screen: what was asked for before them is drawn. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
}
