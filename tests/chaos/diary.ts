import type { Clock } from '../../electron/base/clock.ts';

const LOG_LINES = 400;

/** What happened while a schedule was played, by the platform's clock, and what was wrong about it. */
export class Diary {
  readonly faults: string[] = [];
  /** The last lines. */
  readonly log: string[] = [];
  readonly #clock: Clock;
  readonly #say: ((line: string) => void) | undefined;

  /** `say`: hears every line at once. */
  constructor(clock: Clock, say?: (line: string) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  fault(text: string): void {
    this.note(`FAULT ${text}`);
    this.faults.push(text);
  }

  note(text: string): void {
    const at = new Date(this.#clock.now()).toISOString().slice(5, 23);
    const line = `${at} ${text}`;
    this.#say?.(line);
    this.log.push(line);
    if (this.log.length > LOG_LINES) this.log.shift();
  }
}
