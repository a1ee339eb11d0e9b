import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { type Disposable, toDisposable } from './disposables.ts';
import type { Logger } from './log.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** This computer is reached without a proxy, whatever the proxy is. */
const NEAR = ['localhost', '127.0.0.1', '::1', '[::1]'];

/**
 * From now on certificates that the computer's owner trusts count as well as those that Node brings:
 * virus scanners and offices look into encrypted lines with one of their own. For the whole process.
 */
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

/** The proxy for encrypted lines that the environment names; null: none. */
export function proxyOf(environment: Environment): string | null {
  return environment['https_proxy'] || environment['HTTPS_PROXY'] || null;
}

/**
 * Until disposed, everything that goes to other computers encrypted goes through a proxy: calls by
 * themselves, sockets with `socketAgent`. `address`: `http://` or `https://`, with a name and password
 * if it wants them. What the environment excepts stays excepted. An address that is none is logged.
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
  // Its name and password are nobody's business.
  log.info('a proxy is used', { host: url.host });
  return toDisposable(restore);
}

/** What a socket is to be opened with, so that it takes the same way; undefined: nothing. */
export function socketAgent(): https.Agent | undefined {
  const { globalAgent } = https;
  return globalAgent.options.proxyEnv ? globalAgent : undefined;
}
