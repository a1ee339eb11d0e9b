import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ObsCalls, ObsRequest, ObsResult } from '../../../electron/features/obs/obs-calls.ts';
import type { ObsItem, ObsLook } from '../../../electron/features/obs/obs-look.ts';
import { ObsWatch } from '../../../electron/features/obs/obs-watch.ts';
import { type BeaconPage, BeaconPages } from '../../../electron/server/beacon-pages.ts';
import type { Beacon } from '../../../shared/overlay/beacon.ts';
import { pngOf } from '../../support/png.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const URL_NOW = `http://127.0.0.1:4000/overlay/${'k'.repeat(43)}/`;
const CANVAS = { width: 640, height: 360, fps: 30 };
const rethrow = (failure: unknown): never => {
  throw failure;
};

class Page implements BeaconPage {
  beacon: Beacon | null = null;
  /** How far it comes with a beacon. */
  life: 'silent' | 'heard' | 'painted' = 'painted';
  readonly #pages: BeaconPages;

  constructor(pages: BeaconPages) {
    this.#pages = pages;
  }

  showBeacon(beacon: Beacon | null): void {
    this.beacon = beacon;
    if (!beacon || this.life === 'silent') return;
    this.#pages.answered(this, beacon.id, 'heard');
    if (this.life === 'painted') this.#pages.answered(this, beacon.id, 'painted');
  }
}

interface Ground {
  readonly gray: number;
  /** Nothing lies under the page. */
  readonly isEmpty: boolean;
}

/** OBS's picture of a scene in one gray with the page in it, or of the page alone, a quarter of its size. */
function pictureOf(beacon: Beacon | null, { gray, isEmpty }: Ground): string {
  const [width, height] = [160, 90];
  const pixels = new Uint8Array(width * height * 4).fill(isEmpty ? 0 : gray);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = isEmpty ? 0 : 255;
  const cells = beacon?.cells ?? '';
  for (let index = 0; index < cells.length; index += 1) {
    if (!beacon || cells[index] === '0') continue;
    const left = ((index % beacon.columns) * beacon.pitch) / 4;
    const top = (Math.floor(index / beacon.columns) * beacon.pitch) / 4;
    for (let y = Math.round(top); y < Math.round(top + beacon.size / 4); y += 1) {
      for (let x = Math.round(left); x < Math.round(left + beacon.size / 4); x += 1) {
        const at = (y * width + x) * 4;
        if (isEmpty) pixels[at + 3] = 5;
        else pixels.fill(Math.max(0, gray - 1), at, at + 3);
      }
    }
  }
  return pngOf({ width, height, pixels });
}

function world() {
  const clock = new VirtualClock();
  const pages = new BeaconPages();
  const page = new Page(pages);
  pages.join(page);
  const state = {
    connected: true,
    onAir: false,
    looks: 0,
    /** Where OBS draws the page. */
    drawn: ['Live', 'Stagelight'],
    ground: 128,
    filters: [] as object[],
    off: [] as unknown[],
    onPurpose: [] as readonly string[],
  };
  const item: ObsItem = {
    id: 3,
    source: 'Stagelight',
    kind: 'input',
    inputKind: 'browser_source',
    enabled: true,
    locked: true,
    isBlended: false,
    transform: { sourceWidth: 640, sourceHeight: 360, alignment: 5, boundsType: 'OBS_BOUNDS_NONE' },
  };
  const scene = { name: 'Live', isGroup: false, items: [item] };
  const settings = { url: URL_NOW, width: 640, height: 360, shutdown: false, reroute_audio: true };
  const ours = { name: 'Stagelight', settings, muted: false };
  const look: ObsLook = {
    canvas: CANVAS,
    programScene: 'Live',
    scenes: new Map([['Live', scene]]),
    browsers: new Map([['Stagelight', ours]]),
  };
  const events = new Emitter<string>(rethrow);
  const connection = new Emitter<void>(rethrow);
  const pagesChange = new Emitter<void>(rethrow);
  const answer = (type: string, asked: unknown): ObsResult => {
    const { sourceName = '' } = asked as { readonly sourceName?: string };
    if (type === 'GetSourceFilterList') {
      return { ok: true, data: { filters: sourceName === 'Stagelight' ? state.filters : [] } };
    }
    if (type === 'SetSourceFilterEnabled') state.off.push(asked);
    const ground = { gray: state.ground, isEmpty: sourceName === 'Stagelight' };
    const beacon = state.drawn.includes(sourceName) ? page.beacon : null;
    return { ok: true, data: { imageData: pictureOf(beacon, ground) } };
  };
  const calls = {
    batch: async (requests: readonly ObsRequest[]) =>
      requests.map(({ requestType, requestData }) => answer(requestType, requestData)),
    on: (name: string, listener: (data: never) => void) => {
      const heard = events.on((event) => event === name && listener({} as never));
      return () => heard.dispose();
    },
  } as unknown as ObsCalls;
  const done: string[] = [];
  const watch = new ObsWatch({
    calls,
    look: async () => {
      state.looks += 1;
      return look;
    },
    hands: {
      setSettings: async (input, changed) => {
        done.push(`${input} ${Object.keys(changed).join()}`);
        page.life = 'painted';
      },
      setMuted: async () => {},
      setTransform: async () => {},
      setEnabled: async (place, source, on) => void done.push(`${place.scene} ${source} ${on}`),
      setIndex: async () => {},
      save: async () => void done.push('save'),
    },
    addresses: () => ({ current: URL_NOW, old: [] }),
    pages: () => pages,
    onPages: pagesChange.on,
    isConnected: () => state.connected,
    onConnection: connection.on,
    isOnAir: () => state.onAir,
    onPurpose: { read: () => state.onPurpose },
    clock,
    random: steadyRandom(3),
    log: silentLogger,
  });
  const pass = (ms: number): Promise<void> => clock.advance(ms);
  return { watch, ours, page, pages, state, events, connection, pagesChange, pass, done };
}

describe('the watch over the broadcast', () => {
  it('proves by OBS’s picture that the overlay is on it, and leaves nothing on the page', async () => {
    const { watch, page, pass } = world();
    expect(watch.proof.state).toBe('looking');
    await pass(2_000);
    expect(watch.proof).toMatchObject({ state: 'proved', scene: 'Live', by: 'program' });
    expect(page.beacon).toBeNull();
    watch.dispose();
  });

  it.each([
    ['not-in-picture', 'painted', [], true],
    // What its own picture holds is lost in the scene.
    ['not-in-picture', 'painted', ['Stagelight'], false],
    ['frozen', 'silent', ['Live', 'Stagelight'], true],
  ] as const)(
    'finds %s with a page that is %s, drawn in %j',
    async (code, life, drawn, fixable) => {
      const given = world();
      given.page.life = life;
      given.state.drawn = [...drawn];
      const checked = given.watch.check();
      await given.pass(8_000);
      await checked;
      const findings = [{ code, source: 'Stagelight', by: [], fixable }];
      expect(given.watch.proof).toEqual({ state: 'found', at: expect.any(Number), findings });
      given.watch.dispose();
    },
  );

  it('finds a source that is muted, unless the streamer means it so', async () => {
    const { watch, ours, state, pass } = world();
    const check = async () => {
      const checked = watch.check();
      await pass(8_000);
      await checked;
      return watch.proof;
    };
    ours.muted = true;
    const muted = { code: 'muted', source: 'Stagelight' };
    expect(await check()).toMatchObject({ state: 'found', findings: [muted] });
    state.onPurpose = ['Stagelight'];
    expect(await check()).toMatchObject({ state: 'proved', by: 'program' });
    watch.dispose();
  });

  it('names the filter that hides the source, and turns it off', async () => {
    const { watch, state, pass } = world();
    state.drawn = [];
    state.filters = [
      { filterName: 'Louder', filterKind: 'gain_filter', filterEnabled: true },
      { filterName: 'Off', filterKind: 'crop_filter', filterEnabled: false },
      { filterName: 'Key', filterKind: 'chroma_key_filter_v2', filterEnabled: true },
    ];
    const checked = watch.check();
    await pass(8_000);
    await checked;
    const findings = [{ code: 'filtered', source: 'Stagelight', by: ['Key'], fixable: true }];
    expect(watch.proof).toMatchObject({ state: 'found', findings });
    const fixed = watch.fix('filtered', 'Stagelight');
    await pass(8_000);
    await fixed;
    expect(state.off).toEqual([
      { sourceName: 'Stagelight', filterName: 'Key', filterEnabled: false },
    ]);
    watch.dispose();
  });

  it('says where it saw it: a black picture tells nothing, the source’s own does', async () => {
    const { watch, state, pass } = world();
    Object.assign(state, { ground: 0, drawn: ['Stagelight'] });
    const checked = watch.check();
    await pass(8_000);
    await checked;
    expect(watch.proof).toMatchObject({ state: 'proved', scene: 'Live', by: 'source' });
    watch.dispose();
  });

  it('does not take a slow page for a frozen one: it answers what it was shown before', async () => {
    const { watch, page, pages, pass } = world();
    page.life = 'silent';
    const checked = watch.check();
    for (let times = 0; times < 80; times += 1) {
      await pass(100);
      pages.answered(page, -1, 'heard');
    }
    await checked;
    expect(watch.proof.state).toBe('unclear');
    watch.dispose();
  });

  it('gives a frozen page a fresh address, and proves that it is back', async () => {
    const { watch, page, pass, done } = world();
    page.life = 'silent';
    const fixed = watch.fix('frozen', 'Stagelight');
    await pass(20_000);
    await fixed;
    expect(done).toEqual(['Stagelight url', 'save']);
    expect(watch.proof.state).toBe('proved');
    watch.dispose();
  });

  it('looks at most once a second, however much changes in OBS', async () => {
    const { watch, state, events, pass } = world();
    await pass(3_000);
    const before = state.looks;
    for (let times = 0; times < 50; times += 1) events.fire('SceneItemTransformChanged');
    await pass(3_000);
    expect(state.looks - before).toBeLessThanOrEqual(2);
    expect(state.looks).toBeGreaterThan(before);
    watch.dispose();
  });

  it('says that it looks while the page of a new source loads, and proves it once it is there', async () => {
    const { watch, page, pagesChange, pass } = world();
    page.life = 'silent';
    await pass(1_200);
    expect(watch.proof.state).toBe('looking');
    page.life = 'painted';
    pagesChange.fire();
    await pass(400);
    expect(watch.proof).toMatchObject({ state: 'proved' });
    watch.dispose();
  });

  it('looks every 30 seconds while on air, and never by itself otherwise', async () => {
    const { watch, state, events, pass } = world();
    await pass(3_000);
    const before = state.looks;
    await pass(70_000);
    expect(state.looks).toBe(before);
    state.onAir = true;
    events.fire('StreamStateChanged');
    await pass(70_000);
    expect(state.looks - before).toBe(3);
    watch.dispose();
  });

  it('finds by itself that the picture came late after a change, also where it was bad for long', async () => {
    const { watch, state, events, pass } = world();
    state.drawn = [];
    await pass(60_000);
    const before = state.looks;
    await pass(60_000);
    expect(state.looks).toBe(before);
    events.fire('SceneItemEnableStateChanged');
    await pass(2_000);
    expect(watch.proof.state).toBe('found');
    state.drawn = ['Live', 'Stagelight'];
    await pass(8_000);
    expect(watch.proof.state).toBe('proved');
    watch.dispose();
  });

  it('answers who asks with a look of its own, not with one that was under way', async () => {
    const { watch, state, events, pass } = world();
    await pass(3_000);
    state.drawn = [];
    events.fire('SceneItemEnableStateChanged');
    await pass(10);
    const told: string[] = [];
    watch.onChange(() => told.push(watch.proof.state));
    const untilThen = watch.check().then(() => [...told]);
    await pass(8_000);
    expect(await untilThen).toEqual(['looking', 'found']);
    watch.dispose();
  });

  it.each([
    'SourceFilterCreated',
    'SourceFilterRemoved',
    'SourceFilterSettingsChanged',
    'SourceFilterEnableStateChanged',
  ])('looks again at %s, which may hide the overlay or show it', async (event) => {
    const { watch, state, events, pass } = world();
    await pass(3_000);
    const before = state.looks;
    events.fire(event);
    await pass(3_000);
    expect(state.looks).toBe(before + 1);
    watch.dispose();
  });

  it('knows nothing while OBS is away', async () => {
    const { watch, state, connection, pass } = world();
    await pass(2_000);
    state.connected = false;
    connection.fire();
    expect(watch.proof).toEqual({ state: 'unknown' });
    watch.dispose();
  });
});
