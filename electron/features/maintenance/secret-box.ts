import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import {
  boxKey,
  type LockedBox,
  lockBox,
  lockedBoxSchema,
  openBox,
} from '../../base/locked-box.ts';
import type { BACKED_UP_SECRETS } from './backup-format.ts';
import { BackupRefusedError, WrongPassphraseError } from './errors.ts';

const PURPOSE = 'stagelight-backup-secrets-1';

const boxSchema = lockedBoxSchema(100_000);
const secretsSchema = z.record(z.string().max(100), z.string().max(20_000));

export type Secrets = z.infer<typeof secretsSchema>;

/** Encrypts secrets with a passphrase. Salt and nonce are new each time. */
export async function sealSecrets(secrets: Secrets, passphrase: string): Promise<string> {
  const box = lockBox(JSON.stringify(secrets), await boxKey(passphrase), PURPOSE);
  return `${JSON.stringify(box, null, 2)}\n`;
}

/** Throws `WrongPassphraseError`, or `BackupRefusedError` if the text is no box. */
export async function openSecrets(text: string, passphrase: string): Promise<Secrets> {
  const box = readBox(text);
  const plain = openBox(box, await boxKey(passphrase, box.salt), PURPOSE);
  if (plain === null) throw new WrongPassphraseError();
  const secrets = secretsSchema.safeParse(parseJson(plain));
  if (!secrets.success) throw new BackupRefusedError('damaged', 'the secrets are none');
  return secrets.data;
}

/** Parses a box that the right passphrase could open. */
export function readBox(text: string): LockedBox {
  const box = boxSchema.safeParse(parseJson(text));
  if (!box.success) throw new BackupRefusedError('damaged', 'the box of secrets is none');
  return box.data;
}

/** At least 128 bits in the URL-safe base64 alphabet, within the length of an address. */
const PAGE_KEY = /^[\w-]{22,100}$/;
/** Characters that an HTTP header can carry. */
const CLIENT_SECRET = /^[\x21-\x7e]{1,300}$/;

const FORMS = {
  'client-secret': CLIENT_SECRET,
  'overlay-key': PAGE_KEY,
  'dashboard-key': PAGE_KEY,
} as const satisfies Record<(typeof BACKED_UP_SECRETS)[number], RegExp>;

/**
 * The known secrets of a backup, each checked for its form. Both pages must have different keys:
 * otherwise the overlay's address would open the dashboard, and the app would not start.
 * @param present the keys in use now.
 * @throws BackupRefusedError
 */
export function checkSecrets(
  secrets: Secrets,
  present: { readonly overlay: string | null; readonly dashboard: string | null },
): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, form] of Object.entries(FORMS)) {
    const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (value === undefined) continue;
    if (!form.test(value)) throw new BackupRefusedError('unsafe', `${name} is none`);
    checked[name] = value;
  }
  const overlay = checked['overlay-key'] ?? present.overlay;
  const dashboard = checked['dashboard-key'] ?? present.dashboard;
  if (overlay !== null && overlay === dashboard) {
    throw new BackupRefusedError('unsafe', 'both pages have one key');
  }
  return checked;
}
