import { delay } from '../../../electron/base/clock.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ObsCalls } from '../../../electron/features/obs/obs-calls.ts';
import { ObsHealer } from '../../../electron/features/obs/obs-healer.ts';
import type { ObsLook } from '../../../electron/features/obs/obs-look.ts';
import type { Lives } from '../../../electron/features/obs/obs-watch.ts';
import { type BeaconPage, BeaconPages } from '../../../electron/server/beacon-pages.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

export const URL_NOW = `http://127.0.0.1:4000/overlay/${'k'.repeat(43)}/`;
const rethrow = (failure: unknown): never => {
  throw failure;
};

/** What brings a page back. */
type Cure = 'refresh' | 'address' | 'nothing';

interface FakeSource {
  url: string;
  cure: Cure;
  page: { readonly page: BeaconPage; leave(): void; lives: boolean } | null;
}

/** Healing over an OBS whose sources have pages that come and go. */
export function healerWorld(names: readonly string[] = ['Stagelight']) {
  const clock = new VirtualClock();
  const pages = new BeaconPages();
  const events = new Emitter<{ name: string; data: unknown }>(rethrow);
  const onPages = new Emitter<void>(rethrow);
  const connection = new Emitter<void>(rethrow);
  const settings = { heals: true as boolean | null, replaysMissed: true };
  const state = {
    alert: null as number | null,
    looks: 0,
    asks: 0,
    /** How long an answer was waited for, the latest last; null: as usual. */
    waits: [] as (number | null)[],
    saves: 0,
    served: [] as string[],
    connected: true,
    /** Why OBS does not do what it is asked. */
    fails: null as Error | null,
  };
  const notes: string[] = [];
  const done: string[] = [];
  const replays: number[] = [];
  const sources = new Map<string, FakeSource>();

  const open = (source: FakeSource): void => {
    source.page?.leave();
    const page: BeaconPage = { showBeacon: () => undefined };
    const joined = pages.join(page, new URL(source.url).search);
    source.page = { page, lives: true, leave: () => joined.dispose() };
    onPages.fire();
  };
  for (const name of names) {
    const search = names.length > 1 ? `?widget=${name}` : '';
    const source: FakeSource = { url: URL_NOW + search, cure: 'refresh', page: null };
    sources.set(name, source);
    open(source);
  }
  const of = (name = 'Stagelight'): FakeSource => {
    const source = sources.get(name);
    if (!source) throw new Error(`no source ${name}`);
    return source;
  };
  const look = (): ObsLook => {
    state.looks += 1;
    const items = names.map((source, id) => ({
      id,
      source,
      kind: 'input' as const,
      inputKind: 'browser_source',
      enabled: true,
      locked: true,
      isBlended: false,
      transform: {},
    }));
    return {
      canvas: { width: 640, height: 360, fps: 30 },
      programScene: 'Live',
      scenes: new Map([['Live', { name: 'Live', isGroup: false, items }]]),
      browsers: new Map(
        names.map((name) => [name, { name, settings: { url: of(name).url }, muted: false }]),
      ),
    };
  };
  const ask = async (given?: number): Promise<Lives> => {
    const mostMs = given ?? 1_000;
    state.asks += 1;
    state.waits.push(given ?? null);
    const all = [...sources.values()].flatMap(({ page }) => (page ? [page] : []));
    if (all.some(({ lives }) => !lives)) await delay(clock, mostMs);
    return new Map(all.map(({ page, lives }) => [page, lives ? 'painted' : 'silent'] as const));
  };
  const healer = new ObsHealer({
    calls: {
      call: async (_: string, { inputName }: { inputName: string }) => {
        done.push(`refresh ${inputName}`);
        if (state.fails) throw state.fails;
        if (of(inputName).cure === 'refresh') open(of(inputName));
      },
      on: (event: string, listener: (data: never) => void) => {
        const heard = events.on(({ name, data }) => {
          if (name === event) listener(data as never);
        });
        return () => heard.dispose();
      },
    } as unknown as ObsCalls,
    look: async () => look(),
    hands: {
      setSettings: async (name, { url }) => {
        done.push(`address ${name}`);
        const source = of(name);
        source.url = String(url);
        source.page?.leave();
        source.page = null;
        if (source.cure !== 'nothing') open(source);
      },
      save: async () => {
        state.saves += 1;
      },
    },
    recreate: async (name, url) => {
      done.push(`recreate ${name}`);
      of(name).url = url;
      if (of(name).cure !== 'nothing') open(of(name));
    },
    addresses: () => ({ current: URL_NOW, old: [], isFormerKey: () => true }),
    watch: { alone: (job) => job(ask) },
    isServed: async (url) => state.served.includes(url),
    pages: () => pages,
    alertNow: () => state.alert,
    onPages: onPages.on,
    isConnected: () => state.connected,
    onConnection: connection.on,
    settings: () => settings,
    replayMissed: (since) => {
      replays.push(since);
      return 2;
    },
    note: (name, code) => void notes.push(`${name} ${code}`),
    clock,
    log: silentLogger,
  });
  const leave = (name?: string): void => {
    of(name).page?.leave();
    of(name).page = null;
    onPages.fire();
  };
  const connect = (connected: boolean): void => {
    state.connected = connected;
    connection.fire();
  };
  const parts = { settings, state, notes, done, replays, clock, pages };
  const enter = (name?: string): void => open(of(name));
  return { ...parts, healer, of, leave, enter, events, connect };
}
