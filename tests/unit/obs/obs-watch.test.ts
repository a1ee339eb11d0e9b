import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ObsCalls } from '../../../electron/features/obs/obs-calls.ts';
import type { ObsItem, ObsLook } from '../../../electron/features/obs/obs-look.ts';
import { ObsWatch } from '../../../electron/features/obs/obs-watch.ts';
import { type BeaconPage, BeaconPages } from '../../../electron/server/beacon-pages.ts';
import type { Beacon } from '../../../shared/overlay/beacon.ts';
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

/** OBS's picture of a scene in one gray with the page in it, a quarter of its size, as a bitmap. */
function bitmapOf(beacon: Beacon | null, ground: number): string {
  const [width, height] = [160, 90];
  const bytes = Buffer.alloc(54 + width * height * 4, ground);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  bytes.writeUInt32LE(54, 10);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(-height, 22);
  bytes.writeUInt16LE(32, 28);
  const cells = beacon?.cells ?? '';
  for (let index = 0; index < cells.length; index += 1) {
    if (!beacon || cells[index] === '0') continue;
    const left = ((index % beacon.columns) * beacon.pitch) / 4;
    const top = (Math.floor(index / beacon.columns) * beacon.pitch) / 4;
    for (let y = Math.round(top); y < Math.round(top + beacon.size / 4); y += 1) {
      for (let x = Math.round(left); x < Math.round(left + beacon.size / 4); x += 1) {
        bytes.fill(127, 54 + (y * width + x) * 4, 54 + (y * width + x) * 4 + 4);
      }
    }
  }
  return `data:image/bmp;base64,${bytes.toString('base64')}`;
}

function world() {
  const clock = new VirtualClock();
  const pages = new BeaconPages();
  const page = new Page(pages);
  pages.join(page);
  const state = { connected: true, onAir: false, looks: 0, drawn: true, ground: 128 };
  const item: ObsItem = {
    id: 3,
    source: 'Stagelight',
    kind: 'input',
    inputKind: 'browser_source',
    enabled: true,
    locked: true,
    transform: { sourceWidth: 640, sourceHeight: 360, alignment: 5, boundsType: 'OBS_BOUNDS_NONE' },
  };
  const scene = { name: 'Live', isGroup: false, items: [item] };
  const settings = { url: URL_NOW, width: 640, height: 360, shutdown: false };
  const look: ObsLook = {
    canvas: CANVAS,
    programScene: 'Live',
    scenes: new Map([['Live', scene]]),
    browsers: new Map([['Stagelight', { name: 'Stagelight', settings, muted: false }]]),
  };
  const events = new Emitter<string>(rethrow);
  const connection = new Emitter<void>(rethrow);
  const calls = {
    call: async () => ({ imageData: bitmapOf(state.drawn ? page.beacon : null, state.ground) }),
    batch: async () => [],
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
    },
    addresses: () => ({ current: URL_NOW, old: [] }),
    pages: () => pages,
    onPages: new Emitter<void>(rethrow).on,
    isConnected: () => state.connected,
    onConnection: connection.on,
    isOnAir: () => state.onAir,
    clock,
    random: steadyRandom(3),
    log: silentLogger,
  });
  const pass = (ms: number): Promise<void> => clock.advance(ms);
  return { watch, page, state, events, connection, pass, done };
}

describe('the watch over the broadcast', () => {
  it('proves by OBS’s picture that the overlay is on it, and leaves nothing on the page', async () => {
    const { watch, page, pass } = world();
    expect(watch.proof.state).toBe('looking');
    await pass(2_000);
    expect(watch.proof).toMatchObject({ state: 'proved', scene: 'Live' });
    expect(page.beacon).toBeNull();
    watch.dispose();
  });

  it.each([
    ['not-in-picture', 'painted', false],
    ['frozen', 'silent', true],
  ] as const)('finds %s', async (code, life, drawn) => {
    const given = world();
    given.page.life = life;
    given.state.drawn = drawn;
    const checked = given.watch.check();
    await given.pass(8_000);
    await checked;
    const findings = [{ code, source: 'Stagelight', fixable: true }];
    expect(given.watch.proof).toMatchObject({ state: 'found', findings });
    given.watch.dispose();
  });

  it('says that a black picture tells nothing, where all else is right', async () => {
    const { watch, state, pass } = world();
    Object.assign(state, { ground: 0, drawn: false });
    const checked = watch.check();
    await pass(8_000);
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
    expect(done).toEqual(['Stagelight url']);
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
    state.drawn = false;
    await pass(60_000);
    const before = state.looks;
    await pass(60_000);
    expect(state.looks).toBe(before);
    events.fire('SceneItemEnableStateChanged');
    await pass(2_000);
    expect(watch.proof.state).toBe('found');
    state.drawn = true;
    await pass(8_000);
    expect(watch.proof.state).toBe('proved');
    watch.dispose();
  });

  it('answers who asks with a look of its own, not with one that was under way', async () => {
    const { watch, state, events, pass } = world();
    await pass(3_000);
    state.drawn = false;
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
