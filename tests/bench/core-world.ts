import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { DisposableStore } from '../../electron/base/disposables.ts';
import { silentLogger } from '../../electron/base/log.ts';
import { systemRandom } from '../../electron/base/random.ts';
import { createImagePolicy } from '../../electron/events/field-sanitizer.ts';
import { EventHub } from '../../electron/events/hub.ts';
import { AlertQueue } from '../../electron/features/alerts/alert-queue.ts';
import { OverlayBroadcaster } from '../../electron/server/overlay-broadcaster.ts';
import type { Ledger } from '../../electron/storage/ledger.ts';
import { type LogFile, LogKeeper } from '../../electron/storage/log-keeper.ts';
import { openLedger } from '../../electron/storage/open-ledger.ts';
import type { Language } from '../../shared/locales/index.ts';
import { NO_FIGURES } from '../../shared/overlay/figures.ts';
import { DEFAULT_OVERLAY, pageConfigOf } from '../../shared/overlay/overlay-settings.ts';
import { NO_SHOWS } from '../../shared/overlay/show-views.ts';
import { NO_WIDGETS } from '../unit/server/idle-commands.ts';

/** The core's way of an event, without the network at its ends. */
export interface CoreWorld {
  readonly hub: EventHub;
  /** Bytes that went to the overlay page. */
  readonly overlayBytes: () => number;
  readonly dispose: () => Promise<void>;
}

/** `slow-beside` and `slow-in-commits`: each sync takes 20 ms, where the core has it or in every commit. */
export type RigDisk = 'as-it-is' | 'slow-beside' | 'slow-in-commits';

export const SLOW_SYNC_MS = 20;

const base = { clock: systemClock, log: silentLogger };

/** As a new installation has them. */
const SETTINGS = {
  settings: { get: () => DEFAULT_OVERLAY, onChange: () => ({ dispose: () => undefined }) },
  language: (): Language => 'ko',
  random: systemRandom,
} as const;

/** Anything a listener throws ends the benchmark: its figures would be of something broken. */
function onFailure(failure: unknown): void {
  process.nextTick(() => {
    throw failure;
  });
}

/**
 * A hub with real books in a folder of its own, on the machine's disk or a slower one. `wired`: also the alert queue behind it, and the
 * frames for one overlay page, as the core wires them.
 */
export async function openCoreWorld(
  wired: boolean,
  disk: RigDisk = 'as-it-is',
): Promise<CoreWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'stagelight-bench-'));
  const owned = new DisposableStore();
  const repository = openBooks(join(folder, 'ledger.sqlite'), disk);
  const { ledger } = repository;
  owned.add({ dispose: () => ledger.close() });
  const imagePolicy = createImagePolicy({ allowLoopbackHttp: true });
  const hub = owned.add(new EventHub({ ...base, ledger, imagePolicy, onFailure }));
  let bytes = 0;
  if (wired) {
    const findTally = hub.findTally.bind(hub);
    const alerts = owned.add(
      new AlertQueue({ ...base, ledger, onFailure, findTally, ...SETTINGS }),
    );
    owned.add(hub.onBatch(({ events, draws }) => alerts.add(events, draws)));
    const broadcaster = owned.add(overlayOf(hub, alerts));
    owned.add(
      broadcaster.join({
        sendBatch: (frame) => {
          bytes += frame.length;
        },
        sendFrame: (frame) => {
          bytes += frame.length;
        },
      }),
    );
  }
  return {
    hub,
    overlayBytes: () => bytes,
    async dispose() {
      owned.dispose();
      await repository.logKeeper?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The ledger as the core has them, or as they were when each commit waited for the disk. */
function openBooks(
  file: string,
  disk: RigDisk,
): { readonly ledger: Ledger; readonly logKeeper: LogKeeper | null } {
  if (disk === 'slow-in-commits') {
    return { ledger: withSlowCommits(openLedger({ ...base, file }).ledger), logKeeper: null };
  }
  const slowly = async (path: string): Promise<LogFile> => {
    const handle = await open(path, 'r+');
    return { datasync: () => delay(systemClock, SLOW_SYNC_MS), close: () => handle.close() };
  };
  const openLog = disk === 'slow-beside' ? { openLog: slowly } : {};
  const logKeeper = new LogKeeper({ ...base, file, ...openLog });
  return { ledger: openLedger({ ...base, file, sync: logKeeper.sync }).ledger, logKeeper };
}

/** The thread stands still after each transaction of the way of an event. */
function withSlowCommits(real: Ledger): Ledger {
  const commits = new Set<PropertyKey>(['record', 'reserveNumbers', 'setAlertStates']);
  const cell = new Int32Array(new SharedArrayBuffer(4));
  return new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args);
        if (commits.has(name)) Atomics.wait(cell, 0, 0, SLOW_SYNC_MS);
        return result;
      };
    },
  });
}

function overlayOf(hub: EventHub, alerts: AlertQueue): OverlayBroadcaster {
  const never = () => ({ dispose: () => undefined });
  return new OverlayBroadcaster(
    {
      epoch: 'bench',
      lastSeq: () => hub.lastSeq,
      since: (after) => hub.since(after),
      recentChat: (limit) => hub.recentChat(limit),
      latest: (limit) => hub.latestValued(limit),
      config: () => pageConfigOf(DEFAULT_OVERLAY),
      figures: () => NO_FIGURES,
      tallies: () => hub.tallies,
      alert: () => alerts.current,
      highlight: () => null,
      shows: () => NO_SHOWS,
      language: () => 'ko',
      loadStep: () => 0,
      onBatch: (listener) => hub.onBatch(({ events }) => listener(events)),
      onAlert: alerts.onChange,
      onTallies: (listener) =>
        hub.onBatch(({ draws }) => {
          if (draws.size > 0) listener(hub.tallies);
        }),
      onCue: never,
      onLanguage: never,
      onLoadStep: never,
      onConfig: never,
      onFigures: never,
      onHighlight: never,
      onShows: never,
    },
    NO_WIDGETS,
    systemClock,
  );
}
