import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ValuedEvent } from '../../shared/events.ts';
import type { AlertLook } from '../../shared/overlay/alert-look.ts';
import { THEME_IDS, type ThemeId } from '../../shared/overlay/names.ts';
import { DEFAULT_OVERLAY } from '../../shared/overlay/overlay-settings.ts';
import { skipExits } from '../support/quick-exits.ts';
import type { ScriptedCore } from '../support/scripted-core.ts';
import {
  chat,
  donation,
  draw,
  playing,
  purchase,
  subscription,
  tally,
} from '../support/stage-events.ts';
import { expect, pageTest as test } from './fixtures.ts';

const SIZES = [
  [420, 900],
  [720, 1280],
  [1080, 1080],
  [1200, 1080],
  [1080, 1920],
  [1920, 1080],
] as const;

const NAME = '세상에서제일긴닉네임을가진다정한시청자';
const WORDS =
  '오늘 방송도 정말 재미있게 보고 있어요! 마지막 판까지 힘내시고, 다음 주 합방도 꼭 챙겨 볼게요. 늘 고마워요 :)';
const CROWD = Array.from({ length: 40 }, (_, at) => ({ name: `${NAME}${at}`, beams: 1_000 + at }));
const profile = { nickname: NAME, badges: [] };

const ALERTS: readonly (readonly [ValuedEvent, Partial<AlertLook>])[] = [
  [donation(1, { donatorNickname: NAME, donationText: WORDS, payAmount: 123_456_789 }), {}],
  [donation(2, { donatorNickname: NAME, donationText: WORDS }), { headline: WORDS }],
  [donation(3, { donatorNickname: NAME, donationText: WORDS.repeat(5) }), { headline: WORDS }],
  [donation(4), { together: CROWD }],
  [subscription(4, { subscriberChannelName: NAME, subscriptionMessage: WORDS }), {}],
  [
    draw(5, { rewardTitle: `${NAME} 한정판 망토`, rewardDescription: WORDS, rewardImageUrl: null }),
    {},
  ],
  [purchase(6, { profile, shopName: NAME, representativeItemName: WORDS, content: WORDS }), {}],
];

const CHAT = Array.from({ length: 30 }, (_, at) =>
  chat(at + 1, { content: at % 3 === 0 ? WORDS : '안녕하세요!', profile }),
);
const TALLIES = Array.from({ length: 6 }, (_, at) =>
  tally(`r${at}`, { rewardTitle: `${NAME} 보상 ${at}`, total: 12_345 }),
);

function tellTheme(core: ScriptedCore, base: ThemeId): void {
  const { theme } = DEFAULT_OVERLAY;
  core.tell('overlay', { ...DEFAULT_OVERLAY, theme: { ...theme, base } });
}

/** Its number is that of no event that the page has. */
async function showAlert(
  page: Page,
  core: ScriptedCore,
  event: ValuedEvent,
  look: Partial<AlertLook>,
): Promise<void> {
  const alertId = (core.alert()?.alertId ?? 1_000) + 1;
  core.tellAlert({ ...playing(event, 6_000, { sound: null, ...look }), alertId });
  await page.waitForSelector(`[data-alert-id="${alertId}"][data-phase="in"]`);
}

const PARTS = ['.sl-alert', '.sl-tallies', '.sl-chat'];

interface Rect {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where what is drawn stands: the card, the totals, the chat. */
function drawn(page: Page): Promise<Rect[]> {
  return page.evaluate((parts) => {
    for (const movement of document.getAnimations()) movement.finish();
    return parts.flatMap((name) =>
      [...document.querySelectorAll(name)].map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { name, left, top, right, bottom };
      }),
    );
  }, PARTS);
}

/** What of the card's large line is cut: an amount has to be read whole. */
function cutIn(page: Page): Promise<string[]> {
  return page
    .locator('.sl-alert-hero > *')
    .evaluateAll((parts) =>
      parts.flatMap((part) =>
        [...part.querySelectorAll<HTMLElement>('.sl-rolled')].some(
          ({ offsetWidth }) => offsetWidth > part.clientWidth + 1,
        )
          ? [`${part.className} is cut`]
          : [],
      ),
    );
}

/** Pairs that stand on each other, and what reaches beyond the page. */
function misplaced(rects: readonly Rect[], page: { width: number; height: number }): string[] {
  const beyond = rects.filter(
    ({ left, top, right, bottom }) =>
      left < 0 || top < 0 || right > page.width + 1 || bottom > page.height + 1,
  );
  const over = rects.flatMap((one, at) =>
    rects.slice(at + 1).flatMap((other) => {
      const apart =
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top ||
        other.bottom <= one.top;
      return apart ? [] : [`${one.name} on ${other.name}`];
    }),
  );
  return [...beyond.map(({ name }) => `${name} beyond the page`), ...over];
}

for (const [width, height] of SIZES) {
  test(`alerts, totals of draws and chat stand apart on ${width}x${height}, in every theme`, async ({
    page,
    core,
    overlayUrl,
  }) => {
    await page.setViewportSize({ width, height });
    await skipExits(page);
    core.publish(CHAT);
    core.tellTallies(TALLIES);
    await page.goto(overlayUrl);
    await expect(page.locator('.sl-chat-line')).not.toHaveCount(0);
    for (const base of THEME_IDS) {
      tellTheme(core, base);
      for (const [event, look] of ALERTS) {
        await showAlert(page, core, event, look);
        const rects = await drawn(page);
        const what = `${base}, ${event.kind} ${Object.keys(look).join()}`;
        expect(
          rects.map(({ name }) => name),
          what,
        ).toEqual(PARTS);
        expect(misplaced(rects, { width, height }), what).toEqual([]);
        // For somebody who wants to see them.
        const folder = event === ALERTS[0]?.[0] && process.env['PICTURES'];
        if (folder) await page.screenshot({ path: `${folder}/${base}-${width}x${height}.png` });
      }
    }
  });
}

const PICTURE = '0'.repeat(64);
const WIDE = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#f59' } })
  .png()
  .toBuffer();
const LONG = WORDS.repeat(5);
const OWN: readonly (readonly [number, string, Partial<AlertLook>])[] = [
  [10_000, '응원해요!', { level: 'medium', picturePlace: 'beside' }],
  [10_000, '응원해요!', { level: 'large', picturePlace: 'beside' }],
  [123_456_789, LONG, { level: 'large', picturePlace: 'beside', headline: WORDS }],
  [10_000, LONG, { level: 'large', picturePlace: 'above' }],
  [123_456_789, LONG, { level: 'large', picturePlace: 'behind' }],
];

test('alerts with a picture of the streamer stand apart from the chat, however large', async ({
  page,
  core,
  overlayUrl,
}) => {
  await skipExits(page);
  core.shelf.set(PICTURE, { type: 'image/png', content: WIDE });
  // Its unit is the longer one.
  core.tell('language', 'en');
  core.publish(CHAT);
  core.tellTallies(TALLIES);
  await page.goto(overlayUrl);
  await expect(page.locator('.sl-chat-line')).not.toHaveCount(0);
  // One of each shape.
  for (const [width, height] of [SIZES[0], SIZES[2], SIZES[3], SIZES[5]]) {
    await page.setViewportSize({ width, height });
    for (const base of THEME_IDS) {
      tellTheme(core, base);
      for (const [payAmount, words, look] of OWN) {
        const event = donation(1, { donatorNickname: NAME, donationText: words, payAmount });
        await showAlert(page, core, event, { image: PICTURE, imageKind: 'image', ...look });
        await page.waitForFunction(() =>
          [...document.querySelectorAll<HTMLImageElement>('.sl-alert-media')].every(
            ({ complete }) => complete,
          ),
        );
        const what = `${base} ${width}x${height}, ${look.level} ${look.picturePlace}`;
        const faults = [...misplaced(await drawn(page), { width, height }), ...(await cutIn(page))];
        expect.soft(faults, what).toEqual([]);
        const folder = process.env['PICTURES'];
        if (folder)
          await page.screenshot({ path: `${folder}/own-${what}-${core.alert()?.alertId}.png` });
      }
    }
  }
});

test('the chat takes the room of totals that there are none of', async ({
  page,
  core,
  overlayUrl,
}) => {
  await page.setViewportSize({ width: 720, height: 1280 });
  core.publish(CHAT);
  await page.goto(overlayUrl);
  await expect(page.locator('.sl-chat-line')).not.toHaveCount(0);
  const before = await page.locator('.sl-chat').boundingBox();
  core.tellTallies([tally('first')]);
  await expect(page.locator('.sl-tallies')).toHaveCount(1);
  const after = await page.locator('.sl-chat').boundingBox();
  expect(before?.height).toBeGreaterThan((after?.height ?? 0) + 300);
  expect((before?.y ?? 0) + (before?.height ?? 0)).toBeCloseTo(
    (after?.y ?? 0) + (after?.height ?? 0),
    0,
  );
});
