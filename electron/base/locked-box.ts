import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

/** One guess costs 128 MiB and a third of a second. Opening accepts no other values. */
const COST = { N: 131_072, r: 8, p: 1 } as const;
const MEMORY_MAX = 256 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const base64 = (bytes: number) =>
  z.string().refine((text) => Buffer.from(text, 'base64').length === bytes);

export type LockedBox = z.infer<ReturnType<typeof lockedBoxSchema>>;

/** @param dataMax most characters of its content, in base64. */
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

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export interface BoxKey {
  /** In base64, as in the box. */
  readonly salt: string;
  readonly bytes: Buffer;
}

/**
 * Derives a key in a third of a second and 128 MiB, outside the event loop. Korean in composed or
 * decomposed form gives the same key.
 * @param salt of the box to open; left out: a new one.
 */
export async function boxKey(
  passphrase: string,
  salt = randomBytes(SALT_BYTES).toString('base64'),
): Promise<BoxKey> {
  const options = { ...COST, maxmem: MEMORY_MAX };
  const secret = passphrase.normalize('NFC');
  const bytes = await derive(secret, Buffer.from(salt, 'base64'), KEY_BYTES, options);
  return { salt, bytes };
}

/** With a fresh nonce. `purpose` is bound to the content: a box of another kind does not open. */
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

/** Returns null if the key is wrong or the box was changed; the two cannot be told apart. */
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
    // The cipher's error would only help an attacker.
    return null;
  }
}
