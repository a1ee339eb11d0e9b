import type { Logger } from '../base/log.ts';

/**
 * Counts what was turned away, by reason. The log says it at the first time and whenever the count
 * has doubled, so that a page that keeps knocking cannot fill the disk.
 */
export class Refusals {
  readonly #log: Logger;
  readonly #counts = new Map<string, number>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param reason stable, kebab-case. */
  count(reason: string): void {
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    if (Number.isInteger(Math.log2(count))) this.#log.warn('Refused at a page', { reason, count });
  }
}
