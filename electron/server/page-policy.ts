import type { Place } from './access.ts';

/**
 * Pages may load only their own files, images from https addresses, and their own socket. The
 * overlay also allows style elements, because OBS adds the streamer's custom CSS as one.
 * @param host of the page's address, already verified as ours.
 * @param isEncrypted whether a server before ours encrypts it.
 */
export function contentSecurityPolicy(
  place: Place,
  host: string,
  allowLoopbackImages: boolean,
  isEncrypted: boolean = false,
): string {
  const overlay = place === 'overlay';
  const port = /:(\d+)$/.exec(host)?.[1] ?? '80';
  const loopback = allowLoopbackImages ? ' http://127.0.0.1:* http://localhost:*' : '';
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    overlay ? `style-src 'self' 'unsafe-inline'` : `style-src 'self'`,
    // data: is for images in a theme's own style sheet.
    `img-src 'self' data: https:${loopback}`,
    `font-src 'self'`,
    `media-src 'self'`,
    // 'self' does not cover ws: in OBS's Chromium.
    `connect-src 'self' ${isEncrypted ? 'wss' : 'ws'}://${host}`,
    // Widgets of others, each under a name of its own; the server knows no other such name.
    isEncrypted ? `frame-src 'none'` : `frame-src http://*.localhost:${port}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    overlay ? `frame-ancestors 'self'` : `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    // The overlay's one policy admits the CSS of OBS (renderer/overlay/obs-css.ts); it cannot be
    // replaced.
    overlay ? 'trusted-types default' : `trusted-types 'none'`,
  ].join('; ');
}

export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // The address contains the key.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
