import type { Disposable } from '../../electron/base/disposables.ts';
import type { Logger, LogLevel } from '../../electron/base/log.ts';
import type { MakeKey, Random } from '../../electron/base/random.ts';
import { type Core, startCore } from '../../electron/core.ts';
import { OverlayPages } from '../../electron/features/alerts/overlay-pages.ts';
import type { SettingsKeeper } from '../../electron/settings/ports.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { AppClock } from '../support/app-clock.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import { virtualCore } from '../support/virtual-core.ts';
import type { ChaosVault } from './chaos-disk.ts';
import type { ChaosNetwork } from './chaos-network.ts';
import { ChaosPage } from './chaos-page.ts';

export interface LifeParts {
  readonly simulator: Simulator;
  readonly clock: VirtualClock;
  readonly network: ChaosNetwork;
  readonly vault: ChaosVault;
  readonly settings: SettingsKeeper;
  readonly random: Random;
  readonly makeKey: MakeKey;
  readonly redirectUri: string;
  readonly dataDir: string;
  readonly onPainted: (at: number) => void;
  readonly onComplaint: (text: string) => void;
  readonly onLog: (level: LogLevel, text: string, fields: object) => void;
}

/** One run of the app, from its start until it is stopped or killed. */
export interface Life {
  readonly core: Core;
  readonly page: ChaosPage;
  readonly clock: AppClock;
  /** Ends it as people end it; virtual time must pass for that. */
  stop(): Promise<void>;
  /** From now on nothing of it reaches the platform, the vault or a page. Its files may be copied before. */
  kill(): Promise<void>;
}

export async function startLife(parts: LifeParts): Promise<Life> {
  const { simulator, network, random, makeKey, settings, redirectUri, dataDir } = parts;
  const clock = new AppClock(parts.clock);
  let isOver = false;
  const log = watchedLog(parts, () => isOver);
  const way = network.wayOf();
  const core = await startCore({
    ...virtualCore(simulator, { clock, log, dataDir }),
    makeKey,
    settings,
    redirectUri,
    random,
    fetch: way.fetch,
    openSocket: way.openSocket,
    vault: parts.vault.of(clock, () => isOver),
  });
  const pages = new OverlayPages(core.alerts, log, clock);
  const page = new ChaosPage(core.alerts, pages, clock, parts.onPainted);
  const leave = (owned: readonly Disposable[]): void => {
    for (const one of owned) one.dispose();
  };
  return {
    core,
    page,
    clock,
    async stop() {
      leave([page, pages]);
      await core.stop();
      isOver = true;
      way.end();
    },
    async kill() {
      isOver = true;
      leave([page, pages]);
      way.end();
      clock.end();
      await core.stop();
    },
  };
}

function watchedLog({ onComplaint, onLog }: LifeParts, isOver: () => boolean): Logger {
  const write =
    (level: LogLevel): Logger['info'] =>
    (message, fields = {}) => {
      if (isOver()) return;
      onLog(level, message, fields);
      if (level === 'error') onComplaint(message);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
