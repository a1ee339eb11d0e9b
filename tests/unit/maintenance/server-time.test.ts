import { describe, expect, it } from 'vitest';
import { ServerTime } from '../../../electron/platform/server-time.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const NOW = Date.UTC(2026, 0, 2, 12);

/** Asks once; the platform says the time it is there, after `tripMs`. */
async function asked(date: string | null, tripMs = 0) {
  const clock = new VirtualClock(NOW);
  const time = new ServerTime(clock);
  const fetch = time.watch(async () => {
    await clock.advance(tripMs);
    return new Response('{}', { headers: date === null ? {} : { date } });
  });
  await fetch('https://example.test/');
  return time.offsetMs;
}

const dateOf = (epochMs: number): string => new Date(epochMs).toUTCString();

describe('the platform’s clock', () => {
  async function platformNow(laterMs: number) {
    const clock = new VirtualClock(NOW);
    const time = new ServerTime(clock);
    const answer = async () => new Response('{}', { headers: { date: dateOf(NOW + laterMs) } });
    await time.watch(answer)('https://example.test/');
    await clock.advance(60_000);
    return time.platformNow() - (NOW + 60_000);
  }

  it('is this one while nothing is known of it', () => {
    expect(new ServerTime(new VirtualClock(NOW)).platformNow()).toBe(NOW);
  });

  it.each([0, 1_000, -1_000, 2_000])(
    'is this one where it is %i ms away: nobody can say it better',
    async (laterMs) => {
      expect(await platformNow(laterMs)).toBe(0);
    },
  );

  it.each([-3 * 3_600_000, -10_000, 10_000, 86_400_000])(
    'is followed where it is %i ms away',
    async (laterMs) => {
      expect(Math.abs((await platformNow(laterMs)) - laterMs)).toBeLessThanOrEqual(1_000);
    },
  );
});

describe('the time of the platform', () => {
  it('is not known before an answer', () => {
    expect(new ServerTime(new VirtualClock(NOW)).offsetMs).toBeNull();
  });

  it.each([
    ['as it is here', 0],
    ['ten seconds earlier: this clock is ahead', -10_000],
    ['two minutes later: this clock is behind', 120_000],
  ])('may be %s', async (_name, laterMs) => {
    const offset = await asked(dateOf(NOW + laterMs));
    expect(Math.abs((offset ?? 0) + laterMs)).toBeLessThanOrEqual(1_000);
  });

  it('counts half of the way there and back', async () => {
    // Said when 2 of 4 seconds were over.
    expect(await asked(dateOf(NOW + 2_000), 4_000)).toBe(-500);
    expect(await asked(dateOf(NOW + 2_000), 5_000)).toBe(0);
  });

  it.each([
    ['says no time', null, 0],
    ['says one that is none', 'yesterday', 0],
    ['took too long to say much', dateOf(NOW), 6_000],
  ])('is not told by an answer that %s', async (_name, date, tripMs) => {
    expect(await asked(date, tripMs)).toBeNull();
  });

  it('follows this clock when it is set', async () => {
    const clock = new VirtualClock(NOW);
    const time = new ServerTime(clock);
    const answer = async () => new Response('{}', { headers: { date: dateOf(NOW) } });
    await time.watch(answer)('https://example.test/');
    clock.jump(-7_200_000);
    await clock.advance(60_000);
    expect(Math.abs((time.offsetMs ?? 0) + 7_200_000)).toBeLessThanOrEqual(1_000);
    expect(Math.abs(time.platformNow() - (NOW + 60_000))).toBeLessThanOrEqual(1_000);
  });

  it('goes on while this computer sleeps', async () => {
    const clock = new VirtualClock(NOW);
    const time = new ServerTime(clock);
    const answer = async () => new Response('{}', { headers: { date: dateOf(NOW + 10_000) } });
    await time.watch(answer)('https://example.test/');
    clock.sleep(3_600_000);
    expect(Math.abs(time.platformNow() - (NOW + 3_610_000))).toBeLessThanOrEqual(1_000);
  });

  it('leaves a failure what it is', async () => {
    const time = new ServerTime(new VirtualClock(NOW));
    const fetch = time.watch(() => Promise.reject(new Error('no line')));
    await expect(fetch('https://example.test/')).rejects.toThrow('no line');
    expect(time.offsetMs).toBeNull();
  });
});
