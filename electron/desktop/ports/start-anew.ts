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
  /** How this start was asked for, the program first. */
  readonly argv: readonly string[];
  /** The AppImage that the app runs from; null: it is no AppImage. */
  readonly image: string | null;
  /** Starts a program that outlives this one. */
  readonly launch: (program: string, args: readonly string[]) => void;
  /** Begins to end the app. */
  readonly quit: () => void;
}

/**
 * Ends the app and starts it anew, with its window: whoever asks for it sits before it. Once: every
 * further wish would start one more.
 */
export function startAnew({ app, argv, image, launch, quit }: StartAnewOptions): () => void {
  const args = argv.slice(1).filter((argument) => argument !== HIDDEN_ARGUMENT);
  let hasBegun = false;
  return () => {
    if (hasBegun) return;
    hasBegun = true;
    if (image === null) app.relaunch({ args });
    // What Electron starts for it would wait inside the image, and go with it when this program ends.
    else {
      app.once('quit', () => {
        // Else the new one would take this one for one that runs.
        app.releaseSingleInstanceLock();
        launch(image, args);
      });
    }
    quit();
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file of the AppImage that `program` runs from; null: it runs from none. The variables alone say
 * nothing: a program that an AppImage has started has them, too.
 */
export function imageOf(environment: Environment, program: string): string | null {
  const image = environment['APPIMAGE'];
  const folder = environment['APPDIR'];
  if (!image || !folder || !isAbsolute(image) || !isAbsolute(folder)) return null;
  return program.startsWith(folder + sep) ? image : null;
}

/** Starts programs that take this one's place: they wait for its end, and go on after it. */
export function launcher(log: Logger): StartAnewOptions['launch'] {
  return (program, args) => {
    const env = { ...process.env, [TAKES_OVER]: '1' };
    const child = spawn(program, args, { stdio: 'ignore', detached: true, env });
    child.once('error', (failure) => log.error('the app could not be started anew', { failure }));
    child.unref();
  };
}

/** Set for a program that is started in place of the one that starts it. */
export const TAKES_OVER = 'STAGELIGHT_TAKES_OVER';
/** Set by electron-updater, which starts the new AppImage before the old one has ended. */
const AFTER_UPDATE = 'APPIMAGE_SILENT_INSTALL';

/** Quitting takes two seconds; a busy computer more. */
export const TAKE_OVER_MS = 10_000;
const LOOK_EVERY_MS = 100;

/** Whether the app that this one replaces may still be ending. What it starts itself must not think so. */
export function isTakingOver(environment: Record<string, string | undefined>): boolean {
  const is = environment[TAKES_OVER] === '1' || environment[AFTER_UPDATE] === 'true';
  delete environment[TAKES_OVER];
  delete environment[AFTER_UPDATE];
  return is;
}

/** Tries until it works, for ten seconds at most; answers whether it did. */
export async function untilFree(isFree: () => boolean, clock: Clock): Promise<boolean> {
  const end = clock.monotonic() + TAKE_OVER_MS;
  while (!isFree()) {
    if (clock.monotonic() >= end) return false;
    await delay(clock, LOOK_EVERY_MS);
  }
  return true;
}
