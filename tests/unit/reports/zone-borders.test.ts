import { describe, expect, it } from 'vitest';
import { ZoneCalendar } from '../../../electron/features/reports/totals.ts';

const HOUR = 3_600_000;
const utc = (text: string) => Date.parse(`${text}Z`);

describe('days begin when the wall says so', () => {
  it.each([
    ['Asia/Seoul', '2026-03-01T20:00', '2026-03-02T15:00'],
    ['UTC', '2026-03-01T20:00', '2026-03-02T00:00'],
    ['Asia/Kathmandu', '2026-03-01T20:00', '2026-03-02T18:15'],
    // The clocks go forward at two in the morning of the 8th, and back on the 1st of November.
    ['America/New_York', '2026-03-08T06:00', '2026-03-09T04:00'],
    ['America/New_York', '2026-11-01T05:00', '2026-11-02T05:00'],
    // The day of the 4th began at one o'clock.
    ['America/Sao_Paulo', '2018-11-03T12:00', '2018-11-04T03:00'],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-04-04T14:00', '2026-04-05T13:30'],
  ])('%s, the day after %s UTC begins at %s UTC', (zone, at, expected) => {
    expect(new ZoneCalendar(zone).next(utc(at), 'day')).toBe(utc(expected));
  });

  it('has 23 hours on one day and 25 on another', () => {
    const calendar = new ZoneCalendar('America/New_York');
    const hoursOf = (from: string) => {
      const to = calendar.next(utc(from), 'day');
      return calendar.cut({ from: utc(from), to }, 'hour', 100).length;
    };
    expect([hoursOf('2026-03-08T05:00'), hoursOf('2026-11-01T04:00')]).toEqual([23, 25]);
  });
});

describe('a period is cut', () => {
  it('at the borders of months, with what is left of the first and the last', () => {
    const calendar = new ZoneCalendar('Asia/Seoul');
    const stretches = calendar.cut(
      { from: utc('2026-01-20T00:00'), to: utc('2026-03-10T00:00') },
      'month',
      10,
    );
    expect(stretches.map(({ from, to }) => [calendar.text(from), calendar.text(to)])).toEqual([
      ['2026-01-20 09:00:00', '2026-02-01 00:00:00'],
      ['2026-02-01 00:00:00', '2026-03-01 00:00:00'],
      ['2026-03-01 00:00:00', '2026-03-10 09:00:00'],
    ]);
  });

  it('at hours of the wall, also where they are not those of UTC', () => {
    const from = utc('2026-01-01T00:00');
    const first = new ZoneCalendar('Asia/Kathmandu').next(from, 'hour');
    expect(first - from).toBe(HOUR / 4);
  });

  it('no further than is asked for, and never into nothing', () => {
    const calendar = new ZoneCalendar('UTC');
    const period = { from: 0, to: 1_000 * HOUR };
    expect(calendar.cut(period, 'hour', 7)).toHaveLength(7);
    for (const { from, to } of calendar.cut(period, 'hour', 1_000))
      expect(to).toBeGreaterThan(from);
    expect(calendar.cut({ from: 5, to: 5 }, 'day', 7)).toEqual([]);
  });
});

it('a zone that nobody knows is refused', () => {
  expect(() => new ZoneCalendar('Moon/Crater')).toThrow(RangeError);
});
