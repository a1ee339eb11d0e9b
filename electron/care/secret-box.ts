import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import { boxKey, type LockedBox, lockBox, lockedBoxSchema, openBox } from '../base/locked-box.ts';
import { BackupRefusedError, WrongPassphraseError } from './care-errors.ts';

const PURPOSE = 'stagelight-backup-secrets-1';

const boxSchema = lockedBoxSchema(100_000);
const secretsSchema = z.record(z.string().max(100), z.string().max(20_000));

/** Secrets by name. */
export type Secrets = z.infer<typeof secretsSchema>;

/** Locks secrets with a passphrase. Salt and nonce are new each time. */
export async function sealSecrets(secrets: Secrets, passphrase: string): Promise<string> {
  const box = lockBox(JSON.stringify(secrets), await boxKey(passphrase), PURPOSE);
  return `${JSON.stringify(box, null, 2)}\n`;
}

/** Throws `WrongPassphraseError` when it does not open, `BackupRefusedError` when it is no box. */
export async function openSecrets(text: string, passphrase: string): Promise<Secrets> {
  const box = readBox(text);
  const plain = openBox(box, await boxKey(passphrase, box.salt), PURPOSE);
  if (plain === null) throw new WrongPassphraseError();
  const secrets = secretsSchema.safeParse(parseJson(plain));
  if (!secrets.success) throw new BackupRefusedError('damaged', 'the secrets are none');
  return secrets.data;
}

/** Whether the text is a box that could be opened with the right passphrase. */
export function readBox(text: string): LockedBox {
  const box = boxSchema.safeParse(parseJson(text));
  if (!box.success) throw new BackupRefusedError('damaged', 'the box of secrets is none');
  return box.data;
}
