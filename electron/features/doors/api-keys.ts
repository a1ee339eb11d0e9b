import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  API_KEYS_MOST,
  API_SCOPES,
  type ApiKeyRow,
  type ApiScope,
} from '../../../shared/contract/doors.ts';
import { parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { Services } from '../feature.ts';
import { NoKeyError, TooManyKeysError } from './doors-errors.ts';

const NAME = 'api-keys';
const PREFIX = 'sl_';
/** The page is told of a use at most this often. */
const USE_TOLD_MS = 60_000;
/** The vault is written for the last use at most this often. */
const USE_KEPT_MS = 3_600_000;

/** Scopes of a newer version are left out. */
const scopes = z
  .array(z.string())
  .transform((kept) => API_SCOPES.filter((scope) => kept.includes(scope)));

const keptKeys = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    /** SHA-256 of the key, hex. The key itself is kept nowhere. */
    digest: z.string(),
    scopes,
    origins: z.array(z.string()),
    createdAt: z.number(),
    lastUsedAt: z.number().nullable(),
  }),
);
type KeptKey = z.infer<typeof keptKeys>[number];

/** Who uses a key, for as long as it is connected. */
export interface KeyHolder {
  /** The key was revoked. */
  onRevoked(): void;
}

/** A key that is right, as long as it is not revoked. */
export interface Admission {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  /** Until it is disposed, the holder counts as connected. */
  hold(holder: KeyHolder): Disposable;
}

type KeysParts = Pick<Services, 'vault' | 'makeKey' | 'redactor' | 'clock' | 'log'>;

/** The API's keys. The vault has their digests; a key is known only while it is being made. */
export class ApiKeys implements Disposable {
  readonly #vault: KeysParts['vault'];
  readonly #makeKey: KeysParts['makeKey'];
  readonly #redactor: KeysParts['redactor'];
  readonly #clock: Clock;
  readonly #changes: Emitter<void>;
  readonly onChange;
  readonly #holders = new Map<string, Set<KeyHolder>>();
  #keys: readonly KeptKey[];
  #rows: readonly ApiKeyRow[] | null = null;
  /** The last use that the vault knows, by id. */
  readonly #usesKept = new Map<string, number>();
  /** Writes of the vault, one after another. */
  #writing: Promise<void> = Promise.resolve();
  readonly #log: Logger;

  private constructor(
    { vault, makeKey, redactor, clock, log }: KeysParts,
    keys: readonly KeptKey[],
  ) {
    this.#vault = vault;
    this.#makeKey = makeKey;
    this.#redactor = redactor;
    this.#clock = clock;
    this.#log = log;
    this.#keys = keys;
    this.#changes = new Emitter<void>((failure) =>
      log.error('a listener of the keys failed', { failure }),
    );
    this.onChange = this.#changes.on;
  }

  /** Throws what the vault throws. Keys that cannot be read open nothing. */
  static async open(parts: KeysParts): Promise<ApiKeys> {
    const kept = await parts.vault.read(NAME);
    if (kept === null) return new ApiKeys(parts, []);
    const parsed = keptKeys.safeParse(parseJson(kept));
    if (!parsed.success) parts.log.error('the keys of the API cannot be read', {});
    return new ApiKeys(parts, parsed.data ?? []);
  }

  /** Newest first; the same list until it changes. */
  get rows(): readonly ApiKeyRow[] {
    this.#rows ??= this.#keys.map(({ digest: _, ...key }) => ({
      ...key,
      connected: this.#holders.get(key.id)?.size ?? 0,
    }));
    return this.#rows;
  }

  /** Its text, which nobody can be shown again. Throws a `TooManyKeysError`, and vault errors. */
  async create(wanted: Pick<KeptKey, 'name' | 'scopes' | 'origins'>): Promise<string> {
    if (this.#keys.length >= API_KEYS_MOST) throw new TooManyKeysError(API_KEYS_MOST);
    const key = `${PREFIX}${this.#makeKey()}`;
    this.#redactor.hideAlways(key);
    const made: KeptKey = {
      ...wanted,
      id: digestOf(this.#makeKey()).slice(0, 16),
      digest: digestOf(key),
      createdAt: this.#clock.now(),
      lastUsedAt: null,
    };
    try {
      await this.#change((keys) => [made, ...keys]);
    } catch (failure) {
      // Nobody is told it; the vault keeps what it had.
      this.#keys = this.#keys.filter(({ id }) => id !== made.id);
      this.#changed();
      throw failure;
    }
    this.#log.info('a key for the API was made', { id: made.id, scopes: made.scopes.join(' ') });
    return key;
  }

  /** Cuts off at once, even where the vault cannot be written: then it throws, and works again after a restart. */
  async revoke(id: string): Promise<void> {
    if (!this.#keys.some((key) => key.id === id)) throw new NoKeyError();
    const written = this.#change((keys) => keys.filter((key) => key.id !== id));
    for (const holder of this.#holders.get(id) ?? []) holder.onRevoked();
    await written;
    this.#log.info('a key of the API was revoked', { id });
  }

  /**
   * null: the key is not one of ours, or the web page at `origin` may not use it.
   * @param origin null: no web page asks.
   */
  admit(key: string, origin: string | null): Admission | null {
    const digest = digestOf(key);
    const found = this.#keys.find((each) => each.digest === digest);
    if (!found || (origin !== null && !found.origins.includes(origin))) return null;
    this.#used(found);
    const { id, name, scopes: granted } = found;
    return { keyId: id, name, scopes: granted, hold: (holder) => this.#hold(id, holder) };
  }

  /** Whether some key names this web page, so that a browser may ask at all. */
  names(origin: string): boolean {
    return this.#keys.some(({ origins }) => origins.includes(origin));
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #hold(id: string, holder: KeyHolder): Disposable {
    const holders = this.#holders.get(id) ?? new Set();
    this.#holders.set(id, holders);
    holders.add(holder);
    this.#changed();
    return toDisposable(() => {
      holders.delete(holder);
      this.#changed();
    });
  }

  #used({ id, lastUsedAt }: KeptKey): void {
    const now = this.#clock.now();
    const isWithin = (ms: number, at: number | null) => at !== null && now - at < ms && now >= at;
    if (isWithin(USE_TOLD_MS, lastUsedAt)) return;
    const used = (keys: readonly KeptKey[]) =>
      keys.map((key) => (key.id === id ? { ...key, lastUsedAt: now } : key));
    if (isWithin(USE_KEPT_MS, this.#usesKept.get(id) ?? null)) {
      this.#keys = used(this.#keys);
      this.#changed();
      return;
    }
    this.#usesKept.set(id, now);
    this.#change(used).catch((failure) =>
      this.#log.warn('the last use of a key was not kept', { failure }),
    );
  }

  /** In force at once; resolves when it is in the vault. */
  #change(change: (keys: readonly KeptKey[]) => readonly KeptKey[]): Promise<void> {
    const before = this.#keys;
    this.#keys = change(before);
    this.#changed();
    const text = JSON.stringify(this.#keys);
    const written = this.#writing.then(() => this.#vault.write(NAME, text));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  #changed(): void {
    this.#rows = null;
    this.#changes.fire();
  }
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
