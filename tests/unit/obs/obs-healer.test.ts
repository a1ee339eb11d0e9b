import { describe, expect, it } from 'vitest';
import { delay } from '../../../electron/base/clock.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ObsCalls } from '../../../electron/features/obs/obs-calls.ts';
import { ObsHealer } from '../../../electron/features/obs/obs-healer.ts';
import type { ObsLook } from '../../../electron/features/obs/obs-look.ts';
import type { Lives } from '../../../electron/features/obs/obs-watch.ts';
import { type BeaconPage, BeaconPages } from '../../../electron/server/beacon-pages.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const URL_NOW = `http://127.0.0.1:4000/overlay/${'k'.repeat(43)}/`;
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

function world(names: readonly string[] = ['Stagelight']) {
  const clock = new VirtualClock();
  const pages = new BeaconPages();
  const events = new Emitter<{ name: string; data: unknown }>(rethrow);
  const onPages = new Emitter<void>(rethrow);
  const settings = { heals: true as boolean | null, replaysMissed: true };
  const state = {
    alert: null as number | null,
    looks: 0,
    asks: 0,
    saves: 0,
    served: [] as string[],
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
  const ask = async (mostMs = 1_000): Promise<Lives> => {
    state.asks += 1;
    const all = [...sources.values()].flatMap(({ page }) => (page ? [page] : []));
    if (all.some(({ lives }) => !lives)) await delay(clock, mostMs);
    return new Map(all.map(({ page, lives }) => [page, lives ? 'painted' : 'silent'] as const));
  };
  const healer = new ObsHealer({
    calls: {
      call: async (_: string, { inputName }: { inputName: string }) => {
        done.push(`refresh ${inputName}`);
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
    isConnected: () => true,
    onConnection: new Emitter<void>(rethrow).on,
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
  return { healer, settings, state, notes, done, replays, clock, pages, of, leave, events };
}

describe('healing by itself', () => {
  it('asks the pages, not OBS, while all is well, and not often', async () => {
    const { healer, state, done, clock } = world();
    await clock.advance(60_000);
    expect(state.asks).toBeGreaterThanOrEqual(28);
    expect(state.asks).toBeLessThanOrEqual(31);
    expect(state.looks).toBe(1);
    expect(done).toEqual([]);
    expect(healer.state).toMatchObject({ on: true, ailments: [], last: null });
    healer.dispose();
  });

  it('presses the button for a page that went, and says so', async () => {
    const { healer, done, notes, replays, leave, clock } = world();
    await clock.advance(10_000);
    const wellAt = clock.now();
    leave();
    await clock.advance(2_500);
    expect(done).toEqual([]);
    await clock.advance(2_500);
    expect(done).toEqual(['refresh Stagelight']);
    expect(notes).toEqual(['overlay-refresh not-connected', 'overlay-healed not-connected']);
    expect(healer.state.last).toMatchObject({ step: 'refresh', healed: true, replayed: 2 });
    expect(replays).toHaveLength(1);
    expect(Math.abs((replays[0] ?? 0) - wellAt)).toBeLessThanOrEqual(2_000);
    expect(healer.state.ailments).toEqual([]);
    healer.dispose();
  });

  // Of the ten seconds, four are left for OBS and the page.
  it.each([0, 400, 800, 1_200, 1_600, 2_000])(
    'gives a frozen page another address in six seconds, wherever in a pause it freezes: %s ms',
    async (ms) => {
      const { healer, of, done, clock } = world();
      await clock.advance(10_000 + ms);
      const { page } = of();
      if (page) page.lives = false;
      await clock.advance(6_000);
      expect(done).toEqual(['address Stagelight']);
      expect(healer.state.last).toMatchObject({ code: 'frozen', healed: true });
      healer.dispose();
    },
  );

  it('lets OBS write a new address to disk; the refresh button changes nothing there', async () => {
    const { healer, of, state, done, leave, clock } = world();
    await clock.advance(10_000);
    leave();
    await clock.advance(10_000);
    expect([done, state.saves]).toEqual([['refresh Stagelight'], 0]);
    const { page } = of();
    if (page) page.lives = false;
    await clock.advance(10_000);
    expect(state.saves).toBe(done.length - 1);
    expect(done.length).toBeGreaterThan(1);
    healer.dispose();
  });

  it('waits while an alert shows in the page', async () => {
    const { healer, of, state, done, pages, clock } = world();
    await clock.advance(5_000);
    const { page } = of();
    if (!page) throw new Error('no page');
    state.alert = 12;
    pages.receipt(page.page, 12, 'painted');
    page.lives = false;
    await clock.advance(20_000);
    expect(done).toEqual([]);
    expect(healer.state.ailments).toMatchObject([{ stage: { state: 'alert' }, triesLeft: 3 }]);
    state.alert = null;
    await clock.advance(5_000);
    expect(done).toEqual(['address Stagelight']);
    healer.dispose();
  });

  it('gives up after three tries with growing pauses, and begins again when asked', async () => {
    const { healer, of, done, notes, leave, clock } = world();
    of().cure = 'nothing';
    await clock.advance(3_000);
    leave();
    await clock.advance(120_000);
    expect(done).toHaveLength(3);
    expect(notes.at(-1)).toBe('overlay-given-up not-connected');
    expect(notes.filter((note) => note.startsWith('overlay-given-up'))).toHaveLength(1);
    expect(healer.state.ailments).toMatchObject([{ stage: { state: 'given-up' }, triesLeft: 0 }]);
    of().cure = 'refresh';
    healer.heal();
    await clock.advance(2_000);
    expect(healer.state.last).toMatchObject({ step: 'refresh', healed: true });
    expect(healer.state.ailments).toEqual([]);
    healer.dispose();
  });

  it('heals the one of several sources whose page went', async () => {
    const { healer, done, leave, clock } = world(['alerts', 'chat', 'rest']);
    await clock.advance(3_000);
    leave('chat');
    await clock.advance(6_000);
    expect(done).toEqual(['refresh chat']);
    healer.dispose();
  });

  it.each([false, null])('does nothing where it is not on (%s)', async (heals) => {
    const { healer, settings, state, done, leave, clock } = world();
    settings.heals = heals;
    await clock.advance(3_000);
    const { asks } = state;
    leave();
    await clock.advance(60_000);
    expect([done, state.asks]).toEqual([[], asks]);
    healer.dispose();
  });

  it('lets the page of a source that was just made load', async () => {
    const { healer, done, leave, clock } = world();
    leave();
    await clock.advance(5_500);
    expect(done).toEqual([]);
    await clock.advance(2_500);
    expect(done).toEqual(['refresh Stagelight']);
    healer.dispose();
  });

  it('gives an old address up for the present one, unless another app has its page there', async () => {
    const { healer, of, state, done, leave, clock } = world();
    const old = URL_NOW.replaceAll('k', 'o');
    await clock.advance(3_000);
    of().url = `${old}?theme=dark`;
    state.served.push(of().url);
    leave();
    await clock.advance(30_000);
    expect(done).toEqual([]);
    state.served = [];
    leave();
    await clock.advance(5_000);
    expect([done, of().url]).toEqual([['address Stagelight'], `${URL_NOW}?theme=dark`]);
    healer.dispose();
  });

  it('replays nothing where the streamer does not want it', async () => {
    const { healer, settings, replays, leave, clock } = world();
    settings.replaysMissed = false;
    leave();
    await clock.advance(9_000);
    expect(healer.state.last).toMatchObject({ healed: true, replayed: 0 });
    expect(replays).toEqual([]);
    healer.dispose();
  });
});
