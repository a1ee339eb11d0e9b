import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_LIMIT_MS, buildChunks, type Chunk } from './built-chunks.ts';

const LIMIT = 100_000;
/** React alone is more: less than this, and something else was measured. */
const LEAST = 50_000;

/** The widgets of the show kit, which only a layout with one of them loads. */
const SHOW_KIT_LIMIT = 10_000;
const SHOW_KIT = 'renderer/widgets/show-widgets.tsx';
/** What holds the frames of widgets of others, likewise. */
const CUSTOM_LIMIT = 5_000;
const CUSTOM = 'renderer/widgets/custom-widget.tsx';

/** What only the app's own window loads, while it is moved. */
const HANDLES_LIMIT = 1_500;
const HANDLES = 'renderer/overlay/window-handles.tsx';

const isLater = ({ modules }: Chunk): boolean =>
  [SHOW_KIT, CUSTOM, HANDLES].some((part) => modules.includes(part));

const gzipped = (chunks: readonly Chunk[]): number =>
  chunks.reduce((total, { code }) => total + gzipSync(code, { level: 9 }).length, 0);

let overlay: readonly Chunk[] = [];

beforeAll(async () => {
  overlay = await buildChunks('overlay');
}, BUILD_LIMIT_MS);

describe('the scripts of the page that viewers see', () => {
  it('are at most 100 kB when compressed, but for what only some pages load', () => {
    const bytes = gzipped(overlay.filter((chunk) => !isLater(chunk)));
    expect(bytes).toBeGreaterThan(LEAST);
    expect(bytes).toBeLessThanOrEqual(LIMIT);
  });

  it.each([
    ['the show kit’s widgets', SHOW_KIT, SHOW_KIT_LIMIT],
    ['the frames of widgets of others', CUSTOM, CUSTOM_LIMIT],
    ['the handles of the app’s window', HANDLES, HANDLES_LIMIT],
  ])('bring %s in one small part, for pages that have one', (_, module, limit) => {
    const parts = overlay.filter(({ modules }) => modules.includes(module));
    expect(parts).toHaveLength(1);
    expect(parts[0]?.modules).not.toContain('renderer/overlay/main.tsx');
    expect(gzipped(parts)).toBeLessThanOrEqual(limit);
  });

  it.each(['zod', '@csstools'])('hold the page and nothing of %s', (library) => {
    const modules = overlay.flatMap((chunk) => chunk.modules);
    expect(modules).toContain('renderer/overlay/main.tsx');
    expect(modules.filter((path) => path.startsWith(`node_modules/${library}/`))).toEqual([]);
  });
});

/** What Chromium learnt after 103, the oldest that a current OBS ships (OBS 28 to 30). */
const TOO_NEW =
  /:has\(|@container|@scope|@starting-style|@position-try|color-mix\(|light-dark\(|oklch\(|\d[sld]v[hwib]\b|\dcq[whib]\b|animation-composition|linear\(\s*[\d.]|(?:^|[\s;{])(?:translate|rotate|scale)\s*:|(?<!-webkit-)mask(?:-image)?\s*:|text-wrap\s*:|(?:^|\n)\s*&/;

describe('the styles of the page that viewers see', () => {
  const folder = join(import.meta.dirname, '../../renderer/styles');
  const sheets = readdirSync(folder).filter((name) => /^(overlay|fonts|tokens).*\.css$/.test(name));

  it.each(sheets)('hold nothing in %s that an OBS of today cannot draw', (name) => {
    const css = readFileSync(join(folder, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    expect(TOO_NEW.exec(css)?.[0] ?? null).toBeNull();
  });

  it.each([
    'a:has(b) {}',
    '.a { translate: 1px; }',
    '.a { mask: none; }',
    '.a { height: 10dvh; }',
    '.a { animation-timing-function: linear(0, 1); }',
  ])('are judged by a pattern that finds “%s”', (css) => {
    expect(css).toMatch(TOO_NEW);
  });

  it.each(['.a { background: linear-gradient(1deg, red, blue); }', '.a { -webkit-mask: none; }'])(
    'are judged by a pattern that leaves “%s” alone',
    (css) => {
      expect(css).not.toMatch(TOO_NEW);
    },
  );
});
