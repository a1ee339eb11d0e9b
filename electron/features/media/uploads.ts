import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { MEDIA_LIMITS, MEDIA_MOST_BYTES, MEDIA_TYPES } from '../../../shared/overlay/media.ts';
import type { Disposable } from '../../base/disposables.ts';
import { StagelightError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { folderFailure, MediaRefusedError } from './media-errors.ts';
import type { MediaFolder } from './media-folder.ts';
import type { KeptItem } from './media-index.ts';
import type { MediaLibraryOptions } from './ports.ts';
import { assertBytes, HEAD_BYTES, typeOfHead } from './recognise.ts';

/** An upload without data for this long is cancelled. */
export const SILENCE_MS = 60_000;
/** Each may belong to another dashboard; a reloaded one leaves its upload behind for a minute. */
export const MOST_UPLOADS = 4;

interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly file: FileHandle;
  readonly sum: Hash;
  readonly queue: SerialQueue;
  received: number;
  nextIndex: number;
  silence: Disposable | null;
}

interface UploadsParts
  extends Pick<MediaLibraryOptions, 'recognise' | 'clock' | 'makeKey' | 'log'> {
  readonly folder: MediaFolder;
}

/** A complete, checked upload whose file is not an item yet. */
export type Arrived = Omit<KeptItem, 'addedAt'>;

/** @throws MediaRefusedError for an empty file, or one that is too large. */
export function assertAnnounced(bytes: number): void {
  if (bytes === 0) throw new MediaRefusedError({ code: 'media-damaged' });
  assertBytes(bytes, MEDIA_MOST_BYTES);
}

const uploadGone = () => new StagelightError({ code: 'media-upload-gone' });

/** Receives files in parts, with at most one part of each in memory. */
export class Uploads {
  readonly #parts: UploadsParts;
  readonly #open = new Map<string, Upload>();
  #beginning = 0;
  #closed = false;

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  /** Announced bytes that are not in the library yet. */
  get announcedBytes(): number {
    return [...this.#open.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Creates an upload's file and returns its id. Throws `StagelightError`. */
  async begin(name: string, bytes: number): Promise<string> {
    if (this.#open.size + this.#beginning >= MOST_UPLOADS) {
      throw new StagelightError({ code: 'media-too-many-uploads' });
    }
    const id = this.#parts.makeKey();
    this.#beginning += 1;
    try {
      const file = await this.#parts.folder.createPart(id);
      if (this.#closed) {
        await this.#forget(id, file);
        throw uploadGone();
      }
      const begun = { id, name, bytes, file, sum: createHash('sha256'), queue: new SerialQueue() };
      const upload: Upload = { ...begun, received: 0, nextIndex: 0, silence: null };
      this.#open.set(id, upload);
      this.#listen(upload);
      return id;
    } catch (failure) {
      throw folderFailure(failure);
    } finally {
      this.#beginning -= 1;
    }
  }

  /**
   * Adds the next part, base64 of at most 32,768 bytes. Any error ends the upload: a `StagelightError`,
   * or `MediaRefusedError` as soon as the beginning shows that the file is unusable.
   */
  add(id: string, index: number, data: string): Promise<void> {
    return this.#inTurn(id, async (upload) => {
      const bytes = Buffer.from(data, 'base64');
      const isWhole = bytes.toString('base64') === data && bytes.length > 0;
      const fits = bytes.length <= MEDIA_LIMITS.partBytes;
      const isNext = index === upload.nextIndex && upload.received + bytes.length <= upload.bytes;
      if (!isWhole || !fits || !isNext)
        throw new StagelightError({ code: 'media-upload-mixed-up' });
      // Refuses an unusable file before the rest is sent.
      const isHead = index === 0 && (bytes.length >= HEAD_BYTES || bytes.length === upload.bytes);
      if (isHead) assertBytes(upload.bytes, MEDIA_TYPES[typeOfHead(bytes)].mostBytes);
      await upload.file.writeFile(bytes);
      upload.sum.update(bytes);
      upload.received += bytes.length;
      upload.nextIndex += 1;
      this.#listen(upload);
    });
  }

  /**
   * Checks a complete file and passes it to `keep`, which makes it an item.
   * @throws as `add`, and what `keep` throws; the upload ends either way.
   */
  async finish<T>(id: string, keep: (arrived: Arrived) => Promise<T>): Promise<T> {
    return this.#inTurn(id, async (upload) => {
      const { file, name, bytes } = upload;
      if (upload.received !== bytes) throw new StagelightError({ code: 'media-upload-mixed-up' });
      const type = await this.#parts.recognise(this.#parts.folder.partPath(id));
      await file.sync();
      // Windows cannot rename an open file.
      await file.close();
      const kept = await keep({ hash: upload.sum.digest('hex'), name, type, bytes });
      await this.#end(upload);
      return kept;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const ending = [...this.#open.values()].map(async (upload) => {
      this.#open.delete(upload.id);
      await upload.queue.drained();
      await this.#end(upload);
    });
    await Promise.all(ending);
  }

  /** Runs the steps of an upload in order; a failing step ends the upload. */
  #inTurn<T>(id: string, step: (upload: Upload) => Promise<T>): Promise<T> {
    const upload = this.#open.get(id);
    if (!upload) return Promise.reject(uploadGone());
    return upload.queue.run(async () => {
      if (this.#open.get(id) !== upload) throw uploadGone();
      try {
        return await step(upload);
      } catch (failure) {
        await this.#end(upload);
        throw folderFailure(failure);
      }
    });
  }

  #listen(upload: Upload): void {
    upload.silence?.dispose();
    upload.silence = this.#parts.clock.setTimeout(() => {
      this.#parts.log.info('An upload stood still and was given up');
      void upload.queue.run(() => this.#end(upload));
    }, SILENCE_MS);
  }

  async #end(upload: Upload): Promise<void> {
    this.#open.delete(upload.id);
    upload.silence?.dispose();
    await this.#forget(upload.id, upload.file);
  }

  async #forget(id: string, file: FileHandle): Promise<void> {
    try {
      await file.close();
      await this.#parts.folder.removePart(id);
    } catch (failure) {
      this.#parts.log.warn('The rest of an upload could not be removed', { failure });
    }
  }
}
