import { spawn } from 'node:child_process';
import { isAbsolute, sep } from 'node:path';
import type { App } from 'electron';
import type { Logger } from '../../base/log.ts';
import { HIDDEN_ARGUMENT } from './start-with-system.ts';
import { TAKES_OVER } from './take-over.ts';

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
