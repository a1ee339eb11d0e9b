import { MEDIA_LIMITS, type MediaItem } from '../../../shared/overlay/media.ts';
import { delay } from '../../base/clock.ts';
import { contentStream } from '../../base/content-stream.ts';
import { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { ServedMedia } from '../../server/file-answers.ts';
import { cleanName, nameOfHash } from './adopt-media.ts';
import { folderFailure, MediaRefusedError, mediaBroken, megabytes } from './media-errors.ts';
import { MediaFolder } from './media-folder.ts';
import { type KeptItem, MediaIndex, readIndex, writeIndex } from './media-index.ts';
import type { MediaLibraryOptions } from './ports.ts';
import { type Arrived, assertAnnounced, Uploads } from './uploads.ts';

/** Disk space to leave for the rest of the machine, bytes. */
const SPARE_BYTES = 200_000_000;
/** Pause after each checked megabyte, so that the check goes unnoticed. */
const PAUSE_MS = 20;

/** Files named by the hash of their content, and a list, written after them: a crash loses no file. */
export class MediaLibrary {
  readonly #options: MediaLibraryOptions;
  readonly #folder: MediaFolder;
  readonly #shelf = new MediaIndex();
  readonly #uploads: Uploads;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(
    new Emitter<readonly MediaItem[]>((failure) =>
      this.#options.log.error('a media listener failed', { failure }),
    ),
  );
  readonly onChange = this.#changes.on;
  readonly #writing = new SerialQueue();
  readonly #stopping = new AbortController();
  #missing: ReadonlySet<string> = new Set();
  #saidBroken = false;
  #checking: Promise<void> = Promise.resolve();

  /** @internal Made by `openMediaLibrary`. */
  constructor(options: MediaLibraryOptions) {
    this.#options = options;
    this.#folder = new MediaFolder(options.folder, options.files);
    this.#uploads = new Uploads({ ...options, folder: this.#folder });
  }

  /** All items, latest first. */
  get items(): readonly MediaItem[] {
    return this.#shelf.describe(this.#options.usedBy.get());
  }

  /** Resolves when the startup check of every file has ended. */
  get checked(): Promise<void> {
    return this.#checking;
  }

  /** @internal */
  async start(): Promise<void> {
    try {
      if (await this.#folder.exists()) {
        await this.#folder.tidy();
        await this.#readList();
      }
    } catch (failure) {
      this.#options.log.error('the media library could not be read', { failure });
      this.#options.onProblem(folderFailure(failure).problem);
    }
    this.#owned.add(this.#options.usedBy.onChange(() => this.#changed()));
    this.#changed();
    this.#checking = this.#checkAll();
  }

  /** Returns an upload, which expires after a minute without data. Throws if there is no room. */
  async beginUpload(name: string, bytes: number): Promise<string> {
    assertAnnounced(bytes);
    this.#assertRoom(bytes + this.#uploads.announcedBytes);
    if ((await this.#freeBytes()) < bytes + SPARE_BYTES)
      throw new StagelightError({ code: 'media-disk-full' });
    return this.#uploads.begin(cleanName(name), bytes);
  }

  /** Adds the next part of a file; throws as `Uploads.add`. */
  addPart(upload: string, index: number, data: string): Promise<void> {
    return this.#uploads.add(upload, index, data);
  }

  /**
   * Turns an uploaded file into an item. Known content yields the existing item and repairs a
   * broken file. Throws as `Uploads.finish`, and `MediaRefusedError` for a full library.
   */
  async finishUpload(upload: string): Promise<MediaItem> {
    const { hash } = await this.#uploads.finish(upload, (arrived) =>
      this.#writing.run(() => this.#keep(upload, arrived)),
    );
    const item = this.items.find((one) => one.hash === hash);
    if (!item) throw new StagelightError({ code: 'media-unknown' });
    return item;
  }

  /** Removes an item, even one in use: its users fall back to the default. Throws `StagelightError`. */
  remove(hash: string): Promise<void> {
    return this.#writing.run(async () => {
      const item = this.#shelf.get(hash);
      if (!item) throw new StagelightError({ code: 'media-unknown' });
      try {
        // The file goes first: an unlisted file would return at the next start.
        await this.#folder.removeItem(hash);
        this.#shelf.remove(hash);
        await this.#writeList();
      } catch (failure) {
        throw folderFailure(failure);
      } finally {
        this.#changed();
      }
    });
  }

  /** Opens an item's content; null if there is no such item or its file is damaged. */
  async open(hash: string): Promise<ServedMedia | null> {
    const item = this.#shelf.get(hash);
    if (!item || this.#shelf.isBroken(hash)) return null;
    const facts = await this.#folder.facts(hash).catch((failure: unknown) => {
      this.#options.log.warn('a media file could not be looked at', { failure });
      return null;
    });
    if (facts?.bytes !== item.bytes) {
      this.#found([hash]);
      return null;
    }
    const { type, bytes } = item;
    const openFile = () => this.#folder.openItem(hash);
    const onFailure = (failure: unknown): void => {
      this.#options.log.warn('a media file could not be read', { failure });
      this.#found([hash]);
    };
    return { type, bytes, read: (from, to) => contentStream(openFile, onFailure, [from, to]) };
  }

  /** Cancels current work and waits until the list is written. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#owned.dispose();
    await this.#uploads.close();
    await Promise.all([this.#writing.drained(), this.#checking]);
  }

  async #freeBytes(): Promise<number> {
    try {
      await this.#folder.make();
      return await (this.#options.freeBytes?.() ?? this.#folder.freeBytes());
    } catch (failure) {
      throw folderFailure(failure);
    }
  }

  async #keep(upload: string, arrived: Arrived): Promise<KeptItem> {
    const { hash } = arrived;
    const present = this.#shelf.get(hash);
    if (present && (await this.#isThere(present))) return present;
    if (!present) this.#assertRoom(arrived.bytes);
    await this.#folder.promotePart(upload, hash);
    const name = arrived.name || nameOfHash(hash, arrived.type);
    const item = present ?? { ...arrived, name, addedAt: this.#options.clock.now() };
    this.#shelf.put(item);
    this.#changed();
    if (!present) await this.#writeList();
    return item;
  }

  async #isThere({ hash, bytes }: KeptItem): Promise<boolean> {
    if (this.#shelf.isBroken(hash)) return false;
    return (await this.#folder.facts(hash))?.bytes === bytes;
  }

  #assertRoom(bytes: number): void {
    if (this.#shelf.bytes + bytes > MEDIA_LIMITS.totalBytes) {
      const values = { most: megabytes(MEDIA_LIMITS.totalBytes) };
      throw new MediaRefusedError({ code: 'media-library-full', values });
    }
  }

  #writeList(): Promise<void> {
    return writeIndex(this.#folder.indexFile, this.#shelf.all, this.#options.files);
  }

  async #readList(): Promise<void> {
    const { files, clock, onProblem } = this.#options;
    const { items, setAside } = await readIndex(this.#folder.indexFile, files, clock);
    for (const item of items) this.#shelf.put(item);
    const strays = (await this.#folder.hashes()).filter((hash) => !this.#shelf.get(hash));
    for (const hash of strays) await this.#adopt(hash);
    if (setAside) onProblem({ code: 'media-index-rebuilt', values: { file: setAside } });
    if (setAside || strays.length > 0) await this.#writeList();
  }

  /** Adds an unlisted file by its content, unless it does not match its hash. */
  async #adopt(hash: string): Promise<void> {
    const facts = await this.#folder.facts(hash);
    if (!facts || !(await this.#folder.isIntact(hash, async () => undefined))) return;
    try {
      const type = await this.#options.recognise(this.#folder.itemPath(hash));
      const { bytes, changedAt } = facts;
      this.#shelf.put({ hash, name: nameOfHash(hash, type), type, bytes, addedAt: changedAt });
    } catch (failure) {
      this.#options.log.warn('a file in the media folder is left alone', { failure });
    }
  }

  /** First checks that every file exists, then slowly that its content is unchanged. */
  async #checkAll(): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    try {
      const absent: string[] = [];
      for (const item of this.#shelf.all) if (!(await this.#isThere(item))) absent.push(item.hash);
      this.#found(absent);
      const pause = async (): Promise<void> => {
        await delay(clock, PAUSE_MS, signal);
        signal.throwIfAborted();
      };
      for (const { hash } of this.#shelf.all) {
        if (signal.aborted) return;
        if (this.#shelf.get(hash) && !(await this.#folder.isIntact(hash, pause)))
          this.#found([hash]);
      }
    } catch (failure) {
      if (!signal.aborted) log.warn('the media files could not all be looked at', { failure });
    }
  }

  /** Reports these items as broken, once. */
  #found(hashes: readonly string[]): void {
    const fresh = hashes.filter((hash) => this.#shelf.setBroken(hash));
    if (fresh.length === 0 || this.#stopping.signal.aborted) return;
    this.#saidBroken = true;
    this.#options.onProblem(mediaBroken(this.#shelf.brokenNames));
    this.#changed();
  }

  #changed(): void {
    const used = this.#options.usedBy.get();
    const missing = new Set([...used.keys()].filter((hash) => !this.#shelf.get(hash)));
    const isNews = [...missing].some((hash) => !this.#missing.has(hash));
    const wasMissing = this.#missing.size > 0;
    this.#missing = missing;
    if (isNews) {
      this.#options.onProblem({ code: 'media-missing', values: { count: missing.size } });
    } else if (wasMissing && missing.size === 0) this.#options.onSolved('media-missing');
    if (this.#saidBroken && this.#shelf.brokenNames.length === 0) {
      this.#saidBroken = false;
      this.#options.onSolved('media-broken');
    }
    this.#changes.fire(this.#shelf.describe(used));
  }
}

/** Never throws: an unusable folder is a problem, and leaves a library that refuses uploads. */
export async function openMediaLibrary(options: MediaLibraryOptions): Promise<MediaLibrary> {
  const library = new MediaLibrary(options);
  await library.start();
  return library;
}
