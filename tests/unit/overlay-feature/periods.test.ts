import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PERIODS = join(import.meta.dirname, '../../../electron/features/overlay/figures-board.ts');

/** What the borders are around an instant, in a time zone that the computer might have. */
function bordersIn(zone: string, at: string): Record<string, string> {
  const script = `
    const { dayStart, monthStart, nextDayStart } = await import(${JSON.stringify(PERIODS)});
    const at = Date.parse(${JSON.stringify(at)});
    const text = (ms) => new Date(ms).toISOString();
    process.stdout.write(JSON.stringify({
      day: text(dayStart(at)), next: text(nextDayStart(at)), month: text(monthStart(at)),
    }));`;
  const env = { ...process.env, TZ: zone };
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env });
  return JSON.parse(String(answer));
}

describe('days and months', () => {
  it.each([
    [
      'Asia/Seoul',
      '2026-01-01T14:59:59.999Z',
      '2025-12-31T15:00:00.000Z',
      '2026-01-01T15:00:00.000Z',
      '2025-12-31T15:00:00.000Z',
    ],
    [
      'Asia/Seoul',
      '2026-01-31T15:00:00.000Z',
      '2026-01-31T15:00:00.000Z',
      '2026-02-01T15:00:00.000Z',
      '2026-01-31T15:00:00.000Z',
    ],
    // A day of 23 hours.
    [
      'America/New_York',
      '2026-03-08T12:00:00.000Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ],
    // A day of 25 hours.
    [
      'America/New_York',
      '2026-11-01T12:00:00.000Z',
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
      '2026-11-01T04:00:00.000Z',
    ],
    // The clocks go forward at midnight: the day begins at one.
    [
      'America/Santiago',
      '2026-09-06T12:00:00.000Z',
      '2026-09-06T04:00:00.000Z',
      '2026-09-07T03:00:00.000Z',
      '2026-09-01T04:00:00.000Z',
    ],
  ])('in %s at %s begin and end where the calendar says', (zone, at, day, next, month) => {
    expect(bordersIn(zone, at)).toEqual({ day, next, month });
  });
});
