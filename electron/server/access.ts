import { createHash, timingSafeEqual } from 'node:crypto';

/** The server's two places; each has its own key. */
export type Place = 'overlay' | 'dashboard';

export interface PlaceAddress {
  readonly place: Place;
  readonly key: string;
  /** The path after the key, with its leading slash and still percent-encoded; '' if none. */
  readonly rest: string;
}

const ADDRESS = /^\/(?<place>overlay|dashboard)\/(?<key>[^/]+)(?<rest>\/.*)?$/;
/** 128 bits in URL-safe base64 take 22 characters. */
const STRONG_KEY = /^[A-Za-z0-9_-]{22,}$/;

/** Parses a path without its query; null if it is not a page address. */
export function parsePlace(path: string): PlaceAddress | null {
  const { place, key, rest = '' } = ADDRESS.exec(path)?.groups ?? {};
  if ((place !== 'overlay' && place !== 'dashboard') || key === undefined) return null;
  return { place, key, rest };
}

/** The key of an `Authorization` header; null: there is none. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([\w.~+/-]{1,200}=*)$/i.exec(header ?? '')?.[1] ?? null;
}

/** @throws RangeError when a key could be guessed or both keys are the same. */
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

/** What the Host header of a request to a port of this computer says. */
export function hostsAt(port: number): readonly string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const hosts = names.map((name) => `${name}:${port}`);
  // Browsers omit the scheme's default port.
  return port === 80 ? [...hosts, ...names] : hosts;
}

/**
 * Decides which requests are allowed. Every web page on this computer can reach 127.0.0.1, so it
 * checks the Host header (DNS rebinding), the Origin header and the key.
 */
export class Access {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #keyDigests: Record<Place, Buffer>;

  constructor(port: number, keys: Readonly<Record<Place, string>>) {
    const hosts = hostsAt(port);
    this.#hosts = new Set(hosts);
    this.#origins = new Set(hosts.map((host) => `http://${host}`));
    this.#keyDigests = { overlay: digest(keys.overlay), dashboard: digest(keys.dashboard) };
  }

  isOurHost(host: string | undefined): boolean {
    return host !== undefined && this.#hosts.has(host.toLowerCase());
  }

  /** Whether the Origin header names a page of ours. A missing header does not. */
  isOurOrigin(origin: string | undefined): boolean {
    return origin !== undefined && this.#origins.has(origin);
  }

  /** Replaces the place's key; the old one stops working. */
  renew(place: Place, key: string): void {
    this.#keyDigests[place] = digest(key);
  }

  /** Compares digests, so it takes constant time for any length. */
  opens(address: PlaceAddress): boolean {
    return timingSafeEqual(digest(address.key), this.#keyDigests[address.place]);
  }
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
