import { basename } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import { MEDIA_TYPES, type MediaItem, type MediaType } from '../../../shared/overlay/media.ts';
import { readTextOrNull, setAside, writeFileAtomic } from '../../base/atomic-file.ts';
import type { Clock } from '../../base/clock.ts';
import type { Files } from '../../base/files.ts';

/** The stored part of an item; the rest is computed. */
export type KeptItem = Pick<MediaItem, 'hash' | 'name' | 'type' | 'bytes' | 'addedAt'>;

const keptSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(500),
  type: z.enum(Object.keys(MEDIA_TYPES) as [MediaType, ...MediaType[]]),
  bytes: z.number().int().positive(),
  addedAt: z.number().int(),
});
const indexSchema = z.object({ version: z.literal(1), items: z.array(z.unknown()) });

/** Reads the list and skips invalid items. A damaged list is set aside, and its new name told. */
export async function readIndex(path: string, files: Files, clock: Clock) {
  const text = await readTextOrNull(path, files);
  if (text === null) return { items: [], setAside: null };
  const index = indexSchema.safeParse(parseJson(text));
  if (!index.success) {
    return { items: [], setAside: basename(await setAside(path, files, clock)) };
  }
  const items = index.data.items.flatMap((item) => keptSchema.safeParse(item).data ?? []);
  return { items, setAside: null };
}

/** Replaces the whole list. */
export function writeIndex(path: string, items: readonly KeptItem[], files: Files): Promise<void> {
  const text = `${JSON.stringify({ version: 1, items }, null, 2)}\n`;
  return writeFileAtomic(path, text, files);
}

/** The library's items in memory, in the order they were added. */
export class MediaIndex {
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

  /** Adds an item, or marks its file as intact again. */
  put(item: KeptItem): void {
    this.#items.set(item.hash, item);
    this.#broken.delete(item.hash);
  }

  remove(hash: string): void {
    this.#items.delete(hash);
    this.#broken.delete(hash);
  }

  /** Returns false if the item is unknown or already marked as broken. */
  setBroken(hash: string): boolean {
    if (!this.#items.has(hash) || this.#broken.has(hash)) return false;
    this.#broken.add(hash);
    return true;
  }

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
