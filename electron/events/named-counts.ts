/** Counts occurrences by name and says when one is worth a line in the log. */
export class NamedCounts {
  readonly #counts = new Map<string, number>();
  readonly #mostNames: number;
  #total = 0;

  /** Names beyond `mostNames` are counted together as `other`: senders must not fill the memory. */
  constructor(mostNames = 200) {
    this.#mostNames = mostNames;
  }

  get total(): number {
    return this.#total;
  }

  /** Counts one. True for the first of a name and then for every hundredth. */
  add(name: string): boolean {
    const known = this.#counts.has(name) || this.#counts.size < this.#mostNames;
    const key = known ? name : 'other';
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    this.#total += 1;
    return count === 1 || count % 100 === 0;
  }

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** In the order in which the names first came. */
  entries(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts];
  }
}
