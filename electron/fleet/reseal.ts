import type { KV } from '@nats-io/kv';
import { FLEET_MARK } from './fleet-store.ts';
import { vaultPurpose } from './kv-vault.ts';
import { isTaken } from './leases.ts';
import { SEALED_START, type Seal } from './seal.ts';

/** Hosts write meanwhile; one that seals with the old key is not waited for. */
const ROUNDS_MOST = 5;

interface ResealParts {
  readonly bucket: Pick<KV, 'get' | 'update'>;
  /** Every key of the bucket; of what is gone as well. */
  readonly keys: () => Promise<readonly string[]>;
  readonly seal: Seal;
}

/** How many entries of a fleet are under the key that seals now, and how many do not open. */
export interface Resealing {
  readonly resealed: number;
  /** Were so before. */
  readonly already: number;
  readonly unreadable: number;
  /** Everything opens with the key that seals now. */
  readonly isWhole: boolean;
}

/**
 * Seals everything that stays in a fleet's bucket with its first key. Hosts may run meanwhile: an entry is
 * replaced only as it was read, and says the same as before. The fleet's mark comes last, so that a host with
 * the new key alone starts only when it can read all of it. Throws what NATS throws; then the rest is as it was.
 */
export async function reseal(parts: ResealParts): Promise<Resealing> {
  const renewed = new Set<string>();
  for (let round = 1; ; round += 1) {
    const states = await resealOnce(parts);
    const those = (state: State) => states.filter(([, is]) => is === state).map(([key]) => key);
    for (const key of those('resealed')) renewed.add(key);
    const isQuiet = those('resealed').length === 0;
    // A host may have written behind this one's back: only a round that finds nothing says that it is over.
    if (!isQuiet && round < ROUNDS_MOST) continue;
    const unreadable = those('unreadable').length;
    const already = those('already').filter((key) => !renewed.has(key)).length;
    return { resealed: renewed.size, already, unreadable, isWhole: isQuiet && unreadable === 0 };
  }
}

type State = 'resealed' | 'already' | 'unreadable' | 'not-sealed';

async function resealOnce(parts: ResealParts): Promise<readonly (readonly [string, State])[]> {
  const keys = (await parts.keys()).filter((key) => key !== FLEET_MARK);
  const states: (readonly [string, State])[] = [];
  for (const key of keys) states.push([key, await resealEntry(parts, key)]);
  // As long as something does not open, the old key has to stay where it is.
  const isWhole = states.every(([, state]) => state !== 'unreadable');
  if (isWhole) states.push([FLEET_MARK, await resealEntry(parts, FLEET_MARK)]);
  return states;
}

async function resealEntry(parts: ResealParts, key: string): Promise<State> {
  const { bucket, seal } = parts;
  const entry = await bucket.get(key);
  const sealed = entry?.operation === 'PUT' ? entry.string() : '';
  const isSealed = sealed.startsWith(SEALED_START) || key.startsWith(VAULT);
  if (!entry || sealed === '' || !isSealed) return 'not-sealed';
  const renewed = seal.renew(sealed, purposeOf(key), entry.created.getTime());
  if (renewed === null) return 'unreadable';
  if (!seal.isOld(sealed)) return 'already';
  try {
    await bucket.update(key, renewed, entry.revision);
    return 'resealed';
  } catch (failure) {
    if (!isTaken(failure)) throw failure;
    // A host wrote it in between, and that counts.
    return resealEntry(parts, key);
  }
}

const VAULT = 'vault.';

/** What is not a channel's is sealed for the key that it stands under. */
function purposeOf(key: string): string {
  if (!key.startsWith(VAULT)) return key;
  const [, channel = '', name = ''] = key.split('.');
  return vaultPurpose(Buffer.from(channel, 'base64url').toString(), name);
}
