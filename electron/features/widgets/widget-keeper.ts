import { rm } from 'node:fs/promises';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import { STORE_LIMITS } from '../../../shared/overlay/custom-widgets.ts';
import { readTextOrNull, writeFileAtomic } from '../../base/atomic-file.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Files } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';

type Store = Map<string, unknown>;

interface KeeperParts {
  readonly pathOf: (id: string) => string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A widget may write with every frame; the disk is asked at most this often. */
const WRITE_EVERY_MS = 1_000;

/** What widgets keep with `SE_API.store`, each its own: in memory, and a second later on disk. */
export class WidgetKeeper implements Disposable {
  readonly #parts: KeeperParts;
  /** Each is read once, for all that wait for it: they go on in the order in which they came. */
  readonly #stores = new Map<string, Promise<Store>>();
  readonly #queue = new SerialQueue();
  readonly #timers = new Map<string, Disposable>();

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  async read(id: string): Promise<Readonly<Record<string, unknown>>> {
    return Object.fromEntries(await this.#storeOf(id));
  }

  /** False: it has too much already, or was forgotten. `value` is JSON. */
  async set(id: string, key: string, value: string): Promise<boolean> {
    const kept = this.#storeOf(id);
    const store = await kept;
    if (this.#stores.get(id) !== kept) return false;
    const next = new Map(store).set(key, parseJson(value) ?? null);
    const chars = JSON.stringify([...next]).length;
    if (next.size > STORE_LIMITS.keys || chars > STORE_LIMITS.chars) return false;
    store.set(key, next.get(key));
    if (!this.#timers.has(id)) {
      const timer = this.#parts.clock.setTimeout(() => this.#write(id), WRITE_EVERY_MS);
      this.#timers.set(id, timer);
    }
    return true;
  }

  async forget(id: string): Promise<void> {
    this.#timers.get(id)?.dispose();
    this.#timers.delete(id);
    this.#stores.delete(id);
    await this.#queue.run(() => rm(this.#parts.pathOf(id), { force: true }));
  }

  /** Writes what waits, also what still waits for a file to be read. */
  async close(): Promise<void> {
    do {
      for (const id of [...this.#timers.keys()]) this.#write(id);
      await this.#queue.drained();
    } while (this.#timers.size > 0);
  }

  dispose(): void {
    void this.close();
  }

  #storeOf(id: string): Promise<Store> {
    const known = this.#stores.get(id);
    if (known) return known;
    // Behind a write or a removal that is under way.
    const kept = this.#queue.run(() => this.#read(id));
    this.#stores.set(id, kept);
    return kept;
  }

  async #read(id: string): Promise<Store> {
    const { pathOf, files, log } = this.#parts;
    const text = await readTextOrNull(pathOf(id), files).catch((failure: unknown) => {
      log.warn('what a widget keeps could not be read', { failure });
      return null;
    });
    const read = text === null ? {} : parseJson(text);
    return new Map(Object.entries(isJsonObject(read) ? read : {}));
  }

  #write(id: string): void {
    this.#timers.get(id)?.dispose();
    this.#timers.delete(id);
    const { pathOf, files, log } = this.#parts;
    const kept = this.#storeOf(id);
    void this.#queue
      .run(async () => {
        const text = JSON.stringify(Object.fromEntries(await kept));
        await writeFileAtomic(pathOf(id), text, files);
      })
      .catch((failure: unknown) => log.warn('what a widget keeps was not written', { failure }));
  }
}
