import type { SafeStorage } from 'electron';
import { z } from 'zod';
import type { DesktopState, VaultProtection } from '../../../shared/desktop.ts';
import { assertNever } from '../../../shared/events.ts';
import { VaultUnavailableError } from '../../auth/errors.ts';
import type { SecretName, Vault } from '../../auth/ports.ts';
import { SecretsFile, type SecretsFileOptions } from '../../auth/secrets-file.ts';
import { toIsoTime } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { StagelightError } from '../../base/errors.ts';
import type { Redactor } from '../../base/log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { DesktopError } from '../desktop-error.ts';
import { UnlockWatch } from './power-watch.ts';

const MOST_ASIDE = 20;

/** A stored secret, base64. `weak`: encrypted with a publicly known key; `plain`: not encrypted. */
export const sealedSchema = z.object({ by: z.enum(['system', 'weak', 'plain']), data: z.string() });
export type Sealed = z.infer<typeof sealedSchema>;

/** Version 1 is the file of hosts without encryption. Fields of newer versions are kept. */
const contentSchema = z.looseObject({
  version: z.literal(2),
  secrets: z.record(z.string(), sealedSchema),
  aside: z.array(sealedSchema.extend({ name: z.string(), at: z.string() })).default([]),
});
type Content = z.infer<typeof contentSchema>;

interface SafeVaultOptions extends SecretsFileOptions {
  readonly safeStorage: SystemEncryption;
  readonly system: DesktopState['system'];
  /** Whether the streamer allows saving secrets without real encryption; null: not asked yet. */
  readonly mayKeepWeakly: () => boolean | null;
  readonly redactor: Redactor;
}

/**
 * The desktop app's vault: each secret encrypted by the operating system, base64 in one file that
 * only its owner may read. Accesses run one after the other and read the file each time. Without
 * real encryption, secrets stay in memory for this run unless the streamer allows weak storage. A
 * secret that this user on this computer cannot open counts as missing; it stays in the file when
 * replaced. While a keyring is locked, reading throws `VaultLockedError` and nothing changes. Throws
 * `VaultUnavailableError` if a read or write is refused; the file is then unchanged.
 */
export class SafeVault implements Vault, Disposable {
  readonly #options: SafeVaultOptions;
  readonly #file: SecretsFile<Content>;
  readonly #cipher: SystemCipher;
  readonly #queue = new SerialQueue();
  /** Newer than the file: secrets that must not be saved yet. */
  readonly #memory = new Map<string, string>();
  readonly #told = new Set<string>();
  readonly #watch: UnlockWatch;

  constructor(options: SafeVaultOptions) {
    this.#options = options;
    const empty: Content = { version: 2, secrets: {}, aside: [] };
    this.#file = new SecretsFile(options, { schema: contentSchema, empty });
    this.#cipher = new SystemCipher(options.safeStorage, options.system);
    this.#watch = new UnlockWatch(options.clock, () => this.retry());
  }

  get inMemory(): readonly string[] {
    return [...this.#memory.keys()];
  }

  read(name: SecretName): Promise<string | null> {
    return this.#queue.run(async () => {
      const held = this.#memory.get(name);
      if (held !== undefined) return held;
      const kept = secretOf(await this.#file.load(), name);
      return kept === null ? null : this.#open(name, kept);
    });
  }

  write(name: SecretName, value: string): Promise<void> {
    this.#options.redactor.hide(value);
    return this.#queue.run(() => this.#keep(name, value));
  }

  /** Deletes the secret everywhere, including copies set aside under its name. */
  remove(name: SecretName): Promise<void> {
    return this.#queue.run(async () => {
      this.#memory.delete(name);
      const content = await this.#file.load();
      const aside = content.aside.filter((item) => item.name !== name);
      const isThere = secretOf(content, name) !== null;
      if (!isThere && aside.length === content.aside.length) return;
      await this.#file.store({ ...without(content, name), aside });
    });
  }

  /** The streamer allowed weak storage: saves the secrets in memory. */
  allowed(): Promise<void> {
    return this.#queue.run(() => this.#writeMemory());
  }

  /** The streamer withdrew it: weakly stored secrets move from disk to memory. */
  forbidden(): Promise<void> {
    return this.#rewrite(async (content, name, kept) => {
      if (kept.by === 'system') return content;
      const opened = await this.#cipher.open(kept);
      if (opened.kind === 'opened' && !this.#memory.has(name)) {
        this.#options.redactor.hide(opened.text);
        this.#memory.set(name, opened.text);
      }
      return without(content, name);
    });
  }

  /** Checks now whether a locked keyring has opened. True: nothing is locked. Never rejects. */
  async retry(): Promise<boolean> {
    const isOpen = await this.#queue
      .run(async () => {
        const { secrets } = await this.#file.load();
        for (const kept of Object.values(secrets)) {
          if ((await this.#cipher.open(kept)).kind === 'locked') return false;
        }
        await this.#writeMemory();
        return true;
      })
      .catch((failure: unknown) => {
        this.#options.log.warn('The vault could not be looked at', { failure });
        return false;
      });
    if (isOpen && this.#watch.end()) this.#told.delete('vault-locked');
    return isOpen;
  }

  /** For a keyring that will never open again: sets its secrets aside. */
  async setAsideLocked(): Promise<void> {
    await this.#rewrite(async (content, name, kept) => {
      if ((await this.#cipher.open(kept)).kind === 'opened') return content;
      return without(this.#withAside(content, name, kept), name);
    });
    this.#watch.end();
  }

  dispose(): void {
    this.#watch.dispose();
  }

  #rewrite(step: (content: Content, name: string, kept: Sealed) => Promise<Content>) {
    return this.#queue.run(async () => {
      const before = await this.#file.load();
      let content = before;
      for (const [name, kept] of Object.entries(before.secrets)) {
        content = await step(content, name, kept);
      }
      if (content !== before) await this.#file.store(content);
    });
  }

  async #open(name: SecretName, kept: Sealed): Promise<string | null> {
    const opened = await this.#cipher.open(kept);
    switch (opened.kind) {
      case 'opened':
        this.#options.redactor.hide(opened.text);
        if (opened.outdated) {
          // Better protection; a failure must not fail the read.
          await this.#keep(name, opened.text).catch((failure: unknown) =>
            this.#options.log.warn('A secret could not be encrypted anew', { name, failure }),
          );
        }
        return opened.text;
      case 'locked': {
        const failure = new VaultLockedError({ cause: opened.cause });
        this.#tellOnce(failure);
        this.#watch.begin();
        throw failure;
      }
      case 'lost':
        this.#options.log.warn('A kept secret cannot be opened', { name, failure: opened.cause });
        this.#tellOnce(new DesktopError('vault-secrets-lost'));
        return null;
      default:
        return assertNever(opened);
    }
  }

  async #keep(name: string, value: string): Promise<void> {
    const strength = await this.#cipher.strength();
    if (strength !== 'system' && this.#options.mayKeepWeakly() !== true) {
      return this.#keepInMemory(name, value);
    }
    if (strength !== 'system') {
      this.#options.log.warn('A secret is kept without real encryption, as allowed', { name });
    }
    const sealed = await this.#cipher.seal(value, strength).catch((failure: unknown) => {
      throw new VaultUnavailableError('write', { cause: failure });
    });
    const content = await this.#file.load();
    const former = secretOf(content, name);
    const isReadable = former === null || (await this.#cipher.open(former)).kind === 'opened';
    const next = isReadable ? content : this.#withAside(content, name, former);
    await this.#file.store({ ...next, secrets: { ...next.secrets, [name]: sealed } });
    this.#memory.delete(name);
  }

  async #keepInMemory(name: string, value: string): Promise<void> {
    this.#memory.set(name, value);
    if (this.#options.mayKeepWeakly() === null) this.#tellOnce(new DesktopError('vault-not-kept'));
    const content = await this.#file.load();
    const former = secretOf(content, name);
    // A used-up secret must not return; a keyring's secret may be the only copy.
    if (former !== null && former.by !== 'system') await this.#file.store(without(content, name));
  }

  async #writeMemory(): Promise<void> {
    for (const [name, value] of [...this.#memory]) await this.#keep(name, value);
  }

  #withAside(content: Content, name: string, kept: Sealed): Content {
    const at = toIsoTime(this.#options.clock.now());
    return { ...content, aside: [...content.aside, { ...kept, name, at }].slice(-MOST_ASIDE) };
  }

  #tellOnce({ problem }: StagelightError): void {
    if (this.#told.has(problem.code)) return;
    this.#told.add(problem.code);
    this.#options.onProblem(problem);
  }
}

function secretOf({ secrets }: Content, name: string): Sealed | null {
  return Object.hasOwn(secrets, name) ? (secrets[name] ?? null) : null;
}

function without(content: Content, name: string): Content {
  const { [name]: _gone, ...secrets } = content.secrets;
  return { ...content, secrets };
}

/**
 * Electron's asynchronous encryption by the operating system: it does not block the main process
 * while a keyring asks for its password, and the synchronous one ends with Electron 46.
 */
export type SystemEncryption = Pick<
  SafeStorage,
  | 'isAsyncEncryptionAvailable'
  | 'encryptStringAsync'
  | 'decryptStringAsync'
  | 'getSelectedStorageBackend'
>;

/** What the system offers now. `none`: no encryption, or none before a keyring is unlocked. */
export type Strength = 'system' | 'weak' | 'none';

/**
 * `locked`: may open later. `lost`: from another user, computer or keyring. `outdated`: the system
 * now offers better protection.
 */
export type Opened =
  | { readonly kind: 'opened'; readonly text: string; readonly outdated: boolean }
  | { readonly kind: 'locked'; readonly cause: unknown }
  | { readonly kind: 'lost'; readonly cause: unknown };

/** Chromium's prefix on Linux for text encrypted with its hard-coded key. */
const HARD_CODED = 'v10';
const TRIAL = 'stagelight';

/** Encrypts and decrypts secrets with the operating system's means. */
export class SystemCipher {
  readonly #storage: SystemEncryption;
  readonly #system: DesktopState['system'];

  constructor(storage: SystemEncryption, system: DesktopState['system']) {
    this.#storage = storage;
    this.#system = system;
  }

  /** Never rejects. May wait while the keyring asks for its password. */
  async strength(): Promise<Strength> {
    try {
      if (!(await this.#storage.isAsyncEncryptionAvailable())) return 'none';
      if (this.#system !== 'linux') return 'system';
      if (!this.#hasKeyring()) return 'weak';
      // A selected keyring may not answer; Chromium then uses the hard-coded key.
      const trial = await this.#storage.encryptStringAsync(TRIAL);
      return trial.toString('latin1').startsWith(HARD_CODED) ? 'weak' : 'system';
    } catch {
      return 'none';
    }
  }

  /** Encrypts with the given strength. Throws the system's error if it refuses. */
  async seal(text: string, strength: Strength): Promise<Sealed> {
    if (strength === 'none') return { by: 'plain', data: Buffer.from(text).toString('base64') };
    const data = await this.#storage.encryptStringAsync(text);
    return { by: strength, data: data.toString('base64') };
  }

  /** Never rejects. */
  async open({ by, data }: Sealed): Promise<Opened> {
    const bytes = Buffer.from(data, 'base64');
    if (by === 'plain') return this.#opened(bytes.toString('utf8'), by, false);
    try {
      const { result, shouldReEncrypt } = await this.#storage.decryptStringAsync(bytes);
      return await this.#opened(result, by, shouldReEncrypt);
    } catch (cause) {
      const isLocked = by === 'system' && (await this.#mayOpenLater(cause));
      return { kind: isLocked ? 'locked' : 'lost', cause };
    }
  }

  async #opened(text: string, by: Sealed['by'], isAged: boolean): Promise<Opened> {
    const couldBeBetter = isAged || by !== 'system';
    const outdated = couldBeBetter && (await this.strength()) === 'system';
    return { kind: 'opened', text, outdated };
  }

  /** A keyring that exists but does not encrypt now is locked, not gone. */
  async #mayOpenLater(cause: unknown): Promise<boolean> {
    if (!this.#hasKeyring()) return false;
    const says = cause instanceof Error ? cause.message : String(cause);
    return /temporarily unavailable/i.test(says) || (await this.strength()) !== 'system';
  }

  #hasKeyring(): boolean {
    if (this.#system !== 'linux') return true;
    const backend = this.#storage.getSelectedStorageBackend();
    return backend !== 'basic_text' && backend !== 'unknown';
  }
}

/** Whether the system really encrypts here; `weak` also while a keyring is locked. */
export async function vaultProtection(
  storage: SystemEncryption,
  system: DesktopState['system'],
): Promise<VaultProtection> {
  const strength = await new SystemCipher(storage, system).strength();
  return strength === 'system' ? 'system' : 'weak';
}

/** The system's keyring is locked; nothing was changed, and it is tried again. */
export class VaultLockedError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'vault-locked' }, options);
  }
}
