/**
 * Keeps changes of the screen until somebody can see it: a page that nobody sees has nothing to
 * draw, however much happens. Of each name only the last one counts.
 */
export class WhenSeen {
  #seen = true;
  readonly #kept = new Map<string, () => void>();

  /** Does it now, or the last of this name as soon as the page is seen. */
  run(name: string, apply: () => void): void {
    if (this.#seen) apply();
    else this.#kept.set(name, apply);
  }

  setSeen(seen: boolean): void {
    this.#seen = seen;
    if (!seen) return;
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const apply of kept) apply();
  }

  /** What was kept counts no more: everything begins anew. */
  forget(): void {
    this.#kept.clear();
  }
}
