import { createHash } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { LANGUAGES, type Language } from '../../shared/locales/index.ts';
import { coreTexts } from '../base/errors.ts';
import { type Access, type PlaceAddress, parsePlace } from './access.ts';
import { answerApi, isApiPath } from './api-answers.ts';
import { keptFileAnswer, keptFileOf, mediaAnswer, mediaHashOf } from './file-answers.ts';
import { COMMON_HEADERS, contentSecurityPolicy } from './page-policy.ts';
import type { Refusals } from './peer.ts';
import type { PageServerOptions, RunCommand } from './ports.ts';
import { readStaticFile } from './static-files.ts';
import { answerWidget, widgetOfHost } from './widget-answers.ts';

type HttpPagesParts = Pick<
  PageServerOptions,
  'pages' | 'publicBase' | 'allowLoopbackImages' | 'media' | 'keptFiles' | 'api' | 'widgets' | 'log'
> & {
  readonly access: Access;
  readonly refusals: Refusals;
  readonly run: RunCommand;
  readonly port: number;
  readonly overlayKey: () => string;
};

type PageContext = Context<{ Bindings: HttpBindings }>;

/** Serves the pages and their files, read-only. */
export function createHttpPages(parts: HttpPagesParts): Hono<{ Bindings: HttpBindings }> {
  const { access, refusals, log } = parts;
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use('*', async (context, next) => {
    const { host, origin } = context.env.incoming.headers;
    const widget = widgetOfHost(host, parts.port);
    if (widget !== null) {
      const { port, overlayKey } = parts;
      const { method, url } = context.req;
      const asked = { id: widget, url: new URL(url), method, origin, port };
      return answerWidget(parts.widgets, { ...asked, overlayKey: overlayKey() });
    }
    if (!access.isOurHost(host)) {
      refusals.count('foreign-host');
      return plain(421, 'Misdirected request');
    }
    if (isApiPath(context.req.path)) return answerApi(parts, context.req.raw, context.env.incoming);
    if (origin !== undefined && !access.isOurOrigin(origin)) {
      refusals.count('foreign-origin');
      return plain(403, 'Forbidden');
    }
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      return plain(405, 'Method not allowed', { Allow: 'GET, HEAD' });
    }
    return next();
  });
  app.all('*', (context) => answer(parts, context));
  app.onError((failure) => {
    log.error('A page could not be served', { failure });
    return plain(500, 'Something went wrong; the log says what');
  });
  return app;
}

async function answer(parts: HttpPagesParts, context: PageContext): Promise<Response> {
  const url = new URL(context.req.url);
  const address = parsePlace(url.pathname);
  if (!address) return plain(404, 'Not found');
  if (!parts.access.opens(address)) {
    parts.refusals.count(`wrong-${address.place}-key`);
    return staleAddress();
  }
  if (address.rest === '') return plain(302, '', { Location: `${url.pathname}/${url.search}` });
  return (await file(parts, address, context)) ?? plain(404, 'Not found');
}

/** A media item, a kept file or a file of the pages. */
async function file(
  { media, keptFiles, pages, publicBase, allowLoopbackImages }: HttpPagesParts,
  { place, rest }: PlaceAddress,
  { req, env }: PageContext,
): Promise<Response | null> {
  const kept = place === 'dashboard' ? keptFileOf(rest) : null;
  if (kept !== null) {
    const found = await keptFiles?.open(kept);
    return found ? keptFileAnswer(kept, found, req.method) : null;
  }
  const hash = mediaHashOf(rest);
  if (hash !== null) {
    const range = req.header('range') ?? null;
    const ifRange = req.header('if-range') ?? null;
    return mediaAnswer(media, hash, { method: req.method, range, ifRange });
  }
  const found = await readStaticFile(pages[place], rest === '/' ? `${place}.html` : rest.slice(1));
  if (!found) return null;
  const { protocol, host } = new URL(publicBase ?? `http://${env.incoming.headers.host}`);
  const isEncrypted = protocol === 'https:';
  return new Response(found.bytes, {
    headers: {
      ...COMMON_HEADERS,
      'Content-Type': found.contentType,
      'Content-Length': String(found.bytes.byteLength),
      'Cache-Control': found.cacheControl,
      'Content-Security-Policy': contentSecurityPolicy(
        place,
        host,
        allowLoopbackImages,
        isEncrypted,
      ),
    },
  });
}

function staleAddress(): Response {
  return plain(403, STALE_ADDRESS_PAGE, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': STALE_ADDRESS_POLICY,
  });
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

const STYLE = [
  'body{margin:0;display:grid;min-height:100vh;place-items:center;font:16px/1.6 system-ui,sans-serif}',
  'main{margin:24px;padding:24px 32px;max-width:30em;border-radius:16px;background:#1b1d22;color:#f4f4f5}',
  'h1{margin:0;font-size:20px}p{margin:4px 0 0}section+section{margin-top:20px}',
].join('');

function section(language: Language): string {
  const say = coreTexts(language);
  return `<section lang="${language}"><h1>${say('stale-address.title')}</h1><p>${say('stale-address.text')}</p></section>`;
}

/** Shown for an invalid or outdated key. No script, no file. */
const STALE_ADDRESS_PAGE = [
  '<!doctype html><html lang="ko"><head><meta charset="utf-8">',
  `<title>Stagelight</title><style>${STYLE}</style></head>`,
  `<body><main>${LANGUAGES.map(section).join('')}</main></body></html>`,
].join('');

const STALE_ADDRESS_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');
