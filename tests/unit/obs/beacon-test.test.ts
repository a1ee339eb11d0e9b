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
