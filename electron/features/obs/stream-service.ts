import type { ObsStreamTarget } from '../../../shared/contract/obs.ts';

/** What OBS streams to: the kind of service, and its settings, which hold a key. */
export interface StreamService {
  readonly type: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The kind that takes any server and key. */
export const CUSTOM_SERVICE = 'rtmp_custom';

/** The address as OBS gets it; null: it is none that a stream goes to, or it holds a secret. */
export function serverOf(entered: string): string | null {
  const address = entered.trim();
  if (/\s/.test(address) || !URL.canParse(address)) return null;
  const { protocol, hostname, username, password, search, hash } = new URL(address);
  if (!['rtmp:', 'rtmps:'].includes(protocol) || hostname === '') return null;
  return username + password + search + hash === '' ? address : null;
}

/** The service that streams to this server with this key. */
export function serviceFor(server: string, key: string): StreamService {
  return { type: CUSTOM_SERVICE, settings: { server, key, use_auth: false } };
}

/** Whether OBS has all of `wanted`: it keeps fields of its own beside them. */
export function isService(present: StreamService, wanted: StreamService): boolean {
  if (present.type !== wanted.type) return false;
  return Object.entries(wanted.settings).every(([name, value]) => {
    const now = present.settings[name];
    // OBS leaves out what is at its default.
    return now === value || (now === undefined && (value === false || value === ''));
  });
}

/** Every text in it that nobody may read. */
export function secretsOf({ settings }: StreamService): readonly string[] {
  const named = ['key', 'password', 'bearer_token'].map((name) => settings[name]);
  return named.filter((value) => typeof value === 'string' && value !== '') as string[];
}

/** What the question shows of it: never a key. */
export function targetOf({ type, settings }: StreamService): ObsStreamTarget {
  const { service, server, key } = settings;
  if (type !== CUSTOM_SERVICE) {
    return { now: typeof service === 'string' && service !== '' ? service : null, server: null };
  }
  if (typeof server !== 'string') return { now: null, server: null };
  // Where the field for the key is empty, the key may stand in the address.
  const isPlain = typeof key === 'string' && key !== '' && !server.includes(key);
  const plain = isPlain ? serverOf(server) : null;
  return { now: plain ?? hostIn(server), server: plain };
}

function hostIn(server: string): string | null {
  return URL.canParse(server) ? new URL(server).host || null : null;
}
