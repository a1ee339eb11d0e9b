import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeLogger } from 'electron-log';
import type { LogSink } from '../../base/log.ts';

export const LOG_NAME = 'stagelight.log';

const MAX_BYTES = 5 * 1024 * 1024;
const OLD_FILES = 3;
const OWNER_ONLY = 0o600;

interface FileLogOptions {
  readonly folder: string;
  /** `electron-log/node`: unlike `electron-log/main` it opens no channel to pages. */
  readonly electronLog: NodeLogger;
  /** Lines also go to the console: for developers, never in a packaged app. */
  readonly console: boolean;
}

/**
 * Writes finished lines to `stagelight.log`, at once, so that a crash keeps them; at 5 MB the file
 * becomes `stagelight.1.log`, and three old ones are kept. A disk that refuses loses lines and
 * nothing else: never throws. The lines are whole and redacted: nothing is added or formatted.
 */
export function fileLog({ folder, electronLog, console }: FileLogOptions): LogSink {
  silence(electronLog);
  // The library's own complaints go past the levels.
  electronLog.transports.console.writeFn = () => undefined;
  const logger = electronLog.create({ logId: 'stagelight' });
  silence(logger);
  const { file, console: screen } = logger.transports;
  // Else the library looks for a package.json to name the app by.
  file.setAppName('Stagelight');
  file.level = 'silly';
  file.sync = true;
  file.maxSize = MAX_BYTES;
  file.writeOptions = { flag: 'a', mode: OWNER_ONLY, encoding: 'utf8' };
  file.resolvePathFn = () => join(folder, LOG_NAME);
  file.archiveLogFn = () => rotate(folder);
  // Passed unchanged: the library would treat `%c` and the like as formatting.
  file.transforms = [({ data }) => String(data[0])];
  if (console) {
    screen.level = 'silly';
    screen.transforms = [({ data }) => data];
  }
  return (line, level) => logger[level](line);
}

/** Nothing leaves by itself: no console, no pages, no network. */
function silence(logger: NodeLogger): void {
  const { transports } = logger;
  for (const transport of Object.values(transports)) if (transport) transport.level = false;
}

/** A step that fails (a file is held, or not there) costs old lines at most. */
function rotate(folder: string): void {
  const old = (count: number): string =>
    count === 0 ? join(folder, LOG_NAME) : join(folder, LOG_NAME.replace('.log', `.${count}.log`));
  attempt(() => rmSync(old(OLD_FILES), { force: true }));
  for (let count = OLD_FILES - 1; count >= 0; count -= 1) {
    attempt(() => renameSync(old(count), old(count + 1)));
  }
}

function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The log cannot log its own trouble.
  }
}
