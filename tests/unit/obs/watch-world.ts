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

/** The watch over an OBS that draws one page, and what a test may change of both. */
export function watchWorld() {
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
    /** OBS cannot be looked at. */
    fails: false,
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
      if (state.fails) throw new Error('OBS is gone');
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
  return { watch, ours, page, pages, state, events, connection, pagesChange, clock, pass, done };
}
