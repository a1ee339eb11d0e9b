import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string) =>
  readFileSync(resolve(import.meta.dirname, '../../../..', path), 'utf8');
const sheetsOf = (text: string) =>
  [...text.matchAll(/'\.\.\/(?:\.\.\/)?styles\/([\w-]+)\.css(?:\?inline)?'/g)].map(
    ([, name]) => name,
  );

describe('the style sheets of the preview', () => {
  const page = sheetsOf(read('renderer/overlay/main.tsx')).filter(
    (name) => name !== 'overlay-load' && name !== 'overlay-window',
  );
  const source = read('renderer/dashboard/overlay/overlay-preview.tsx');

  it("are the overlay page's, but for those of the app's window and of a busy OBS", () => {
    expect(page.length).toBeGreaterThan(5);
    expect(sheetsOf(source).sort()).toEqual([...page].sort());
  });

  it('stand in the same order', () => {
    const names = new Map(
      [...source.matchAll(/import (\w+) from '.*\/([\w-]+)\.css\?inline'/g)].map(
        ([, name, sheet]) => [name, sheet],
      ),
    );
    const list = /OVERLAY_SHEETS[^=]*= \[([^\]]*)\]/.exec(source)?.[1] ?? '';
    const order = list.split(',').flatMap((name) => names.get(name.trim()) ?? []);
    expect(order).toEqual(page);
  });
});
