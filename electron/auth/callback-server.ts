import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type CoreKey, closestLanguage, type Language } from '../../shared/locales/index.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Disposable } from '../base/disposables.ts';
import { coreTexts, sayProblem } from '../base/errors.ts';
import { errorCode } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import { CallbackPortError, RedirectAddressError } from './errors.ts';
import { NOTE_POLICY, renderNotePage } from './note-page.ts';

export const DEFAULT_REDIRECT_URI = 'http://127.0.0.1:17817/callback';

export type CallbackAnswer =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'incomplete' };

interface CallbackServerOptions {
  readonly address: RedirectAddress;
  readonly state: string;
  readonly log: Logger;
  /** Called at most once; the browser waits for the page it resolves to. */
  readonly onAnswer: (answer: CallbackAnswer) => Promise<CallbackPage>;
}

/** Compares in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function single(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** What the platform says at the redirect address. */
export function readAnswer(query: URLSearchParams): CallbackAnswer {
  const error = single(query, 'error');
  if (error) return { kind: 'error', error };
  const code = single(query, 'code');
  return code ? { kind: 'code', code } : { kind: 'incomplete' };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  page: CallbackPage,
): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': NOTE_POLICY,
    'X-Content-Type-Options': 'nosniff',
    // The address contains the code, which must not leak.
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(status === 405 ? { Allow: 'GET' } : {}),
  });
  response.end(renderCallbackPage(page, preferredLanguage(request.headers['accept-language'])));
}

/**
 * Listens on the redirect address until the answer with the right state arrives, or until disposed.
 * Requests for another host or path get 404, other methods 405, a wrong state 400; none of them
 * ends the wait.
 */
export class CallbackServer implements Disposable {
  readonly #options: CallbackServerOptions;
  readonly #servers: Server[] = [];
  #answered = false;

  constructor(options: CallbackServerOptions) {
    this.#options = options;
  }

  async listen(): Promise<void> {
    const [first, ...others] = this.#options.address.bind;
    try {
      await this.#listenOn(first);
      for (const host of others) await this.#listenWherePossible(host);
    } catch (failure) {
      this.dispose();
      const code = errorCode(failure);
      const reason =
        code === 'EADDRINUSE' ? 'in-use' : code === 'EACCES' ? 'not-allowed' : 'failed';
      throw new CallbackPortError(this.#options.address.port, reason, { cause: failure });
    }
  }

  dispose(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  #listenOn(host: string): Promise<void> {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch((failure: unknown) => {
        this.#options.log.error('The sign-in callback failed', { failure });
        response.destroy();
      });
    });
    this.#servers.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port: this.#options.address.port, ipv6Only: true }, () => {
        server.off('error', reject);
        server.on('error', (failure) =>
          this.#options.log.warn('The sign-in callback server had a fault', { failure }),
        );
        resolve();
      });
    });
  }

  /** A machine without IPv6 is fine; a port taken by another program is not. */
  async #listenWherePossible(host: string): Promise<void> {
    try {
      await this.#listenOn(host);
    } catch (failure) {
      if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(errorCode(failure) ?? ''))
        throw failure;
    }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { address, state, log, onAnswer } = this.#options;
    const target = readTarget(request, address);
    if (target === null) return send(request, response, 404, { kind: 'not-here' });
    if (request.method !== 'GET') return send(request, response, 405, { kind: 'not-here' });
    if (this.#answered) return send(request, response, 410, { kind: 'already-answered' });
    if (!sameSecret(single(target, 'state') ?? '', state)) {
      log.warn('A request with a wrong state came to the sign-in callback; still waiting');
      return send(request, response, 400, { kind: 'stranger' });
    }
    this.#answered = true;
    for (const server of this.#servers) server.close();
    response.once('close', () => this.dispose());
    const page = await onAnswer(readAnswer(target));
    send(request, response, page.kind === 'done' ? 200 : 400, page);
  }
}

function readTarget(request: IncomingMessage, address: RedirectAddress): URLSearchParams | null {
  if (request.headers.host?.toLowerCase() !== address.host) return null;
  const origin = `http://${address.host}`;
  const target = request.url ?? '';
  // A target that does not start with a single slash could name another host.
  if (!target.startsWith('/') || !URL.canParse(origin + target)) return null;
  const url = new URL(origin + target);
  return url.pathname === address.path ? url.searchParams : null;
}

/** The address to listen on, parsed from the registered redirect address. */
interface RedirectAddress {
  readonly uri: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** Addresses to listen on; the first is required, the others only if the machine has them. */
  readonly bind: readonly [string, ...string[]];
}

const LOOPBACK_V4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

function bindFor(hostname: string): RedirectAddress['bind'] | null {
  if (hostname === 'localhost') return ['127.0.0.1', '::1'];
  if (hostname === '[::1]') return ['::1'];
  return LOOPBACK_V4.test(hostname) ? [hostname] : null;
}

/**
 * Parses a redirect address that this machine can serve: plain http, a loopback host, any port but
 * 0 (default 80), any path and query. Throws `RedirectAddressError`.
 */
export function parseRedirectAddress(uri: string): RedirectAddress {
  const url = URL.canParse(uri) ? new URL(uri) : null;
  if (!url) throw new RedirectAddressError('not-an-address', uri);
  if (url.protocol === 'https:') throw new RedirectAddressError('https', uri);
  const isPlain = url.username === '' && url.password === '' && !uri.includes('#');
  if (url.protocol !== 'http:' || !isPlain || uri !== uri.trim()) {
    throw new RedirectAddressError('not-an-address', uri);
  }
  const bind = bindFor(url.hostname);
  if (!bind) throw new RedirectAddressError('not-loopback', uri);
  const port = url.port === '' ? 80 : Number(url.port);
  if (port === 0) throw new RedirectAddressError('no-port', uri);
  return { uri, host: url.host, port, path: url.pathname, bind };
}

export type CallbackPage =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** Not the expected answer; the wait continues. */
  | { readonly kind: 'stranger' }
  | { readonly kind: 'already-answered' }
  | { readonly kind: 'not-here' };

function textsOf(page: CallbackPage, language: Language): readonly [string, string, string] {
  const say = coreTexts(language);
  const title = say(`callback.${page.kind}.title` satisfies CoreKey);
  if (page.kind === 'failed') {
    const { what, cure } = sayProblem(page.problem, language);
    return [title, what, cure];
  }
  const text = say(`callback.${page.kind}.text` satisfies CoreKey);
  return [title, text, say(`callback.${page.kind}.next` satisfies CoreKey)];
}

/** The whole page as HTML, without script. */
export function renderCallbackPage(page: CallbackPage, language: Language): string {
  const [title, ...lines] = textsOf(page, language);
  return renderNotePage({ tone: page.kind === 'done' ? 'done' : 'wrong', title, lines }, language);
}

/** The first supported language in the browser's preference; English if none. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',').flatMap((entry) => {
    const [tag = '', ...parameters] = entry.trim().split(';');
    const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    const language = closestLanguage(tag.trim());
    return language !== null && weight > 0 ? [{ language, weight }] : [];
  });
  return wishes.sort((a, b) => b.weight - a.weight)[0]?.language ?? 'en';
}
