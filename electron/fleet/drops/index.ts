import type { KV } from '@nats-io/kv';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { MakeKey } from '../../base/random.ts';
import { type CountedDrops, countedDrops } from '../../features/drops/index.ts';
import { createDropsApi } from '../../platform/client.ts';
import type { PlatformOptions } from '../../platform/http/caller.ts';
import type { DropsApi } from '../../platform/resources/drops.ts';
import { ServerTime } from '../../platform/server-time.ts';
import type { FleetStore } from '../fleet-store.ts';
import { type Lease, type LeaseBucket, type LeaseRenewal, Leases } from '../leases.ts';
import { type DropsJournal, openDropsJournal } from './drops-journal.ts';
import { type DropsRound, DropsTenure } from './drops-tenure.ts';
import { DropsWorker } from './drops-worker.ts';
import { SharedQuota } from './shared-quota.ts';

/** Of the application whose drops are paid. */
export type DropsPlatform = Omit<PlatformOptions, 'clock' | 'log' | 'platformNow' | 'stop'>;

export type DropsEvent =
  | { readonly state: 'started' | 'stopped' | 'lost'; readonly epoch: number }
  | ({ readonly state: 'paid' } & DropsRound);

export interface FleetDropsParts {
  readonly store: {
    readonly channels: Pick<KV, 'get' | 'create' | 'update'>;
    readonly leases: LeaseBucket;
  };
  readonly journal: DropsJournal;
  readonly platform: DropsPlatform;
  readonly hostId: string;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly onDrops: (event: DropsEvent) => void;
  readonly onRenewal?: (result: LeaseRenewal) => void;
  readonly log: Logger;
}

/**
 * Pays the drops of an application while this host is the fleet's one worker. Throws `fleet-foreign`,
 * and what NATS throws.
 */
export async function startFleetDrops(
  parts: Omit<FleetDropsParts, 'store' | 'journal'> & { readonly store: FleetStore },
  fleet: string,
): Promise<DropsWorker> {
  const { connection, channels } = parts.store;
  const { replicas } = await channels.status();
  const worker = dropsWorker({
    ...parts,
    journal: await openDropsJournal(connection, fleet, replicas, parts.clock),
  });
  worker.start();
  return worker;
}

/** A worker that is not started yet. */
export function dropsWorker(parts: FleetDropsParts): DropsWorker {
  const { store, platform, clock, onDrops, log } = parts;
  const leases = new Leases({ ...parts, bucket: store.leases });
  return new DropsWorker({
    leases,
    clientId: platform.clientId,
    begin: (lease) => beginTenure(parts, lease, () => leases.isProven(lease)),
    onState: (state, { epoch }) => onDrops({ state, epoch }),
    clock,
    log,
  });
}

async function beginTenure(
  { store, journal, platform, clock, onDrops, log }: FleetDropsParts,
  { epoch }: Lease,
  isProven: () => boolean,
): Promise<DropsTenure> {
  const cut = new AbortController();
  const time = new ServerTime(clock);
  const platformNow = () => time.platformNow();
  const api = createDropsApi({
    ...platform,
    fetch: time.watch(onlyWhile(isProven, platform.fetch)),
    clock,
    log,
    platformNow,
    stop: cut.signal,
  });
  const { clientId } = platform;
  const use = () => api.quota;
  const quota = await SharedQuota.open({ bucket: store.channels, clientId, use, clock, log });
  return new DropsTenure({
    journal,
    api: reservedDrops(api, quota),
    cut,
    quota,
    platformNow,
    isProven,
    epoch,
    clock,
    onRound: (round) => onDrops({ state: 'paid', ...round }),
    log,
  });
}

/** The last moment to see that the lease is gone: a process can stand still at any line. */
function onlyWhile(isProven: () => boolean, fetch: typeof globalThis.fetch): typeof fetch {
  return async (...args) => {
    if (!isProven()) throw new Error('The lease is lost.');
    return fetch(...args);
  };
}

/** Reads take their part of the day's calls themselves; writes have it before they are journalled. */
function reservedDrops(api: DropsApi, quota: SharedQuota): CountedDrops {
  const counted = countedDrops(api, quota.tracker);
  return {
    ...counted,
    async campaigns(query) {
      await quota.reserve('READ_DROPS');
      return counted.campaigns(query);
    },
    async claims(query) {
      await quota.reserve('READ_DROPS');
      return counted.claims(query);
    },
  };
}
