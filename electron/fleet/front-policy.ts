import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostsAt } from '../server/access.ts';

export interface FrontAddress {
  /** null: the pages of this host are for browsers on this computer. */
  readonly publicUrl: URL | null;
  readonly port: number;
  /** Whose forwarded headers are believed. */
  readonly trustedProxies: readonly string[];
}

export interface Visit {
  /** The page that asks is one of ours. */
  readonly isOurOrigin: boolean;
  readonly origin: string | undefined;
  /** Of the browser, as far as it can be known. */
  readonly client: string;
}

export type Judgement =
  | { readonly kind: 'visit'; readonly visit: Visit }
  /** By a name that is not the fleet's. */
  | { readonly kind: 'foreign-host' }
  /** Not encrypted on the way to the proxy. */
  | { readonly kind: 'plain' };

/** What the addresses of the fleet's pages begin with, without a trailing slash. */
export function baseOf({ publicUrl, port }: Pick<FrontAddress, 'publicUrl' | 'port'>): string {
  return publicUrl ? publicUrl.origin : `http://127.0.0.1:${port}`;
}

/** Decides by Host, Origin, and what a trusted proxy says of them; everything else that it says is ignored. */
export function judge(
  address: FrontAddress,
  headers: IncomingHttpHeaders,
  peer: string | undefined,
): Judgement {
  const { publicUrl, port, trustedProxies } = address;
  const near = plainAddress(peer ?? '');
  const isTrusted = trustedProxies.includes(near);
  const said = (name: string): string | undefined => {
    const value = isTrusted ? headers[name] : undefined;
    return typeof value === 'string' ? value.split(',')[0]?.trim() : undefined;
  };
  const host = (said('x-forwarded-host') ?? headers.host ?? '').toLowerCase();
  const hosts = publicUrl ? [publicUrl.host] : hostsAt(port);
  if (!hosts.includes(host)) return { kind: 'foreign-host' };
  if (publicUrl?.protocol === 'https:' && said('x-forwarded-proto') === 'http') {
    return { kind: 'plain' };
  }
  const { origin } = headers;
  const isOurOrigin = origin === (publicUrl ? publicUrl.origin : `http://${host}`);
  const client = isTrusted ? clientOf(headers, near, trustedProxies) : near;
  return { kind: 'visit', visit: { isOurOrigin, origin, client } };
}

/** The nearest address in the chain that is no proxy of ours: everything before it could be made up. */
function clientOf(headers: IncomingHttpHeaders, near: string, trusted: readonly string[]): string {
  const chain = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plainAddress(part.trim()));
  const client = chain.findLast((part) => !trusted.includes(part));
  return client !== undefined && isIP(client) !== 0 ? client : near;
}

/** An IPv4 address also where it is written as an IPv6 one. */
function plainAddress(text: string): string {
  return text.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
}
