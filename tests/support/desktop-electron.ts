import { createRequire } from 'node:module';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

interface StartModule {
  electronHere(): string | null;
}

/** The program that the app runs on, if it is on this machine; nothing is fetched for it. */
export async function findElectron(): Promise<string | null> {
  const script = resolve(root, 'scripts/lib/start.mjs');
  const { electronHere }: StartModule = await import(script);
  return electronHere();
}

/** A stand-in is named by the variable that Electron's own tools know. */
export const isOverridden = process.env['ELECTRON_OVERRIDE_DIST_PATH'] !== undefined;

/** Only Electron itself refuses root, on Linux. */
export const ROOT_ARGS: readonly string[] =
  process.platform === 'linux' && process.getuid?.() === 0 && !isOverridden ? ['--no-sandbox'] : [];

export const requireFromRoot = createRequire(resolve(root, 'package.json'));
