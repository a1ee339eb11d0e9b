import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { readTextOrNull, setAside, writeFileAtomic } from '../base/atomic-file.ts';
import type { Clock } from '../base/clock.ts';
import { StagelightError } from '../base/errors.ts';
import type { Files } from '../base/files.ts';
import type { Logger, Redactor } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { SecretName, Vault } from './ports.ts';
import { VaultSetAsideError, VaultUnavailableError } from './vault-errors.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Secrets of names that only a newer version knows are kept. */
const contentSchema = z.object({
  version: z.literal(1),
  secrets: z.record(z.string(), z.string()),
});

type Secrets = Readonly<Record<string, string>>;

export interface FileVaultOptions {
  /** The vault file; its folder is created (mode 0700) with the first write. */
  readonly path: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly log: Logger;
  /** Hears of a damaged vault that was set aside. */
  readonly onProblem: (problem: Problem) => void;
}

/**
 * A vault for hosts without one of the operating system: one JSON file that only its owner may
 * read. Every access reads the file, so that an answer is what the disk holds now; accesses run one
 * after the other. A damaged file is set aside with its date and the vault starts empty. Every
 * value that passes is made known to the redactor.
 *
 * Throws `VaultUnavailableError` when the system refuses a read or a write; then the file is as
 * before.
 */
export class FileVault implements Vault {
  readonly #options: FileVaultOptions;
  readonly #queue = new SerialQueue();

  constructor(options: FileVaultOptions) {
    this.#options = options;
  }

  read(name: SecretName): Promise<string | null> {
    return this.#queue.run(async () => {
      const secrets = await this.#load();
      return Object.hasOwn(secrets, name) ? (secrets[name] ?? null) : null;
    });
  }

  write(name: SecretName, value: string): Promise<void> {
    this.#options.redactor.hide(value);
    return this.#queue.run(async () => this.#store({ ...(await this.#load()), [name]: value }));
  }

  remove(name: SecretName): Promise<void> {
    return this.#queue.run(async () => {
      const { [name]: removed, ...others } = await this.#load();
      if (removed !== undefined) await this.#store(others);
    });
  }

  async #load(): Promise<Secrets> {
    const { path, files, redactor } = this.#options;
    try {
      const kind = await files.kind(path);
      if (kind === 'other') return await this.#startOver('not-a-file');
      const text = await readTextOrNull(path, files);
      if (text === null) return {};
      const secrets = parse(text);
      if (secrets === null) return await this.#startOver('not-understood');
      for (const secret of Object.values(secrets)) redactor.hide(secret);
      return secrets;
    } catch (failure) {
      if (failure instanceof StagelightError) throw failure;
      throw new VaultUnavailableError('read', { cause: failure });
    }
  }

  async #store(secrets: Secrets): Promise<void> {
    const { path, files } = this.#options;
    try {
      await files.createFolder(dirname(path), FOLDER_MODE);
      const text = `${JSON.stringify({ version: 1, secrets }, null, 2)}\n`;
      await writeFileAtomic(path, text, { files, mode: FILE_MODE });
    } catch (failure) {
      throw new VaultUnavailableError('write', { cause: failure });
    }
  }

  /** Keeps the damaged file for somebody who can repair it: it may be the only copy of a login. */
  async #startOver(reason: 'not-a-file' | 'not-understood'): Promise<Secrets> {
    const { path, files, clock, log, onProblem } = this.#options;
    const kept = await setAside(path, files, clock);
    // It may come from a copy with wider rights; what a link leads to is not ours to change.
    if (reason === 'not-understood') await files.chmod(kept, FILE_MODE);
    const keptAs = basename(kept);
    log.error('The vault file was damaged and has been set aside', { keptAs, reason });
    onProblem(new VaultSetAsideError(keptAs).problem);
    return {};
  }
}

/** null: not a vault file. */
function parse(text: string): Secrets | null {
  const result = contentSchema.safeParse(parseJson(text));
  return result.success ? result.data.secrets : null;
}
