import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CoverageMark } from '../../shared/connection-history.ts';
import type { SecretName, Vault } from '../auth/ports.ts';
import { writeFileAtomic } from '../base/atomic-file.ts';
import { systemClock, toIsoTime } from '../base/clock.ts';
import { createFiles } from '../base/files.ts';
import { acquireFolderLock } from '../base/folder-lock.ts';
import type { Logger } from '../base/log.ts';
import { makeKey, systemRandom } from '../base/random.ts';
import type { Core } from '../core.ts';
import type { DropsPlatform } from '../fleet/drops/index.ts';
import { explained, type FleetPlatform, joinFleet, openAdmin } from '../fleet/index.ts';
import { platformGrants } from '../fleet/platform-grants.ts';
import type { CoreOptions } from '../host/core-options.ts';
import { settingsText } from '../settings/read-settings.ts';
import type { SaveSettings } from '../settings/settings-file.ts';
import { type FleetChoice, type FleetTask, wrongFleetUse } from './fleet-options.ts';
import type { Reporter } from './reporter.ts';
import { FLEET_KEY_VARIABLE } from './usage.ts';

/** Where one channel of many lives. */
export interface ChannelHome {
  readonly dataDir: string;
  readonly vault: Vault;
  /** Names the channel in every line. */
  readonly log: Logger;
  /** Left out: they are in the data folder alone. */
  readonly save?: SaveSettings;
  /** Somebody is here to sign in. */
  readonly attended?: boolean;
  readonly openSocket?: NonNullable<CoreOptions['openSocket']>;
  readonly slots?: NonNullable<CoreOptions['slots']>;
  readonly receivedUntil?: CoverageMark | null;
  /** What the addresses of its pages begin with. */
  readonly base?: string;
  /** Where its streamer signs in again. */
  readonly signInUrl?: string | undefined;
}

interface FleetParts {
  readonly log: Logger;
  readonly report: Reporter;
  readonly dataDir: string;
  readonly platform: FleetPlatform & DropsPlatform & Parameters<typeof platformGrants>[0];
  readonly core: (home: ChannelHome) => Promise<Core>;
  /** Where browsers come in; port 0 takes a free one. */
  readonly door: { readonly port: number; readonly mayMove: boolean };
}

interface RunningFleet {
  /** Each channel has a port of its own. */
  readonly port: 0;
  readonly endsSlowly: boolean;
  stop(): Promise<void>;
}

const files = createFiles(systemClock);

/** Joins a fleet; null: one thing was done, and nothing runs. Throws a `FleetError` or a `UsageError`. */
export async function startFleet(
  choice: FleetChoice,
  parts: FleetParts,
): Promise<RunningFleet | null> {
  const given = { ...choice, address: choice, clock: systemClock, makeKey, log: parts.log };
  try {
    if (choice.task.kind === 'run') return await run(choice, parts, given);
    await doTask(choice, parts, given);
    return null;
  } catch (failure) {
    throw explained(failure);
  }
}

type Given = Parameters<typeof openAdmin>[0];

async function run(choice: FleetChoice, parts: FleetParts, given: Given): Promise<RunningFleet> {
  const { report, dataDir, platform } = parts;
  const lock = await acquireFolderLock(dataDir, { files, clock: systemClock });
  const fleet = await joinFleet({
    ...choice,
    ...given,
    random: systemRandom,
    dataDir,
    application: platform,
    door: { ...choice, ...parts.door },
    platform: platformGrants(platform),
    startCore: (channel) => startChannel(parts, channel),
    onChannel: ({ state, lease: { channelId, epoch } }) =>
      report({ type: 'channel', state, channelId, epoch }),
    onBooks: (failure) => report({ type: 'books', state: failure === null ? 'saved' : 'waiting' }),
    drops: choice.drops ? parts.platform : null,
    onDrops: (event) => report({ type: 'drops', ...event }),
  }).catch((failure: unknown) => {
    lock.dispose();
    throw failure;
  });
  report({ type: 'fleet', url: fleet.base, page: fleet.page });
  return {
    port: 0,
    get endsSlowly(): boolean {
      return fleet.endsSlowly;
    },
    async stop(): Promise<void> {
      await fleet.stop();
      lock.dispose();
    },
  };
}

/** One thing, after which the host ends. */
async function doTask(choice: FleetChoice, parts: FleetParts, given: Given): Promise<void> {
  const { report } = parts;
  const { task, publicUrl } = choice;
  const admin = await openAdmin(given);
  try {
    if (task.kind === 'add' && !publicUrl) {
      await addHere(admin.channels, parts);
    } else if (task.kind === 'run' || task.kind === 'add') {
      const { code, until } = await admin.joins.make();
      const url = `${publicUrl?.origin}/join/${code}`;
      report({ type: 'join', url, until: toIsoTime(until) });
    } else if (task.kind === 'list') {
      await list(admin, parts, publicUrl?.origin ?? localBase(parts.door.port));
    } else if (task.kind === 'reseal') {
      const { isWhole, ...counts } = await admin.reseal();
      report({ type: 'resealed', ...counts });
      if (!isWhole) throw wrongFleetUse('usage.not-resealed', { variable: FLEET_KEY_VARIABLE });
    } else {
      await change(admin.channels, task, parts);
    }
  } finally {
    await admin.close();
  }
}

type Admin = Awaited<ReturnType<typeof openAdmin>>;

async function list(admin: Admin, { report }: FleetParts, base: string | null): Promise<void> {
  for (const { channelId: channel, since: _, ...rest } of await admin.channels.list()) {
    report({ type: 'listed', channel, ...rest });
  }
  const path = await admin.pagePath();
  if (path !== null && base !== null) report({ type: 'page', url: base + path });
}

/** null: a host takes a free port, which nobody knows before. */
const localBase = (port: number): string | null => (port === 0 ? null : `http://127.0.0.1:${port}`);

async function change(
  channels: Admin['channels'],
  { kind, channelId }: Extract<FleetTask, { readonly channelId: string }>,
  { report, platform }: FleetParts,
): Promise<void> {
  const noChannel = () => wrongFleetUse('usage.no-channel', { channel: channelId });
  if (kind === 'remove') {
    const removal = await channels.remove(channelId, platformGrants(platform).revoke);
    if (removal === 'unknown') throw noChannel();
    if (removal === 'busy') throw wrongFleetUse('usage.channel-busy', { channel: channelId });
    report({ type: 'channel', state: removal, channelId });
    return;
  }
  if (!(await channels[kind](channelId))) throw noChannel();
  report({ type: 'channel', state: kind === 'pause' ? 'paused' : 'resumed', channelId });
}

type Channel = Parameters<Parameters<typeof joinFleet>[0]['startCore']>[0];

async function startChannel({ report, core }: FleetParts, channel: Channel): Promise<Core> {
  const { channelId, dataDir, vault } = channel;
  const path = join(dataDir, 'settings.json');
  // Those of the fleet, whatever this host had of the channel before.
  const kept = await vault.read('settings');
  if (kept !== null) await writeFileAtomic(path, kept, files);
  const save: SaveSettings = async (next) => {
    const text = settingsText(next);
    await vault.write('settings', text);
    await writeFileAtomic(path, text, files);
  };
  const running = await core({ ...channel, save });
  const { overlayUrl, dashboardUrl } = running.pageServer;
  report({ type: 'channel', state: 'ready', channelId, overlayUrl, dashboardUrl });
  return running;
}

/** Who signs in at this computer: a new channel, or one of the fleet that has to sign in again. */
async function addHere(channels: Admin['channels'], parts: FleetParts): Promise<void> {
  const { channelId, grant } = await signedIn(parts);
  const admission = await channels.admit({ channelId, grant }, async () => true);
  if (admission !== 'added') throw wrongFleetUse('usage.channel-busy', { channel: channelId });
  parts.report({ type: 'channel', state: 'added', channelId });
}

/** Runs a core in a folder of its own until somebody has signed in. */
async function signedIn({ report, core, log }: FleetParts) {
  const dataDir = await mkdtemp(join(tmpdir(), 'stagelight-add-'));
  const kept = new Map<SecretName, string>();
  // It makes no session: the channel's host may have all that a user can have.
  const slots = { take: async () => null };
  const running = await core({ dataDir, vault: vaultIn(kept), log, attended: true, slots });
  const identified = new Promise<string>((resolve) =>
    running.account.onIdentified((channelId) => channelId !== null && resolve(channelId)),
  );
  running.account.onChange((state) => {
    if (state.kind === 'signing-in') report({ type: 'sign-in', url: state.url });
  });
  await running.begin();
  const channelId = await identified;
  await running.stop();
  // Somebody may still write there; the sign-in does not depend on it.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }).catch((failure: unknown) =>
    log.warn('a temporary folder could not be removed', { failure }),
  );
  return { channelId, grant: kept.get('grant') ?? '' };
}

function vaultIn(kept: Map<SecretName, string>): Vault {
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
