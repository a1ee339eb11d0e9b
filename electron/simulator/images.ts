import { Hono } from 'hono';

/** Flat drawings on a 64 by 64 field, written for the simulator. */

const INK = '#2b2140';

function svg(body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${body}</svg>`;
}

/** A round face: skin, its shadow side, and whatever makes the expression. */
function face(skin: string, shade: string, features: string): string {
  return svg(
    `<circle cx="32" cy="32" r="28" fill="${shade}"/><circle cx="32" cy="30" r="28" fill="${skin}"/>` +
      `<ellipse cx="22" cy="14" rx="9" ry="4.5" fill="#fff" opacity=".35" transform="rotate(-24 22 14)"/>${features}`,
  );
}

const EYES = `<ellipse cx="22" cy="27" rx="3.6" ry="5" fill="${INK}"/><ellipse cx="42" cy="27" rx="3.6" ry="5" fill="${INK}"/>`;
const BLUSH =
  '<circle cx="14" cy="36" r="4.5" fill="#ff7f9c" opacity=".55"/><circle cx="50" cy="36" r="4.5" fill="#ff7f9c" opacity=".55"/>';

function stroke(path: string, color = INK, width = 4): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

const HEART =
  'M32 56C14 43 6 34 6 22.500 6 14 12.500 8 20 8c5 0 9.500 2.700 12 7 2.500-4.300 7-7 12-7 7.500 0 14 6 14 14.500C58 34 50 43 32 56z';
const STAR =
  'M32 5l8.200 17.200 18.800 2.600-13.700 13.100 3.400 18.700L32 47.600 15.300 56.600l3.400-18.700L5 24.800l18.800-2.600z';

const EMOJI_IMAGES: Readonly<Record<string, string>> = {
  smile: face('#ffd35c', '#f0a92e', EYES + BLUSH + stroke('M21 39c5 7 17 7 22 0')),
  lol: face(
    '#ffd35c',
    '#f0a92e',
    `${stroke('M17 27l5-4 5 4')}${stroke('M37 27l5-4 5 4')}<path d="M18 35h28c0 10-6 16-14 16s-14-6-14-16z" fill="${INK}"/><path d="M24 46c4-4 12-4 16 0-2 3-5 5-8 5s-6-2-8-5z" fill="#ff6b81"/>`,
  ),
  cry: face(
    '#8fc7ff',
    '#5596e6',
    `${EYES}${stroke('M23 44c4-5 14-5 18 0')}<path d="M46 32c4 6 6 9 6 12a6 6 0 0 1-12 0c0-3 2-6 6-12z" fill="#3d7be0"/>`,
  ),
  wow: face(
    '#b9f08a',
    '#79c84e',
    `${EYES}<ellipse cx="32" cy="43" rx="6" ry="8" fill="${INK}"/>${stroke('M16 17l8-3')}${stroke('M48 17l-8-3')}`,
  ),
  angry: face(
    '#ff8a73',
    '#dd5647',
    `${EYES}${stroke('M15 18l10 5')}${stroke('M49 18l-10 5')}${stroke('M23 45c5-5 13-5 18 0')}`,
  ),
  sleepy: face(
    '#c8b6ff',
    '#967fe0',
    `${stroke('M17 28c3 3 7 3 10 0')}${stroke('M37 28c3 3 7 3 10 0')}<ellipse cx="32" cy="42" rx="4" ry="5" fill="${INK}"/>${stroke('M44 7h9l-9 10h9', '#5b43b8', 3.5)}`,
  ),
  love: face(
    '#ffd35c',
    '#f0a92e',
    `<path d="${HEART}" fill="#ff4d6d" transform="translate(12 16) scale(.32)"/><path d="${HEART}" fill="#ff4d6d" transform="translate(32 16) scale(.32)"/>${stroke('M21 40c5 7 17 7 22 0')}`,
  ),
  cool: face(
    '#ffd35c',
    '#f0a92e',
    `<path d="M10 22h44v6c0 6-4 9-9 9s-9-3-10-9h-6c-1 6-5 9-10 9s-9-3-9-9z" fill="${INK}"/>${stroke('M25 44c5 3 11 3 15-2')}`,
  ),
  heart: svg(
    `<path d="${HEART}" fill="#ff4d6d"/><ellipse cx="20" cy="19" rx="6" ry="4" fill="#fff" opacity=".5" transform="rotate(-35 20 19)"/>`,
  ),
  star: svg(
    `<path d="${STAR}" fill="#ffc53d" stroke="#e8932a" stroke-width="3" stroke-linejoin="round"/><circle cx="26" cy="31" r="2.600" fill="${INK}"/><circle cx="38" cy="31" r="2.600" fill="${INK}"/>${stroke('M28 37c2 2.500 6 2.500 8 0', INK, 3)}`,
  ),
  clap: svg(
    `<path d="M18 30L30 12a5 5 0 0 1 8 5l-5 9 9-13a5 5 0 0 1 8 6l-8 13 5-6a5 5 0 0 1 8 6L43 51c-6 8-17 9-24 3s-7-16-1-24z" fill="#ffcf8a" stroke="#d98f3d" stroke-width="3"/>${stroke('M10 16l5 5M19 6l2 6M7 27h6', '#ffc53d', 4)}`,
  ),
  party: svg(
    `<path d="M7 57l13-36 23 23z" fill="#7c5cff"/><path d="M13 41l10 10-8 3-5-5z" fill="#ffc53d"/><circle cx="46" cy="14" r="4" fill="#ff4d6d"/><circle cx="55" cy="33" r="3" fill="#29c28a"/><rect x="30" y="8" width="6" height="6" rx="1" fill="#3d9bff" transform="rotate(20 33 11)"/>${stroke('M40 27c2-7 8-9 13-7', '#ff9f43', 4)}`,
  ),
};

function shield(fill: string, edge: string, symbol: string): string {
  return svg(
    `<path d="M32 4l23 8v18c0 15-9 25-23 30C18 55 9 45 9 30V12z" fill="${fill}" stroke="${edge}" stroke-width="4" stroke-linejoin="round"/>${symbol}`,
  );
}

const BADGE_IMAGES: Readonly<Record<string, string>> = {
  streamer: shield(
    '#ff5c7a',
    '#b92c4b',
    '<path d="M15 24l9 8 8-14 8 14 9-8-4 20H19z" fill="#ffe08a" stroke="#fff4cc" stroke-width="2" stroke-linejoin="round"/>',
  ),
  manager: shield(
    '#2fb978',
    '#15784a',
    `<path d="M42 14h7v7L31 39l-7-7z" fill="#eafff4"/>${stroke('M20 30l13 13M25 38l-7 7', '#eafff4', 5)}`,
  ),
  subscriber: svg(
    `<circle cx="32" cy="32" r="27" fill="#6d5cff" stroke="#4334c4" stroke-width="4"/><path d="${STAR}" fill="#fff" transform="translate(11 11) scale(.66)"/>`,
  ),
  supporter: svg(
    `<path d="M32 3l25 14v30L32 61 7 47V17z" fill="#ffb52e" stroke="#c77c07" stroke-width="4" stroke-linejoin="round"/><path d="${HEART}" fill="#fff8e6" transform="translate(13.500 15) scale(.58)"/>`,
  ),
  fan: svg(
    `<rect x="5" y="5" width="54" height="54" rx="16" fill="#24a6e8" stroke="#1271ab" stroke-width="4"/>${stroke('M21 44V22l11 12 11-12v22', '#fff', 6)}`,
  ),
};

const ITEM_IMAGES: Readonly<Record<string, string>> = {
  balloon: svg(
    `<path d="M32 4c13 0 21 9 21 21 0 13-11 24-21 24S11 38 11 25C11 13 19 4 32 4z" fill="#ff6b81"/><ellipse cx="24" cy="16" rx="6" ry="9" fill="#fff" opacity=".4" transform="rotate(25 24 16)"/><path d="M27 53l5-5 5 5z" fill="#d8435c"/>${stroke('M32 53c-4 4 4 5 0 9', '#8d8a9c', 2.5)}`,
  ),
  lightstick: svg(
    `<rect x="27" y="32" width="10" height="28" rx="5" fill="#3b3358"/><circle cx="32" cy="20" r="17" fill="#6fe3ff"/><circle cx="32" cy="20" r="11" fill="#d9f8ff"/><path d="${HEART}" fill="#28b4e6" transform="translate(22.400 10.500) scale(.3)"/>`,
  ),
  trophy: svg(
    `${stroke('M17 14H7c0 12 4 17 12 18M47 14h10c0 12-4 17-12 18', '#e8932a', 5)}<path d="M15 6h34v16c0 12-7 19-17 19s-17-7-17-19z" fill="#ffc53d"/><rect x="28" y="40" width="8" height="10" fill="#e8932a"/><rect x="17" y="49" width="30" height="9" rx="3" fill="#7a4a1d"/><path d="${STAR}" fill="#fff6d6" transform="translate(21.500 11) scale(.33)"/>`,
  ),
  rocket: svg(
    `<path d="M32 3c10 8 14 18 14 28v13H18V31C18 21 22 11 32 3z" fill="#f2f0ff" stroke="#a9a0d6" stroke-width="2.500"/><path d="M32 3c5 4 8.500 8.500 11 13H21C23.500 11.500 27 7 32 3z" fill="#ff4d6d"/><circle cx="32" cy="27" r="6.500" fill="#3d9bff" stroke="#1f5fb0" stroke-width="3"/><path d="M18 32L8 46l10 2zM46 32l10 14-10 2z" fill="#ff4d6d"/><path d="M24 46h16c0 8-4 11-8 16-4-5-8-8-8-16z" fill="#ffb52e"/>`,
  ),
  gift: svg(
    `<rect x="8" y="27" width="48" height="32" rx="4" fill="#8e6bff"/><rect x="4" y="18" width="56" height="13" rx="4" fill="#a88cff"/><rect x="27" y="18" width="10" height="41" fill="#ffd35c"/>${stroke('M32 18c-4-12-18-14-18-6 0 6 10 6 18 6zm0 0c4-12 18-14 18-6 0 6-10 6-18 6z', '#ffd35c', 5)}`,
  ),
};

/** Names of the emoji that the simulator can draw, without the extension. */
export const EMOJI_NAMES: readonly string[] = Object.keys(EMOJI_IMAGES);
export const BADGE_NAMES: readonly string[] = Object.keys(BADGE_IMAGES);
export const ITEM_NAMES: readonly string[] = Object.keys(ITEM_IMAGES);

const PICTURES: ReadonlyMap<string, string> = new Map(
  Object.entries({ emoji: EMOJI_IMAGES, badge: BADGE_IMAGES, item: ITEM_IMAGES }).flatMap(
    ([folder, images]) =>
      Object.entries(images).map(([name, body]) => [`${folder}/${name}.svg`, body] as const),
  ),
);

/** The pictures of the simulated world: `/sim/emoji|badge|item/NAME.svg`. Public and cacheable. */
export function imageRoutes(): Hono {
  const routes = new Hono();
  routes.get('/sim/:folder/:file', (c) => {
    const { folder, file } = c.req.param();
    const body = PICTURES.get(`${folder}/${file}`);
    if (body === undefined) return c.text('No such picture', 404);
    return c.body(body, 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      // Opened as a page of its own a picture may run nothing and load nothing.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
  });
  return routes;
}
