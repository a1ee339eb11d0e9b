import { createHmac, timingSafeEqual } from 'node:crypto';
import { COMMON_HEADERS } from './page-policy.ts';

/** A file of a widget, or its page. */
export interface ServedWidgetFile {
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface WidgetPage {
  /** The policy for everything of this widget. `own`: its address up to and with its key. */
  policy(own: string, ancestors: readonly string[]): string;
  /** By its path below the key, decoded, without a leading slash; '' is its page. null: nothing. */
  open(path: string): Promise<ServedWidgetFile | null>;
}

/** Widgets of others. Each is served under a host name of its own, which is a site of its own. */
export interface WidgetSource {
  page(id: string): WidgetPage | null;
}

const HOST = /^w([0-9a-f]{12})\.localhost(?::(\d{1,5}))?$/;

/** The package that a Host header names on this port; null: none. */
export function widgetOfHost(host: string | undefined, port: number): string | null {
  const [, id, given = '80'] = HOST.exec(host?.toLowerCase() ?? '') ?? [];
  return id !== undefined && given === String(port) ? id : null;
}

/** A widget's key follows from the overlay's: renewed together, and telling nothing of it. */
export function widgetKey(overlayKey: string, id: string): string {
  return createHmac('sha256', overlayKey).update(`widget ${id}`).digest('base64url');
}

export function widgetAddress(port: number, overlayKey: string, id: string): string {
  return `http://w${id}.localhost:${port}/${widgetKey(overlayKey, id)}/`;
}

interface WidgetRequest {
  readonly id: string;
  readonly url: URL;
  readonly method: string;
  readonly origin: string | undefined;
  readonly port: number;
  readonly overlayKey: string;
}

/** Read-only, and nothing but this widget's own files. */
export async function answerWidget(
  source: WidgetSource,
  { id, url, method, origin, port, overlayKey }: WidgetRequest,
): Promise<Response> {
  // A frame without an origin says `null`; any other page has no business here.
  if (origin !== undefined && origin !== 'null') return refused(403, 'Forbidden');
  if (method !== 'GET' && method !== 'HEAD') return refused(405, 'Method not allowed');
  const [, key = '', path = ''] = /^\/([\w-]{20,100})\/(.*)$/.exec(url.pathname) ?? [];
  const page = source.page(id);
  if (!page || !isEqual(key, widgetKey(overlayKey, id))) return refused(404, 'Not found');
  const file = await page.open(decoded(path));
  if (!file) return refused(404, 'Not found');
  const own = `http://w${id}.localhost:${port}/${key}/`;
  const ours = ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${port}`);
  return new Response(method === 'HEAD' ? null : file.body, {
    headers: {
      ...COMMON_HEADERS,
      // Its own frame has no origin, so nothing of its own is of the same one.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Access-Control-Allow-Origin': 'null',
      'Content-Type': file.type,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': page.policy(own, [...ours, 'app:']),
      // Nothing of this name is asked for cookies, a camera, or a place.
      'Permissions-Policy': PERMISSIONS,
    },
  });
}

const PERMISSIONS = [
  'camera',
  'microphone',
  'geolocation',
  'usb',
  'serial',
  'hid',
  'display-capture',
]
  .map((name) => `${name}=()`)
  .join(', ');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '\0';
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refused(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'; sandbox`,
    },
  });
}
