import { z } from 'zod';
import type { Redactor } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import type { SecretName, Vault } from './ports.ts';
import { SecretsFile, type SecretsFileOptions } from './secrets-file.ts';

/** Secrets of names that only a newer version knows are kept. */
const contentSchema = z.object({
  version: z.literal(1),
  secrets: z.record(z.string(), z.string()),
});

type Content = z.infer<typeof contentSchema>;

export interface FileVaultOptions extends SecretsFileOptions {
  readonly redactor: Redactor;
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
  readonly #file: SecretsFile<Content>;
  readonly #redactor: Redactor;
  readonly #queue = new SerialQueue();

  constructor({ redactor, ...options }: FileVaultOptions) {
    this.#file = new SecretsFile(options, {
      schema: contentSchema,
      empty: { version: 1, secrets: {} },
    });
    this.#redactor = redactor;
  }

  read(name: SecretName): Promise<string | null> {
    return this.#queue.run(async () => {
      const secrets = await this.#load();
      return Object.hasOwn(secrets, name) ? (secrets[name] ?? null) : null;
    });
  }

  write(name: SecretName, value: string): Promise<void> {
    this.#redactor.hide(value);
    return this.#queue.run(async () => this.#store({ ...(await this.#load()), [name]: value }));
  }

  remove(name: SecretName): Promise<void> {
    return this.#queue.run(async () => {
      const { [name]: removed, ...others } = await this.#load();
      if (removed !== undefined) await this.#store(others);
    });
  }

  async #load(): Promise<Content['secrets']> {
    const { secrets } = await this.#file.load();
    for (const secret of Object.values(secrets)) this.#redactor.hide(secret);
    return secrets;
  }

  #store(secrets: Content['secrets']): Promise<void> {
    return this.#file.store({ version: 1, secrets });
  }
}
