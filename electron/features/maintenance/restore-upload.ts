import { randomUUID } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { BACKUP_PART_BYTES } from '../../../shared/contract/maintenance.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { createPrivateFile } from '../../base/files.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { MaintenanceDiskError, MaintenanceRefusedError } from './errors.ts';

/** An upload without data for this long is cancelled. */
export const UPLOAD_SILENCE_MS = 60_000;

interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly file: FileHandle;
  received: number;
  nextIndex: number;
}

/** Receives one backup in parts and writes it to a file. A new upload replaces the one before. */
export class RestoreUpload implements Disposable {
  readonly path: string;
  readonly #clock: Clock;
  readonly #queue = new SerialQueue();
  #upload: Upload | null = null;
  #silence: Disposable | null = null;

  constructor(path: string, clock: Clock) {
    this.path = path;
    this.#clock = clock;
  }

  /** Throws `MaintenanceDiskError`. */
  begin(name: string, bytes: number): Promise<string> {
    return this.#queue.run(async () => {
      await this.#end();
      try {
        const file = await createPrivateFile(this.path);
        const id = randomUUID();
        this.#upload = { id, name, bytes, file, received: 0, nextIndex: 0 };
        this.#listen();
        return id;
      } catch (failure) {
        throw new MaintenanceDiskError(failure);
      }
    });
  }

  /** Any error ends the upload. Throws `MaintenanceRefusedError` or `MaintenanceDiskError`. */
  add(id: string, index: number, data: string): Promise<void> {
    return this.#queue.run(async () => {
      const upload = this.#present(id);
      const bytes = Buffer.from(data, 'base64');
      const isWhole = bytes.length > 0 && bytes.toString('base64') === data;
      const fits =
        bytes.length <= BACKUP_PART_BYTES && upload.received + bytes.length <= upload.bytes;
      if (!isWhole || !fits || index !== upload.nextIndex) {
        await this.#end();
        throw new MaintenanceRefusedError('no-upload');
      }
      try {
        await upload.file.writeFile(bytes);
      } catch (failure) {
        await this.#end();
        throw new MaintenanceDiskError(failure);
      }
      upload.received += bytes.length;
      upload.nextIndex += 1;
      this.#listen();
    });
  }

  /** Completes the file, which stays at `path`. Returns its name. */
  finish(id: string): Promise<string> {
    return this.#queue.run(async () => {
      const upload = this.#present(id);
      const isWhole = upload.received === upload.bytes;
      this.#stopListening();
      this.#upload = null;
      await upload.file.close();
      if (isWhole) return upload.name;
      await rm(this.path, { force: true });
      throw new MaintenanceRefusedError('no-upload');
    });
  }

  forget(): Promise<void> {
    return this.#queue.run(() => this.#end());
  }

  dispose(): void {
    void this.forget();
  }

  #present(id: string): Upload {
    if (this.#upload?.id === id) return this.#upload;
    throw new MaintenanceRefusedError('no-upload');
  }

  #listen(): void {
    this.#stopListening();
    this.#silence = this.#clock.setTimeout(() => void this.forget(), UPLOAD_SILENCE_MS);
  }

  #stopListening(): void {
    this.#silence?.dispose();
    this.#silence = null;
  }

  async #end(): Promise<void> {
    this.#stopListening();
    const upload = this.#upload;
    this.#upload = null;
    await upload?.file.close().catch(() => undefined);
    await rm(this.path, { force: true }).catch(() => undefined);
  }
}
