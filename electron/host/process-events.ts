import type { Logger } from '../base/log.ts';

/** Resolves at the first SIGINT or SIGTERM, or when the reader of our output is gone. */
export function waitForStop(process: NodeJS.Process): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => resolve();
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    // Sent by a closed terminal, on Windows too.
    process.on('SIGHUP', stop);
    process.stdout.on('error', stop);
    // The log has lost its reader; the broadcast continues without it.
    process.stderr.on('error', () => undefined);
  });
}

/** Logs uncaught failures instead of ending the broadcast. */
export function logStrayFailures(process: NodeJS.Process, log: Logger): void {
  process.on('uncaughtException', (failure) => log.error('uncaught exception', { failure }));
  process.on('unhandledRejection', (failure) => log.error('unhandled rejection', { failure }));
}
