import type { FieldData } from './fill.ts';
import { fill } from './fill.ts';
import type { PackageParts } from './package-names.ts';

/** Below a widget's own address: what every frame gets from the app. No package may have such a path. */
export const OWN_FILES = '~';

/** What a frame's script is told before anything of the widget runs. */
export interface FrameSetup {
  readonly fields: FieldData;
  /** `SE_API.store` as it is now. */
  readonly store: Readonly<Record<string, unknown>>;
  readonly language: 'ko' | 'en';
}

/** The page of a widget: its html with the app's script before it, its style and script around it. */
export function widgetDocument(html: string, parts: PackageParts, setup: FrameSetup): string {
  const filled = encrypted(fill(html, setup.fields, 'html'));
  const linked = (path: string | null) =>
    path !== null &&
    new RegExp(`(?:src|href)\\s*=\\s*["']?(?:\\./)?${escaped(path)}["'\\s>?]`, 'i').test(html);
  const css = parts.css !== null && !linked(parts.css) ? parts.css : null;
  const js = parts.js !== null && !linked(parts.js) ? parts.js : null;
  return [
    `<!doctype html><html lang="${setup.language}"><head><meta charset="utf-8">`,
    `<script src="${OWN_FILES}/frame.js" data-setup="${attribute(JSON.stringify(setup))}"></script>`,
    `<script src="${OWN_FILES}/jquery.js"></script>`,
    '<style>html,body{height:100%;margin:0;overflow:hidden;background:transparent}</style>',
    css === null ? '' : `<link rel="stylesheet" href="${attribute(addressOf(css))}">`,
    `</head><body>${filled}`,
    // In its own file: whatever stands in it, it cannot end before its end.
    js === null ? '' : `\n<script src="${attribute(addressOf(js))}"></script>`,
    '</body></html>',
  ].join('');
}

/** Written for a page that comes over https: an address without a scheme has that one. */
export function encrypted(text: string): string {
  return text.replace(/(["'`(=]\s*)\/\/(?=(?:[a-z0-9-]+\.)+[a-z]{2,}[/:"'`)])/gi, '$1https://');
}

/** A package's path as an address in its own page. */
export function addressOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

interface PolicyParts {
  /** The widget's own address, up to and with its key. */
  readonly own: string;
  readonly hosts: readonly string[];
  /** Where the platform's pictures come from. */
  readonly pictures: readonly string[];
  /** Addresses of the pages that may show it. */
  readonly ancestors: readonly string[];
}

/** Named hosts only, encrypted; no frames, workers, forms, or pages of others. */
export function widgetPolicy({ own, hosts, pictures, ancestors }: PolicyParts): string {
  const from = (...sources: readonly string[]) => [...sources, ...named].join(' ');
  const named = hosts.map((host) => `https://${host}`);
  const lines = hosts.map((host) => `wss://${host}`);
  return [
    `default-src 'none'`,
    `script-src 'unsafe-inline' 'unsafe-eval' ${from(own)}`,
    `style-src 'unsafe-inline' ${from(own)}`,
    `img-src data: blob: ${[from(own), ...pictures].join(' ')}`,
    `font-src data: ${from(own)}`,
    `media-src data: blob: ${from(own)}`,
    `connect-src ${[from(own), ...lines].join(' ')}`,
    `frame-src 'none'`,
    `worker-src 'none'`,
    `object-src 'none'`,
    // jQuery's parser sets its own.
    `base-uri ${own}`,
    `form-action 'none'`,
    `frame-ancestors ${ancestors.join(' ')}`,
    // Also if somebody opens its address in a tab.
    'sandbox allow-scripts',
  ].join('; ');
}
