import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnerAction } from '../../shared/contract/owner.ts';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import type { LocalText } from '../../shared/problem.ts';
import type { LogRing } from '../base/log-ring.ts';
import type { LoopHealth } from '../base/loop-watch.ts';
import type { CareHost } from '../wiring/care-host.ts';

/** Beside the built host, and beside its source. */
const PACKAGE_FILES = ['../package.json', '../../package.json'].map((path) =>
  join(import.meta.dirname, path),
);

const ACTIONS: Readonly<Record<OwnerAction, LocalText>> = {
  'backup-secrets': { ko: '비밀 정보를 담은 백업', en: 'a backup with secrets' },
  restore: { ko: '백업 복원', en: 'the restore of a backup' },
  'renew-key': { ko: '새 주소 만들기', en: 'a new address' },
  'set-port': { ko: '포트 바꾸기', en: 'another port' },
};

/** What stands in the terminal. */
function codeLines(code: string, action: OwnerAction): string {
  const { ko, en } = ACTIONS[action];
  return `
  ${code}
  대시보드에서 요청했어요: ${ko}. 직접 요청했다면 위 코드를 대시보드에 입력해 주세요(5분, 한 번).
  요청한 적이 없다면 입력하지 말고 대시보드 주소를 새로 만들어 주세요.
  A dashboard asks for ${en}. If it was you, enter the code there (five minutes, once).
  If it was not, do not enter it, and make a new dashboard address.

`;
}

/**
 * Nobody sits at this computer: it shows paths and opens nothing.
 *
 * @param write to the terminal, past the log: dashboards read that.
 */
export function headlessCare(
  logs: LogRing,
  loops: () => LoopHealth,
  restart: () => void,
  write: (text: string) => void,
): CareHost {
  return {
    ...{ kind: 'headless', logs, loops, restart },
    sayCode: (code, action) => write(codeLines(code, action)),
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
