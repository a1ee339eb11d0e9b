import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnerAction } from '../../shared/contract/owner.ts';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { coreTexts } from '../base/errors.ts';
import type { LogRing } from '../base/log.ts';
import type { LoopHealth } from '../base/loop-watch.ts';
import type { MaintenanceHost } from '../host/core-options.ts';

/** What stands in the terminal, in every language: who reads it is not known. */
function codeLines(code: string, action: OwnerAction): string {
  const asked = LANGUAGES.map((language) => {
    const values = { action: { key: `owner-code.${action}` as const } };
    return coreTexts(language)('owner-code.asked', values);
  });
  return `\n  ${[code, ...asked].join('\n  ')}\n\n`;
}

/** `write`: to the terminal, past the log, which dashboards can read. */
export function headlessMaintenance(
  logs: LogRing,
  loops: () => LoopHealth,
  restart: () => void,
  write: (text: string) => void,
): MaintenanceHost {
  return {
    kind: 'headless',
    logs,
    loops,
    restart,
    sayCode: (code, action) => write(codeLines(code, action)),
    version: ownVersion(),
    // The log goes to standard error: who wants to keep it does so there.
    earlierLog: async () => '',
    openFolder: null,
  };
}

/** Empty where it cannot be found out. */
function ownVersion(): string {
  // Beside the built host, and beside its source.
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const content = parseJson(readFileSync(join(import.meta.dirname, path), 'utf8'));
      if (isJsonObject(content) && content['name'] === 'stagelight') {
        return String(content['version']);
      }
    } catch {
      // The next place.
    }
  }
  return '';
}
