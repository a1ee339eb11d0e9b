import { BackupRefusedError } from './care-errors.ts';
import type { Secrets } from './secret-box.ts';

/** 128 bits and more in the URL-safe base64 alphabet, and no longer than an address may be. */
const PAGE_KEY = /^[\w-]{22,100}$/;
/** As a header can carry it. */
const CLIENT_SECRET = /^[\x21-\x7e]{1,300}$/;

const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['client-secret', CLIENT_SECRET],
  ['overlay-key', PAGE_KEY],
  ['dashboard-key', PAGE_KEY],
];

/**
 * The secrets of a backup that are known, each checked for its form. Both pages never have one key: who
 * knows the address of the overlay would have the dashboard, and the app would not start.
 *
 * @param present the keys that are in use now.
 * @throws BackupRefusedError
 */
export function checkSecrets(
  secrets: Secrets,
  present: { readonly overlay: string | null; readonly dashboard: string | null },
): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, form] of FORMS) {
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
