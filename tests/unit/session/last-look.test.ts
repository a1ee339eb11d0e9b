import { describe, expect, it } from 'vitest';
import { LastLook } from '../../../electron/session/last-look.ts';
import { backBy, momentOf } from '../../../electron/session/moment.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

const QUIET_MS = 290_000;

describe('the last look', () => {
  it('is over when every link has answered', async () => {
    const clock = new VirtualClock();
    const look = new LastLook(clock, QUIET_MS);
    const asked = momentOf(clock);
    look.answered(1, asked);
    let isOver = false;
    void look.begin([1, 2]).then(() => {
      isOver = true;
    });
    look.answered(1, asked);
    look.answered(3, asked);
    // A PING of before the look says too little.
    look.answered(2, backBy(asked, 1));
    await settle();
    expect(isOver).toBe(false);
    look.answered(2, asked);
    await settle();
    expect(isOver).toBe(true);
  });

  it('is over at once where no link lives', async () => {
    await expect(new LastLook(new VirtualClock(), QUIET_MS).begin([])).resolves.toBeUndefined();
  });

  it('wants a proof since it began; without one, a proof of the last minutes is enough', async () => {
    const clock = new VirtualClock();
    const look = new LastLook(clock, QUIET_MS);
    expect(look.unprovedMs).toBe(362_500);
    void look.begin([1]);
    await clock.advance(400);
    clock.sleep(1_000);
    expect(look.unprovedMs).toBe(1_400);
    look.forget();
    expect(look.unprovedMs).toBe(362_500);
  });

  it('wants none where another host goes on', () => {
    expect(new LastLook(new VirtualClock(), null).unprovedMs).toBeNull();
  });
});
