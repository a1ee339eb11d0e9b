import type { LaunchOptions } from '@playwright/test';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { THEME_IDS } from '../../shared/overlay/names.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { GRAND, holdAt, openPicture, type Picture } from '../support/pictures-page.ts';
import { pageTest as base, expect } from './fixtures.ts';

/**
 * Chat, a donation's alert, the draws' tally and a goal in every theme and language, compared with
 * the pictures that lie in `pictures/`. How to take them anew, and what may differ: docs/gallery.md.
 */

/** What a machine's own settings would do to letters and colours. */
const SAME_EVERYWHERE = [
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  // The fastest code of each processor rounds in its own way.
  '--disable-skia-runtime-opts',
  '--disable-partial-raster',
];

/**
 * A letter's edge may be a shade lighter where another processor draws it, in one pixel of a thousand;
 * whatever somebody changes on purpose is far more, as the tests at the end show.
 */
const TOLERANCE = { threshold: 0.05, maxDiffPixelRatio: 0.001 } as const;
/** Long enough for another look or two where the first did not show the change. */
const LOOK_MS = 3_000;

const test = base.extend<object, { readonly launchOptions: LaunchOptions }>({
  launchOptions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use, { project }) => {
      const { launchOptions } = project.use;
      await use({ ...launchOptions, args: [...(launchOptions?.args ?? []), ...SAME_EVERYWHERE] });
    },
    { scope: 'worker' },
  ],
});

test.use({
  viewport: { width: 960, height: 540 },
  deviceScaleFactor: 1,
  colorScheme: 'dark',
  contextOptions: { reducedMotion: 'no-preference', forcedColors: 'none' },
});

for (const theme of THEME_IDS) {
  for (const language of LANGUAGES) {
    test(`the theme ${theme} looks as it was designed, in ${language}`, async ({
      page,
      overlayUrl,
    }) => {
      await openPicture(page, overlayUrl, { theme, language });
      await expect(page).toHaveScreenshot(`${theme}-${language}.png`, TOLERANCE);
    });
  }
}

const altering =
  (change: (config: PageConfig) => PageConfig): Required<Picture>['alter'] =>
  (frame) =>
    frame.type === 'config' ? { ...frame, config: change(frame.config) } : frame;

const withTokens = (tokens: Readonly<Record<string, string>>) =>
  altering((config) => ({ ...config, theme: { ...config.theme, tokens } }));

const withWidget = (kind: Widget['kind'], change: (widget: Widget) => Widget) =>
  altering((config) => ({
    ...config,
    layout: config.layout.map((widget) => (widget.kind === kind ? change(widget) : widget)),
  }));

for (const theme of THEME_IDS) {
  test(`a grand alert of ${theme} takes the stage`, async ({ page, overlayUrl }) => {
    await openPicture(page, overlayUrl, { theme, language: 'ko', alter: GRAND });
    await expect(page).toHaveScreenshot(`${theme}-grand.png`, TOLERANCE);
  });
}

test('a grand alert lands in order: sign, rolling number, name, words', async ({
  page,
  overlayUrl,
}) => {
  await openPicture(page, overlayUrl, { theme: 'clean', language: 'ko', alter: GRAND });
  for (const ms of [150, 400, 750]) {
    await holdAt(page, ms);
    // Movements stand still as they are, instead of being brought to their end.
    await expect(page).toHaveScreenshot(`clean-grand-${ms}.png`, {
      ...TOLERANCE,
      animations: 'allow',
    });
  }
});

const SMALL_CHANGES: Readonly<Record<string, Required<Picture>['alter']>> = {
  'another colour of the plates': withTokens({ '--ov-plate': 'rgba(70, 14, 20, 0.8)' }),
  'another colour of the amount': withTokens({ '--ov-donation-text': '#7fe8dd' }),
  'letters without their edge': withTokens({ '--ov-edge': 'none' }),
  'a chat ten pixels further to the right': withWidget('chat', (widget) => ({
    ...widget,
    box: { ...widget.box, x: widget.box.x + 10 / 960 },
  })),
  'a goal that stands four pixels lower': withWidget('goal', (widget) => ({
    ...widget,
    box: { ...widget.box, y: widget.box.y + 4 / 540 },
  })),
  'a message that is not there': (frame) =>
    frame.type === 'snapshot' ? { ...frame, chat: frame.chat.slice(0, -1) } : frame,
};

for (const [name, alter] of Object.entries(SMALL_CHANGES)) {
  test(`the comparison notices ${name}`, async ({ page, overlayUrl }) => {
    await openPicture(page, overlayUrl, { theme: 'clean', language: 'ko', alter });
    await expect(page).not.toHaveScreenshot('clean-ko.png', { ...TOLERANCE, timeout: LOOK_MS });
  });
}
