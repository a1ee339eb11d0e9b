import type { Random } from '../../electron/base/random.ts';

/** Numbers that look random and are the same in every run: a small congruential generator. */
export function steadyRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
