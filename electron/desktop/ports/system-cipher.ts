import type { SafeStorage } from 'electron';
import { z } from 'zod';
import type { DesktopState, VaultProtection } from '../../../shared/desktop.ts';
import { StagelightError } from '../../base/errors.ts';

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

/** A stored secret, base64. `weak`: encrypted with a publicly known key; `plain`: not encrypted. */
export const sealedSchema = z.object({ by: z.enum(['system', 'weak', 'plain']), data: z.string() });
export type Sealed = z.infer<typeof sealedSchema>;

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
