import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_LIMIT_MS, buildChunks, type Chunk } from './built-chunks.ts';

const LIMIT = 100_000;
/** React alone is more: less than this, and something else was measured. */
const LEAST = 50_000;

const gzipped = (chunks: readonly Chunk[]): number =>
  chunks.reduce((total, { code }) => total + gzipSync(code, { level: 9 }).length, 0);

let overlay: readonly Chunk[] = [];

beforeAll(async () => {
  overlay = await buildChunks('overlay');
}, BUILD_LIMIT_MS);

describe('the scripts of the page that viewers see', () => {
  it('are at most 100 kB when compressed, also those that are asked for later', () => {
    const bytes = gzipped(overlay);
    expect(bytes).toBeGreaterThan(LEAST);
    expect(bytes).toBeLessThanOrEqual(LIMIT);
  });

  it.each(['zod', '@csstools'])('hold the page and nothing of %s', (library) => {
    const modules = overlay.flatMap((chunk) => chunk.modules);
    expect(modules).toContain('renderer/overlay/main.tsx');
    expect(modules.filter((path) => path.startsWith(`node_modules/${library}/`))).toEqual([]);
  });
});
