import { RedirectAddressError } from './sign-in-errors.ts';

/** Where the callback is awaited, read from the registered redirect address. */
export interface RedirectAddress {
  /** The address to the letter, as registered at the platform. */
  readonly uri: string;
  /** What a browser sends as Host. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** Addresses to listen on; the first must work, the others where the machine has them. */
  readonly bind: readonly [string, ...string[]];
}

const LOOPBACK_V4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

function bindFor(hostname: string): RedirectAddress['bind'] | null {
  if (hostname === 'localhost') return ['127.0.0.1', '::1'];
  if (hostname === '[::1]') return ['::1'];
  return LOOPBACK_V4.test(hostname) ? [hostname] : null;
}

/**
 * Reads a redirect address that this machine can answer itself: plain http, a loopback host, any
 * port but 0 (80 when none is named), any path and query. Throws `RedirectAddressError`.
 */
export function parseRedirectAddress(uri: string): RedirectAddress {
  const url = URL.canParse(uri) ? new URL(uri) : null;
  if (!url) throw new RedirectAddressError('not-an-address', uri);
  if (url.protocol === 'https:') throw new RedirectAddressError('https', uri);
  if (url.protocol !== 'http:') throw new RedirectAddressError('not-an-address', uri);
  if (url.username !== '' || url.password !== '' || uri.includes('#') || uri !== uri.trim()) {
    throw new RedirectAddressError('not-an-address', uri);
  }
  const bind = bindFor(url.hostname);
  if (!bind) throw new RedirectAddressError('not-loopback', uri);
  const port = url.port === '' ? 80 : Number(url.port);
  if (port === 0) throw new RedirectAddressError('no-port', uri);
  return { uri, host: url.host, port, path: url.pathname, bind };
}
