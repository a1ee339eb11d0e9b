import type { MediaItem } from '../../shared/overlay/media.ts';
import type { KeptItem } from './media-index.ts';

/** What the library holds, in memory: its items in the order in which they came. */
export class MediaShelf {
  readonly #items = new Map<string, KeptItem>();
  readonly #broken = new Set<string>();

  get all(): readonly KeptItem[] {
    return [...this.#items.values()];
  }

  get bytes(): number {
    return this.all.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get brokenNames(): readonly string[] {
    return this.all.filter(({ hash }) => this.#broken.has(hash)).map(({ name }) => name);
  }

  get(hash: string): KeptItem | null {
    return this.#items.get(hash) ?? null;
  }

  isBroken(hash: string): boolean {
    return this.#broken.has(hash);
  }

  /** A new item, or one whose file is whole again. */
  put(item: KeptItem): void {
    this.#items.set(item.hash, item);
    this.#broken.delete(item.hash);
  }

  remove(hash: string): void {
    this.#items.delete(hash);
    this.#broken.delete(hash);
  }

  /** False: it was known to be broken, or is no item. */
  setBroken(hash: string): boolean {
    if (!this.#items.has(hash) || this.#broken.has(hash)) return false;
    this.#broken.add(hash);
    return true;
  }

  /** As dashboards are told, the latest first. */
  describe(uses: ReadonlyMap<string, number>): readonly MediaItem[] {
    return this.all
      .map((item) => ({
        ...item,
        uses: uses.get(item.hash) ?? 0,
        broken: this.#broken.has(item.hash),
      }))
      .reverse();
  }
}
