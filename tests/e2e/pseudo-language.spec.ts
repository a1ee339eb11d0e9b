import {
  test as base,
  expect,
  type Locator,
  type Page,
  type WebSocketRoute,
} from '@playwright/test';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import * as seed from '../../electron/simulator/world/seed.ts';
import { type DesktopState, OVERLAY_WINDOW_TITLE, SETUP_STEPS } from '../../shared/desktop.ts';
import type { PageKey } from '../../shared/locales/index.ts';
import { PAGE_TEXTS } from '../../shared/locales/pages.ts';
import { FACES, THEME_IDS } from '../../shared/overlay/names.ts';
import { DEFAULT_OVERLAY, pageConfigOf } from '../../shared/overlay/overlay-settings.ts';
import { layoutSchema } from '../../shared/overlay/widgets.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { openOverlay } from '../support/open-overlay.ts';
import { speak } from '../support/open-to-all.ts';
import { menuButton, openPlace } from '../support/places.ts';
import { buildWithPseudo, PSEUDO, pseudoText } from '../support/pseudo-language.ts';
import { cutTexts, strangerFinder, textsOf } from '../support/pseudo-sight.ts';
import { simEvents } from '../support/sim-events.ts';
import { type Stage, setStage } from '../support/stage.ts';
import {
  chat,
  donation,
  draw,
  playing,
  purchase,
  subscription,
  tally,
} from '../support/stage-events.ts';
import { text } from '../support/texts.ts';
import {
  desktopWith,
  hotkeysWith,
  lookWith,
  setupWith,
} from '../unit/dashboard/desktop/app-fixtures.ts';

/**
 * One more language is one more folder: the pages and the host are built with a language whose texts
 * are bracketed, accented and 40 % longer, and walked. Every word is one of its texts, and shows whole.
 */

/** A screen, half of one, and a dock of OBS. */
const WIDTHS = [1280, 800, 380] as const;
/** The app's own window is no narrower. */
const WINDOW_WIDTHS = [1280, 800, 400] as const;

/** Every place or part of one, and what stands on it when all that it shows has come. */
const VIEWS = [
  { view: 'live', shows: '.event[data-kind="CHAT"]' },
  { view: 'queue', shows: '.queue-rows .queue-row' },
  { view: 'rules', shows: '.rules-add button' },
  { view: 'settings', shows: '.defaults-card .alert-preview' },
  { view: 'overlay', shows: '.layer-name' },
  { view: 'stream', shows: '.stream-tags' },
  { view: 'viewers', shows: '.person' },
  { view: 'drops', shows: '.drops-campaign' },
  { view: 'records', shows: '.reports-row' },
  { view: 'connection', shows: '.life' },
  { view: 'permissions', shows: '.permits li' },
  { view: 'app', shows: '.upkeep-part .card' },
  { view: 'obs', shows: '.address-text' },
] as const;
type ViewName = (typeof VIEWS)[number]['view'];

async function show(page: Page, wanted: ViewName): Promise<void> {
  switch (wanted) {
    case 'queue':
    case 'rules':
    case 'settings':
      return openPlace(page, 'alerts', wanted);
    case 'records':
    case 'drops':
      return openPlace(page, 'history', wanted);
    case 'app':
    case 'obs':
    case 'connection':
    case 'permissions':
      return openPlace(page, 'settings', wanted);
    default:
      return openPlace(page, wanted);
  }
}

const says = (key: PageKey): string => pseudoText(PAGE_TEXTS.en[key] ?? key);

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : [];
}

const BOXES = [
  ['chat', { style: 'list' }],
  ['tallies', {}],
  ['purchases', { holdS: null }],
  ['goal', { title: '새 마이크', target: 10 }],
  ['events', { kinds: ['CHAT', 'DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'] }],
  ['supporters', {}],
  ['totals', {}],
  ['alerts', {}],
] as const;

/** Every kind of widget, four in a row; alerts are the last and twice as wide. */
const LAYOUT = layoutSchema.parse(
  BOXES.map(([kind, settings], at) => ({
    id: `w${at}`,
    kind,
    settings,
    box: {
      x: kind === 'alerts' ? 0 : (at % 4) * 0.25,
      width: kind === 'alerts' ? 0.49 : 0.24,
      y: kind === 'alerts' ? 0.66 : Math.floor(at / 4) * 0.33,
      height: 0.32,
    },
  })),
);
const LATEST = [donation(1), subscription(2), draw(3), purchase(4)];

/** One event of each kind, the chat last. */
function eventsOf(simulator: Simulator): readonly SimEvent[] {
  const { donation: given, subscription: subscribed, draw: drawn, ...made } = simEvents(simulator);
  return [given, subscribed, drawn, made.purchase, made.chat('안녕하세요')];
}

/** What the platform and viewers have written. */
function dataOf(simulator: Simulator): readonly string[] {
  const channel = simulator.world.channels.find(simulator.streamerChannelId);
  const written = stringsIn([Object.values(seed), channel?.liveSettings, eventsOf(simulator)]);
  const initials = seed.VIEWERS.map(({ name }) => name.charAt(0).toUpperCase());
  const emoji = /:\S+:/g;
  const shown = stringsIn([LATEST, chat(5), tally('a'), LAYOUT]);
  return [...shown, ...written.map((text) => text.replace(emoji, '').trim()), ...initials, 'heart'];
}

/** Names that are the same in every language, keys of a keyboard, examples of what is written. */
const NAMES = [
  ...Object.values(FACES),
  ...['Stagelight', 'Stagelight overlay', OVERLAY_WINDOW_TITLE, 'OBS'],
  ...['Ctrl', 'Alt', 'L', 'O', 'H', 'P', 'S', 'D', 'N'],
  ...['claimId', '.sl-chat-name { font-style: italic; }', '"stagelight": "theme"'],
];
/** Each language is named in itself. */
const LANGUAGE_NAMES = [text('language.name'), text('language.short'), 'English', 'EN'];

// In one worker: the build is made once for all of them.
base.describe.configure({ mode: 'default' });

const test = base.extend<{ readonly stage: Stage; readonly faults: Faults }, { script: string }>({
  script: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use, { parallelIndex }) => {
      await use(await buildWithPseudo(parallelIndex));
    },
    { scope: 'worker' },
  ],
  stage: async ({ script }, use) => {
    const stage = await setStage({}, script);
    await use(stage);
    await stage.dispose();
  },
  faults: async ({ page, stage }, use) => {
    const faults = new Faults(page, [...dataOf(stage.simulator), ...NAMES, ...LANGUAGE_NAMES]);
    await use(faults);
    expect(faults.found).toEqual([]);
  },
});

/** Looks at a page, and keeps what was wrong with it. */
class Faults {
  readonly found: string[] = [];
  readonly #page: Page;
  readonly #strangerIn: (text: string) => string | null;
  /** Texts that were judged already. */
  readonly #seen = new Set<string>();

  constructor(page: Page, data: readonly string[]) {
    this.#page = page;
    this.#strangerIn = strangerFinder(data);
  }

  async look(what: string, widths: readonly number[] = WIDTHS): Promise<void> {
    for (const width of widths) {
      await this.#page.setViewportSize({ width, height: 900 });
      await this.#page.evaluate(async () => {
        const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
        await frame();
        // Asked for with the first frame that has its words; until it is there, another one is wider.
        await document.fonts.ready;
        await frame();
      });
      for (const cut of await cutTexts(this.#page)) this.found.push(`${what}, ${width}: ${cut}`);
      for (const { text, where } of await textsOf(this.#page)) {
        const stranger = this.#seen.has(text) ? null : this.#strangerIn(text);
        this.#seen.add(text);
        if (stranger) this.found.push(`${what}: ${stranger} (${where})`);
      }
    }
  }
}

async function openDashboard(page: Page, host: HeadlessProcess): Promise<void> {
  const ready = await host.waitFor(({ type }) => type === 'ready');
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await page.goto(String(ready['dashboardUrl']));
  await speak(page, PSEUDO);
}

// A trace of so many looks takes as long as the looks.
test.use({ trace: 'off' });

test('an empty dashboard has room for the texts of another language', async ({
  page,
  stage,
  faults,
}) => {
  await openDashboard(page, stage.start());
  for (const { view } of VIEWS) {
    await show(page, view);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await faults.look(`${view}, empty`);
  }
});

test('a dashboard with data has room for them', async ({ page, stage, faults }) => {
  const host = await stage.startLive();
  await openDashboard(page, host);
  for (const event of eventsOf(stage.simulator)) stage.simulator.publish(event);
  for (const { view, shows } of VIEWS) {
    await show(page, view);
    if (view === 'drops') await page.getByRole('button', { name: says('drops.refresh') }).click();
    await page.locator(shows).first().waitFor();
    await faults.look(view);
  }
});

/** What opens by a press: a dialog, or a part of a page that is long. */
const OPENED: readonly { readonly view: ViewName; readonly name: string; readonly at: At }[] = [
  { view: 'live', name: 'the menu', at: menuButton },
  { view: 'live', name: 'a viewer', at: (page) => page.locator('.event .who').first() },
  {
    view: 'viewers',
    name: 'a follower',
    at: (page) => page.locator('.people-main .person-open').first(),
  },
  {
    view: 'viewers',
    name: 'a block',
    at: (page) => page.locator('.person-actions button').first(),
  },
  { view: 'app', name: 'an address', at: (page) => saying(page, 'place.renew') },
];
type At = (page: Page) => Locator;

const saying = (page: Page, key: PageKey): Locator =>
  page.getByRole('button', { name: says(key) }).first();

test('what opens by a press has room for them', async ({ page, stage, faults }) => {
  await openDashboard(page, await stage.startLive());
  for (const event of eventsOf(stage.simulator)) stage.simulator.publish(event);
  for (const { view, name, at } of OPENED) {
    await page.setViewportSize({ width: WIDTHS[0], height: 900 });
    await show(page, view);
    await at(page).click();
    await page.locator('dialog[open]').waitFor();
    await faults.look(name);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
});

test('rules, widgets and folded parts have room for them', async ({ page, stage, faults }) => {
  // Without the voices of this computer: their names are in no language.
  await openDashboard(page, await stage.startLive([], { PATH: '' }));
  await show(page, 'rules');
  await page.locator('.rules-add button').last().click();
  await page.locator('.rules-add button').first().click();
  await page.locator('.rule[data-open="true"]').waitFor();
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true;
  });
  await faults.look('a rule');
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  await show(page, 'overlay');
  for (const add of await page.locator('.layers-add button').all()) {
    await add.click();
    await faults.look(`widget ${await page.locator('.layer').count()}`, [WIDTHS[0]]);
  }
  await faults.look('all widgets', [380]);
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  for (const view of ['drops', 'records', 'app', 'stream'] as const) {
    await show(page, view);
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    await faults.look(`${view}, unfolded`);
  }
});

/** Lets the page hear of an app around the core, as its own window does. */
async function putIntoApp(page: Page): Promise<(state: DesktopState) => void> {
  const open: { route: WebSocketRoute | null } = { route: null };
  await page.routeWebSocket(/\/bridge$/, (route) => {
    open.route = route;
    route.connectToServer();
  });
  return (value) => {
    open.route?.send(JSON.stringify({ type: 'feed', feed: 'desktop', value }));
  };
}

test('the first run and the settings of the app have room for them', async ({
  page,
  stage,
  faults,
}) => {
  const say = await putIntoApp(page);
  await openDashboard(page, stage.start());
  for (const step of SETUP_STEPS) {
    say(desktopWith({ setup: setupWith({ step, mode: 'undecided' }) }));
    const shown = step === 'done' ? 'main > .views' : `[data-step="${step}"]`;
    await page.locator(shown).waitFor({ state: 'attached' });
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    await faults.look(`first run, ${step}`, WINDOW_WIDTHS);
  }
  await show(page, 'app');
  const hotkeys = hotkeysWith({
    'overlay-lock': { status: 'taken' },
    'overlay-show': { status: 'doubled' },
    'alerts-panic': { status: 'invalid' },
    'alerts-pause': { status: 'off', accelerator: null },
  });
  say(
    desktopWith({
      hotkeys,
      overlayFloats: false,
      canStartWithSystem: false,
      system: 'linux',
      overlayWindow: lookWith({ background: '#00ff00', locked: false }),
      update: { kind: 'ready', version: '1.3.0' },
      vault: { protection: 'weak', allowWeak: null },
    }),
  );
  await faults.look('app, in trouble', WINDOW_WIDTHS);
});

test('an overlay with every widget has room for them', async ({ page, stage, faults }) => {
  const host = await stage.startLive();
  await openDashboard(page, host);
  const ready = await host.waitFor(({ type }) => type === 'ready');
  const base = pageConfigOf(DEFAULT_OVERLAY);
  const say = await openOverlay(page, String(ready['overlayUrl']), [
    { type: 'config', config: { ...base, layout: LAYOUT } },
  ]);
  const now = Date.now();
  const latest = LATEST.map((event) => ({ ...event, receivedAt: now }));
  for (const [at, theme] of THEME_IDS.entries()) {
    say(
      {
        type: 'config',
        config: { ...base, layout: LAYOUT, theme: { ...base.theme, base: theme } },
      },
      {
        type: 'snapshot',
        upTo: 9,
        chat: [chat(5)],
        tallies: [tally('a')],
        alert: null,
        latest,
      },
      {
        type: 'figures',
        figures: {
          goals: { w3: { beams: 7 } },
          supporters: { w5: [{ name: '새벽별', beams: 5 }] },
          totals: { w6: { donationBeams: 1, cheeringBeams: 2, shop: { KRW: 3 } } },
        },
      },
    );
    for (const event of latest) {
      const alertId = at * 10 + event.seq;
      say({ type: 'alert', alert: { ...playing(event), alertId } });
      await page.locator(`[data-alert-id="${alertId}"]`).waitFor();
      await faults.look(`overlay, ${theme}, ${event.kind}`, [1280]);
    }
  }
});
