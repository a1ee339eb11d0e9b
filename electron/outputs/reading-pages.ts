/** A page that may be told to read alerts aloud. */
export interface ReadingPage {
  tellReading(on: boolean): void;
}

/**
 * Chooses the one overlay page that reads alerts aloud: the first that said it could. It stays the
 * one until it cannot any more; then the page that has been able for longest takes over.
 */
export class ReadingPages {
  /** In the order in which they became able. */
  readonly #able = new Set<ReadingPage>();
  #reader: ReadingPage | null = null;

  setAble(page: ReadingPage, able: boolean): void {
    if (able) {
      this.#able.add(page);
      this.#choose();
      return;
    }
    if (this.#reader === page) page.tellReading(false);
    this.leave(page);
  }

  /** The page is gone, or is about to be. */
  leave(page: ReadingPage): void {
    this.#able.delete(page);
    if (this.#reader !== page) return;
    this.#reader = null;
    this.#choose();
  }

  /** Says again what the page may have missed. */
  repeat(page: ReadingPage): void {
    if (this.#able.has(page)) page.tellReading(this.#reader === page);
  }

  #choose(): void {
    if (this.#reader) return;
    const [first] = this.#able;
    if (!first) return;
    this.#reader = first;
    first.tellReading(true);
  }
}
