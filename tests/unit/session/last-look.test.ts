import { describe, expect, it, vi } from 'vitest';
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
    const isMissed = (agoMs: number) => look.isMissed?.(backBy(momentOf(clock), agoMs));
    expect([isMissed(362_500), isMissed(362_501)]).toEqual([false, true]);
    void look.begin([1]);
    await clock.advance(400);
    expect([isMissed(400), isMissed(401)]).toEqual([false, true]);
    clock.sleep(1_000);
    expect(isMissed(0)).toBe(false);
    look.forget();
    expect([isMissed(362_500), isMissed(362_501)]).toEqual([false, true]);
  });

  it('takes a proof of its own moment, however coarsely the machine tells its running time', () => {
    const clock = new VirtualClock();
    const ticks = vi.spyOn(clock, 'uptime').mockReturnValue(5_000);
    const look = new LastLook(clock, QUIET_MS);
    void look.begin([1]);
    const proved = momentOf(clock);
    ticks.mockReturnValue(6_000);
    expect(look.isMissed?.(proved)).toBe(false);
  });

  it('wants none where another host goes on', () => {
    expect(new LastLook(new VirtualClock(), null).isMissed).toBeNull();
  });
});
