import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import type { LogRing } from '../base/log-ring.ts';
import type { LoopHealth } from '../base/loop-watch.ts';
import type { CareHost } from '../wiring/care-host.ts';

/** Beside the built host, and beside its source. */
const PACKAGE_FILES = ['../package.json', '../../package.json'].map((path) =>
  join(import.meta.dirname, path),
);

/** Nobody sits at this computer: it shows paths and opens nothing. */
export function headlessCare(
  logs: LogRing,
  loops: () => LoopHealth,
  restart: () => void,
): CareHost {
  return {
    ...{ kind: 'headless', logs, loops, restart },
    version: ownVersion(),
    // The log goes to standard error: who wants to keep it does so there.
    earlierLog: async () => '',
    openFolder: null,
  };
}

/** Empty where it cannot be found out. */
function ownVersion(): string {
  for (const file of PACKAGE_FILES) {
    try {
      const content = parseJson(readFileSync(file, 'utf8'));
      if (isJsonObject(content) && content['name'] === 'stagelight') {
        return String(content['version']);
      }
    } catch {
      // The next place.
    }
  }
  return '';
}
