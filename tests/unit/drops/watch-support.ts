import type { DropsSettings } from '../../../shared/contract/drops.ts';
import { openBooks, openRoom, openWorld, until } from './support.ts';

export const MINUTE = 60_000;

/** A room that looks for unpaid claims, over a world that it has not read yet. */
export function beginWatch(omitUndefined: Partial<DropsSettings> = {}, file = ':memory:') {
  const world = openWorld();
  const room = openRoom(world, openBooks(world, file), omitUndefined);
  const idle = () => room.watch.state.kind !== 'reading';
  return {
    world,
    room,
    file,
    desk: () => room.board.read(),
    claimReads: () => world.gets('reward-claims').map(({ query }) => query),
    /** Lets time pass, and what it has started come to its end. */
    async pass(ms: number) {
      await world.clock.advance(ms);
      for (let pause = 0; pause < 20 && !idle(); pause += 1) {
        // First what needs no time; then the pause between two campaigns.
        for (let turn = 0; turn < 200 && !idle(); turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (!idle()) await world.clock.advance(300);
      }
      await until(idle);
    },
    /** As above, where calls are repeated after a wait. */
    async passThrough(ms: number) {
      for (let second = 0; second < ms / 1_000; second += 1) await world.clock.advance(1_000);
      await until(idle);
    },
    look: () => room.watch.lookNow(),
  };
}
