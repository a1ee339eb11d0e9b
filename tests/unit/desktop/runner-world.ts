import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretName, Vault } from '../../../electron/auth/ports.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { makeKey, systemRandom } from '../../../electron/base/random.ts';
import type { Core } from '../../../electron/core.ts';
import { CoreRunner } from '../../../electron/desktop/core-runner.ts';
import { NoticeBoard } from '../../../electron/host/notice-board.ts';
import type { AppMode } from '../../../shared/desktop.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { freePort } from '../../support/free-port.ts';
import { WORKER_FILE } from '../../support/worker-file.ts';
import { KeptSettings } from './hotkeys-world.ts';

class MemoryVault implements Vault {
  readonly kept = new Map<SecretName, string>();
  failure: Error | null = null;

  async read(name: SecretName): Promise<string | null> {
    if (this.failure) throw this.failure;
    return this.kept.get(name) ?? null;
  }

  async write(name: SecretName, value: string): Promise<void> {
    this.kept.set(name, value);
  }

  async remove(name: SecretName): Promise<void> {
    this.kept.delete(name);
  }
}

export interface RunnerWorldOptions {
  /** Where the core keeps what it knows. */
  readonly folder: string;
  readonly mode?: AppMode;
  readonly clientId?: string;
  readonly clientSecret?: string;
}

/** A runner of real cores, on free ports and with settings and secrets in memory. */
export async function runnerWorld(options: RunnerWorldOptions) {
  const { folder, mode = 'undecided', clientId = '', clientSecret } = options;
  const lines: string[] = [];
  const redactor = new Redactor();
  const clock = systemClock;
  const log = createLogger(clock, redactor, (line) => lines.push(line));
  const settings = new KeptSettings();
  const vault = new MemoryVault();
  if (clientSecret !== undefined) vault.kept.set('client-secret', clientSecret);
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  // Nobody listens there: a core that asks the platform anything only finds that out.
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  await settings.update(({ desktop, connect }) => ({
    port,
    desktop: { ...desktop, mode },
    connect: { ...connect, clientId, redirectUri, baseUrl: nowhere, authUrl: nowhere },
  }));
  const pages = { overlay: join(folder, 'overlay'), dashboard: join(folder, 'dashboard') };
  for (const path of Object.values(pages)) mkdirSync(path, { recursive: true });
  const opened: string[] = [];
  const notices = new NoticeBoard(clock, log);
  const runner = new CoreRunner({
    workerFile: WORKER_FILE,
    settings,
    vault,
    notices,
    clock,
    log,
    redactor,
    pages,
    makeKey,
    systemLanguage: 'ko',
    dataDir: join(folder, 'data'),
    random: systemRandom,
    fetch: globalThis.fetch,
    openBrowser: async (url) => void opened.push(url),
  });
  /** Every core that ran, null for the times between. */
  const runs: (Core | null)[] = [];
  runner.onChange(() => runs.push(runner.core));
  const setMode = (next: AppMode) =>
    settings.update(({ desktop }) => ({ desktop: { ...desktop, mode: next } }));
  return { runner, settings, vault, notices, opened, lines, runs, port, folder, nowhere, setMode };
}

/** Resolves with the first status of the core, present or to come, that `test` accepts. */
export function statusOf(core: Core, test: (status: AppStatus) => boolean): Promise<AppStatus> {
  const present = core.status.read();
  if (test(present)) return Promise.resolve(present);
  return new Promise((resolve) => {
    const subscription = core.status.onChange((status) => {
      if (!test(status)) return;
      subscription.dispose();
      resolve(status);
    });
  });
}
