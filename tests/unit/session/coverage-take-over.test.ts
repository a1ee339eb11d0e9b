import { describe, expect, it } from 'vitest';
import { ALL, live, SECOND } from './coverage-world.ts';

describe('a session that takes over from another one', () => {
  async function overlap() {
    const world = live();
    await world.hear(10 * SECOND);
    world.look('a');
    await world.hear(10 * SECOND);
    world.look('b', ALL, ALL);
    await world.hear(3 * SECOND);
    return world;
  }

  it('leaves no gap where a list shows the old one once more before it is closed', async () => {
    const { coverage, gaps, open } = await overlap();
    coverage.shown('a', ALL);
    coverage.lost('a', 'closed');
    coverage.over('a', 'closed');
    expect([gaps, open()]).toEqual([[], []]);
  });

  it('leaves a gap from the last proof of the old one where nothing proved it any more', async () => {
    const { coverage, gaps, open, came } = await overlap();
    came('donation');
    coverage.lost('a', 'closed');
    coverage.over('a', 'session-gone');
    expect(gaps).toEqual([
      { from: 10_000, to: 20_000, reason: 'session-gone', kinds: ['chat', 'subscription'] },
    ]);
    expect(open()).toEqual([]);
  });
});
