import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileVault } from '../../../electron/auth/file-vault.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { createFiles } from '../../../electron/base/files.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { makeKey, systemRandom } from '../../../electron/base/random.ts';
import { type Core, startCore } from '../../../electron/core.ts';
import { NoticeBoard } from '../../../electron/host/notice-board.ts';
import { SettingsFile } from '../../../electron/settings/settings-file.ts';
import type { Simulator } from '../../../electron/simulator/server.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { WORKER_FILE } from '../../support/worker-file.ts';

export interface CoreWorld {
  readonly core: Core;
  readonly lines: string[];
  /** Every status that was told, as it would be sent. */
  readonly told: AppStatus[];
  /** Opens the sign-in address that waits, as a person with a browser would. */
  approve(): Promise<void>;
  /** Resolves with the first status, present or to come, that `test` accepts. */
  until(test: (status: AppStatus) => boolean): Promise<AppStatus>;
}

export interface CoreWorldOptions {
  readonly simulator: Simulator;
  readonly redirectUri: string;
  readonly folder: string;
  /** Another address than the simulator's own, such as one that is not safe. */
  readonly baseUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
}

export const isLive = ({ connection }: AppStatus): boolean => connection.state === 'live';
export const isWaitingForSomebody = ({ signInUrl }: AppStatus): boolean => signInUrl !== null;

/** A whole core in this process, against a simulator, with real files and sockets. */
export async function startCoreWorld(options: CoreWorldOptions): Promise<CoreWorld> {
  const { simulator, redirectUri, folder } = options;
  const clock = systemClock;
  const files = createFiles(clock);
  const lines: string[] = [];
  const redactor = new Redactor();
  const log = createLogger(clock, redactor, (line) => lines.push(line));
  const notices = new NoticeBoard(clock, log);
  const onProblem = notices.add.bind(notices);
  const parts = { files, clock, log, onProblem };
  const core = await startCore({
    workerFile: WORKER_FILE,
    clock,
    random: systemRandom,
    makeKey,
    log,
    redactor,
    notices,
    fetch: options.fetch ?? globalThis.fetch,
    vault: new FileVault({ path: join(folder, 'vault.json'), redactor, ...parts }),
    settings: await SettingsFile.load({ path: join(folder, 'settings.json'), ...parts }),
    openBrowser: null,
    systemLanguage: 'ko',
    dataDir: folder,
    pages: { overlay: page(folder, 'overlay'), dashboard: page(folder, 'dashboard') },
    baseUrl: options.baseUrl ?? simulator.baseUrl,
    authUrl: simulator.baseUrl,
    redirectUri,
    clientId: simulator.clientId,
    clientSecret: simulator.clientSecret,
    port: 0,
    timeScale: 1,
    demo: false,
  });
  const told: AppStatus[] = [];
  core.status.onChange((status) => told.push(status));
  const until: CoreWorld['until'] = (test) => {
    const present = core.status.read();
    if (test(present)) return Promise.resolve(present);
    return new Promise((resolve) => {
      const subscription = core.status.onChange((status) => {
        if (!test(status)) return;
        subscription.dispose();
        resolve(status);
      });
    });
  };
  return {
    core,
    lines,
    told,
    until,
    async approve() {
      const { signInUrl } = await until(isWaitingForSomebody);
      const answer = await fetch(signInUrl ?? '', { redirect: 'follow' });
      await answer.arrayBuffer();
    },
  };
}

function page(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, `${name}.html`), '<!doctype html><title>page</title>');
  return path;
}
