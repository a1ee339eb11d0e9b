import { createRequire } from 'node:module';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

interface StartModule {
  electronHere(): string | null;
  isStandin(program: string): boolean;
  displayArgs(
    args: readonly string[],
    on: { readonly platform: string; readonly environment: NodeJS.ProcessEnv },
  ): readonly string[];
}

const start: StartModule = await import(resolve(root, 'scripts/lib/start.mjs'));
export const { isStandin } = start;

/** The program that the app runs on, if it is on this machine; nothing is fetched for it. */
export const findElectron = (): string | null => start.electronHere();

/** What the start script would tell it of the screen: an app that starts itself over is lost to a test. */
export const displayArgs = (environment: NodeJS.ProcessEnv): readonly string[] =>
  isOverridden ? [] : start.displayArgs([], { platform: process.platform, environment });

/** A stand-in is named by the variable that Electron's own tools know. */
export const isOverridden = process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined;

/** Only Electron itself refuses root, on Linux. */
export const ROOT_ARGS: readonly string[] =
  process.platform === 'linux' && process.getuid?.() === 0 && !isOverridden ? ['--no-sandbox'] : [];

export const requireFromRoot = createRequire(resolve(root, 'package.json'));
