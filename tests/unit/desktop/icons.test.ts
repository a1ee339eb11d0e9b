import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { badgeImageFile, trayImageFile } from '../../../electron/desktop/controls/state-badge.ts';
import { LIGHTS } from '../../../electron/desktop/controls/tray-status.ts';
import { BADGES, BAR_COLOURS, fingerprint } from '../../../scripts/lib/icon-drawings.ts';
import { ICNS_SIZES, icnsOf, icoOf } from '../../../scripts/lib/icon-files.ts';
import { type Pixels, pngSize, readPng } from './icons-png.ts';

const ASSETS = join(import.meta.dirname, '../../../assets');
const ICONS = join(ASSETS, 'icons');
const read = (name: string): Buffer => readFileSync(join(ICONS, name));
const pngSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

function* everyPixel(pixels: Pixels) {
  for (let y = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1) yield pixels.at(x, y);
  }
}

/** Where a picture is rather there than not, one letter a pixel. */
function shapeOf(pixels: Pixels): string {
  return Array.from(everyPixel(pixels), ([, , , alpha]) => (alpha > 127 ? '#' : '.')).join('');
}

const differences = (a: string, b: string): number =>
  [...a].filter((letter, index) => letter !== b[index]).length;

function icoEntries(ico: Buffer) {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const at = 6 + 16 * index;
    const start = ico.readUInt32LE(at + 12);
    const png = ico.subarray(start, start + ico.readUInt32LE(at + 8));
    return { width: ico[at] || 256, height: ico[at + 1] || 256, png };
  });
}

function icnsEntries(icns: Buffer) {
  const entries: { readonly type: string; readonly png: Buffer }[] = [];
  for (let at = 8; at < icns.length; ) {
    const length = icns.readUInt32BE(at + 4);
    const png = icns.subarray(at + 8, at + length);
    entries.push({ type: icns.toString('latin1', at, at + 4), png });
    at += length;
  }
  return entries;
}

describe("the app's icon", () => {
  it('is drawn from the picture as it is now (else: npm run icons)', () => {
    const picture = readFileSync(join(ASSETS, 'icon.svg'), 'utf8');
    expect(read('drawn-from.txt').toString().trim()).toBe(fingerprint(picture));
    expect(fingerprint(picture.replaceAll('\n', '\r\n'))).toBe(fingerprint(picture));
  });

  it.each(pngSizes)('has %s pixels, round corners and something in the middle', (size) => {
    const png = read(`png/${size}x${size}.png`);
    expect(pngSize(png)).toEqual({ width: size, height: size });
    const pixels = readPng(png);
    expect(pixels.at(0, 0)[3]).toBeLessThan(64);
    expect(pixels.at(size - 1, size - 1)[3]).toBeLessThan(64);
    expect(pixels.at(size / 2, size / 2)[3]).toBe(255);
  });

  it('has the beam in gold and the lamp in blue, also at 16 pixels', () => {
    for (const size of [16, 512]) {
      const pixels = readPng(read(`png/${size}x${size}.png`));
      const [red, , blue] = pixels.at(Math.round(size * 0.36), Math.round(size * 0.68));
      expect(red - blue).toBeGreaterThan(60);
      const lamp = pixels.at(Math.round(size * 0.72), Math.round(size * 0.31));
      expect(lamp[2] - lamp[0]).toBeGreaterThan(40);
    }
  });

  it('has no file of 300 kB or more', () => {
    const files = readdirSync(ICONS, { recursive: true, encoding: 'utf8' });
    const large = files.filter((file) => statSync(join(ICONS, file)).size >= 300_000);
    expect(files.length).toBeGreaterThan(50);
    expect(large).toEqual([]);
  });

  it('for Windows holds every size that its bars and folders ask for', () => {
    const entries = icoEntries(read('icon.ico'));
    expect(entries.map(({ width }) => width)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256]);
    for (const { width, height, png } of entries) expect(pngSize(png)).toEqual({ width, height });
  });

  it('for macOS holds every type in its size, with the margin of its grid', () => {
    const icns = read('icon.icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const entries = icnsEntries(icns);
    expect(entries.map(({ type, png }) => `${type} ${pngSize(png).width}`)).toEqual([
      ...['ic11 32', 'ic12 64', 'ic07 128', 'ic13 256', 'ic08 256', 'ic09 512', 'ic10 1024'],
    ]);
    const largest = readPng(entries.at(-1)?.png ?? Buffer.alloc(0));
    expect(largest.at(90, 512)[3]).toBe(0);
    expect(largest.at(104, 512)[3]).toBe(255);
  });
});

describe('the files that hold icons', () => {
  const picture = (size: number) => ({ size, png: Buffer.alloc(size, size % 251) });

  it('give back each picture of a Windows icon unchanged', () => {
    const pictures = [picture(16), picture(48), picture(256)];
    expect(icoEntries(icoOf(pictures))).toEqual(
      pictures.map(({ size, png }) => ({ width: size, height: size, png })),
    );
  });

  it('refuse a picture that a Windows icon cannot hold', () => {
    expect(() => icoOf([picture(512)])).toThrow(RangeError);
  });

  it('refuse an Apple icon with a size missing', () => {
    const pictures = ICNS_SIZES.map(picture);
    expect(icnsEntries(icnsOf(pictures))).toHaveLength(7);
    expect(() => icnsOf(pictures.slice(1))).toThrow('32 pixels');
  });
});

describe('the icons of the tray', () => {
  const systems = ['windows', 'linux', 'mac'] as const;

  it.each(systems)('are all there on %s, in every density', (system) => {
    const base = system === 'linux' ? 24 : 16;
    const scales = { windows: [1, 1.25, 1.5, 2, 3], linux: [1, 2], mac: [1, 2, 3] }[system];
    for (const light of LIGHTS) {
      for (const scale of scales) {
        const density = scale === 1 ? '' : `@${scale}x`;
        const file = trayImageFile(light, system).replace(/\.png$/, `${density}.png`);
        expect(pngSize(read(file)).width).toBe(base * scale);
      }
    }
  });

  it.each(systems)('are told apart on %s by their shape alone', (system) => {
    const shapes = LIGHTS.map((light) => shapeOf(readPng(read(trayImageFile(light, system)))));
    for (const [index, shape] of shapes.entries()) {
      for (const other of shapes.slice(index + 1)) {
        expect(differences(shape, other)).toBeGreaterThanOrEqual(6);
      }
    }
  });

  it.each(LIGHTS)('are black only on macOS, which colours them: %s', (light) => {
    const pixels = readPng(read(trayImageFile(light, 'mac').replace('.png', '@2x.png')));
    const visible = Array.from(everyPixel(pixels)).filter(([, , , alpha]) => alpha > 0);
    expect(visible.length).toBeGreaterThan(100);
    expect(visible.filter(([red, green, blue]) => red + green + blue > 0)).toEqual([]);
  });

  it.each(BADGES)('have a badge for the task bar in 16 and 32 pixels: %s', (light) => {
    const file = badgeImageFile(light);
    expect(pngSize(read(file)).width).toBe(16);
    expect(pngSize(read(file.replace('.png', '@2x.png'))).width).toBe(32);
  });

  it('have a badge for each light that says something, and none for the others', () => {
    expect(['plain', ...BADGES]).toEqual(LIGHTS);
    expect(existsSync(join(ICONS, 'badge', 'plain.png'))).toBe(false);
  });

  it.each(Object.entries(BAR_COLOURS))('%s (%s) is seen on white and on black', (_, colour) => {
    const luminance = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
    expect(1.05 / (luminance + 0.05)).toBeGreaterThanOrEqual(3);
    expect((luminance + 0.05) / 0.05).toBeGreaterThanOrEqual(3);
  });
});
