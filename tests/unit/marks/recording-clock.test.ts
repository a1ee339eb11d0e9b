import { describe, expect, it } from 'vitest';
import { isSame, RecordingClock } from '../../../electron/features/marks/recording-clock.ts';

const FRAME = 1_000 / 30;

/** What OBS counts: whole frames, behind the picture by what the encoder holds. */
const counted = (position: number, lag: number) =>
  Math.max(0, Math.floor((position - lag) / FRAME) * FRAME);

/** A reading each second, from one moment to another. */
function readEverySecond(
  clock: RecordingClock,
  from: number,
  to: number,
  durationAt: (at: number) => number,
): void {
  for (let at = from; at <= to; at += 1_000) {
    clock.read({ at, duration: durationAt(at), paused: false });
  }
}

describe('where on a recording a moment is', () => {
  it('is the time since it began', () => {
    const clock = RecordingClock.begun(5_000);
    expect([4_000, 5_000, 5_040, 65_000].map((at) => clock.positionAt(at))).toEqual([
      0, 0, 40, 60_000,
    ]);
  });

  it('stands still in pauses, also for moments before and in them', () => {
    const clock = RecordingClock.begun(0);
    clock.pause(10_000);
    expect(clock.isPaused).toBe(true);
    expect(clock.positionAt(14_000)).toBe(10_000);
    clock.resume(15_000);
    clock.pause(20_000);
    clock.resume(30_000);
    expect(
      [9_000, 12_000, 15_000, 16_000, 25_000, 31_000].map((at) => clock.positionAt(at)),
    ).toEqual([9_000, 10_000, 10_000, 11_000, 15_000, 16_000]);
  });

  it('takes no harm from pauses told twice', () => {
    const clock = RecordingClock.begun(0);
    clock.pause(1_000);
    clock.pause(2_000);
    clock.resume(3_000);
    clock.resume(4_000);
    expect(clock.positionAt(5_000)).toBe(3_000);
  });

  it.each([100, 577, 1_500])('is not moved by an encoder that holds %d ms back', (lag) => {
    const clock = RecordingClock.begun(0);
    readEverySecond(clock, 1_007, 120_007, (at) => counted(at, lag));
    expect(clock.positionAt(120_007)).toBe(120_007);
    expect(clock.lag).toBeGreaterThanOrEqual(lag - 1);
    expect(clock.lag).toBeLessThan(lag + FRAME + 1);
  });

  it('is not moved by an encoder that is late for a while', () => {
    const clock = RecordingClock.begun(0);
    readEverySecond(clock, 1_000, 20_000, (at) => counted(at, 300));
    readEverySecond(clock, 21_000, 28_000, (at) => counted(at, 900));
    readEverySecond(clock, 29_000, 60_000, (at) => counted(at, 300));
    expect(clock.positionAt(60_000)).toBe(60_000);
  });

  it('follows the clock of another computer that goes fast, within two frames', () => {
    const clock = RecordingClock.begun(0);
    const fast = (at: number) => at * 1.000_1;
    readEverySecond(clock, 1_000, 3_600_000, (at) => counted(fast(at), 300));
    expect(Math.abs(clock.positionAt(3_600_000) - fast(3_600_000))).toBeLessThan(2 * FRAME + 20);
  });

  it('is put right after a pause that nobody told of', () => {
    const clock = RecordingClock.begun(0);
    readEverySecond(clock, 1_000, 20_000, (at) => counted(at, 300));
    readEverySecond(clock, 30_000, 60_000, (at) => counted(at - 7_000, 300));
    expect(Math.abs(clock.positionAt(60_000) - 53_000)).toBeLessThan(2 * FRAME);
  });

  it('is counted from the first frame where the event of the beginning was late', () => {
    const clock = RecordingClock.begun(120);
    for (let at = 250; at < 12_000; at += 1_003) {
      const encoded = Math.floor(at / FRAME) * FRAME;
      clock.read({ at, duration: counted(at, 577), paused: false, encoded });
    }
    expect(Math.abs(clock.positionAt(12_000) - 12_000)).toBeLessThan(FRAME);
  });

  it('is not taken from frames that OBS encoded for a stream before', () => {
    const clock = RecordingClock.begun(120);
    const reading = { at: 1_120, duration: 500, paused: false };
    clock.read({ ...reading, encoded: 90_000 });
    expect(clock.positionAt(1_120)).toBe(1_000);
  });

  it('is OBS’s count and what encoders usually hold back where its beginning was not seen', () => {
    const reading = { at: 1_000, duration: 60_000, paused: false };
    expect(RecordingClock.joined(reading, null).positionAt(2_000)).toBe(61_300);
    expect(RecordingClock.joined(reading, 577).positionAt(2_000)).toBe(61_577);
    const paused = RecordingClock.joined({ ...reading, paused: true }, 577);
    expect([paused.isPaused, paused.positionAt(9_000)]).toEqual([true, 60_577]);
    paused.resume(10_000);
    expect(paused.positionAt(11_000)).toBe(61_577);
  });
});

describe('what OBS counts', () => {
  const read = (clock: RecordingClock, at: number, duration: number, paused = false) =>
    clock.read({ at, duration, paused });

  it('shows how far it is behind from the third count on, by the least of them', () => {
    const clock = RecordingClock.begun(0);
    read(clock, 1_000, 400);
    read(clock, 2_000, 1_500);
    expect(clock.lag).toBeNull();
    read(clock, 3_000, 2_450);
    expect(clock.lag).toBe(500);
  });

  it('says nothing before a frame is written, in a pause, or after one that OBS tells first', () => {
    const clock = RecordingClock.begun(0);
    for (const at of [1_000, 2_000, 3_000]) read(clock, at, 0);
    for (const at of [4_000, 5_000, 6_000]) read(clock, at, at - 500, true);
    clock.pause(7_000);
    for (const at of [8_000, 9_000, 10_000]) read(clock, at, 6_500);
    expect(clock.lag).toBeNull();
  });

  it('is waited for a quarter of a minute, after a pause for five counts', () => {
    const clock = RecordingClock.begun(0);
    const off = 7_000;
    readEverySecond(clock, 1_000, 15_000, (at) => at - 300);
    readEverySecond(clock, 16_000, 29_000, (at) => at - 300 - off);
    expect(clock.positionAt(29_000)).toBe(29_000);
    readEverySecond(clock, 30_000, 30_000, (at) => at - 300 - off);
    expect(clock.positionAt(30_000)).toBe(23_000);
    clock.pause(31_000);
    clock.resume(32_000);
    const shift = 32_000 - clock.positionAt(32_000);
    readEverySecond(clock, 33_000, 36_000, (at) => at - shift - 300 - off);
    expect(clock.positionAt(36_000)).toBe(36_000 - shift);
    readEverySecond(clock, 37_000, 37_000, (at) => at - shift - 300 - off);
    expect(clock.positionAt(37_000)).toBe(37_000 - shift - off);
    readEverySecond(clock, 38_000, 47_000, (at) => at - shift - 300);
    expect(clock.positionAt(47_000)).toBe(47_000 - shift - off);
  });

  it('before a pause is not compared with what comes after it', () => {
    const clock = RecordingClock.begun(0);
    readEverySecond(clock, 1_000, 15_000, (at) => at - 300);
    readEverySecond(clock, 16_000, 29_000, (at) => at - 5_000);
    clock.pause(30_000);
    clock.resume(40_000);
    readEverySecond(clock, 41_000, 45_000, (at) => at - 10_000 - 300);
    expect(clock.positionAt(45_000)).toBe(35_000);
  });

  it.each([
    [49, 60_000],
    [50, 59_950],
    [-50, 60_050],
  ])('that is off by %d ms has it at %d', (off, position) => {
    const clock = RecordingClock.begun(0);
    readEverySecond(clock, 1_000, 15_000, (at) => at - 300);
    readEverySecond(clock, 16_000, 60_000, (at) => at - 300 - off);
    expect(clock.positionAt(60_000)).toBe(position);
    // What was marked before was right then.
    expect(clock.positionAt(10_000)).toBe(10_000);
  });

  it('never has a recording before its beginning', () => {
    const clock = RecordingClock.joined({ at: 0, duration: 1_000, paused: false }, 300);
    readEverySecond(clock, 1_000, 15_000, () => 1);
    expect(clock.positionAt(15_000)).toBeLessThan(16_300);
    expect(clock.positionAt(-5_000)).toBe(0);
  });

  it('tells the beginning by its first ten frames’ counts only, and the earliest of them', () => {
    const clock = RecordingClock.begun(500);
    const encoded = (at: number, from: number) =>
      clock.read({ at, duration: 0, paused: false, encoded: at - from });
    encoded(1_000, 400);
    encoded(2_000, 450);
    expect(clock.positionAt(2_000)).toBe(1_600);
    for (let at = 3_000; at <= 10_000; at += 1_000) encoded(at, 380);
    expect(clock.positionAt(10_000)).toBe(9_620);
    encoded(11_000, 200);
    expect(clock.positionAt(11_000)).toBe(10_620);
  });

  it.each([
    ['later than the event by less than a second', 1_400, 600],
    ['later by more', 1_501, 1_500],
    ['earlier by more', -501, 1_500],
  ])('tells a beginning %s', (_, from, position) => {
    const clock = RecordingClock.begun(500);
    clock.read({ at: 2_000, duration: 0, paused: false, encoded: 2_000 - from });
    expect(clock.positionAt(2_000)).toBe(position);
  });

  it('tells no beginning after a pause, or of a recording that ran already', () => {
    const clock = RecordingClock.begun(500);
    clock.pause(1_000);
    clock.resume(2_000);
    clock.read({ at: 3_000, duration: 0, paused: false, encoded: 2_700 });
    expect(clock.positionAt(3_000)).toBe(1_500);
    const joined = RecordingClock.joined({ at: 1_000, duration: 5_000, paused: false }, 300);
    joined.read({ at: 2_000, duration: 0, paused: false, encoded: 1_300 });
    expect(joined.positionAt(2_000)).toBe(6_300);
  });
});

describe('a recording that was out of sight', () => {
  it.each([
    [60_000, 59_500, 500, true],
    [60_000, 58_000, null, true],
    [60_000, 57_000, 500, false],
    [60_000, 3_000, 500, false],
    [60_000, 70_000, 500, false],
  ])('expected at %d with a count of %d and a lag of %s is the same: %s', (...one) => {
    const [position, duration, lag, same] = one;
    expect(isSame(position, duration, lag)).toBe(same);
  });
});
