import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFile, type Files, moveFile } from '../../base/files.ts';
import { type ByteSource, fileSource } from './inspect/bytes.ts';

const ITEM_NAME = /^[0-9a-f]{64}$/;
const PART_NAME = /^upload-[\w-]{1,80}\.part$/;
const CHUNK_BYTES = 1_048_576;

/** The library's files, one per item, named by hash; unfinished uploads are beside them. */
export class MediaFolder {
  readonly path: string;
  readonly #files: Files;

  constructor(path: string, files: Files) {
    this.path = path;
    this.#files = files;
  }

  get indexFile(): string {
    return join(this.path, 'index.json');
  }

  /** Whether the folder exists. The first upload creates it. */
  async exists(): Promise<boolean> {
    return (await this.#files.kind(this.path)) !== 'missing';
  }

  make(): Promise<void> {
    return this.#files.createFolder(this.path);
  }

  /** Removes the remains of interrupted uploads. */
  async tidy(): Promise<void> {
    const left = (await readdir(this.path)).filter((name) => PART_NAME.test(name));
    for (const name of left) await this.#files.remove(join(this.path, name));
  }

  async hashes(): Promise<string[]> {
    return (await readdir(this.path)).filter((name) => ITEM_NAME.test(name)).sort();
  }

  /** Size and last change (epoch milliseconds) of an item's file; null if there is none. */
  async facts(hash: string) {
    const path = this.itemPath(hash);
    if ((await this.#files.kind(path)) !== 'file') return null;
    const { size, mtimeMs } = await stat(path);
    return { bytes: size, changedAt: Math.floor(mtimeMs) };
  }

  /** Opens an item's file for reading; the caller closes it. */
  openItem(hash: string): Promise<FileHandle> {
    return open(this.itemPath(hash), 'r');
  }

  itemPath(hash: string): string {
    if (!ITEM_NAME.test(hash)) throw new RangeError('Not a hash');
    return join(this.path, hash);
  }

  partPath(id: string): string {
    return join(this.path, `upload-${id}.part`);
  }

  async withItem<T>(hash: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
    const file = await this.openItem(hash);
    try {
      return await use(fileSource(file, (await file.stat()).size));
    } finally {
      await file.close();
    }
  }

  /** Whether the content matches its hash. `pause` after each megabyte, so that nothing blocks. */
  async isIntact(hash: string, pause: () => Promise<void>): Promise<boolean> {
    if (!(await this.facts(hash))) return false;
    return this.withItem(hash, async (source) => {
      const sum = createHash('sha256');
      for (let at = 0; at < source.size; at += CHUNK_BYTES) {
        sum.update(await source.read(at, CHUNK_BYTES));
        await pause();
      }
      return sum.digest('hex') === hash;
    });
  }

  async removeItem(hash: string): Promise<void> {
    await this.#files.remove(this.itemPath(hash));
    await this.#files.syncFolder(this.path);
  }

  createPart(id: string): Promise<FileHandle> {
    return createPrivateFile(this.partPath(id), 'wx+');
  }

  /** Turns a complete, synced upload into an item, replacing a broken file of that name. */
  promotePart(id: string, hash: string): Promise<void> {
    return moveFile(this.partPath(id), this.itemPath(hash), this.#files);
  }

  removePart(id: string): Promise<void> {
    return this.#files.remove(this.partPath(id));
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return bavail * bsize;
  }
}
