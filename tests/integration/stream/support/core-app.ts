import { join } from 'node:path';
import type { SecretName, Vault } from '../../../../electron/auth/ports.ts';
import { systemClock } from '../../../../electron/base/clock.ts';
import { createFiles } from '../../../../electron/base/files.ts';
import type { Logger } from '../../../../electron/base/log.ts';
import { makeKey } from '../../../../electron/base/random.ts';
import { watchForWake } from '../../../../electron/base/wake-watch.ts';
import { type Core, startCore } from '../../../../electron/core.ts';
import { SettingsFile } from '../../../../electron/settings/settings-file.ts';
import type { Simulator } from '../../../../electron/simulator/server.ts';
import type { AppClock } from '../../../support/app-clock.ts';
import { steadyRandom } from '../../../support/steady-random.ts';
import { virtualCore } from '../../../support/virtual-core.ts';
import type { WatchedNetwork } from './watched-network.ts';

export interface CoreAppOptions {
  readonly simulator: Simulator;
  readonly clock: AppClock;
  readonly network: WatchedNetwork;
  readonly redirectUri: string;
  readonly dataDir: string;
  readonly log: Logger;
}

export interface CoreApp {
  readonly core: Core;
  readonly vault: Vault;
  /** Ends everything; simulated time must pass for it. */
  stop(): Promise<void>;
}

/** Writing to a real disk takes real time, which would pass between two instants here. */
function memoryVault(): Vault {
  const kept = new Map<SecretName, string>();
  return {
    read: async (name) => kept.get(name) ?? null,
    async write(name, value) {
      kept.set(name, value);
    },
    async remove(name) {
      kept.delete(name);
    },
  };
}

/** The whole core as a host starts it, on the given clock and network. */
export async function startCoreApp(options: CoreAppOptions): Promise<CoreApp> {
  const { simulator, clock, network, redirectUri, dataDir, log } = options;
  const parts = virtualCore(simulator, { clock, log, dataDir });
  const settings = await SettingsFile.load({
    path: join(dataDir, 'settings.json'),
    files: createFiles(systemClock),
    clock,
    log,
    onProblem: parts.notices.add.bind(parts.notices),
  });
  // Millions of messages would take minutes to be written, and prove nothing of the stream.
  await settings.update({ chatLog: { days: 0 } });
  const vault = memoryVault();
  const core = await startCore({
    ...parts,
    makeKey,
    settings,
    redirectUri,
    random: steadyRandom(20_260_101),
    fetch: network.fetch,
    openSocket: network.openSocket,
    vault,
  });
  const wakeWatch = watchForWake({
    clock,
    network: () => 'always the same',
    onWake: () => core.keeper.probe(),
  });
  return {
    core,
    vault,
    async stop() {
      wakeWatch.dispose();
      await core.stop();
      // Behind whatever is still being written, so that the folder can go.
      await settings.update({});
      settings.dispose();
    },
  };
}
