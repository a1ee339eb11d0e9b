/** What OBS counts of a recording, and when that was heard, on the monotonic clock. */
export interface DurationReading {
  readonly at: number;
  /** Milliseconds of frames that are written. */
  readonly duration: number;
  readonly paused: boolean;
  /** Milliseconds of all frames since OBS began to encode at all; null: not known. */
  readonly encoded?: number | null;
}

/** From `from` on, a recording runs at its position; null: it still does. */
interface Stretch {
  readonly from: number;
  readonly to: number | null;
  readonly position: number;
}

/** OBS counts whole frames, so the smallest of so many readings in a row is the one to compare. */
const READINGS = 15;
/** A pause is looked at sooner. */
const READINGS_AFTER_PAUSE = 5;
/** Readings that the beginning is taken from. */
const FIRST_READINGS = 10;
/** OBS's event of a beginning comes within so much, on a machine that has too much to do. */
const EVENT_LATE_MS = 1_000;
/** Frames wait for their encoder as long as ever: a difference below this is one of measuring. */
const STEADY_MS = 50;
/** A beginning that nobody saw: a usual encoder looks ahead about so far. */
const USUAL_LAG_MS = 300;
/** A recording that was out of sight is the same if it is where it would be, within so much. */
const SAME_WITHIN_MS = 2_000;

/** Whether a recording expected at a position can be the one that has this duration. */
export function isSame(position: number, duration: number, lag: number | null): boolean {
  return Math.abs(position - duration - (lag ?? USUAL_LAG_MS)) < SAME_WITHIN_MS;
}

/**
 * Where on a recording a moment is. Its beginning and its pauses are taken from OBS's events. Where
 * the recording is what OBS began to encode for, its count of frames tells the beginning better: an
 * event can be late, a count cannot. OBS's own count of the duration is behind the picture by what the encoder
 * holds back (x264: over half a second), always by the same: it shows how far the clocks of two
 * computers, or pauses, took the position away, and is put right.
 */
export class RecordingClock {
  readonly #stretches: Stretch[] = [];
  #readings: number[] = [];
  #firstReadings = 0;
  #window = READINGS;
  #lag: number | null;

  /** A recording that begins now. */
  static begun(at: number): RecordingClock {
    return new RecordingClock({ from: at, to: null, position: 0 }, null);
  }

  /** One that ran already. `lag`: as known from an earlier one; null: none. */
  static joined({ at, duration, paused }: DurationReading, lag: number | null): RecordingClock {
    const behind = lag ?? USUAL_LAG_MS;
    // In a pause the encoder keeps what it holds.
    const position = duration + behind;
    return new RecordingClock({ from: at, to: paused ? at : null, position }, behind);
  }

  private constructor(first: Stretch, lag: number | null) {
    this.#stretches.push(first);
    this.#lag = lag;
  }

  /** Whether it is where OBS says it is, or another recording. */
  isAt({ at, duration }: DurationReading): boolean {
    return isSame(this.positionAt(at), duration, this.#lag);
  }

  get isPaused(): boolean {
    return this.#last.to !== null;
  }

  /** How far OBS's count is behind the picture; null: not known yet. */
  get lag(): number | null {
    return this.#lag;
  }

  /** Whole milliseconds from the first frame; a moment in a pause is its beginning. */
  positionAt(at: number): number {
    const stretch = this.#stretches.findLast(({ from }) => from <= at) ?? this.#stretches[0];
    if (!stretch) return 0;
    const until = stretch.to === null ? at : Math.min(at, stretch.to);
    return Math.max(0, Math.round(stretch.position + until - stretch.from));
  }

  pause(at: number): void {
    if (this.isPaused) return;
    this.#change({ ...this.#last, to: at });
    this.#readings = [];
  }

  resume(at: number): void {
    if (!this.isPaused) return;
    this.#stretches.push({ from: at, to: null, position: this.positionAt(at) });
    this.#readings = [];
    this.#window = READINGS_AFTER_PAUSE;
  }

  /** Compares with OBS's own count. */
  read({ at, duration, paused, encoded = null }: DurationReading): void {
    if (paused || this.isPaused) return;
    if (encoded) this.#setBeginning(at - encoded);
    if (duration === 0) return;
    this.#readings.push(this.positionAt(at) - duration);
    if (this.#readings.length < this.#window) {
      // The first few are enough for a first idea.
      if (this.#lag === null && this.#readings.length >= 3) this.#lag = Math.min(...this.#readings);
      return;
    }
    const lag = Math.min(...this.#readings);
    this.#readings = [];
    this.#window = READINGS;
    const off = lag - (this.#lag ?? lag);
    this.#lag ??= lag;
    if (Math.abs(off) < STEADY_MS) return;
    // From now on only: what was marked before was right then, or nearly.
    const position = Math.max(0, this.positionAt(at) - off);
    this.#change({ ...this.#last, to: at });
    this.#stretches.push({ from: at, to: null, position });
  }

  /** The earliest that a count shows is the best. A count that began with a stream is of no use. */
  #setBeginning(from: number): void {
    const first = this.#last;
    const isSeen = this.#stretches.length === 1 && first.position === 0;
    if (!isSeen || this.#firstReadings >= FIRST_READINGS) return;
    if (Math.abs(from - first.from) > EVENT_LATE_MS) return;
    if (this.#firstReadings === 0 || from < first.from) {
      this.#change({ ...first, from });
      this.#readings = [];
    }
    this.#firstReadings += 1;
  }

  get #last(): Stretch {
    return this.#stretches.at(-1) as Stretch;
  }

  #change(stretch: Stretch): void {
    this.#stretches[this.#stretches.length - 1] = stretch;
  }
}
