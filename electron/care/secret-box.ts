import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import { BackupRefusedError, WrongPassphraseError } from './care-errors.ts';

/** What a guess costs: 128 MiB and about a third of a second. Only these are accepted when opening. */
const COST = { N: 131_072, r: 8, p: 1 } as const;
const MEMORY_MAX = 256 * 1024 * 1024;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bound to the content, so that a box of another kind or version does not open as one of these. */
const PURPOSE = Buffer.from('stagelight-backup-secrets-1');

const base64 = (bytes: number) =>
  z.string().refine((text) => Buffer.from(text, 'base64').length === bytes);

const boxSchema = z.strictObject({
  cipher: z.literal('aes-256-gcm'),
  kdf: z.literal('scrypt'),
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  salt: base64(SALT_BYTES),
  nonce: base64(NONCE_BYTES),
  tag: base64(TAG_BYTES),
  data: z.string().max(100_000),
});

const secretsSchema = z.record(z.string().max(100), z.string().max(20_000));

/** Secrets by name. */
export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Locks secrets with a passphrase: scrypt makes the key, AES-256-GCM encrypts and signs. Salt and nonce
 * are new each time.
 */
export async function sealSecrets(secrets: Secrets, passphrase: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  cipher.setAAD(PURPOSE);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const box = {
    ...{ cipher: 'aes-256-gcm', kdf: 'scrypt', ...COST },
    salt: salt.toString('base64'),
    nonce: nonce.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
  return `${JSON.stringify(box, null, 2)}\n`;
}

/** Throws `WrongPassphraseError` when it does not open, `BackupRefusedError` when it is no box. */
export async function openSecrets(text: string, passphrase: string): Promise<Secrets> {
  const box = readBox(text);
  const key = await keyOf(passphrase, Buffer.from(box.salt, 'base64'));
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.nonce, 'base64'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(PURPOSE);
  decipher.setAuthTag(Buffer.from(box.tag, 'base64'));
  let plain: string;
  try {
    const data = Buffer.from(box.data, 'base64');
    plain = Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    // What the cipher says of it helps nobody but a guesser.
    throw new WrongPassphraseError();
  }
  const secrets = secretsSchema.safeParse(parseJson(plain));
  if (!secrets.success) throw new BackupRefusedError('damaged', 'the secrets are none');
  return secrets.data;
}

/** Whether the text is a box that could be opened with the right passphrase. */
export function readBox(text: string): z.infer<typeof boxSchema> {
  const box = boxSchema.safeParse(parseJson(text));
  if (!box.success) throw new BackupRefusedError('damaged', 'the box of secrets is none');
  return box.data;
}

/** Korean can be typed in two ways that look the same (composed or not): both give one key. */
function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const options = { ...COST, maxmem: MEMORY_MAX };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (failure, key) => {
      if (failure) reject(failure);
      else resolve(key);
    });
  });
}
