import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { createFiles } from '../../../electron/base/files.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import type { CardMoment } from '../../../electron/features/alerts/index.ts';
import { FormerKeys } from '../../../electron/features/obs/former-keys.ts';
import { startObs } from '../../../electron/features/obs/index.ts';
import {
  type DialHandlers,
  type DialTarget,
  type ObsSession,
  ObsUnreachedError,
} from '../../../electron/features/obs/obs-dial.ts';
import type { FoundObs } from '../../../electron/features/obs/obs-discovery.ts';
import { OBS_EVENTS } from '../../../electron/features/obs/obs-events.ts';
import { BeaconPages } from '../../../electron/server/beacon-pages.ts';
import { OverlaySettingsSource } from '../../../electron/settings/overlay-settings.ts';
import { type AlertsState, EMPTY_DESK } from '../../../shared/contract/alerts.ts';
import type { ObsCause } from '../../../shared/contract/obs.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryVault } from '../auth/fakes.ts';
import { KeptSettings } from '../desktop/hotkeys-world.ts';
import { temporaryFolder } from '../storage/support.ts';
import { ADDRESS } from './setup-world.ts';

const rethrow = (failure: unknown): never => {
  throw failure;
};

/** What is outside the feature, and outlives a restart of it. */
export class ObsGround {
  readonly clock = new VirtualClock();
  readonly obs = new FakeObs(this.clock);
  readonly vault = new MemoryVault();
  readonly settings = new KeptSettings();
  readonly dataDir = temporaryFolder();
  /** Why OBS is not reached; null: it is. */
  cause: ObsCause | null = null;
  found: FoundObs = { found: 'no' };
  /** Addresses of this computer. */
  addresses = ['127.0.0.1'];
  /** Those that the overlay had before. */
  formerAddresses: readonly string[] = [];
  /** Everything that was dialled, the latest last. */
  readonly dialled: DialTarget[] = [];
  readonly opened: string[] = [];
  /** Over a wire, from this very computer. */
  isWired = false;
  /** Whether folders can be opened. */
  canOpen = true;
  readonly lines: string[] = [];
  open = 0;
  #ends: (() => void)[] = [];

  /** OBS as its dialer finds it, without a wire. */
  readonly dial = async (target: DialTarget, handlers: DialHandlers): Promise<ObsSession> => {
    this.dialled.push(target);
    if (this.cause) throw new ObsUnreachedError(this.cause);
    const calls = this.obs.calls();
    const call = calls.call as unknown as (name: string, data?: object) => Promise<unknown>;
    const listening = OBS_EVENTS.map((name) =>
      this.obs.on(name, (data: unknown) => handlers.onEvent(name, data)),
    );
    let isOpen = true;
    this.open += 1;
    const end = () => {
      if (isOpen) this.open -= 1;
      isOpen = false;
      for (const stop of listening) stop();
    };
    this.#ends.push(() => {
      end();
      handlers.onEnd();
    });
    return {
      version: '29.0.2',
      protocol: '5.1.0',
      call: async (name, data) =>
        name === 'GetRecordDirectory' ? { recordDirectory: this.dataDir } : call(name, data),
      batch: (requests) => calls.batch(requests),
      subscribe: () => undefined,
      close: end,
    };
  };

  /** OBS ends each open connection. */
  async hangUp(): Promise<void> {
    for (const end of this.#ends.splice(0)) end();
    await settle();
  }
}

/** The feature over an OBS in memory, started as the app does. */
export async function obsWorld(ground = new ObsGround()) {
  const { clock, vault, settings, obs, dataDir } = ground;
  const owned = new DisposableStore();
  const redactor = new Redactor();
  const log = createLogger(clock, redactor, (line) => ground.lines.push(line));
  const pagesChanged = new Emitter<void>(rethrow);
  const cards = new Emitter<CardMoment>(rethrow);
  const notes: string[] = [];
  const alerts = {
    current: null as { readonly alertId: number } | null,
    desk: EMPTY_DESK as AlertsState,
    replayed: [] as (readonly number[])[],
    flaws: [] as unknown[],
  };
  const page = { overlayUrl: ADDRESS, beacons: new BeaconPages(), canSound: true };
  // Noted before, so that nothing is written behind a test's back.
  const path = join(dataDir, 'obs-addresses.json');
  const former = await FormerKeys.open({ path, files: createFiles(clock), clock, log });
  for (const address of [...ground.formerAddresses, ADDRESS]) await former.note(address);
  const feature = await startObs(
    {
      clock,
      random: () => 0,
      log,
      redactor,
      vault,
      settings,
      dataDir,
      findObs: async () => ground.found,
      ...(!ground.isWired && {
        dialObs: ground.dial,
        thisComputer: () => ({
          names: ['localhost'],
          addresses: ground.addresses,
          resolve: async () => ['192.168.0.9'],
        }),
      }),
      pageServer: () => page as never,
      ...(ground.canOpen && {
        maintenance: {
          openFolder: async (folder: string) => void ground.opened.push(folder),
        } as never,
      }),
      client: { streams: { key: async () => 'live_our-own-key' } },
      overlaySettings: owned.add(new OverlaySettingsSource(settings, log)),
      alerts: {
        pages: { onChange: pagesChanged.on as never },
        onCard: cards.on,
        queue: {
          get current() {
            return alerts.current as never;
          },
          get desk() {
            return alerts.desk;
          },
          replay: (...alertIds) => void alerts.replayed.push(alertIds),
          setFlaw: (alertIds, flaw) => void alerts.flaws.push([alertIds, flaw]),
          setPaused: () => undefined,
        },
      },
      keeper: { recorder: { note: (name, about) => void notes.push(`${name} ${about}`) } },
    },
    owned,
  );
  /** Lets time pass until the promise is settled. */
  const settled = async <T>(promise: Promise<T>): Promise<T> => {
    let isSettled = false;
    const end = () => {
      isSettled = true;
    };
    promise.then(end, end);
    onTestFinished(end);
    while (!isSettled) await clock.advance(10);
    return promise;
  };
  /** Lets time pass until it is so: for what takes its own time outside. Ends with the test. */
  const until = async (isSo: () => boolean | Promise<boolean>, stepMs = 10): Promise<void> => {
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    while (!isOver && !(await isSo())) await clock.advance(stepMs);
  };
  const read = () => feature.feeds.obs.read();
  return {
    ...feature,
    ground,
    obs,
    clock,
    settings,
    vault,
    owned,
    page,
    pagesChanged,
    cards,
    alerts,
    notes,
    read,
    settled,
    until,
    /** The streamer agrees, and OBS is there. */
    async connect(host = '127.0.0.1', password: string | null = null) {
      await settled(feature.commands['obs.connect']({ host, port: 4455, password }));
      await clock.advance(200);
    },
  };
}
