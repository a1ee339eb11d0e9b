import { describe, expect, it, onTestFinished } from 'vitest';
import { changeOf } from '../../../electron/features/obs/beacon.ts';
import { BeaconTest } from '../../../electron/features/obs/beacon-test.ts';
import type { ObsRequest, ObsResult } from '../../../electron/features/obs/obs-calls.ts';
import { IDENTITY } from '../../../electron/features/obs/placement.ts';
import { BeaconPages } from '../../../electron/server/beacon-pages.ts';
import type { Beacon } from '../../../shared/overlay/beacon.ts';
import { pngOf } from '../../support/png.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const TONES = [
  { rgb: [2, 0, 2], alpha: 5 },
  { rgb: [0, 0, 0], alpha: 9 },
] as const;
const ALPHA = 3;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** OBS's picture in the size it is asked for: the squares of these pages, one page above the other. */
function pictureOf(beacons: readonly Beacon[], canvas: Size, shot: Size, isEmpty: boolean): string {
  const pixels = new Uint8Array(shot.width * shot.height * 4).fill(isEmpty ? 0 : 128);
  for (let at = ALPHA; at < pixels.length; at += 4) pixels[at] = isEmpty ? 0 : 255;
  const scale = shot.width / canvas.width;
  for (const beacon of beacons) {
    [...beacon.cells].forEach((cell, index) => {
      const tone = TONES[Number(cell) - 1];
      if (!tone) return;
      const left = (index % beacon.columns) * beacon.pitch * scale;
      const top = Math.floor(index / beacon.columns) * beacon.pitch * scale;
      const side = beacon.size * scale;
      for (let y = Math.round(top); y < Math.round(top + side); y += 1) {
        for (let x = Math.round(left); x < Math.round(left + side); x += 1) {
          for (const channel of [0, 1, 2, ALPHA]) {
            const at = (y * shot.width + x) * 4 + channel;
            const level = pixels[at] ?? 0;
            pixels[at] = Math.round(level + changeOf(tone, channel, level));
          }
        }
      }
    });
  }
  return pngOf({ ...shot, pixels });
}

/** One source for each, as large as the canvas, one above the other. `covered`: not in the program. */
function world(canvas: Size, sources: readonly string[], covered: readonly string[] = []) {
  const clock = new VirtualClock();
  const pages = new BeaconPages();
  const shown = new Map<string, Beacon>();
  for (const source of sources) {
    const page = {
      showBeacon(beacon: Beacon | null) {
        if (!beacon) return;
        shown.set(source, beacon);
        pages.answered(page, beacon.id, 'painted');
      },
    };
    pages.join(page);
  }
  const answer = ({ requestData }: ObsRequest): ObsResult => {
    const asked = requestData as { sourceName: string; imageWidth: number; imageHeight: number };
    const own = shown.get(asked.sourceName);
    const isScene = asked.sourceName === 'Live';
    const seen = [...shown].filter(([source]) => !covered.includes(source));
    const beacons = isScene ? seen.map(([, beacon]) => beacon) : own ? [own] : [];
    const shot = { width: asked.imageWidth, height: asked.imageHeight };
    return { ok: true, data: { imageData: pictureOf(beacons, canvas, shot, !isScene) } };
  };
  const test = new BeaconTest({
    calls: { batch: async (requests) => requests.map(answer) },
    pages,
    clock,
    random: steadyRandom(3),
  });
  onTestFinished(() => test.dispose());
  const run = async () => {
    const candidates = sources.map((source) => ({ source, size: canvas, map: IDENTITY }));
    const result = test.run('Live', canvas, candidates);
    await clock.advance(10_000);
    return result;
  };
  return { run, shown };
}

describe('one source a group of widgets', () => {
  const GROUPS = ['Widgets', 'Chat', 'Alerts'];

  it.each([
    ['the usual canvas', { width: 1920, height: 1080 }],
    ['a small canvas', { width: 640, height: 360 }],
  ])('is read for each group on %s, though the pages lie on each other', async (_, canvas) => {
    const { run } = world(canvas, GROUPS);
    const { traces, found } = await run();
    expect(Object.fromEntries(traces)).toEqual({ Widgets: 'read', Chat: 'read', Alerts: 'read' });
    expect([...found.values()].toSorted()).toEqual(GROUPS.toSorted());
  });

  it('is not taken for another one at the same place', async () => {
    const { run } = world({ width: 640, height: 360 }, GROUPS, ['Chat']);
    const { traces } = await run();
    expect(Object.fromEntries(traces)).toEqual({ Widgets: 'read', Chat: 'lost', Alerts: 'read' });
  });

  it('changes no pixel twice', async () => {
    const { run, shown } = world({ width: 640, height: 360 }, GROUPS);
    await run();
    const [first, ...others] = [...shown.values()].map(({ cells }) => cells);
    const painted = [...(first ?? '')].map((cell, index) =>
      [cell, ...others.map((cells) => cells[index])].filter((each) => each !== '0'),
    );
    expect(Math.max(...painted.map(({ length }) => length))).toBe(1);
  });
});

describe('how far each page comes', () => {
  /** Two pages that answer by hand, and an OBS that is not asked. */
  const alone = () => {
    const clock = new VirtualClock();
    const pages = new BeaconPages();
    const shown: (Beacon | null)[][] = [[], []];
    const joined = shown.map((all) => ({
      showBeacon: (beacon: Beacon | null) => all.push(beacon),
    }));
    const leave = joined.map((page) => pages.join(page as never));
    let asked = 0;
    const batch = async () => {
      asked += 1;
      return [];
    };
    const test = new BeaconTest({ calls: { batch }, pages, clock, random: steadyRandom(3) });
    const idOf = (page: number) => shown[page]?.at(-1)?.id ?? -1;
    const answer = (page: number, life: 'heard' | 'painted', id = idOf(page)) =>
      pages.answered(joined[page] as never, id, life);
    /** When it was answered, and with what. */
    const ask = (mostMs?: number) => {
      const began = clock.monotonic();
      return test.ask(mostMs).then((lives) => [clock.monotonic() - began, ...lives.values()]);
    };
    return { clock, pages, shown, test, answer, ask, leave, asked: () => asked };
  };

  it('is known at once when all have answered, without a word to OBS', async () => {
    const { clock, ask, answer, test, asked } = alone();
    const told = ask();
    answer(0, 'heard');
    await clock.advance(100);
    answer(1, 'painted');
    await clock.advance(2_000);
    expect(await told).toEqual([100, 'heard', 'painted']);
    expect([asked(), clock.pendingTimers]).toEqual([0, 0]);
    test.dispose();
  });

  it.each([
    [undefined, 1_000],
    [300, 300],
  ])('is waited for %j milliseconds at most, where one is silent', async (mostMs, took) => {
    const { clock, ask, answer, test } = alone();
    const told = ask(mostMs);
    answer(0, 'painted');
    await clock.advance(5_000);
    expect(await told).toEqual([took, 'painted', 'silent']);
    test.dispose();
  });

  it('is no more than hearing where a page answers what it was shown before', async () => {
    const { clock, ask, answer, test } = alone();
    const told = ask();
    answer(0, 'painted', -1);
    answer(1, 'painted');
    answer(1, 'heard');
    await clock.advance(5_000);
    expect(await told).toEqual([expect.any(Number), 'heard', 'painted']);
    test.dispose();
  });

  it('is asked with a square that nobody sees, and nothing is left on the pages', async () => {
    const { shown, clock, ask, test } = alone();
    void ask();
    await clock.advance(5_000);
    expect(shown[0]).toMatchObject([{ cells: '0', colors: [] }]);
    expect(shown[0]?.[0]?.id).not.toBe(shown[1]?.[0]?.id);
    test.dispose();
    expect(shown.map((all) => all.at(-1))).toEqual([null, null]);
  });

  it('is not heard any more once the test is over', async () => {
    const { clock, ask, answer, test } = alone();
    const told = ask();
    test.dispose();
    answer(0, 'painted');
    await clock.advance(5_000);
    expect(await told).toEqual([1_000, 'silent', 'silent']);
  });

  it('is all that is known where OBS draws no page large enough to be read', async () => {
    const { clock, answer, test, asked } = alone();
    const tiny = { source: 'Tiny', size: { width: 100, height: 50 }, map: IDENTITY };
    const result = test.run('Live', { width: 640, height: 360 }, [tiny]);
    answer(0, 'painted');
    answer(1, 'painted');
    await clock.advance(5_000);
    const { lives, traces, found } = await result;
    expect([...lives.values()]).toEqual(['painted', 'painted']);
    expect([...traces]).toEqual([['Tiny', 'not-tested']]);
    expect([found.size, asked()]).toEqual([0, 0]);
    test.dispose();
  });

  it.each([
    ['is silent', null, 1_000],
    ['is heard and paints nothing', 'heard', 2_500],
  ] as const)('ends the test in time where every page %s', async (_, life, took) => {
    const { clock, answer, test } = alone();
    const source = { source: 'Ours', size: { width: 640, height: 360 }, map: IDENTITY };
    const began = clock.monotonic();
    const result = test
      .run('Live', { width: 640, height: 360 }, [source])
      .then(({ traces }) => [clock.monotonic() - began, traces.get('Ours')]);
    await clock.advance(1);
    if (life) for (const page of [0, 1]) answer(page, life);
    await clock.advance(10_000);
    const [ms, trace] = await result;
    expect(trace).toBe('not-tested');
    expect(ms).toBe(took);
    test.dispose();
  });

  it('goes on without the slower page once another has painted', async () => {
    const { clock, answer, test } = alone();
    const source = { source: 'Ours', size: { width: 640, height: 360 }, map: IDENTITY };
    const began = clock.monotonic();
    const result = test
      .run('Live', { width: 640, height: 360 }, [source])
      .then(() => clock.monotonic() - began);
    await clock.advance(1);
    answer(0, 'painted');
    answer(1, 'heard');
    await clock.advance(10_000);
    expect(await result).toBe(400);
    test.dispose();
  });
});
