import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import {
  type BoxKey,
  boxKey,
  type LockedBox,
  lockBox,
  lockedBoxSchema,
  openBox,
} from '../base/locked-box.ts';
import type { Redactor } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { VaultLockedError, VaultUnavailableError, WrongVaultPassphraseError } from './errors.ts';
import type { SecretName, Vault } from './ports.ts';
import { SecretsFile, type SecretsFileOptions } from './secrets-file.ts';

/** Secrets with names of newer versions are kept. */
const secretsSchema = z.record(z.string(), z.string());
const contentSchema = z.union([
  z.object({ version: z.literal(1), secrets: secretsSchema }),
  z.strictObject({ version: z.literal(1), box: lockedBoxSchema(10_000_000) }),
]);

type Secrets = z.infer<typeof secretsSchema>;
type Content = z.infer<typeof contentSchema>;

/** Bound to the encrypted content: a backup's box does not open as a vault. */
const PURPOSE = 'stagelight-vault-1';

interface FileVaultOptions extends SecretsFileOptions {
  readonly redactor: Redactor;
  readonly passphrase?: string | null;
}

/**
 * A vault for hosts without one of the operating system: one JSON file that only its owner may
 * read, encrypted if there is a passphrase (scrypt, AES-256-GCM). Every access reads the file, one
 * after the other. A damaged file is renamed with its date and the vault starts empty; one that
 * does not open stays unchanged. Every value is passed to the redactor. Throws
 * `VaultUnavailableError` if the system refuses access, `VaultLockedError` for an encrypted file
 * without a passphrase, `WrongVaultPassphraseError` for a wrong one; the file is then unchanged.
 */
export class FileVault implements Vault {
  readonly #file: SecretsFile<Content>;
  readonly #redactor: Redactor;
  readonly #passphrase: string | null;
  readonly #queue = new SerialQueue();
  /** For the file's salt: deriving it takes a third of a second. */
  #key: BoxKey | null = null;

  constructor({ redactor, passphrase = null, ...options }: FileVaultOptions) {
    this.#file = new SecretsFile(options, {
      schema: contentSchema,
      empty: { version: 1, secrets: {} },
    });
    this.#redactor = redactor;
    this.#passphrase = passphrase;
    if (passphrase !== null) redactor.hideAlways(passphrase);
  }

  /** Checks whether the vault opens, and encrypts a plain one if there is a passphrase now. */
  open(): Promise<void> {
    return this.#queue.run(async () => {
      const content = await this.#file.load();
      const secrets = await this.#secretsOf(content);
      const isPlain = 'secrets' in content && Object.keys(secrets).length > 0;
      if (isPlain && this.#passphrase !== null) await this.#store(secrets);
    });
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

  async #load(): Promise<Secrets> {
    return this.#secretsOf(await this.#file.load());
  }

  async #secretsOf(content: Content): Promise<Secrets> {
    const secrets = 'secrets' in content ? content.secrets : await this.#unlock(content.box);
    for (const secret of Object.values(secrets)) this.#redactor.hide(secret);
    return secrets;
  }

  async #unlock(box: LockedBox): Promise<Secrets> {
    if (this.#passphrase === null) throw new VaultLockedError();
    const key = this.#key?.salt === box.salt ? this.#key : await boxKey(this.#passphrase, box.salt);
    const plain = openBox(box, key, PURPOSE);
    if (plain === null) throw new WrongVaultPassphraseError();
    const secrets = secretsSchema.safeParse(parseJson(plain));
    if (!secrets.success) throw new VaultUnavailableError('read', { cause: secrets.error });
    this.#key = key;
    return secrets.data;
  }

  async #store(secrets: Secrets): Promise<void> {
    if (this.#passphrase === null) return this.#file.store({ version: 1, secrets });
    this.#key ??= await boxKey(this.#passphrase);
    const box = lockBox(JSON.stringify(secrets), this.#key, PURPOSE);
    return this.#file.store({ version: 1, box });
  }
}
