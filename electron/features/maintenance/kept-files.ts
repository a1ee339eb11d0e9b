import { type FileHandle, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptFile } from '../../../shared/contract/maintenance.ts';
import { stampOf } from '../../base/atomic-file.ts';
import type { Clock } from '../../base/clock.ts';
import {
  createFiles,
  createPrivateFile,
  errorCode,
  type Files,
  moveFile,
} from '../../base/files.ts';
import { MaintenanceDiskError } from './errors.ts';

const UNFINISHED = '.part';

/** A folder of zip files that the app made for the streamer. */
export class KeptFiles {
  readonly folder: string;
  readonly #kind: 'backup' | 'diagnostics';
  readonly #clock: Clock;
  readonly #files: Files;

  constructor(folder: string, kind: 'backup' | 'diagnostics', clock: Clock) {
    this.folder = folder;
    this.#kind = kind;
    this.#clock = clock;
    this.#files = createFiles(clock);
  }

  /** Latest first; empty if the folder cannot be read. */
  async list(): Promise<readonly KeptFile[]> {
    const names = await readdir(this.folder).catch(() => []);
    const files = await Promise.all(names.map((name) => this.#facts(name)));
    return files
      .filter((file) => file !== null)
      .sort((one, other) => other.at - one.at || (other.name < one.name ? -1 : 1));
  }

  async find(name: string): Promise<{ readonly path: string; readonly bytes: number } | null> {
    const facts = await this.#facts(name);
    return facts && { path: join(this.folder, name), bytes: facts.bytes };
  }

  async remove(name: string): Promise<boolean> {
    const found = await this.find(name);
    if (found) await rm(found.path, { force: true });
    return found !== null;
  }

  /** Removes what a crash left. */
  async tidy(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names.filter((entry) => entry.endsWith(UNFINISHED))) {
      await rm(join(this.folder, name), { force: true });
    }
  }

  /**
   * Makes a new file that only its owner can read. It gets its name after `write` succeeds and is
   * removed if `write` fails. Throws what `write` throws, otherwise `MaintenanceDiskError`.
   */
  async make(write: (file: FileHandle) => Promise<void>): Promise<string> {
    const name = await this.#freeName();
    const path = join(this.folder, name);
    let file: FileHandle | null = null;
    try {
      await rm(path + UNFINISHED, { force: true });
      file = await createPrivateFile(path + UNFINISHED);
      await write(file);
      await file.close();
      file = null;
      await moveFile(path + UNFINISHED, path, this.#files);
      return name;
    } catch (failure) {
      await file?.close().catch(() => undefined);
      await rm(path + UNFINISHED, { force: true }).catch(() => undefined);
      throw errorCode(failure) === null ? failure : new MaintenanceDiskError(failure);
    }
  }

  async #freeName(): Promise<string> {
    const stamp = stampOf(this.#clock.now());
    for (let copy = 1; ; copy += 1) {
      const name = `stagelight-${this.#kind}-${stamp}${copy === 1 ? '' : `-${copy}`}.zip`;
      if (!(await this.find(name))) return name;
    }
  }

  async #facts(name: string): Promise<KeptFile | null> {
    if (!name.startsWith(`stagelight-${this.#kind}-`) || !/^[\w-]{1,76}\.zip$/.test(name)) {
      return null;
    }
    try {
      const found = await stat(join(this.folder, name));
      return found.isFile() ? { name, bytes: found.size, at: Math.floor(found.mtimeMs) } : null;
    } catch {
      return null;
    }
  }
}
