import type { Place } from './access.ts';

/**
 * The content security policy of a page. Pages get nothing but their own files, images from https
 * addresses, and their own socket; the overlay also takes style elements, because OBS puts the
 * streamer's custom CSS into the page as one.
 *
 * @param host the Host header of the request, already found to be ours.
 */
export function contentSecurityPolicy(
  place: Place,
  host: string,
  allowLoopbackImages: boolean,
): string {
  const overlay = place === 'overlay';
  const loopback = allowLoopbackImages ? ' http://127.0.0.1:* http://localhost:*' : '';
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    overlay ? `style-src 'self' 'unsafe-inline'` : `style-src 'self'`,
    // data: for what a theme's own style sheet draws itself.
    `img-src 'self' data: https:${loopback}`,
    `font-src 'self'`,
    `media-src 'self'`,
    // 'self' does not cover ws: in the Chromium of every OBS.
    `connect-src 'self' ws://${host}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    overlay ? `frame-ancestors 'self'` : `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    // The overlay's one policy lets the CSS of OBS in (renderer/overlay/obs-css.ts); it cannot be replaced.
    overlay ? 'trusted-types default' : `trusted-types 'none'`,
  ].join('; ');
}

/** Headers of every answer, whatever it is. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  // The key stands in the address.
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
