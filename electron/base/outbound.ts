import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { type Disposable, toDisposable } from './disposables.ts';
import type { Logger } from './log.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** This computer is always reached without a proxy. */
const NEAR = ['localhost', '127.0.0.1', '::1', '[::1]'];

/** Also trusts the owner's certificates: virus scanners and companies inspect TLS with their own. */
export function trustSystemCertificates(
  log: Logger,
  store: Pick<typeof tls, 'getCACertificates' | 'setDefaultCACertificates'> = tls,
): void {
  try {
    const known = store.getCACertificates('default');
    const system = store.getCACertificates('system');
    store.setDefaultCACertificates([...new Set([...known, ...system])]);
  } catch (failure) {
    log.warn('certificates of the system could not be read', { failure });
  }
}

/** The environment's proxy for TLS connections; null if none. */
export function proxyOf(environment: Environment): string | null {
  return environment['https_proxy'] || environment['HTTPS_PROXY'] || null;
}

/**
 * Routes all TLS traffic to other computers through a proxy until disposed: calls automatically,
 * sockets through `socketAgent`. `address`: `http://` or `https://`, with name and password if
 * needed. Exceptions in the environment stay. An invalid address is logged.
 */
export function routeThrough(address: string, environment: Environment, log: Logger): Disposable {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    log.warn('a proxy of this kind cannot be used', { kind: url?.protocol ?? 'no address' });
    return toDisposable(() => undefined);
  }
  const excepted = environment['no_proxy'] || environment['NO_PROXY'];
  const NO_PROXY = [...NEAR, ...(excepted ? [excepted] : [])].join(',');
  const restore = http.setGlobalProxyFromEnv({ HTTPS_PROXY: url.href, NO_PROXY });
  // Only the host: name and password are secret.
  log.info('a proxy is used', { host: url.host });
  return toDisposable(restore);
}

/** Options that route a socket the same way; undefined if none are needed. */
export function socketAgent(): https.Agent | undefined {
  const { globalAgent } = https;
  return globalAgent.options.proxyEnv ? globalAgent : undefined;
}
