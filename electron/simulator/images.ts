import { Hono } from 'hono';
import { BADGE_IMAGES, EMOJI_IMAGES, ITEM_IMAGES } from './image-shapes.ts';

/** Names of the emoji that the simulator can draw, without the extension. */
export const EMOJI_NAMES: readonly string[] = Object.keys(EMOJI_IMAGES);
export const BADGE_NAMES: readonly string[] = Object.keys(BADGE_IMAGES);
export const ITEM_NAMES: readonly string[] = Object.keys(ITEM_IMAGES);

const FOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  emoji: EMOJI_IMAGES,
  badge: BADGE_IMAGES,
  item: ITEM_IMAGES,
};

/** The pictures of the simulated world: `/sim/emoji|badge|item/NAME.svg`. Public and cacheable. */
export function imageRoutes(): Hono {
  const routes = new Hono();
  routes.get('/sim/:folder/:file', (c) => {
    const { folder, file } = c.req.param();
    const name = file.endsWith('.svg') ? file.slice(0, -4) : '';
    const images = Object.hasOwn(FOLDERS, folder) ? FOLDERS[folder] : undefined;
    const body = images && Object.hasOwn(images, name) ? images[name] : undefined;
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
