import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Vault } from '../auth/ports.ts';
import { writeFileAtomic } from '../base/atomic-file.ts';
import { systemClock } from '../base/clock.ts';
import { createFiles } from '../base/files.ts';
import { acquireFolderLock } from '../base/folder-lock.ts';
import type { Logger } from '../base/log.ts';
import { makeKey, systemRandom } from '../base/random.ts';
import type { Core } from '../core.ts';
import { addChannel, joinFleet } from '../fleet/index.ts';
import type { KvVault } from '../fleet/kv-vault.ts';
import { settingsText } from '../settings/read-settings.ts';
import type { SaveSettings } from '../settings/settings-file.ts';
import type { FleetChoice } from './options.ts';
import type { Reporter } from './reporter.ts';

/** Where one channel of many lives. */
export interface ChannelHome {
  readonly dataDir: string;
  readonly vault: Vault;
  /** Left out: they are in the data folder alone. */
  readonly save?: SaveSettings;
  /** Somebody is here to sign in. */
  readonly attended?: boolean;
}

interface FleetParts {
  readonly log: Logger;
  readonly report: Reporter;
  readonly dataDir: string;
  readonly core: (home: ChannelHome) => Promise<Core>;
}

interface RunningFleet {
  /** Each channel has a port of its own. */
  readonly port: 0;
  readonly isRenewing: boolean;
  stop(): Promise<void>;
}

const files = createFiles(systemClock);

/** Joins a fleet; null: a channel was added, and nothing runs. Throws a `FleetError`. */
export async function startFleet(
  choice: FleetChoice,
  parts: FleetParts,
): Promise<RunningFleet | null> {
  const { log, report, dataDir } = parts;
  const given = { ...choice, address: choice, clock: systemClock, makeKey, log };
  if (choice.add) {
    const channelId = await addChannel(given, (vault) => signedIn(parts, vault));
    report({ type: 'channel', state: 'added', channelId });
    return null;
  }
  const lock = await acquireFolderLock(dataDir, { files, clock: systemClock });
  const fleet = await joinFleet({
    ...given,
    random: systemRandom,
    dataDir,
    startCore: (channel) => startChannel(parts, channel),
    onChannel: ({ state, lease: { channelId, epoch } }) =>
      report({ type: 'channel', state, channelId, epoch }),
    onBooks: (failure) => report({ type: 'books', state: failure === null ? 'saved' : 'waiting' }),
  }).catch((failure: unknown) => {
    lock.dispose();
    throw failure;
  });
  return {
    port: 0,
    get isRenewing(): boolean {
      return fleet.isRenewing;
    },
    async stop(): Promise<void> {
      await fleet.stop();
      lock.dispose();
    },
  };
}

interface Channel {
  readonly channelId: string;
  readonly dataDir: string;
  readonly vault: KvVault;
}

async function startChannel({ report, core }: FleetParts, { channelId, dataDir, vault }: Channel) {
  const path = join(dataDir, 'settings.json');
  // Those of the fleet, whatever this host had of the channel before.
  const kept = await vault.read('settings');
  if (kept !== null) await writeFileAtomic(path, kept, files);
  const save: SaveSettings = async (next) => {
    const text = settingsText(next);
    await vault.write('settings', text);
    await writeFileAtomic(path, text, files);
  };
  const running = await core({ dataDir, vault, save });
  const { overlayUrl, dashboardUrl } = running.pageServer;
  report({ type: 'channel', state: 'ready', channelId, overlayUrl, dashboardUrl });
  return running;
}

/** Runs a core in a folder of its own until somebody has signed in. */
async function signedIn({ report, core }: FleetParts, vault: Vault) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stagelight-add-'));
  const running = await core({ dataDir, vault, attended: true });
  const identified = new Promise<string>((resolve) =>
    running.account.onIdentified((channelId) => channelId !== null && resolve(channelId)),
  );
  running.account.onChange((state) => {
    if (state.kind === 'signing-in') report({ type: 'sign-in', url: state.url });
  });
  await running.begin();
  const channelId = await identified;
  const stop = async (): Promise<void> => {
    await running.stop();
    // What was being written when it stopped may still come.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
  return { channelId, core: { stop } };
}
