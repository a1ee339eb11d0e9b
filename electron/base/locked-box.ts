import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';

/** What a guess costs: 128 MiB and about a third of a second. Only these are accepted when opening. */
const COST = { N: 131_072, r: 8, p: 1 } as const;
const MEMORY_MAX = 256 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const base64 = (bytes: number) =>
  z.string().refine((text) => Buffer.from(text, 'base64').length === bytes);

/** A box as it stands in a file. */
export type LockedBox = z.infer<ReturnType<typeof lockedBoxSchema>>;

/** @param dataMax characters of its content, in base64. */
export function lockedBoxSchema(dataMax: number) {
  return z.strictObject({
    cipher: z.literal('aes-256-gcm'),
    kdf: z.literal('scrypt'),
    N: z.literal(COST.N),
    r: z.literal(COST.r),
    p: z.literal(COST.p),
    salt: base64(SALT_BYTES),
    nonce: base64(NONCE_BYTES),
    tag: base64(TAG_BYTES),
    data: z.string().max(dataMax),
  });
}

/** What a passphrase becomes together with a salt. */
export interface BoxKey {
  /** In base64, as in the box. */
  readonly salt: string;
  readonly bytes: Buffer;
}

/**
 * Takes a third of a second and 128 MiB, beside the event loop. Korean can be typed in two ways that look
 * the same (composed or not): both give one key.
 *
 * @param salt that of a box which is to be opened; a new one without it.
 */
export function boxKey(
  passphrase: string,
  salt = randomBytes(SALT_BYTES).toString('base64'),
): Promise<BoxKey> {
  const options = { ...COST, maxmem: MEMORY_MAX };
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(salt, 'base64');
    scrypt(passphrase.normalize('NFC'), bytes, KEY_BYTES, options, (failure, key) => {
      if (failure) reject(failure);
      else resolve({ salt, bytes: key });
    });
  });
}

/**
 * Encrypts and signs, with a nonce of its own.
 *
 * @param purpose bound to the content: a box of another kind or version does not open as one of these.
 */
export function lockBox(plain: string, key: BoxKey, purpose: string): LockedBox {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return {
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    ...COST,
    salt: key.salt,
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** null: the key is another, or the box was changed. Which of the two, nobody can tell. */
export function openBox(box: LockedBox, key: BoxKey, purpose: string): string | null {
  const nonce = Buffer.from(box.nonce, 'base64');
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, options);
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(Buffer.from(box.tag, 'base64'));
  try {
    const data = Buffer.from(box.data, 'base64');
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    // What the cipher says of it helps nobody but a guesser.
    return null;
  }
}
