import type { LogLevel, LogSink } from './log.ts';

/** A finished line of the log. */
export interface RingLine {
  /** Counts up from 1. */
  readonly id: number;
  readonly level: LogLevel;
  readonly text: string;
}

const MOST_LINES = 2_000;
/** A line is shown to people; more than this of one tells them no more. */
const LONGEST_LINE = 4_000;
const GRAVITY: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Which lines are asked for. */
export interface RingQuery {
  /** This level and what is graver. */
  readonly level: LogLevel;
  /** Letters in either case; empty: all. */
  readonly search: string;
  /** Lines that came after this one; null: the newest. */
  readonly after: number | null;
  readonly most: number;
}

/** The newest 2,000 lines of this run's log, in memory. */
export class LogRing {
  readonly #lines: RingLine[] = [];
  #last = 0;

  /** Number of the newest line; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** Keeps what goes to `sink`. */
  before(sink: LogSink): LogSink {
    return (line, level) => {
      this.add(line, level);
      sink(line, level);
    };
  }

  add(text: string, level: LogLevel): void {
    this.#last += 1;
    this.#lines.push({ id: this.#last, level, text: text.slice(0, LONGEST_LINE) });
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
  }

  /** Oldest first: the newest `most` that fit. */
  read({ level, search, after, most }: RingQuery): readonly RingLine[] {
    const wanted = search.trim().toLowerCase();
    return this.#lines
      .filter(
        (line) =>
          GRAVITY[line.level] >= GRAVITY[level] &&
          line.id > (after ?? 0) &&
          (wanted === '' || line.text.toLowerCase().includes(wanted)),
      )
      .slice(-most);
  }
}
