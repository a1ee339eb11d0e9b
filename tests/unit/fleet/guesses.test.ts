import { describe, expect, it } from 'vitest';
import { Guesses } from '../../../electron/fleet/guesses.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

function guess(guesses: Guesses, client: string, times: number): void {
  for (let count = 0; count < times; count += 1) guesses.note(client);
}

describe('wrong keys', () => {
  it('are too many at the thirtieth in a minute, of each browser for itself', () => {
    const guesses = new Guesses(new VirtualClock());
    guess(guesses, 'one', 29);
    expect(guesses.isTooMany('one')).toBe(false);
    guess(guesses, 'one', 1);
    expect(guesses.isTooMany('one')).toBe(true);
    expect(guesses.isTooMany('another')).toBe(false);
  });

  it('are counted anew every minute', async () => {
    const clock = new VirtualClock();
    const guesses = new Guesses(clock);
    guess(guesses, 'one', 30);
    await clock.advance(59_999);
    expect(guesses.isTooMany('one')).toBe(true);
    await clock.advance(1);
    expect(guesses.isTooMany('one')).toBe(false);
    guess(guesses, 'one', 29);
    await clock.advance(59_999);
    guess(guesses, 'one', 1);
    expect(guesses.isTooMany('one')).toBe(true);
    await clock.advance(1);
    guess(guesses, 'one', 1);
    expect(guesses.isTooMany('one')).toBe(false);
  });
});
