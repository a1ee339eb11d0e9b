import type { Clock } from '../../electron/base/clock.ts';
import { type Logger, Redactor } from '../../electron/base/log.ts';
import { NoticeBoard } from '../../electron/host/notice-board.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { WORKER_FILE } from './worker-file.ts';

interface VirtualCore {
  readonly clock: Clock;
  readonly log: Logger;
  readonly dataDir: string;
}

/** What a core on a virtual clock starts with; its network, vault and settings are the test's own. */
export function virtualCore(simulator: Simulator, { clock, log, dataDir }: VirtualCore) {
  const { baseUrl, clientId, clientSecret } = simulator;
  return {
    clock,
    log,
    dataDir,
    baseUrl,
    clientId,
    clientSecret,
    authUrl: baseUrl,
    workerFile: WORKER_FILE,
    syncInCommits: true,
    redactor: new Redactor(),
    notices: new NoticeBoard(clock, log),
    openBrowser: null,
    systemLanguage: 'en',
    pages: { overlay: dataDir, dashboard: dataDir },
    port: 0,
    timeScale: 1,
    demo: false,
  } as const;
}
