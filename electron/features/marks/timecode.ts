/** Frames a second, as OBS has them: 30000/1001 is 29.97. */
export interface FrameRate {
  readonly fpsNum: number;
  readonly fpsDen: number;
}

/** A timecode has two digits for frames. */
const MOST_FRAMES = 99;

/** How a rate counts in timecodes. */
interface Counting {
  /** Frames in a second of the timecode: 30 for 29.97. */
  readonly base: number;
  /** Frames of the recording in one of the timecode: 2 where there are over 99 a second. */
  readonly step: number;
  /** Numbers left out at each minute but each tenth, so that 29.97 and 59.94 stay with the clock; 0: none. */
  readonly dropped: number;
}

function countingOf({ fpsNum, fpsDen }: FrameRate): Counting {
  let base = Math.max(1, Math.round(fpsNum / fpsDen));
  let step = 1;
  while (base / step > MOST_FRAMES) step *= 2;
  base = Math.round(base / step);
  const isDrop = fpsDen === 1_001 && base % 30 === 0;
  return { base, step, dropped: isDrop ? base / 15 : 0 };
}

/** Whether timecodes of this rate leave numbers out. */
export function isDropFrame(rate: FrameRate): boolean {
  return countingOf(rate).dropped > 0;
}

/** The frame that is nearest to a position in milliseconds. */
export function frameAt(ms: number, { fpsNum, fpsDen }: FrameRate): number {
  return Math.round((ms * fpsNum) / (fpsDen * 1_000));
}

/** Frames until the timecode shows a whole hour. */
export function framesInHour(rate: FrameRate): number {
  const { base, step, dropped } = countingOf(rate);
  return (base * 3_600 - dropped * 54) * step;
}

/** `01:02:03:04`, with a semicolon before the frames where numbers are left out. */
export function timecode(frame: number, rate: FrameRate): string {
  const { base, step, dropped } = countingOf(rate);
  const shown = withDropped(Math.floor(frame / step), base, dropped);
  const seconds = Math.floor(shown / base);
  const parts = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map(twoDigits).join(':');
  return `${clock}${dropped > 0 ? ';' : ':'}${twoDigits(shown % base)}`;
}

/** The number that a frame has: 29.97 goes from 00:00:59;29 to 00:01:00;02. */
function withDropped(frame: number, base: number, dropped: number): number {
  if (dropped === 0) return frame;
  const tenMinutes = base * 600 - dropped * 9;
  const minute = base * 60 - dropped;
  const left = frame % tenMinutes;
  // The first minute of ten has all its numbers.
  const minutes = Math.max(0, Math.floor((left - dropped) / minute));
  return frame + dropped * (9 * Math.floor(frame / tenMinutes) + minutes);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
