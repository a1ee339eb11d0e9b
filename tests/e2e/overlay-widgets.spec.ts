import type { Page } from '@playwright/test';
import type { StageEvent, ValuedEvent } from '../../shared/events.ts';
import { PLAIN_LOOK } from '../../shared/overlay/alert-look.ts';
import type { OverlayDown } from '../../shared/overlay/overlay-feed.ts';
import { DEFAULT_OVERLAY, pageConfigOf } from '../../shared/overlay/overlay-settings.ts';
import { layoutSchema } from '../../shared/overlay/widgets.ts';
import { HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { openOverlay } from '../support/open-overlay.ts';
import { skipExits } from '../support/quick-exits.ts';
import {
  chat,
  donation,
  draw,
  playing,
  purchase,
  subscription,
  tally,
} from '../support/stage-events.ts';
import { expect, ON_AIR, pageTest as test } from './fixtures.ts';

test.use(ON_AIR);

const BOX_KINDS = [
  ['chat', { style: 'list' }],
  ['chat', { style: 'bubbles' }],
  ['chat', { style: 'ticker' }],
  ['tallies', {}],
  ['purchases', { holdS: null }],
  ['goal', {}],
  ['events', { kinds: ['CHAT', 'DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'] }],
  ['supporters', {}],
  ['totals', {}],
  ['alerts', {}],
] as const;

/** Every kind of widget in a box of its own, five in a row. */
const layoutOf = (title: string) =>
  layoutSchema.parse(
    BOX_KINDS.map(([kind, settings], at) => ({
      id: `w${at}`,
      kind,
      box: { x: (at % 5) * 0.2, y: at < 5 ? 0.02 : 0.52, width: 0.19, height: 0.45 },
      settings: kind === 'goal' ? { title: title.slice(0, 60), target: 10 } : settings,
    })),
  );

const settingsOf = (title: string) => ({ ...DEFAULT_OVERLAY, layout: layoutOf(title) });

const now = <E extends StageEvent>(event: E): E => ({ ...event, receivedAt: Date.now() });

/** Everything that viewers may write, in every place where it is shown. */
function hostileFrames(text: string, first: number): readonly OverlayDown[] {
  const profile = {
    nickname: text,
    badges: Array.from({ length: 1_000 }, (_, at) => ({
      id: `${at}`,
      name: text.slice(0, 50),
      imageUrl: null,
    })),
  };
  const latest: readonly ValuedEvent[] = [
    now(donation(first, { donatorNickname: text, donationText: text })),
    now(subscription(first + 1, { subscriberChannelName: text, subscriptionMessage: text })),
    now(draw(first + 2, { rewardTitle: text, rewardDescription: text, rewardImageUrl: null })),
    now(
      purchase(first + 3, { profile, shopName: text, representativeItemName: text, content: text }),
    ),
  ];
  const lines = [4, 5].map((at) => now(chat(first + at, { content: text, profile })));
  return [
    { type: 'config', config: pageConfigOf(settingsOf(text)) },
    {
      type: 'snapshot',
      upTo: first + 5,
      chat: lines,
      tallies: [tally('a', { rewardTitle: text })],
      alert: null,
      latest,
    },
    {
      type: 'figures',
      figures: {
        goals: { w5: { beams: 7 } },
        supporters: { w7: [{ name: text, beams: 5 }] },
        totals: { w8: { donationBeams: 1, cheeringBeams: 2, shop: { [text.slice(0, 60)]: 3 } } },
      },
    },
  ];
}

/** Names of the widgets whose drawn content reaches beyond their box, and of those with nothing. */
function misplaced(page: Page): Promise<{ beyond: string[]; empty: string[]; owned: boolean }> {
  return page.evaluate(() => {
    for (const movement of document.getAnimations()) movement.finish();
    const beyond: string[] = [];
    const empty: string[] = [];
    for (const place of document.querySelectorAll<HTMLElement>('.sl-place')) {
      const name = `${place.dataset['widget']} ${place.dataset['kind']}`;
      const box = place.getBoundingClientRect();
      const drawn = [...place.querySelectorAll('.sl-chat, .sl-panel, .sl-tallies, .sl-alert')];
      if (drawn.length === 0) empty.push(name);
      for (const part of drawn) {
        const rect = part.getBoundingClientRect();
        const over = [box.left - rect.left, box.top - rect.top, rect.right - box.right];
        if (Math.max(...over, rect.bottom - box.bottom) > 1) beyond.push(name);
      }
    }
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) beyond.push('page');
    const owned =
      '__owned' in window || document.querySelector('#root script, #root iframe') !== null;
    return { beyond, empty, owned };
  });
}

test('hostile texts stay inert and within their boxes, in every widget and alert', async ({
  page,
  overlayUrl,
}) => {
  await skipExits(page);
  const say = await openOverlay(page, overlayUrl, hostileFrames('', 1));
  let seq = 1_000_000;
  for (const { name, text } of HOSTILE_TEXTS) {
    seq += 10;
    say(...hostileFrames(text, seq));
    const [given, subscribed, drawn, bought] = [
      donation(seq, { donatorNickname: text, donationText: text }),
      subscription(seq, { subscriberChannelName: text, subscriptionMessage: text }),
      draw(seq, { rewardTitle: text, rewardDescription: text, rewardImageUrl: null }),
      purchase(seq, { shopName: text, representativeItemName: text, content: text }),
    ];
    const people = Array.from({ length: 40 }, (_, at) => ({ name: `${text}${at}`, beams: at }));
    for (const [event, look] of [
      [given, {}],
      [given, { headline: text }],
      [given, { together: people }],
      [subscribed, { headline: text }],
      [drawn, {}],
      [bought, {}],
    ] as const) {
      seq += 1;
      const alert = {
        ...playing(event),
        alertId: seq,
        look: { ...PLAIN_LOOK, sound: null, ...look },
      };
      say({ type: 'alert', alert });
      await page.waitForSelector(`[data-alert-id="${seq}"][data-phase="in"]`);
      const what = `${name}, ${event.kind} ${Object.keys(look).join()}`;
      // A widget may be drawn a moment after the alert.
      await expect.poll(async () => (await misplaced(page)).empty, what).toEqual([]);
      expect(await misplaced(page), what).toEqual({ beyond: [], empty: [], owned: false });
    }
  }
});

test('a widget of its own address fills its source', async ({ page, core, overlayUrl }) => {
  await page.setViewportSize({ width: 480, height: 720 });
  core.tell('overlay', settingsOf(''));
  core.say(2);
  await page.goto(`${overlayUrl}?widget=w1`);
  await expect(page.locator('.sl-place')).toHaveCount(1);
  await expect(page.locator('.sl-chat-line')).toHaveCount(2);
  const box = await page.locator('.sl-place').boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 480, height: 720 });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    '16px',
  );
});

test('a page without alerts does not say that it shows them', async ({
  page,
  core,
  overlayUrl,
}) => {
  await page.goto(`${overlayUrl}?widget=chat`);
  await expect.poll(() => core.heard).toContain('page 1 connected');
  core.tellAlert(playing(donation(77)));
  core.say(1);
  await expect(page.locator('.sl-chat-line')).toHaveCount(1);
  // A page with alerts says it; by then all that the other had to say was heard.
  await page.goto(overlayUrl);
  await expect.poll(() => core.heard).toContain('page 2 painted 77');
  await expect
    .poll(() => core.heard.filter((said) => said.startsWith('page 1 ')))
    .toEqual(['page 1 connected', 'page 1 hidden', 'page 1 gone']);
});

test('a burst of 5,000 shows the newest at once and keeps the page small', async ({
  page,
  overlayUrl,
}) => {
  const say = await openOverlay(page, overlayUrl, [
    { type: 'config', config: pageConfigOf(DEFAULT_OVERLAY) },
  ]);
  const events = Array.from({ length: 5_000 }, (_, at) => now(chat(9_000_000 + at)));
  say({ type: 'batch', upTo: 9_004_999, events });
  await expect(page.locator('[data-seq="9004999"]')).toBeVisible();
  // As many as fit whole: the oldest line is not cut through, and none stands unseen above it.
  const chatBox = await page.locator('.sl-chat').boundingBox();
  const lines = page.locator('.sl-chat-line');
  const oldest = await lines.first().boundingBox();
  const height = oldest?.height ?? 0;
  const above = (oldest?.y ?? 0) - (chatBox?.y ?? 0);
  expect(above).toBeGreaterThanOrEqual(0);
  expect(above).toBeLessThan(height * 2);
  expect(await lines.count()).toBeLessThanOrEqual(50);
});
