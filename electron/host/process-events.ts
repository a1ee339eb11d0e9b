import type { Logger } from '../base/log.ts';

/**
 * Resolves at the first SIGINT or SIGTERM, or when whoever read our output is gone; what comes
 * after that is swallowed while the stop goes on.
 */
export function waitForStop(process: NodeJS.Process): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => resolve();
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    // A closed terminal sends this one, on Windows too.
    process.on('SIGHUP', stop);
    process.stdout.on('error', stop);
    // Nobody reads the log any more; a broadcast goes on without it.
    process.stderr.on('error', () => undefined);
  });
}

/** A failure that nobody caught is written down; a broadcast is not ended for it. */
export function logStrayFailures(process: NodeJS.Process, log: Logger): void {
  process.on('uncaughtException', (failure) => log.error('uncaught exception', { failure }));
  process.on('unhandledRejection', (failure) => log.error('unhandled rejection', { failure }));
}
