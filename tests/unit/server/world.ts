import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeKey } from '../../../electron/base/random.ts';
import { OwnerCodes } from '../../../electron/server/owner-codes.ts';
import type { PageServer, PageServerOptions } from '../../../electron/server/ports.ts';
import { startPageServer } from '../../../electron/server/start-server.ts';
import type { PlayingAlert } from '../../../shared/alerts.ts';
import type { DrawTally } from '../../../shared/events.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { LIVE_STATUS } from '../../support/empty-states.ts';
import { ScriptedCore } from '../../support/scripted-core.ts';
import { playing, subscription, tally } from '../../support/stage-events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makePages } from './built-pages.ts';
import { IDLE_OPTIONS, idleCommands, recordingLogger } from './idle-commands.ts';

export const OVERLAY_KEY = 'overlay-key-0123456789_abcdefghij';
export const DASHBOARD_KEY = 'dashboard-key-0123456789_abcdefgh';

export const alertOf = (seq: number): PlayingAlert => playing(subscription(seq), 8_000);

export const tallyOf = (total: number): DrawTally => tally('reward', { total });

export const statusOf = (unknownEvents: number): AppStatus => ({ ...LIVE_STATUS, unknownEvents });

export interface World {
  readonly core: ScriptedCore;
  readonly clock: VirtualClock;
  readonly pageServer: PageServer;
  readonly folder: string;
  readonly logged: string[];
  stop(): Promise<void>;
}

/** A server on a free port over a core that stands in. */
export async function startWorld(options: Partial<PageServerOptions> = {}): Promise<World> {
  const core = new ScriptedCore();
  const clock = new VirtualClock();
  const folder = await makePages();
  const logged: string[] = [];
  const forget = () => rm(folder, { recursive: true, force: true });
  const pageServer = await startPageServer({
    port: 0,
    pages: { overlay: join(folder, 'overlay'), dashboard: join(folder, 'dashboard') },
    keys: { overlay: OVERLAY_KEY, dashboard: DASHBOARD_KEY },
    buildId: 'build-1',
    runId: 'run-1',
    allowLoopbackImages: false,
    overlay: core,
    sink: core,
    dashboard: core,
    media: core,
    commands: idleCommands,
    ...IDLE_OPTIONS,
    owner: new OwnerCodes({ say: null, makeKey, clock }),
    clock,
    log: recordingLogger(logged),
    ...options,
  }).catch(async (failure: unknown) => {
    await forget();
    throw failure;
  });
  const stop = async () => {
    await pageServer.dispose();
    await forget();
  };
  return { core, clock, pageServer, folder, logged, stop };
}
