import { isIP } from 'node:net';
import {
  type HOST_USES,
  WIDGET_LIMITS,
  type WidgetHost,
} from '../../../shared/contract/widgets.ts';

type Use = (typeof HOST_USES)[number];

/** An address, also one without a scheme as in `src="//host/…"`, up to what cannot be part of its host. */
const ADDRESS =
  /(?:(https?|wss?):)?\/\/((?:[a-z0-9-]+\.)+[a-z0-9-]+|localhost|\[[0-9a-f:.]+\])(:\d{1,5})?(?![\w.-])([^\s"'`<>()\\]*)/gi;
/** What libraries name without ever loading it. */
const NAMES_ONLY: ReadonlySet<string> = new Set(['www.w3.org', 'w3.org', 'schemas.microsoft.com']);
/** What a style sheet of the first loads its letters from. */
const COMPANIONS: Readonly<Record<string, string>> = {
  'fonts.googleapis.com': 'fonts.gstatic.com',
};

const BY_ENDING: readonly (readonly [RegExp, Use])[] = [
  [/\.m?js$/i, 'script'],
  [/\.css$/i, 'style'],
  [/\.(?:woff2?|ttf|otf)$/i, 'font'],
  [/\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i, 'picture'],
  [/\.(?:mp3|ogg|wav|m4a|mp4|webm)$/i, 'media'],
];
const BY_WORDS: readonly (readonly [RegExp, Use])[] = [
  [/<script[^>]*$|(?<!@)import\s*\(?\s*["'`]?$|\bfrom\s+["'`]$/i, 'script'],
  [/<link[^>]*$|@import[^;]*$/i, 'style'],
  [/<img[^>]*$|\bimage[^;]*url\(\s*["']?$/i, 'picture'],
  [/<(?:audio|video|source)[^>]*$|new Audio\(["'`]$/i, 'media'],
  [
    /(?:fetch|WebSocket|EventSource|ajax|\.get|\.post|getJSON|axios|open)[^;]{0,80}$/i,
    'connection',
  ],
];
const BEFORE = 160;

/** Every host that a package's texts name, and what for as far as the words around it tell. */
export function hostsIn(texts: Iterable<string>): readonly WidgetHost[] {
  const found = new Map<string, Set<Use>>();
  const add = (host: string, use: Use) => {
    if (NAMES_ONLY.has(host)) return;
    found.set(host, (found.get(host) ?? new Set()).add(use));
  };
  for (const raw of texts) {
    const text = raw.replaceAll('\\/', '/');
    for (const match of text.matchAll(ADDRESS)) {
      const [, scheme = '', name = '', port = '', path = ''] = match;
      // A comment, or a path with two strokes, is no address.
      if (
        scheme === '' &&
        !/["'`(=]\s*$/.test(text.slice(Math.max(0, match.index - 3), match.index))
      ) {
        continue;
      }
      const host = hostOf(name, port);
      const use = purposeOf(
        scheme,
        path,
        text.slice(Math.max(0, match.index - BEFORE), match.index),
      );
      add(host, use);
      const companion = COMPANIONS[host];
      if (companion !== undefined) add(companion, 'font');
    }
    if (found.size > WIDGET_LIMITS.hosts) break;
  }
  return [...found]
    .slice(0, WIDGET_LIMITS.hosts)
    .map(([host, uses]) => ({ host, uses: [...uses].sort(), isNear: isNear(host) }))
    .sort((a, b) => Number(a.isNear) - Number(b.isNear) || (a.host < b.host ? -1 : 1));
}

function hostOf(name: string, port: string): string {
  return `${name.toLowerCase()}${port === ':443' || port === ':80' ? '' : port}`;
}

function purposeOf(scheme: string, path: string, before: string): Use {
  if (scheme.toLowerCase().startsWith('ws')) return 'connection';
  const file = path.split(/[?#]/, 1)[0] ?? '';
  const byEnding = BY_ENDING.find(([ending]) => ending.test(file));
  if (byEnding) return byEnding[1];
  return BY_WORDS.find(([words]) => words.test(before))?.[1] ?? 'other';
}

const NEAR_ENDING = /(?:^|\.)(?:localhost|local|internal|lan|home|home\.arpa|intranet|test)$/;

/** This computer, or one that no name of the internet leads to. Numbers are never let through. */
export function isNear(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || /^[\d.]+$/.test(name) || !name.includes('.') || NEAR_ENDING.test(name);
}
