import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, withFields } from '../base/log.ts';
import type { Core } from '../core.ts';
import type { Books } from './books/books.ts';
import type { FleetStore } from './fleet-store.ts';
import { KvVault } from './kv-vault.ts';
import { keyOf, type Lease, type Leases } from './leases.ts';
import type { Seal } from './seal.ts';

/** Below a host's data folder. */
export const CHANNELS_FOLDER = 'channels';

export interface RunnerParts {
  readonly store: Pick<FleetStore, 'channels'>;
  readonly leases: Pick<Leases, 'isProven'>;
  readonly books: Pick<Books, 'run'>;
  readonly seal: Seal;
  /** Each channel's files are in a folder of their own below it. */
  readonly dataDir: string;
  readonly log: Logger;
  /** The whole core of one channel. */
  readonly startCore: (channel: {
    readonly channelId: string;
    readonly dataDir: string;
    readonly vault: KvVault;
    readonly log: Logger;
  }) => Promise<Core>;
}

/** One channel on this host, for as long as its lease is held. */
export interface RunningChannel {
  readonly lease: Lease;
  readonly core: Core;
  stop(): Promise<void>;
}

/** Starts a channel's core with the secrets that the fleet keeps. Throws what the core throws. */
export async function runChannel(parts: RunnerParts, lease: Lease): Promise<RunningChannel> {
  const { store, leases, books, seal, startCore } = parts;
  const { channelId, epoch } = lease;
  const log = withFields(parts.log, { channelId, epoch });
  const dataDir = join(parts.dataDir, CHANNELS_FOLDER, keyOf(channelId));
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isProven = () => leases.isProven(lease);
  const vault = new KvVault({ bucket: store.channels, seal, channelId, isProven });
  const { core, stop } = await books.run({ lease, dataDir, isProven }, () =>
    startCore({ channelId, dataDir, vault, log }),
  );
  log.info('a channel runs here');
  try {
    await core.begin();
  } catch (failure) {
    await stop();
    throw failure;
  }
  return { lease, core, stop };
}
