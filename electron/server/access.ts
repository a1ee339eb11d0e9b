import { createHash, timingSafeEqual } from 'node:crypto';

/** The two places of the server; each has a key of its own. */
export type Place = 'overlay' | 'dashboard';

/** An address of ours, taken apart. */
export interface PlaceAddress {
  readonly place: Place;
  readonly key: string;
  /** What follows the key, with its leading slash; '' when there is none. Still percent-encoded. */
  readonly rest: string;
}

const ADDRESS = /^\/(overlay|dashboard)\/([^/]+)(\/.*)?$/;
/** 128 bits in URL-safe base64 take 22 characters. */
const STRONG_KEY = /^[A-Za-z0-9_-]{22,}$/;

/** Takes a path (without query) apart; null: none of our addresses. */
export function parsePlace(path: string): PlaceAddress | null {
  const match = ADDRESS.exec(path);
  const place = match?.[1];
  const key = match?.[2];
  if ((place !== 'overlay' && place !== 'dashboard') || key === undefined) return null;
  return { place, key, rest: match?.[3] ?? '' };
}

/** @throws RangeError when a key could be guessed, or one opens both places. */
export function assertStrongKeys(keys: Readonly<Record<Place, string>>): void {
  for (const key of [keys.overlay, keys.dashboard]) {
    if (!STRONG_KEY.test(key)) {
      throw new RangeError('A page key needs at least 22 characters of URL-safe base64');
    }
  }
  if (keys.overlay === keys.dashboard) {
    throw new RangeError('Overlay and dashboard need different keys');
  }
}

/**
 * Decides who may come in. Every page on this computer can reach 127.0.0.1, so three things are
 * looked at: the name we were called by (DNS rebinding), the page that calls (Origin), the key.
 */
export class Access {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #keyDigests: Record<Place, Buffer>;

  constructor(port: number, keys: Readonly<Record<Place, string>>) {
    const names = ['127.0.0.1', 'localhost', '[::1]'];
    const hosts = names.map((name) => `${name}:${port}`);
    // Browsers leave the scheme's own port out.
    if (port === 80) hosts.push(...names);
    this.#hosts = new Set(hosts);
    this.#origins = new Set(hosts.map((host) => `http://${host}`));
    this.#keyDigests = { overlay: digest(keys.overlay), dashboard: digest(keys.dashboard) };
  }

  /** Whether the Host header names this server. */
  isOurHost(host: string | undefined): boolean {
    return host !== undefined && this.#hosts.has(host.toLowerCase());
  }

  /** Whether the Origin header is that of a page of ours. A missing one is not. */
  isOurOrigin(origin: string | undefined): boolean {
    return origin !== undefined && this.#origins.has(origin);
  }

  /** From now on only the new key opens the place. */
  renew(place: Place, key: string): void {
    this.#keyDigests[place] = digest(key);
  }

  /** In constant time, whatever the length: digests are compared. */
  opens(address: PlaceAddress): boolean {
    return timingSafeEqual(digest(address.key), this.#keyDigests[address.place]);
  }
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
