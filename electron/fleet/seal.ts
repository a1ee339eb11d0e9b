import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_LENGTH = 8;
const VERSION = 'v1';
/** What everything that was sealed begins with. */
export const SEALED_START = `${VERSION}.`;

interface SealKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** What a fleet keeps in NATS of a secret: only hosts with the key can read it. */
export class Seal {
  readonly #keys: readonly [SealKey, ...SealKey[]];

  private constructor(keys: readonly [SealKey, ...SealKey[]]) {
    this.#keys = keys;
  }

  /**
   * Keys in base64, separated by commas: the first one seals, all of them open, so that a key can be
   * changed while hosts run. null: one of them does not have 32 bytes.
   */
  static of(text: string): Seal | null {
    const keys = text.split(',').map((part) => {
      const bytes = Buffer.from(part.trim(), 'base64');
      return { id: createHash('sha256').update(bytes).digest('hex').slice(0, ID_LENGTH), bytes };
    });
    const [first, ...others] = keys;
    if (!first || keys.some(({ bytes }) => bytes.length !== KEY_BYTES)) return null;
    return new Seal([first, ...others]);
  }

  /** `purpose` is bound to the text: moved to another place it does not open. */
  close(plain: string, purpose: string): string {
    const [{ id }] = this.#keys;
    return `${VERSION}.${id}.${this.#boxed(plain, purpose)}`;
  }

  /**
   * The same under the key that seals now. `writtenAt`: when it was written, which is bound to it as well,
   * because it counts on. null: it does not open.
   */
  renew(sealed: string, purpose: string, writtenAt: number): string | null {
    const plain = this.open(sealed, purpose);
    if (plain === null) return null;
    const [{ id }] = this.#keys;
    const since = sealedSince(sealed) ?? writtenAt;
    return `${VERSION}.${id}.${this.#boxed(plain, datedPurpose(purpose, since))}.${since}`;
  }

  /** null: sealed with none of the keys, changed, or of another purpose. */
  open(sealed: string, purpose: string): string | null {
    const [version, id, data = ''] = sealed.split('.');
    const since = sealedSince(sealed);
    const key = this.#keys.find((each) => each.id === id);
    const box = Buffer.from(data, 'base64url');
    if (version !== VERSION || !key || box.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', key.bytes, box.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(since === null ? purpose : datedPurpose(purpose, since)));
    decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const plain = decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([plain, decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  /** Whether it was sealed with a key that no longer seals. */
  isOld(sealed: string): boolean {
    return sealed.split('.')[1] !== this.#keys[0].id;
  }

  #boxed(plain: string, purpose: string): string {
    const [{ bytes }] = this.#keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce);
    cipher.setAAD(Buffer.from(purpose));
    const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), data]).toString('base64url');
  }
}

/** When what was sealed anew was written; null: when it was sealed. Only what opens can be believed. */
export function sealedSince(sealed: string): number | null {
  const [, , , since] = sealed.split('.');
  return since === undefined ? null : Number(since);
}

const datedPurpose = (purpose: string, since: number): string => `${purpose} of ${since}`;
