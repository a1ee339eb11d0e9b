import { describe, expect, it } from 'vitest';
import {
  BeaconReader,
  beaconOf,
  changeOf,
  codeFor,
  type Grid,
  gridFor,
  plainTones,
} from '../../../electron/features/obs/beacon.ts';
import { type Affine, at, IDENTITY } from '../../../electron/features/obs/placement.ts';
import { readShot, type Shot } from '../../../electron/features/obs/shot.ts';
import { steadyRandom } from '../../support/steady-random.ts';

const CANVAS = { width: 1280, height: 720 };
const TONES = [
  { rgb: [2, 0, 2], alpha: 5 },
  { rgb: [0, 0, 0], alpha: 9 },
] as const;

/** A level for a pixel of OBS's canvas; `shot` counts the pictures. */
type Scene = (x: number, y: number, shot: number) => number;

interface Shown {
  readonly scene: Scene;
  readonly map?: Affine;
  readonly paints?: boolean;
  readonly seed?: number;
}

/** Three pictures as OBS draws them, a quarter of its size: without, with the one and the other half. */
function readerOver({ scene, map = IDENTITY, paints = true, seed = 1 }: Shown): BeaconReader {
  const random = steadyRandom(seed);
  const grid = gridFor(CANVAS, map) as Grid;
  const code = codeFor(grid, random);
  const tones = plainTones(grid);
  const shoot = (shot: number, cells: string | null): Shot => {
    const pixels = new Uint8Array(320 * 180 * 3);
    for (let index = 0; index < pixels.length; index += 1) {
      const pixel = Math.floor(index / 3);
      pixels[index] = Math.max(0, Math.min(255, scene(pixel % 320, Math.floor(pixel / 320), shot)));
    }
    if (cells) paint(pixels, cells, grid, map);
    return { width: 320, height: 180, pixels };
  };
  const cellsOf = (side: 1 | -1) => (paints ? beaconOf(grid, code, tones, side, 1).cells : null);
  const reader = new BeaconReader(grid, code, map, CANVAS);
  const [before, one, other] = [shoot(0, null), shoot(1, cellsOf(1)), shoot(2, cellsOf(-1))];
  reader.look({ earlier: before, later: one, side: 1, tones });
  reader.keep();
  reader.look({ earlier: one, later: other, side: -1, tones });
  return reader;
}

function paint(pixels: Uint8Array, cells: string, { pitch, size, columns }: Grid, map: Affine) {
  for (let index = 0; index < cells.length; index += 1) {
    const tone = TONES[Number(cells[index]) - 1];
    if (!tone) continue;
    const corner = { x: (index % columns) * pitch, y: Math.floor(index / columns) * pitch };
    const from = at(map, corner);
    const to = at(map, { x: corner.x + size, y: corner.y + size });
    for (let y = Math.round(from.y / 4); y < Math.round(to.y / 4); y += 1) {
      for (
        let x = Math.round(Math.min(from.x, to.x) / 4);
        x < Math.round(Math.max(from.x, to.x) / 4);
        x += 1
      ) {
        for (const channel of [0, 1, 2]) {
          const place = (y * 320 + x) * 3 + channel;
          const level = pixels[place] ?? 0;
          pixels[place] = Math.round(level + changeOf(tone, channel, level));
        }
      }
    }
  }
}

/** Flat and shaded things of all sizes that pass, as in a game. */
const MOVING: Scene = (x, y, shot) => {
  const thing = Math.floor((x + shot * 9) / 23) * 31 + Math.floor((y - shot * 5) / 17) * 57;
  return 40 + (thing % 170) + 12 * Math.sin((x + shot * 3) / 9);
};

describe('a beacon', () => {
  it.each([
    ['anywhere', TONES[0], 0, 255],
    ['on dark gray', TONES[1], 20, 110],
  ] as const)('changes a pixel by 2 of 255 at most, %s', (_name, tone, least, most) => {
    for (let level = least; level <= most; level += 1) {
      for (const channel of [0, 1, 2]) {
        const change = Math.round(level + changeOf(tone, channel, level)) - level;
        expect(Math.abs(change)).toBeLessThanOrEqual(2);
      }
    }
  });

  it.each<[string, Shown]>([
    ['black', { scene: () => 0 }],
    ['gray', { scene: () => 128 }],
    ['white', { scene: () => 255 }],
    ['a still picture', { scene: (x, y) => (x * 7 + y * 13) % 256 }],
    ['a moving picture', { scene: MOVING }],
    [
      'a picture, drawn smaller',
      { scene: MOVING, map: { ...IDENTITY, a: 0.75, d: 0.75, e: 100, f: 40 } },
    ],
    ['a picture, mirrored', { scene: MOVING, map: { ...IDENTITY, a: -1, e: 1280 } }],
  ])('is read over %s', (_name, shown) => {
    expect(readerOver(shown).reading).toBe('read');
  });

  it.each<[string, Scene]>([
    ['white', () => 255],
    ['gray', () => 160],
    ['a still picture', (x, y) => 120 + ((x * 7 + y * 13) % 100)],
  ])('that is not there is missed over %s', (_name, scene) => {
    expect(readerOver({ scene, paints: false }).reading).toBe('absent');
  });

  it('is never read where it is not: scores stay small over forty moving scenes', () => {
    const scores = Array.from({ length: 40 }, (_, seed) =>
      Math.abs(readerOver({ scene: MOVING, paints: false, seed }).score),
    );
    expect(Math.max(...scores)).toBeLessThan(4.5);
  });

  it('over noise says that it cannot tell', () => {
    const random = steadyRandom(5);
    const scene = (): number => random() * 255;
    expect(readerOver({ scene, paints: false }).reading).toBe('unclear');
  });

  it('is not tried where the page is drawn too small', () => {
    expect(gridFor({ width: 100, height: 60 }, IDENTITY)).toBeNull();
  });
});

describe('a picture from OBS', () => {
  /** Two pixels in a row: blue, green, red and, with 32 bits, a fourth byte. */
  function bitmap(bits: 24 | 32, height: number): string {
    const row = bits === 24 ? [1, 2, 3, 4, 5, 6, 0, 0] : [1, 2, 3, 0, 4, 5, 6, 0];
    const header = Buffer.alloc(54);
    header.write('BM');
    header.writeUInt32LE(54, 10);
    header.writeInt32LE(2, 18);
    header.writeInt32LE(height, 22);
    header.writeUInt16LE(bits, 28);
    const bytes = Buffer.concat([header, Buffer.from(row)]);
    return `data:image/bmp;base64,${bytes.toString('base64')}`;
  }

  it.each([
    [24, 1],
    [24, -1],
    [32, 1],
  ] as const)('is read as a bitmap of %s bits, height %s', (bits, height) => {
    const shot = readShot(bitmap(bits, height));
    expect(shot).toEqual({ width: 2, height: 1, pixels: Uint8Array.of(3, 2, 1, 6, 5, 4) });
  });

  it.each([[undefined], [''], ['data:image/png;base64,AAAA'], [bitmap(24, 9)]])(
    'is none if it is something else: %s',
    (data) => {
      expect(readShot(data)).toBeNull();
    },
  );
});
