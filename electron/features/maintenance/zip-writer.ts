import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate/browser';
import { BackupRefusedError } from './errors.ts';

/** Deflating this much takes about a millisecond; other work runs between two pieces. */
const CHUNK_BYTES = 65_536;
/** Limit of a zip without the zip64 extension. */
const MOST_BYTES = 0xffff_ff00;
/** Fast, because backups also run during broadcasts. */
const LEVEL = 1;

export interface ZippedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The format allows only these years; a wrong clock must not fail a backup. */
const EARLIEST = Date.UTC(1980, 0, 2);
const LATEST = Date.UTC(2099, 11, 30);

/** Writes a zip file entry by entry, holding at most one piece in memory. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #zip: Zip;
  readonly #modifiedAt: number;
  #waiting: Uint8Array[] = [];
  #failure: unknown = null;
  #written = 0;

  /** @param modifiedAt the date of every entry, epoch milliseconds. */
  constructor(file: FileHandle, modifiedAt: number) {
    this.#file = file;
    this.#modifiedAt = Math.min(LATEST, Math.max(EARLIEST, modifiedAt));
    this.#zip = new Zip((failure, piece) => {
      this.#failure ??= failure;
      this.#waiting.push(piece);
    });
  }

  async addText(path: string, text: string): Promise<ZippedFile> {
    const bytes = Buffer.from(text, 'utf8');
    return this.#add(path, 'deflated', async (push) => push(bytes));
  }

  /** Adds the file's current content, `stored` if it is already compressed. */
  async addFile(
    path: string,
    from: string,
    as: 'deflated' | 'stored',
    onBytes: (bytes: number) => void = () => undefined,
  ): Promise<ZippedFile> {
    const source = await open(from, 'r');
    try {
      return await this.#add(path, as, async (push) => {
        for (;;) {
          const { bytesRead, buffer } = await source.read(new Uint8Array(CHUNK_BYTES));
          if (bytesRead === 0) return;
          await push(buffer.subarray(0, bytesRead));
          onBytes(bytesRead);
        }
      });
    } finally {
      await source.close();
    }
  }

  /** Writes the end; the file is on disk when it resolves. The caller closes it. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#flush();
    await this.#file.sync();
  }

  async #add(
    path: string,
    as: 'deflated' | 'stored',
    fill: (push: (piece: Uint8Array) => Promise<void>) => Promise<void>,
  ): Promise<ZippedFile> {
    const entry =
      as === 'stored' ? new ZipPassThrough(path) : new ZipDeflate(path, { level: LEVEL });
    entry.mtime = this.#modifiedAt;
    this.#zip.add(entry);
    const sum = createHash('sha256');
    let bytes = 0;
    await fill(async (piece) => {
      sum.update(piece);
      bytes += piece.byteLength;
      // A copy, because the library may keep the array.
      entry.push(Uint8Array.from(piece));
      await this.#flush();
    });
    entry.push(new Uint8Array(0), true);
    await this.#flush();
    return { path, bytes, sha256: sum.digest('hex') };
  }

  async #flush(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const pieces = this.#waiting;
    this.#waiting = [];
    for (const piece of pieces) {
      this.#written += piece.byteLength;
      if (this.#written > MOST_BYTES) {
        throw new BackupRefusedError('too-large', 'over four gigabytes');
      }
      await this.#file.writeFile(piece);
    }
  }
}
