import type { SystemEncryption } from '../../../electron/desktop/ports/safe-vault.ts';

type Backend = ReturnType<SystemEncryption['getSelectedStorageBackend']>;

/**
 * A keyring to play with. What it encrypts names the key, so that another key cannot open it; the
 * mark in front is Chromium's: `v11` by a keyring, `v10` by the key in the source code.
 */
export class FakeSafeStorage implements SystemEncryption {
  available = true;
  backend: Backend = 'gnome_libsecret';
  key = 'this-users-key';
  /** The keyring does not answer: the hard-coded key steps in, as on Linux. */
  isLocked = false;
  /** The system says that it cannot just now. */
  isBusy = false;
  shouldReEncrypt = false;
  failsToEncrypt = false;

  async isAsyncEncryptionAvailable(): Promise<boolean> {
    return this.available;
  }

  getSelectedStorageBackend(): Backend {
    return this.backend;
  }

  async encryptStringAsync(text: string): Promise<Buffer> {
    if (!this.available || this.failsToEncrypt) throw new Error('encryption is not available');
    const { mark, key } = this.#present();
    return Buffer.from(`${mark}${key}|${Buffer.from(text).toString('hex')}`);
  }

  async decryptStringAsync(encrypted: Buffer) {
    if (this.isBusy) throw new Error('decryptStringAsync is temporarily unavailable');
    if (!this.available) throw new Error('decryption is not available');
    const [head = '', hex = ''] = encrypted.toString().split('|');
    const key = head.startsWith('v10') ? 'hard-coded' : this.#present().key;
    if (head.slice(3) !== key) throw new Error('the text cannot be decrypted');
    return {
      result: Buffer.from(hex, 'hex').toString(),
      shouldReEncrypt: this.shouldReEncrypt,
    };
  }

  #present(): { readonly mark: string; readonly key: string } {
    const hasKeyring = this.backend !== 'basic_text' && this.backend !== 'unknown';
    if (this.isLocked || !hasKeyring) return { mark: 'v10', key: 'hard-coded' };
    return { mark: 'v11', key: this.key };
  }
}
