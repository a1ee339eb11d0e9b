/** Chat in steps of ten seconds. */
const STEP_MS = 10_000;
/** A minute of chat, looked at at each step. */
const MINUTE = 6;
/** What is usual is what the last half hour was like. */
const MEMORY = 30 * MINUTE;
/** With fewer minutes nobody knows what is usual. */
const LEAST_MINUTES = 5;
/** Iglewicz and Hoaglin's bound for what is far out. */
const PEAK_SCORE = 3.5;
/** Below this a peak is over. */
const CALM_SCORE = 2;
/** Fewer messages a minute are no peak, however quiet it was. */
const LEAST_MESSAGES = 10;
/** A median absolute deviation times this is a standard deviation, where chance is normal. */
const TO_DEVIATION = 1.4826;

export interface ChatPeak {
  /** The fullest ten seconds begin then, on the monotonic clock. */
  readonly at: number;
  /** Messages in that minute. */
  readonly perMinute: number;
}

/** The middle of some numbers, 0 for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/**
 * How far a minute is above the usual minutes, in deviations that single wild minutes don't change:
 * median and median absolute deviation. Chat that comes by chance alone spreads by the root of its
 * number, so a chat as regular as a clock is not taken for a surge at its first extra message.
 */
export function robustScore(now: number, usual: readonly number[]): number {
  const middle = median(usual);
  const spread = median(usual.map((value) => Math.abs(value - middle))) * TO_DEVIATION;
  return (now - middle) / Math.max(spread, Math.sqrt(middle), 1);
}

/** Finds where chat is far above its usual pace. Steps are looked at once they are over. */
export class ChatPeaks {
  /** Messages of past steps, the latest last. */
  #steps: number[] = [];
  #now = 0;
  #count = 0;
  #isHigh = false;
  #isBegun = false;

  /** Counts messages that came now; a peak that a step before showed. */
  add(messages: number, at: number): ChatPeak | null {
    const peak = this.#advance(Math.floor(at / STEP_MS));
    this.#count += messages;
    return peak;
  }

  #advance(step: number): ChatPeak | null {
    if (!this.#isBegun || step - this.#now > MEMORY) {
      this.#steps = [];
      this.#count = 0;
      this.#isHigh = false;
      this.#isBegun = true;
      this.#now = step;
    }
    let found: ChatPeak | null = null;
    while (this.#now < step) {
      this.#steps.push(this.#count);
      if (this.#steps.length > MEMORY) this.#steps.shift();
      this.#count = 0;
      this.#now += 1;
      found = this.#look() ?? found;
    }
    return found;
  }

  #look(): ChatPeak | null {
    const minute = this.#steps.slice(-MINUTE);
    const perMinute = sum(minute);
    const usual = minutesOf(this.#steps.slice(0, -MINUTE));
    if (usual.length < LEAST_MINUTES) return null;
    const score = robustScore(perMinute, usual);
    if (score < CALM_SCORE) this.#isHigh = false;
    if (this.#isHigh || score < PEAK_SCORE || perMinute < LEAST_MESSAGES) return null;
    this.#isHigh = true;
    const fullest = minute.indexOf(Math.max(...minute));
    return { at: (this.#now - minute.length + fullest) * STEP_MS, perMinute };
  }
}

/** Whole minutes, counted back from the end. */
function minutesOf(steps: readonly number[]): number[] {
  const minutes: number[] = [];
  for (let end = steps.length; end >= MINUTE; end -= MINUTE) {
    minutes.push(sum(steps.slice(end - MINUTE, end)));
  }
  return minutes;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
