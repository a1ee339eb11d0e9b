import { basename } from 'node:path';
import type { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { readTextOrNull, setAside, writeFileAtomic } from '../base/atomic-file.ts';
import type { Clock } from '../base/clock.ts';
import { StagelightError } from '../base/errors.ts';
import { type Files, PRIVATE_FILE } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import { VaultUnavailableError } from './errors.ts';

export interface SecretsFileOptions {
  /** The vault file; its folder is created (mode 0700) with the first write. */
  readonly path: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
}

export interface SecretsFormat<T> {
  readonly schema: z.ZodType<T>;
  readonly empty: T;
}

/**
 * The file part of a vault: one JSON file that only its owner may read, replaced as a whole. A
 * damaged file is set aside with its date and reported. Callers run accesses one after the other.
 *
 * Throws `VaultUnavailableError` when the system refuses a read or a write; then the file is as
 * before.
 */
export class SecretsFile<T> {
  readonly #options: SecretsFileOptions;
  readonly #format: SecretsFormat<T>;

  constructor(options: SecretsFileOptions, format: SecretsFormat<T>) {
    this.#options = options;
    this.#format = format;
  }

  async load(): Promise<T> {
    const { path, files } = this.#options;
    try {
      const kind = await files.kind(path);
      if (kind === 'other') return await this.#startOver('not-a-file');
      const text = await readTextOrNull(path, files);
      if (text === null) return this.#format.empty;
      const result = this.#format.schema.safeParse(parseJson(text));
      return result.success ? result.data : await this.#startOver('not-understood');
    } catch (failure) {
      if (failure instanceof StagelightError) throw failure;
      throw new VaultUnavailableError('read', { cause: failure });
    }
  }

  /** On the disk, whole, when it resolves. */
  async store(content: T): Promise<void> {
    const { path, files } = this.#options;
    try {
      const text = `${JSON.stringify(content, null, 2)}\n`;
      await writeFileAtomic(path, text, files);
    } catch (failure) {
      throw new VaultUnavailableError('write', { cause: failure });
    }
  }

  /** Keeps the damaged file for repair: it may hold the only copy of a sign-in. */
  async #startOver(reason: 'not-a-file' | 'not-understood'): Promise<T> {
    const { path, files, clock, log, onProblem } = this.#options;
    const kept = await setAside(path, files, clock);
    // It may come from a copy with wider rights; what a link leads to is not ours to change.
    if (reason === 'not-understood') await files.chmod(kept, PRIVATE_FILE);
    const keptAs = basename(kept);
    log.error('The vault file was damaged and has been set aside', { keptAs, reason });
    onProblem({ code: 'vault-set-aside', values: { file: keptAs } });
    return this.#format.empty;
  }
}
