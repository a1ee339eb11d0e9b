import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  BeaconReader,
  beaconOf,
  changeOf,
  codeFor,
  gridFor,
  plainTones,
} from '../../../electron/features/obs/beacon.ts';
import type { Grid } from '../../../electron/features/obs/beacon-cells.ts';
import { type Affine, at, IDENTITY } from '../../../electron/features/obs/placement.ts';
import { readShot, type Shot } from '../../../electron/features/obs/shot.ts';
import { pngOf } from '../../support/png.ts';
import { steadyRandom } from '../../support/steady-random.ts';

const CANVAS = { width: 1280, height: 720 };
const TONES = [
  { rgb: [2, 0, 2], alpha: 5 },
  { rgb: [0, 0, 0], alpha: 9 },
] as const;

/** A level for a pixel of OBS's canvas; `shot` counts the pictures. */
type Scene = (x: number, y: number, shot: number) => number;

/** As the kit's Chromium hands a page over: a nearly clear pixel loses its color. */
type Loss = 'color' | 'none';

interface Shown {
  readonly scene: Scene;
  readonly map?: Affine;
  readonly paints?: boolean;
  readonly seed?: number;
  /** Nothing lies under the page: OBS's picture is see-through there. */
  readonly isEmpty?: boolean;
  readonly loses?: Loss;
}

/** Three pictures as OBS draws them, a quarter of its size: without, with the one and the other half. */
function readerOver(shown: Shown): BeaconReader {
  const { scene, map = IDENTITY, paints = true, seed = 1, isEmpty = false, loses = 'none' } = shown;
  const random = steadyRandom(seed);
  const grid = gridFor(CANVAS, map) as Grid;
  const code = codeFor(grid, random);
  const tones = plainTones(grid);
  const shoot = (shot: number, cells: string | null): Shot => {
    const pixels = new Uint8Array(320 * 180 * 4);
    for (let index = 0; index < pixels.length; index += 1) {
      const pixel = Math.floor(index / 4);
      const level = scene(pixel % 320, Math.floor(pixel / 320), shot);
      const alpha = isEmpty ? 0 : 255;
      pixels[index] = index % 4 === 3 ? alpha : Math.max(0, Math.min(255, level));
    }
    if (cells) paint(pixels, cells, grid, map, loses);
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

function paint(
  pixels: Uint8Array,
  cells: string,
  { pitch, size, columns }: Grid,
  map: Affine,
  loses: Loss,
) {
  for (let index = 0; index < cells.length; index += 1) {
    const painted = TONES[Number(cells[index]) - 1];
    if (!painted) continue;
    const tone = loses === 'color' ? { ...painted, rgb: [0, 0, 0] as const } : painted;
    const corner = { x: (index % columns) * pitch, y: Math.floor(index / columns) * pitch };
    const from = at(map, corner);
    const to = at(map, { x: corner.x + size, y: corner.y + size });
    for (let y = Math.round(from.y / 4); y < Math.round(to.y / 4); y += 1) {
      for (
        let x = Math.round(Math.min(from.x, to.x) / 4);
        x < Math.round(Math.max(from.x, to.x) / 4);
        x += 1
      ) {
        for (const channel of [0, 1, 2, 3]) {
          const place = (y * 320 + x) * 4 + channel;
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
    ['an empty scene', { scene: () => 0, isEmpty: true }],
    [
      'an empty scene, where the browser loses faint color',
      { scene: () => 0, isEmpty: true, loses: 'color' },
    ],
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

  it.each<[string, Omit<Shown, 'paints'>]>([
    ['white', { scene: () => 255 }],
    ['gray', { scene: () => 160 }],
    ['a still picture', { scene: (x, y) => 120 + ((x * 7 + y * 13) % 100) }],
    ['an empty scene', { scene: () => 0, isEmpty: true }],
  ])('that is not there is missed over %s', (_name, shown) => {
    expect(readerOver({ ...shown, paints: false }).reading).toBe('absent');
  });

  it('says that it cannot tell over black that is not empty, where the color is lost', () => {
    expect(readerOver({ scene: () => 0, loses: 'color' }).reading).toBe('unclear');
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

  it('is read as surely where another page paints the squares between', () => {
    const random = steadyRandom(4);
    const grid = gridFor(CANVAS, IDENTITY) as Grid;
    const [mine, others] = [0, 1].map((place) => codeFor(grid, random, { place, of: 2 }));
    if (!mine || !others) throw new Error('there are no squares');
    const tones = plainTones(grid);
    const scoreBeside = (codes: readonly Int8Array[]): number => {
      const shoot = (side: 1 | -1 | null): Shot => {
        const pixels = new Uint8Array(320 * 180 * 4).fill(128);
        for (const code of side ? [mine, ...codes] : []) {
          paint(pixels, beaconOf(grid, code, tones, side ?? 1, 1).cells, grid, IDENTITY, 'none');
        }
        return { width: 320, height: 180, pixels };
      };
      const reader = new BeaconReader(grid, mine, IDENTITY, CANVAS);
      reader.look({ earlier: shoot(null), later: shoot(1), side: 1, tones });
      return reader.score;
    };
    const alone = scoreBeside([]);
    expect(alone).toBeGreaterThan(6.5);
    expect(scoreBeside([others]) / alone).toBeGreaterThan(0.9);
  });

  it('is looked at in several pairs, of which only those kept count on', () => {
    const random = steadyRandom(4);
    const grid = gridFor(CANVAS, IDENTITY) as Grid;
    const code = codeFor(grid, random);
    const tones = plainTones(grid);
    const shoot = (side: 1 | -1 | null): Shot => {
      const pixels = new Uint8Array(320 * 180 * 4).fill(128);
      if (side) paint(pixels, beaconOf(grid, code, tones, side, 1).cells, grid, IDENTITY, 'none');
      return { width: 320, height: 180, pixels };
    };
    const [none, one, other] = [shoot(null), shoot(1), shoot(-1)];
    const reader = new BeaconReader(grid, code, IDENTITY, CANVAS);
    expect([reader.score, reader.hoped, reader.isHopeless]).toEqual([0, 0, true]);
    expect(reader.look({ earlier: none, later: none, side: 1, tones })).toBe(0);
    expect([reader.reading, reader.isHopeless]).toEqual(['absent', false]);
    const first = reader.look({ earlier: none, later: one, side: 1, tones });
    expect(reader.score).toBe(first);
    expect([reader.reading, reader.isHopeless]).toEqual(['read', false]);
    reader.look({ earlier: none, later: none, side: 1, tones });
    expect(reader.score).toBe(0);
    reader.look({ earlier: none, later: one, side: 1, tones });
    reader.keep();
    expect(reader.look({ earlier: one, later: one, side: -1, tones })).toBe(0);
    expect(reader.score).toBeCloseTo(first, 6);
    expect(reader.look({ earlier: one, later: other, side: -1, tones })).toBeGreaterThan(6.5);
    expect(reader.hoped).toBeGreaterThan(14);
  });

  it.each([
    [19, 0],
    [20, 1],
    [110, 1],
    [111, 0],
  ])('over a level of %d is painted in the tone %d next', (level, tone) => {
    const grid = gridFor(CANVAS, IDENTITY) as Grid;
    const reader = new BeaconReader(grid, codeFor(grid, steadyRandom(2)), IDENTITY, CANVAS);
    const shot = { width: 320, height: 180, pixels: new Uint8Array(320 * 180 * 4).fill(level) };
    reader.look({ earlier: shot, later: shot, side: 1, tones: plainTones(grid) });
    const tones = reader.tones();
    expect(tones[Math.floor(tones.length / 2)]).toBe(tone);
  });

  it('is not tried where the page is drawn too small', () => {
    expect(gridFor({ width: 100, height: 60 }, IDENTITY)).toBeNull();
  });
});

describe('a picture from OBS', () => {
  const random = steadyRandom(9);
  const pixels = Uint8Array.from({ length: 7 * 5 * 4 }, () => Math.floor(random() * 256));

  it('is read with its alpha, however each row of it is stored', () => {
    const data = pngOf({ width: 7, height: 5, pixels }, [0, 1, 2, 3, 4]);
    expect(readShot(data)).toEqual({ width: 7, height: 5, pixels });
  });

  it('without alpha is opaque', () => {
    const bytes = Buffer.from(pngOf({ width: 1, height: 1, pixels }).split(',')[1] ?? '', 'base64');
    // One pixel of the color type without alpha.
    bytes[25] = 2;
    const rows = deflateSync(Buffer.of(0, 1, 2, 3));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(rows.length);
    const changed = [bytes.subarray(0, 33), length, Buffer.from('IDAT'), rows, Buffer.alloc(4)];
    const data = `data:image/png;base64,${Buffer.concat(changed).toString('base64')}`;
    expect(readShot(data)).toEqual({ width: 1, height: 1, pixels: Uint8Array.of(1, 2, 3, 255) });
  });

  /** The picture with another header. */
  const withHeader = (change: (header: Buffer) => void): string => {
    const [head = '', body = ''] = pngOf({ width: 7, height: 5, pixels }).split(',');
    const bytes = Buffer.from(body, 'base64');
    change(bytes.subarray(16, 29));
    return `${head},${bytes.toString('base64')}`;
  };

  it.each<[string, (header: Buffer) => void]>([
    ['in other colors', (header) => header.fill(3, 9, 10)],
    ['with twice the depth', (header) => header.fill(16, 8, 9)],
    ['in several passes', (header) => header.fill(1, 12, 13)],
    ['without width', (header) => header.fill(0, 0, 4)],
    ['without height', (header) => header.fill(0, 4, 8)],
    ['of more pixels than any screen', (header) => header.writeUInt32BE(800_000, 0)],
    ['higher than it is', (header) => header.writeUInt32BE(6, 4)],
    ['lower than it is', (header) => header.writeUInt32BE(4, 4)],
  ])('is none if its header tells of one %s', (_, change) => {
    expect(readShot(withHeader(() => undefined))).not.toBeNull();
    expect(readShot(withHeader(change))).toBeNull();
  });

  it.each([
    [undefined],
    [''],
    ['data:image/bmp;base64,Qk0='],
    ['data:image/png;base64,iVBORw0KGgo='],
    [pngOf({ width: 7, height: 5, pixels }).slice(0, 120)],
    [pngOf({ width: 7, height: 5, pixels }).replace('iVBOR', 'iVBOS')],
  ])('is none if it is something else: %s', (data) => {
    expect(readShot(data)).toBeNull();
  });
});
