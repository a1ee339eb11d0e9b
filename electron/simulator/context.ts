import type { Clock } from '../base/clock.ts';
import type { MakeKey, Random } from '../base/random.ts';
import type { RequestLog } from './request-log.ts';
import type { World } from './world/world.ts';

export interface SimContext {
  /** Simulated time: `now()` is the simulated wall clock. */
  readonly clock: Clock;
  readonly world: World;
  readonly log: RequestLog;
  readonly random: Random;
  readonly makeKey: MakeKey;
}
