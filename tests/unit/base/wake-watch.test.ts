import { describe, expect, it } from 'vitest';
import { watchForWake } from '../../../electron/base/wake-watch.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function setUp() {
  const clock = new VirtualClock();
  const woken: string[] = [];
  let network = 'home';
  const watch = watchForWake({
    clock,
    network: () => network,
    onWake: (reason) => woken.push(reason),
  });
  return {
    clock,
    woken,
    watch,
    move: (to: string) => {
      network = to;
    },
  };
}

describe('the watch for a sleeping machine', () => {
  it('is quiet while time goes on as it should', async () => {
    const { clock, woken, watch } = setUp();
    await clock.advance(3_600_000);
    expect(woken).toEqual([]);
    watch.dispose();
  });

  it.each([3 * 3_600_000, -3_600_000, 10_000])(
    'notices that the clock jumped by %i ms',
    async (ms) => {
      const { clock, woken, watch } = setUp();
      await clock.advance(12_000);
      clock.jump(ms);
      await clock.advance(5_000);
      expect(woken).toEqual(['jump']);
      await clock.advance(60_000);
      expect(woken).toEqual(['jump']);
      watch.dispose();
    },
  );

  it('notices another network', async () => {
    const { clock, woken, watch, move } = setUp();
    move('phone');
    await clock.advance(6_000);
    expect(woken).toEqual(['network']);
    watch.dispose();
  });

  it('leaves no timer behind', async () => {
    const { clock, watch } = setUp();
    await clock.advance(6_000);
    watch.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
