import { describe, expect, it } from 'vitest';
import { isTakingOver, untilFree } from '../../../electron/desktop/ports/start-anew.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

describe('a start in the place of another', () => {
  it.each([
    [{ STAGELIGHT_TAKES_OVER: '1' }, true],
    [{ APPIMAGE_SILENT_INSTALL: 'true' }, true],
    [{ STAGELIGHT_TAKES_OVER: '' }, false],
    [{}, false],
  ])('with %j in the environment is one: %s', (environment, is) => {
    const own: Record<string, string | undefined> = { ...environment, HOME: '/home/moon' };
    expect(isTakingOver(own)).toBe(is);
    // A program that this one starts takes nobody's place.
    expect(own).toEqual({ HOME: '/home/moon' });
  });

  it('waits until the other has let go', async () => {
    const clock = new VirtualClock();
    let isFree = false;
    const waited = untilFree(() => isFree, clock);
    await clock.advance(1_900);
    isFree = true;
    await clock.advance(100);
    expect(await waited).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits no longer than ten seconds', async () => {
    const clock = new VirtualClock();
    let tries = 0;
    const waited = untilFree(() => {
      tries += 1;
      return false;
    }, clock);
    await clock.advance(9_900);
    const before = tries;
    await clock.advance(200);
    expect(await waited).toBe(false);
    expect(tries).toBeGreaterThan(before);
    expect(clock.pendingTimers).toBe(0);
  });
});
