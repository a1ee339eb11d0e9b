import type { Random } from '../../electron/base/random.ts';

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Numbers in [0, 1) that fill it evenly, however few are drawn, and every second or third of them
 * does too: a percentile of few waits is then close to that of many.
 */
export function evenDraws(): Random {
  let last = 0;
  return () => {
    last = (last + GOLDEN) % 1;
    return last;
  };
}
