import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { Simulator } from '../../electron/simulator/server.ts';
import { MANAGER_IDS, SUBSCRIBER_IDS } from '../../electron/simulator/world/seed.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { THEME_IDS } from '../../shared/overlay/names.ts';
import { openPicture } from '../../tests/support/pictures-page.ts';
import { openPlace } from '../../tests/support/places.ts';
import { setStage } from '../../tests/support/stage.ts';
import { animatedPictures } from './gallery.ts';
import { kitPictures } from './kit-pictures.ts';
import { obsPictures } from './obs-pictures.ts';
import { SCENE } from './scene.ts';

/** Takes the pictures of the README and the docs from the running app, with simulated viewers. */
const OUT = join(import.meta.dirname, '../../docs/pictures');

interface Person {
  readonly name: string;
  readonly text: string;
  /** Omitted for viewers without a role. */
  readonly id?: string | undefined;
  readonly badges: readonly string[];
}

const SUBSCRIBERS = SUBSCRIBER_IDS.filter((id) => !MANAGER_IDS.includes(id));

const CHAT: readonly Person[] = [
  { name: '새벽별', text: '오늘 하늘 진짜 예쁘다 {love}', id: SUBSCRIBERS[0], badges: [] },
  { name: 'moonlit_fox', text: 'that jump was so clean', badges: [] },
  { name: '구름조각', text: '여기서 왼쪽으로 가면 지름길 있어요', id: MANAGER_IDS[0], badges: [] },
  { name: 'paper_plane', text: 'gg {clap}{clap}', badges: ['fan'] },
  { name: '초록우산', text: '{heart}{heart}{heart}', badges: ['supporter'] },
  { name: 'tiny_comet', text: 'first time here, hello everyone!', badges: [] },
  { name: '민트초코칩', text: '보스까지 얼마나 남았어요? {wow}', id: SUBSCRIBERS[1], badges: [] },
];

function imagesOf(simulator: Simulator) {
  const token = (name: string) => `:${simulator.streamerChannelId}-${name}:`;
  const emojis: Record<string, string> = {};
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      emojis[token(name)] = `${simulator.baseUrl}/sim/emoji/${name}.svg`;
      return token(name);
    });
  const badges = (names: readonly string[]) =>
    names.map((id) => ({ id, name: id, imageUrl: `${simulator.baseUrl}/sim/badge/${id}.svg` }));
  return { fill, emojis, badges };
}

function script(simulator: Simulator) {
  const { fill, emojis, badges } = imagesOf(simulator);
  const channelId = simulator.streamerChannelId;
  const messageTime = new Date().toISOString();
  const common = { channelId, messageTime, emojis };
  const chat = CHAT.map(({ name, text, id = name, badges: names }): SimEvent => {
    const content = fill(text);
    const profile = { nickname: name, badges: badges(names) };
    return { kind: 'CHAT', data: { ...common, senderChannelId: id, profile, content } };
  });
  const alerts: readonly SimEvent[] = [
    {
      kind: 'DROPS',
      data: {
        channelId,
        campaignId: 'c1',
        rewardId: 'r1',
        rewardTitle: '별무늬 나침반',
        rewardDescription: '게임에서 바로 쓰는 나침반',
        rewardImageUrl: `${simulator.baseUrl}/sim/item/trophy.svg`,
        count: 30,
        drawnAt: messageTime,
      },
    },
    {
      kind: 'DONATION',
      data: {
        channelId,
        donationType: 'CHAT',
        donatorChannelId: 'v1',
        donatorNickname: '은하수여행자',
        donatorBadges: badges(['supporter']),
        payAmount: '10000',
        donationText: fill('오늘 방송도 최고예요! 보스 꼭 깨고 가요 {party}'),
        emojis,
      },
    },
    {
      kind: 'SUBSCRIPTION',
      data: {
        channelId,
        subscriberChannelId: 'v2',
        subscriberChannelName: 'moonlit_fox',
        month: 15,
        tierNo: 2,
        subscriptionMessage: fill('fifteen months and counting {heart}'),
        emojis,
      },
    },
    {
      kind: 'GOODS_PURCHASE',
      data: {
        ...common,
        senderChannelId: null,
        profile: null,
        content: fill('배송 기다릴게요 {smile}'),
        shopName: '무대조명 굿즈샵',
        representativeItemName: '응원 담요',
        itemCount: 3,
        totalAmount: 45_000,
        currency: 'KRW',
      },
    },
  ];
  return { chat, alerts };
}

const save = (page: Page, name: string) => page.screenshot({ path: join(OUT, `${name}.png`) });

const newPage = (options: BrowserContextOptions = {}) =>
  browser.newPage({
    viewport: { width: 1280, height: 720 },
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    ...options,
  });

async function overlayPictures(url: string, simulator: Simulator): Promise<void> {
  const page = await newPage();
  await page.goto(`${url}?lang=ko`);
  await page.addStyleTag({ content: SCENE });
  const { chat, alerts } = script(simulator);
  for (const event of chat) simulator.publish(event);
  for (const event of alerts) {
    simulator.publish(event);
    await page.locator('.sl-stage-slot').first().waitFor();
    await page.waitForTimeout(900);
    await save(page, `overlay-${event.kind.toLowerCase().replace('_', '-')}`);
    await page.locator('.sl-stage-slot').waitFor({ state: 'detached', timeout: 10_000 });
  }
  await page.close();
}

/** For `docs/gallery.md`: each theme with the same show in front of the same game. */
async function galleryPictures(overlayUrl: string): Promise<void> {
  for (const theme of THEME_IDS) {
    const page = await newPage();
    await openPicture(page, overlayUrl, { theme, language: 'ko' });
    await save(page, `theme-${theme}`);
    await page.close();
  }
}

const LOCALES = { ko: 'ko-KR', en: 'en-US' } as const;
/** By then a page has its answers from the core. */
const SETTLE_MS = 1_500;

/** The file that the docs link to, and the place, and its part, that it shows. */
const GUIDE = [
  ['show', 'live'],
  ['alerts', 'alerts'],
  ['overlay', 'overlay'],
  ['stream', 'stream'],
  ['people', 'viewers'],
  ['history', 'history', 'records'],
  ['drops', 'history', 'drops'],
  ['app', 'settings', 'app'],
  ['connection', 'settings', 'connection'],
] as const;

/** What a streamer's own computer shows instead of the folder that is made for the pictures. */
const DATA_FOLDER = '/home/streamer/.local/share/stagelight';

/** Wherever the page names the folder of this run. */
async function showDataFolder(page: Page, folder: string): Promise<void> {
  const shown = [folder, DATA_FOLDER] as const;
  await page.locator('textarea').evaluateAll((fields, [real, plain]) => {
    for (const field of fields as HTMLTextAreaElement[]) {
      field.value = field.value.replace(real, plain);
    }
  }, shown);
}

/** One picture of every page of the dashboard in each language. */
async function guidePictures(url: string, dataDir: string): Promise<void> {
  for (const language of LANGUAGES) {
    const locale = LOCALES[language];
    const page = await newPage({ locale, colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto(`${url}?lang=${language}`);
    for (const [file, view, part] of GUIDE) {
      await openPlace(page, view, part);
      await page.waitForTimeout(SETTLE_MS);
      await showDataFolder(page, dataDir);
      await save(page, `guide-${language}-${file}`);
    }
    await page.close();
  }
}

/** Every activity of the show kit in the middle of its show. */
async function showKitPictures(url: string): Promise<void> {
  for (const language of LANGUAGES) {
    const locale = LOCALES[language];
    const page = await newPage({ locale, colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto(`${url}?lang=${language}`);
    await kitPictures({
      simulator: stage.simulator,
      page,
      dashboardUrl: url,
      language,
      save: (name) => save(page, name),
    });
    await page.close();
  }
}

/** The page of OBS: higher than the others, since one thing follows from the other. */
async function obsGuidePictures(url: string, overlayUrl: string): Promise<void> {
  const source = await newPage();
  await source.goto(overlayUrl);
  for (const language of LANGUAGES) {
    const page = await newPage({
      locale: LOCALES[language],
      viewport: { width: 1280, height: 900 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    await obsPictures(page, language, url, (name) => save(page, `guide-${language}-${name}`));
    await page.close();
  }
  await source.close();
}

async function dashboardPicture(
  url: string,
  name: string,
  options: BrowserContextOptions,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  const page = await newPage(options);
  await page.goto(url);
  await page.locator('.event-list').first().waitFor();
  await prepare(page);
  await page.waitForTimeout(500);
  await save(page, name);
  await page.close();
}

async function dashboardPictures(dashboard: string): Promise<void> {
  await dashboardPicture(dashboard, 'dashboard', {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
  });
  await dashboardPicture(dashboard, 'dashboard-dock', {
    viewport: { width: 400, height: 800 },
    colorScheme: 'light',
  });
  stage.simulator.faults.inject({ kind: 'cut', code: 1012, times: 1 });
  await host.waitFor(({ type }) => type === 'gap');
  await dashboardPicture(dashboard, 'dashboard-connection', { colorScheme: 'light' }, (page) =>
    openPlace(page, 'settings', 'connection'),
  );
}

const stage = await setStage();
const host = await stage.startLive();
const ready = await host.waitFor(({ type }) => type === 'ready');
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const overlay = String(ready['overlayUrl']);
const [, , what, only] = process.argv;
const dashboard = String(ready['dashboardUrl']);
// `npm run pictures -- gallery`: the themes alone, and with a name (`neon-grand`) only its movements.
if (what === undefined || what === 'gallery') {
  await galleryPictures(overlay);
  await animatedPictures(browser, overlay, join(OUT, 'gallery'), only);
}
// `-- kit`: the show kit alone.
if (what === undefined || what === 'guide' || what === 'kit') await showKitPictures(dashboard);
// `-- dashboard`: those of the README, with the overlay's events in them.
if (what === undefined || what === 'dashboard') await overlayPictures(overlay, stage.simulator);
// `-- guide`: every page of the dashboard. `-- obs`: that of OBS alone.
if (what === undefined || what === 'guide') await guidePictures(dashboard, stage.dataDir);
if (what === undefined || what === 'guide' || what === 'obs') {
  await obsGuidePictures(dashboard, overlay);
}
if (what === undefined || what === 'dashboard') await dashboardPictures(dashboard);
await browser.close();
await stage.dispose();
