import type { SecretName, Vault } from '../auth/ports.ts';
import type { Logger, Redactor } from '../base/log.ts';
import type { MakeKey } from '../base/random.ts';

type PageKeyName = Extract<SecretName, 'overlay-key' | 'dashboard-key'>;

interface PageKeyOptions {
  readonly vault: Vault;
  readonly makeKey: MakeKey;
  readonly redactor: Redactor;
  readonly log: Logger;
}

/** At least 128 bits in the URL-safe base64 alphabet: a valid page key. */
const USABLE = /^[\w-]{22,100}$/;

/**
 * The keys of both pages. If the vault has the same key for both, the dashboard gets a new one, so
 * that the overlay's address never opens it. Throws what the vault throws.
 */
export async function pageKeys(
  options: PageKeyOptions,
): Promise<{ readonly overlay: string; readonly dashboard: string }> {
  const overlay = await pageKey(options, 'overlay-key');
  const dashboard = await pageKey(options, 'dashboard-key');
  if (overlay !== dashboard) return { overlay, dashboard };
  options.log.warn('both pages had one key: that of the dashboard is new');
  return { overlay, dashboard: await renewPageKey(options, 'dashboard-key') };
}

/**
 * The key of a page's address, created once and kept in the vault so that OBS sources stay valid. A
 * stored key that could be guessed is replaced. Throws what the vault throws.
 */
export async function pageKey(options: PageKeyOptions, name: PageKeyName): Promise<string> {
  const { vault, redactor, log } = options;
  const kept = await vault.read(name);
  if (kept !== null && USABLE.test(kept)) {
    redactor.hideAlways(kept);
    return kept;
  }
  if (kept !== null) log.warn('the address of a page is new: its kept key was of no use', { name });
  return newKey(options, name);
}

/** Replaces the stored key. Throws what the vault throws; then the old key stays. */
export async function renewPageKey(options: PageKeyOptions, name: PageKeyName): Promise<string> {
  const key = await newKey(options, name);
  options.log.info('the address of a page was made anew', { name });
  return key;
}

/** The new key is on disk before it is used. */
async function newKey(
  { vault, makeKey, redactor }: PageKeyOptions,
  name: PageKeyName,
): Promise<string> {
  const key = makeKey();
  redactor.hideAlways(key);
  await vault.write(name, key);
  return key;
}
