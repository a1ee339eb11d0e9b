import type { Protocol } from 'electron';
import { type Disposable, toDisposable } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import { type MediaSource, mediaAnswer, mediaHashOf } from '../server/file-answers.ts';
import { COMMON_HEADERS, contentSecurityPolicy } from '../server/page-policy.ts';
import { readStaticFile } from '../server/static-files.ts';

/** The windows' pages load from this scheme: never from a file or server address. */
const APP_SCHEME = 'app';
export const DASHBOARD_ADDRESS = 'app://dashboard/';
export const OVERLAY_ADDRESS = 'app://overlay/';

export type AppPlace = 'dashboard' | 'overlay';

/**
 * Gives the scheme https's rights for its own pages (an origin, storage, modules) and no more:
 * policies apply, and other origins cannot read it. Only before the app is ready.
 */
export function declareAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      // Videos and sounds are read in ranges.
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
    },
  ]);
}

/** The page of this address, ignoring query and fragment; null if none. */
export function pageOfAddress(address: string): AppPlace | null {
  const url = parseOurs(address);
  return url?.pathname === '/' ? placeOf(url) : null;
}

interface AppSchemeParts {
  readonly protocol: Pick<Protocol, 'handle' | 'unhandle'>;
  readonly folders: Readonly<Record<AppPlace, string>>;
  /** Whether images may come from plain http on this computer: while the demo runs. */
  readonly allowLoopbackImages: () => boolean;
  readonly media: () => MediaSource | null;
  readonly log: Logger;
}

type AppRequest = Pick<Request, 'method' | 'url' | 'headers'>;

/** Answers every request to the scheme until disposed. Only when the app is ready. */
export function serveAppScheme(parts: AppSchemeParts): Disposable {
  const { protocol, log } = parts;
  protocol.handle(APP_SCHEME, async (request) => {
    try {
      return await answer(parts, request);
    } catch (failure) {
      log.error('A page could not be served', { failure });
      return plain(500, 'Something went wrong; the log says what');
    }
  });
  return toDisposable(() => protocol.unhandle(APP_SCHEME));
}

async function answer(parts: AppSchemeParts, request: AppRequest): Promise<Response> {
  const { method, url: address, headers } = request;
  if (method !== 'GET') return plain(405, 'Method not allowed', { Allow: 'GET' });
  const url = parseOurs(address);
  if (!url) return plain(400, 'Bad request');
  const place = placeOf(url);
  if (!place) return plain(404, 'Not found');
  const hash = mediaHashOf(url.pathname);
  if (hash !== null) {
    const source = parts.media();
    const [range, ifRange] = [headers.get('range'), headers.get('if-range')];
    const found = source && (await mediaAnswer(source, hash, { method, range, ifRange }));
    return found ?? plain(404, 'Not found');
  }
  const path = url.pathname === '/' ? `${place}.html` : url.pathname.slice(1);
  const file = await readStaticFile(parts.folders[place], path);
  if (!file) return plain(404, 'Not found');
  return new Response(file.bytes, {
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': file.contentType,
      'Content-Length': String(file.bytes.byteLength),
      'Cache-Control': file.cacheControl,
      'Content-Security-Policy': appPagePolicy(place, parts.allowLoopbackImages()),
    },
  });
}

/** Like the browser's policy, but without sockets and framing. Widgets come from the core's server, whose port may change. */
function appPagePolicy(place: AppPlace, allowLoopbackImages: boolean): string {
  return contentSecurityPolicy(place, '', allowLoopbackImages)
    .split('; ')
    .map((directive) => {
      if (directive.startsWith('connect-src ')) return `connect-src 'none'`;
      if (directive.startsWith('frame-src ')) return 'frame-src http://*.localhost:*';
      return directive.startsWith('frame-ancestors ') ? `frame-ancestors 'none'` : directive;
    })
    .join('; ');
}

/** Returns null for an address outside the scheme, or one with a user, password or port. */
function parseOurs(address: string): URL | null {
  const url = URL.parse(address);
  const isPlain = url?.username === '' && url.password === '' && url.port === '';
  return url?.protocol === `${APP_SCHEME}:` && isPlain ? url : null;
}

function placeOf(url: URL): AppPlace | null {
  return url.hostname === 'dashboard' || url.hostname === 'overlay' ? url.hostname : null;
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
      ...headers,
    },
  });
}
