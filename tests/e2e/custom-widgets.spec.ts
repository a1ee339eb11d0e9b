import type { FrameLocator, Page } from '@playwright/test';
import type { WidgetTry } from '../../shared/overlay/custom-widgets.ts';
import { askCore } from '../support/ask-core.ts';
import { simEvents } from '../support/sim-events.ts';
import { importWidget, packFolder, packTexts, WIDGET_STYLES } from '../support/widget-packages.ts';
import { expect, hostTest as test } from './fixtures.ts';

/** The frame of the only widget on a page. */
const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe.sl-custom');

/** Imports one and opens it by its own address, with the way to play tests to it. */
async function openWidget(page: Page, dashboardUrl: string, overlayUrl: string, name: string) {
  const { id, found } = await importWidget(dashboardUrl, packFolder(name));
  await page.goto(`${overlayUrl}?widget=package-${id}`);
  // A frame has a body before its widget is there.
  const frames = () => page.frames().map((each) => each.url());
  await expect.poll(frames).toContainEqual(expect.stringMatching(/^http:\/\/w\w+\.localhost:/));
  const play = (what: WidgetTry) => askCore(dashboardUrl, 'widgets.try', { id, what });
  return { id, found, frame: frameOf(page), play };
}

/** What each of them shows once it has heard of a test of that kind. */
const REACTIONS: Readonly<
  Record<(typeof WIDGET_STYLES)[number], readonly [WidgetTry, string, RegExp]>
> = {
  'jquery-chat': ['message', '.chat .row.fadeIn b', /./],
  'vanilla-chat': ['message', '#lines li b', /./],
  'tip-goal': ['tip', '#words', /빔 \d+0,000 \/ BEM\s?20,000/],
  'event-list': ['follower', '.list p.follower', /followed 1/],
  'last-subscriber': ['subscriber', '#months', /x3/],
  'alert-queue': ['tip', '#alert', /10000/],
  // A try before the widget was ready may count, too.
  'store-counter': ['tip', '#count', /^[1-9]/],
  animated: ['cheer', '.box.arrived', /./],
  'css-only': ['tip', '.label', /Hello \{there\}/],
};

for (const name of WIDGET_STYLES) {
  test(`the widget “${name}” runs as it is, and reacts to a test`, async ({
    page,
    dashboardUrl,
    overlayUrl,
    complaints,
  }) => {
    const [what, selector, text] = REACTIONS[name];
    const { frame, play } = await openWidget(page, dashboardUrl, overlayUrl, name);
    await expect(async () => {
      await play(what);
      await expect(frame.locator(selector).first()).toHaveText(text, { timeout: 1_000 });
    }).toPass();
    // Hosts that nobody let through are refused, which is no error of a script.
    const blocked = complaints.filter((line) => !/Content Security Policy/.test(line));
    expect(blocked).toEqual([]);
    complaints.splice(0);
  });
}

test('a real message and a real donation reach a widget, with badges, emojis, and session sums', async ({
  page,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const { frame } = await openWidget(page, dashboardUrl, overlayUrl, 'vanilla-chat');
  const made = simEvents(stage.simulator);
  const loads: string[] = [];
  page.on('framenavigated', (each) => loads.push(each.url()));
  await expect(async () => {
    stage.simulator.publish(made.chat(`hello ${made.token} <img src=x>`, 'Viewer <b>'));
    await expect(frame.locator('li img.emote').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // The platform's pictures are no reason to load it anew.
  expect(loads).toEqual([]);
  await expect(frame.locator('li').first()).toContainText('<img src=x>');
  // The channel's name, without a question to anybody.
  await expect(frame.locator('body')).toHaveAttribute('data-channel', /./);
});

test('a real follower reaches a widget as soon as the list of followers was read', async ({
  page,
  stage,
  dashboardUrl,
  overlayUrl,
}) => {
  const { frame } = await openWidget(page, dashboardUrl, overlayUrl, 'event-list');
  const { world, clock } = stage.simulator;
  const user = {
    channelId: 'Newcomer1',
    name: 'Somebody new',
    handle: 'newcomer_1',
    imagePath: null,
    description: '',
    badges: [],
  };
  world.channels.add(user, 'key-newcomer');
  const read = () => askCore(dashboardUrl, 'people.followers', { page: 0 });
  await read();
  const channel = world.channels.find(stage.simulator.streamerChannelId);
  channel?.followers.unshift({ user, createdAt: clock.now() });
  await read();
  await expect(frame.locator('p.follower')).toContainText('Somebody new followed');
});

/** What a widget tries that wants more than it may. Each answers what it got. */
const ATTACKS = `
  const tries = {
    cookie: () => document.cookie,
    top: () => top.document.title,
    parent: () => parent.document.title,
    parentAddress: () => parent.location.href,
    storage: () => indexedDB.open('x').onerror === undefined,
    popup: () => String(window.open('about:blank')),
    topNavigation: () => { top.location.href = 'about:blank'; },
  };
  const got = {};
  for (const [name, run] of Object.entries(tries)) {
    try { got[name] = String(run()); } catch (failure) { got[name] = failure.name; }
  }
  const reach = async (name, address, options) => {
    try { await fetch(address, options); got[name] = 'reached'; } catch { got[name] = 'refused'; }
  };
  window.addEventListener('onWidgetLoad', async ({ detail }) => {
    const { port } = location;
    await reach('api', 'http://127.0.0.1:' + port + '/api/v1/', { mode: 'no-cors' });
    await reach('overlay', 'http://localhost:' + port + '/overlay/x/', { mode: 'no-cors' });
    await reach('internet', 'https://example.com/', { mode: 'no-cors' });
    await reach('other', OTHER, { mode: 'no-cors' });
    await reach('own', 'notes.txt');
    const socket = new Promise((done) => {
      try {
        const line = new WebSocket('ws://127.0.0.1:' + port + '/api/v1/socket');
        line.onopen = () => done('reached');
        line.onerror = () => done('refused');
      } catch { done('refused'); }
    });
    got.socket = await socket;
    got.worker = await new Promise((done) => {
      try {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
        worker.onmessage = () => done('runs');
        worker.onerror = () => done('refused');
      } catch { done('refused'); }
    });
    got.origin = self.origin;
    got.token = detail.channel.apiToken;
    const picture = new Image();
    got.picture = await new Promise((done) => {
      picture.onload = () => done('reached');
      picture.onerror = () => done('refused');
      picture.src = 'https://example.com/?said=' + encodeURIComponent('words');
    });
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(frame);
    for (const junk of [null, 1, 'x', {}, { stagelight: 'line' }, { type: 'widget-keep' }]) parent.postMessage(junk, '*');
    document.body.insertAdjacentHTML('beforeend', '<pre id="got"></pre>');
    document.querySelector('#got').textContent = JSON.stringify(got);
  });
`;

test('a widget reaches neither our page, nor our API, nor other widgets, nor anybody that was not named', async ({
  page,
  dashboardUrl,
  overlayUrl,
  complaints,
}) => {
  const other = await importWidget(dashboardUrl, packFolder('css-only'));
  await page.goto(`${overlayUrl}?widget=package-${other.id}`);
  await expect(frameOf(page).locator('.label')).toBeVisible();
  const address =
    page
      .frames()
      .find((frame) => frame.url().includes(other.id))
      ?.url() ?? '';
  const script = ATTACKS.replace('OTHER', JSON.stringify(`${address}widget.css`));
  const texts = { 'widget.html': '<p>', 'widget.js': script, 'notes.txt': 'own' };
  const { id } = await importWidget(dashboardUrl, packTexts(texts));
  const url = `${overlayUrl}?widget=package-${id}`;
  await page.goto(url);
  const got: unknown = JSON.parse(await frameOf(page).locator('#got').innerText());
  expect(got).toEqual({
    cookie: '',
    top: 'SecurityError',
    parent: 'SecurityError',
    parentAddress: 'SecurityError',
    storage: 'SecurityError',
    popup: 'null',
    topNavigation: 'SecurityError',
    worker: 'refused',
    api: 'refused',
    overlay: 'refused',
    internet: 'refused',
    other: 'refused',
    own: 'reached',
    socket: 'refused',
    origin: 'null',
    token: '',
    picture: 'refused',
  });
  expect(page.url()).toBe(url);
  await expect(page.locator('.sl-overlay')).toBeAttached();
  complaints.splice(0);
});

test('a widget that goes elsewhere takes nobody along, and opens nothing', async ({
  page,
  dashboardUrl,
  overlayUrl,
  complaints,
}) => {
  const script = `window.addEventListener('onWidgetLoad', () => { location.href = 'https://example.com/?said=words'; });`;
  const asked: string[] = [];
  await page.route(/example\.com/, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  const { id } = await importWidget(dashboardUrl, packTexts({ 'widget.js': script }));
  await page.goto(`${overlayUrl}?widget=package-${id}`);
  await expect.poll(() => complaints.some((line) => /frame-src|frame/i.test(line))).toBe(true);
  expect(asked).toEqual([]);
  complaints.splice(0);
});
