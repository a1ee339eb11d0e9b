import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import { PICTURE_PLACES, type PicturePlace } from '../../../shared/overlay/names.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import { pictureFrames } from '../../support/pictures-frames.ts';
import { openScene } from '../../support/pictures-page.ts';
import { expect, ON_AIR, pageTest as test } from '../fixtures.ts';

test.use(ON_AIR);

/** Each is a disc of this colour with nothing around it. */
const FILES = [
  { image: 'a'.repeat(64), name: 'alpha.gif', type: 'image/gif', imageKind: 'image' },
  { image: 'b'.repeat(64), name: 'alpha.webp', type: 'image/webp', imageKind: 'image' },
  { image: 'c'.repeat(64), name: 'alpha.webm', type: 'video/webm', imageKind: 'video' },
] as const;
const DISC = { red: 255, green: 0, blue: 200 };
/** Behind the page: it shows wherever the page shows nothing. */
const BEHIND = { red: 0, green: 200, blue: 60 };

type Color = typeof DISC;
type Picture = Pick<AlertLook, 'image' | 'picturePlace' | 'videoVolume'> & {
  readonly imageKind: 'image' | 'video';
};

/** The scene's alert with this picture, under a number of its own. */
function alertWith(picture: Picture, alertId: number): OverlayDown {
  const frame = pictureFrames('clean', 'ko').at(-1);
  if (frame?.type !== 'alert' || !frame.alert) throw new Error('The show has no alert.');
  const { alert } = frame;
  return { type: 'alert', alert: { ...alert, alertId, look: { ...alert.look, ...picture } } };
}

/** Colours in the middle of the picture and near a corner of it, where it is transparent. */
async function colorsOf(page: Page): Promise<{ readonly disc: Color; readonly corner: Color }> {
  const media = page.locator('.sl-alert-media');
  await media.evaluate(async (element) => {
    const isThere = () =>
      element instanceof HTMLVideoElement
        ? element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
        : (element as HTMLImageElement).complete;
    while (!isThere()) await new Promise((done) => requestAnimationFrame(done));
    for (const movement of document.getAnimations()) movement.finish();
    await new Promise((done) => requestAnimationFrame(done));
  });
  const box = await media.boundingBox();
  if (!box) throw new Error('The picture has no place.');
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isCover = await media.evaluate(
    (element) => getComputedStyle(element).objectFit === 'cover',
  );
  const side = isCover ? box.width : Math.min(box.width, box.height);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const at = (x: number, y: number): Color => {
    const start = (Math.round(y) * info.width + Math.round(x)) * info.channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3);
    return { red, green, blue };
  };
  const up = isCover ? 0 : 0.45 * side;
  return { disc: at(middle.x, middle.y), corner: at(middle.x + 0.45 * side, middle.y - up) };
}

const isLike = (one: Color, other: Color): boolean =>
  Math.max(
    Math.abs(one.red - other.red),
    Math.abs(one.green - other.green),
    Math.abs(one.blue - other.blue),
  ) < 24;

/** What an alert looks like through the transparent parts of a picture at each place. */
const SEEN: Readonly<Record<PicturePlace, (colors: { disc: Color; corner: Color }) => boolean>> = {
  above: ({ disc, corner }) => isLike(disc, DISC) && isLike(corner, BEHIND),
  full: ({ corner }) => isLike(corner, BEHIND),
  // The card's plate, through which a little of what is behind the page comes, unlike black.
  beside: ({ disc, corner }) => isLike(disc, DISC) && corner.green - corner.red > 8,
  // Under the plate, which letters need.
  behind: ({ disc, corner }) => disc.red - corner.red > 40 && corner.green - corner.red > 4,
};

test('own GIF, WebP and WebM keep what is transparent at every place, and a video sounds by choice', async ({
  page,
  core,
  overlayUrl,
}) => {
  for (const { image, name, type } of FILES) {
    const content = readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url));
    core.shelf.set(image, { type, content });
  }
  const say = await openScene(page, overlayUrl, {
    theme: 'clean',
    language: 'ko',
    alter: (frame) => (frame.type === 'alert' ? { type: 'alert', alert: null } : frame),
  });
  await page.locator('.sl-chat-line').first().waitFor();
  await page.evaluate(({ red, green, blue }) => {
    document.querySelector('img')?.remove();
    document.documentElement.style.background = `rgb(${red} ${green} ${blue})`;
  }, BEHIND);
  say({ type: 'sounding', on: true });

  let alertId = 1_000;
  for (const { image, name, imageKind } of FILES) {
    for (const picturePlace of PICTURE_PLACES) {
      alertId += 1;
      const videoVolume = picturePlace === 'above' ? 0.4 : null;
      const picture = { image, imageKind, picturePlace, videoVolume };
      say({ type: 'alert', alert: null });
      await expect(page.locator('.sl-stage-slot')).toHaveCount(0);
      say(alertWith(picture, alertId));
      await expect(page.locator(`[data-alert-id="${alertId}"]`)).toBeVisible();
      await expect
        .poll(async () => SEEN[picturePlace](await colorsOf(page)), `${name} ${picturePlace}`)
        .toBe(true);
      if (imageKind !== 'video') continue;
      const video = page.locator('video.sl-alert-media');
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.muted))
        .toBe(videoVolume === null);
    }
  }
});
