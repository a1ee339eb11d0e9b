import { spawn } from 'node:child_process';
import { isAbsolute, sep } from 'node:path';
import type { App } from 'electron';
import { type Clock, delay } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { HIDDEN_ARGUMENT } from './start-with-system.ts';

export interface StartAnewOptions {
  readonly app: Pick<App, 'relaunch' | 'releaseSingleInstanceLock'> & {
    once(event: 'quit', listener: () => void): unknown;
  };
  readonly argv: readonly string[];
  readonly image: string | null;
  readonly launch: (program: string, args: readonly string[]) => void;
  readonly quit: () => void;
}

/** Restarts the app with its window visible. Once, as each call would start another app. */
export function startAnew({ app, argv, image, launch, quit }: StartAnewOptions): () => void {
  const args = argv.slice(1).filter((argument) => argument !== HIDDEN_ARGUMENT);
  let hasBegun = false;
  return () => {
    if (hasBegun) return;
    hasBegun = true;
    if (image === null) app.relaunch({ args });
    // Electron's own helper would run inside the image and die with this program.
    else {
      app.once('quit', () => {
        // Otherwise the new app would detect this one as already running.
        app.releaseSingleInstanceLock();
        launch(image, args);
      });
    }
    quit();
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The AppImage file that `program` runs from; null if none. The variables alone prove nothing:
 * programs started by an AppImage inherit them.
 */
export function imageOf(environment: Environment, program: string): string | null {
  const image = environment['APPIMAGE'];
  const folder = environment['APPDIR'];
  if (!image || !folder || !isAbsolute(image) || !isAbsolute(folder)) return null;
  return program.startsWith(folder + sep) ? image : null;
}

/** Starts programs that replace this one: they wait for its end. */
export function launcher(log: Logger): StartAnewOptions['launch'] {
  return (program, args) => {
    const env = { ...process.env, [TAKES_OVER]: '1' };
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env });
    child.once('error', (failure) => log.error('the app could not be started anew', { failure }));
    child.unref();
  };
}

/** Set for a program that replaces the one that starts it. */
export const TAKES_OVER = 'STAGELIGHT_TAKES_OVER';
/** Set by electron-updater, which starts the new AppImage before the old one has ended. */
const AFTER_UPDATE = 'APPIMAGE_SILENT_INSTALL';

/** Quitting takes two seconds, or more on a busy computer. */
export const TAKE_OVER_MS = 10_000;
const LOOK_EVERY_MS = 100;

/**
 * Whether the app that this one replaces may still be ending. Removes the variables, so that its
 * own children do not inherit them.
 */
export function isTakingOver(environment: Record<string, string | undefined>): boolean {
  const is = environment[TAKES_OVER] === '1' || environment[AFTER_UPDATE] === 'true';
  delete environment[TAKES_OVER];
  delete environment[AFTER_UPDATE];
  return is;
}

/** Retries for at most ten seconds; returns whether it succeeded. */
export async function untilFree(isFree: () => boolean, clock: Clock): Promise<boolean> {
  const end = clock.monotonic() + TAKE_OVER_MS;
  while (!isFree()) {
    if (clock.monotonic() >= end) return false;
    await delay(clock, LOOK_EVERY_MS);
  }
  return true;
}
