import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WIDGET_LIMITS, WIDGET_PART_BYTES } from '../../../shared/contract/widgets.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { createPrivateFolder, PRIVATE_FILE } from '../../base/files.ts';
import type { MakeKey } from '../../base/random.ts';
import { WidgetError } from './widgets-errors.ts';

/** An upload without data for this long is forgotten. */
export const UPLOAD_SILENCE_MS = 60_000;

interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly parts: Buffer[];
  received: number;
}

interface UploadParts {
  readonly clock: Clock;
  readonly makeKey: MakeKey;
}

/** Receives one packed widget at a time, in memory; another one takes its place. */
export class PackageUploads implements Disposable {
  readonly #parts: UploadParts;
  #upload: Upload | null = null;
  #silence: Disposable | null = null;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  begin(name: string, bytes: number): string {
    if (bytes === 0) throw new WidgetError('widgets-no-zip');
    if (bytes > WIDGET_LIMITS.zipBytes) throw new WidgetError('widgets-too-large');
    const id = this.#parts.makeKey();
    this.#upload = { id, name, bytes, parts: [], received: 0 };
    this.#listen();
    return id;
  }

  add(id: string, index: number, data: string): void {
    const upload = this.#present(id);
    const part = Buffer.from(data, 'base64');
    upload.received += part.length;
    const isWhole = part.length > 0 && part.toString('base64') === data;
    const fits = part.length <= WIDGET_PART_BYTES && upload.received <= upload.bytes;
    if (!isWhole || !fits || index !== upload.parts.length) {
      this.dispose();
      throw new WidgetError('widgets-no-upload');
    }
    upload.parts.push(part);
    this.#listen();
  }

  /** Writes the whole into a new folder. */
  async finish(
    id: string,
    folder: string,
  ): Promise<{ readonly name: string; readonly zip: string }> {
    const upload = this.#present(id);
    this.dispose();
    if (upload.received !== upload.bytes) throw new WidgetError('widgets-no-upload');
    await rm(folder, { recursive: true, force: true });
    await createPrivateFolder(folder);
    const zip = join(folder, 'package.zip');
    await writeFile(zip, Buffer.concat(upload.parts), { mode: PRIVATE_FILE, flag: 'wx' });
    return { name: upload.name, zip };
  }

  dispose(): void {
    this.#silence?.dispose();
    this.#silence = null;
    this.#upload = null;
  }

  #present(id: string): Upload {
    if (this.#upload?.id !== id) throw new WidgetError('widgets-no-upload');
    return this.#upload;
  }

  #listen(): void {
    this.#silence?.dispose();
    this.#silence = this.#parts.clock.setTimeout(() => this.dispose(), UPLOAD_SILENCE_MS);
  }
}
