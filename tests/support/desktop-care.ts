import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './desktop-launch.ts';

/** A part of a page, by its heading. */
export const card = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

/**
 * Writes down that the app wishes to be started anew when it has ended; the test does it in the
 * system's place, so that it can follow. Answers the arguments of each wish, once the app has ended; none where it leaves
 * them to the system.
 */
export async function recordRestarts(launched: LaunchedApp): Promise<() => Promise<string[][]>> {
  await launched.app.evaluate(({ app }) => {
    app.relaunch = (options) => {
      process.stdout.write(`starts anew with ${JSON.stringify(options?.args ?? [])}\n`);
    };
  });
  return async () => {
    await launched.exited;
    const wishes = launched.said.matchAll(/^starts anew with (.*)$/gm);
    return [...wishes].map(([, args = '[]']) => JSON.parse(args) as string[]);
  };
}

/** Every file below a folder of the app's data, by its path in it; none where there is no folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
