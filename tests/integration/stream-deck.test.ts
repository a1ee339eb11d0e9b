import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { buildStreamDeck, runElgato } from '../../scripts/lib/integrations.ts';
import { DeckStage, SUBATHON, VOTE } from '../support/deck-stage.ts';
import { ElgatoHost } from '../support/elgato-host.ts';

let built = '';
let folder = '';
let stage: DeckStage;
let deck: ElgatoHost | null = null;

async function plugIn(settings: Record<string, unknown> = stage.settings) {
  deck = await ElgatoHost.start({ folder, language: 'ko', settings });
  return deck;
}

async function namesIn(zip: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { fileName } of (await openPromise(zip, { lazyEntries: true })).eachEntry())
    names.push(fileName);
  return names;
}

/** What a key says, as one line. */
const said = (from: ElgatoHost, context: string) =>
  expect.poll(() => from.titles.get(context)?.replaceAll('\n', ' '));

const donate = (name: string, amount: number) =>
  stage.desk.ask('test-event.play', {
    kind: 'DONATION',
    data: { donatorNickname: name, payAmount: amount },
  });

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'stagelight-deck-'));
  folder = await buildStreamDeck(built);
  stage = await DeckStage.set();
});

afterEach(async () => {
  await deck?.stop();
  deck = null;
});

afterAll(async () => {
  await stage?.dispose();
  await rm(built, { recursive: true, force: true });
});

describe('the Stream Deck plug-in', () => {
  it('is what Elgato’s own tool accepts and packs, with the licences of all that is in it', async () => {
    expect(runElgato('validate', folder)).toContain('Validation successful');
    runElgato('pack', folder, '--output', built);
    const packed = await namesIn(join(built, 'live.stagelight.decks.streamDeckPlugin'));
    for (const name of ['manifest.json', 'ko.json', 'en.json', 'bin/plugin.js', 'licenses.txt']) {
      expect(packed).toContain(`live.stagelight.decks.sdPlugin/${name}`);
    }
    const licenses = await readFile(join(folder, 'licenses.txt'), 'utf8');
    for (const name of ['@elgato/streamdeck', '@elgato/utils', 'ws', 'zod', 'lucide-react']) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
    }
    // Its address would be asked for, and nothing of it is needed.
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).not.toContain('"URL"');
  });

  it('shows the queue of alerts, and a key press pauses, goes on and skips', async () => {
    const keys = await plugIn();
    keys.appear('pause', 'alerts-pause');
    keys.appear('skip', 'alerts-skip');
    await said(keys, 'pause').toBe('재생 중 0개 대기');
    await said(keys, 'skip').toBe('알림 없음');
    keys.press('pause');
    await said(keys, 'pause').toBe('일시정지 0개 대기');
    await donate('하늘', 5_000);
    await donate('바다', 1_000);
    await said(keys, 'pause').toBe('일시정지 2개 대기');
    keys.press('pause');
    await said(keys, 'skip').toBe('하늘 5,000');
    keys.press('skip');
    await said(keys, 'skip').toBe('바다 1,000');
    keys.press('skip');
    await said(keys, 'skip').toBe('알림 없음');
    expect(keys.count('showOk')).toBeGreaterThanOrEqual(4);
    expect(keys.count('showAlert')).toBe(0);
  });

  it('shows who leads a vote, ends it, and starts it again', async () => {
    const keys = await plugIn();
    keys.appear('vote', 'vote');
    await said(keys, 'vote').toBe('투표 없음');
    await stage.desk.ask('vote.begin', { ...VOTE, options: [...VOTE.options] });
    await said(keys, 'vote').toBe('아직 표 없음');
    for (const [at, content] of ['!2', '!2', '!1', '!2'].entries()) stage.chat(`v${at}`, content);
    await said(keys, 'vote').toBe('바둑 75%');
    keys.press('vote');
    await said(keys, 'vote').toBe('결과 바둑 75%');
    keys.press('vote');
    await said(keys, 'vote').toBe('아직 표 없음');
    await stage.desk.ask('vote.end', {});
  });

  it('lets the subathon clock tick by itself, and a press pauses it', async () => {
    const keys = await plugIn();
    keys.appear('clock', 'subathon-pause');
    await said(keys, 'clock').toBe('타이머 없음');
    await stage.desk.ask('subathon.begin', { ...SUBATHON, rules: [] });
    const seconds = () =>
      keys.events
        .filter(({ event, context }) => event === 'setTitle' && context === 'clock')
        .map(({ payload }) => String(payload?.['title']))
        .filter((title) => /^59:5\d$/.test(title));
    await expect.poll(() => seconds().length).toBeGreaterThan(1);
    expect(seconds()).toEqual(seconds().toSorted().toReversed());
    keys.press('clock');
    await said(keys, 'clock').toMatch(/^일시정지 59:\d\d$/);
    await stage.desk.ask('subathon.finish', {});
    await said(keys, 'clock').toBe('시간 종료');
  });

  it('counts, and takes it back', async () => {
    await stage.desk.ask('counters.create', { name: '데스', words: [], target: null });
    const { counters } = await stage.desk.until('counters', (now) => now.counters.length > 0);
    const counter = String(counters[0]?.id);
    const keys = await plugIn();
    keys.appear('up', 'counter-up', { counter, by: '3' });
    keys.appear('undo', 'counter-undo', { counter });
    await said(keys, 'up').toBe('데스 0');
    keys.press('up');
    await said(keys, 'up').toBe('데스 3');
    keys.setSettings('up', { counter, by: '-1' });
    keys.press('up');
    await said(keys, 'undo').toBe('데스 2');
    keys.press('undo');
    await said(keys, 'up').toBe('데스 3');
  });

  it('turns the volume with a dial, and mutes with a push', async () => {
    const keys = await plugIn();
    keys.appear('dial', 'alerts-volume', {}, 'Encoder');
    const feedback = () => expect.poll(() => keys.feedback.get('dial'));
    await feedback().toMatchObject({
      title: '알림 음량',
      value: '100%',
      indicator: { value: 100 },
    });
    for (let tick = 0; tick < 5; tick += 1) keys.rotate('dial', -1);
    await feedback().toMatchObject({ value: '90%', indicator: { value: 90 } });
    keys.push('dial');
    await feedback().toMatchObject({ value: '음소거' });
    keys.push('dial');
    await feedback().toMatchObject({ value: '90%' });
    keys.rotate('dial', 50);
    await feedback().toMatchObject({ value: '100%' });
  });

  it('goes through the alerts with a dial, and a push plays one again', async () => {
    const keys = await plugIn();
    keys.appear('skip', 'alerts-skip');
    keys.appear('dial', 'alerts-queue', {}, 'Encoder');
    // Tests of the streamer are in no history.
    for (const [name, beams] of Object.entries({ 바람: 300, 구름: 700 })) {
      stage.give(name, beams);
      await said(keys, 'skip').toContain(name);
      keys.press('skip');
      await said(keys, 'skip').toBe('알림 없음');
    }
    const value = () => expect.poll(() => String(keys.feedback.get('dial')?.['value']));
    await value().toContain('구름 700');
    keys.rotate('dial', 1);
    await value().toContain('바람 300');
    keys.rotate('dial', -9);
    await value().toContain('구름 700');
    keys.push('dial');
    await said(keys, 'skip').toBe('구름 700');
    keys.press('skip');
  });

  it('says that Stagelight is off, does nothing then, and comes back by itself', async () => {
    const keys = await plugIn();
    keys.appear('pause', 'alerts-pause');
    await said(keys, 'pause').toBe('재생 중 0개 대기');
    await stage.stopApp();
    await said(keys, 'pause').toBe('Stagelight 꺼짐');
    keys.press('pause');
    await expect.poll(() => keys.count('showAlert')).toBe(1);
    await stage.startApp();
    await said(keys, 'pause').toBe('재생 중 0개 대기');
  });

  it('says on the key what is wrong with the API’s key or its address', async () => {
    const keys = await plugIn({ address: stage.address, key: 'sl_wrong' });
    keys.appear('pause', 'alerts-pause');
    await said(keys, 'pause').toMatch(/^키가 없거나|키/);
    expect(keys.titles.get('pause')).not.toBe('연결 중…');
    keys.setGlobalSettings({});
    await said(keys, 'pause').toBe('설정에 키를 넣어 주세요');
    keys.setGlobalSettings({ address: 'http://192.0.2.1:17816/api/v1', key: stage.key });
    await said(keys, 'pause').toBe('이 컴퓨터의 주소가 아니에요');
    keys.setGlobalSettings({
      address: stage.address.replace('http://127.0.0.1', 'localhost'),
      key: stage.key,
    });
    await said(keys, 'pause').toBe('재생 중 0개 대기');
  });

  it('says which permission a key lacks, where it was pressed', async () => {
    const reading = await stage.makeKey(['events:read']);
    const keys = await plugIn({ address: stage.address, key: reading });
    keys.appear('pause', 'alerts-pause');
    keys.appear('connection', 'connection');
    await said(keys, 'connection').toBe('연결됨');
    await said(keys, 'pause').toBe('재생 중 0개 대기');
    keys.press('pause');
    await expect.poll(() => keys.count('showAlert')).toBe(1);
    await said(keys, 'pause').toContain('키');
  });

  it('fills the page of a key’s settings without the API’s key, and keeps what it is given', async () => {
    const keys = await plugIn({});
    keys.appear('layout', 'layout');
    keys.openInspector('layout');
    keys.fromInspector('layout', { ask: 'form' });
    await expect
      .poll(() => keys.inspector.at(-1))
      .toMatchObject({
        fields: [{ id: 'layout', label: '레이아웃', value: '' }],
        connection: { key: { kept: '' } },
      });
    keys.fromInspector('layout', { ask: 'connect', ...stage.settings });
    await expect
      .poll(() => JSON.stringify(keys.inspector.at(-1)))
      .toContain('Stagelight에 연결됐어요.');
    expect(keys.settings).toEqual({ ...stage.settings });
    const bare = stage.address.replace(/^http:..|.api.v1$/g, '');
    // An empty key keeps the one that is there.
    keys.fromInspector('layout', { ask: 'connect', address: bare, key: '' });
    await expect.poll(() => keys.settings).toEqual({ address: bare, key: stage.key });
    expect(JSON.stringify(keys.inspector)).not.toContain(stage.key);
  });

  it('draws 64 keys, and only those again that look different', async () => {
    const keys = await plugIn();
    const contexts = Array.from({ length: 64 }, (_, at) => `key-${at}`);
    for (const [at, context] of contexts.entries()) {
      keys.appear(context, at % 2 === 0 ? 'alerts-pause' : 'obs-record');
    }
    await expect
      .poll(() => contexts.filter((context) => keys.titles.get(context)?.startsWith('재생')).length)
      .toBe(32);
    const before = keys.events.length;
    await stage.desk.ask('alerts.pause', { paused: true });
    await expect
      .poll(() => contexts.filter((context) => keys.titles.get(context)?.startsWith('일시')).length)
      .toBe(32);
    const drawn = keys.events.slice(before);
    expect(drawn.filter(({ event }) => event === 'setTitle')).toHaveLength(32);
    expect(drawn.filter(({ event }) => event === 'setImage')).toHaveLength(32);
    await stage.desk.ask('alerts.pause', { paused: false });
    for (const context of contexts) keys.press(context);
    await expect.poll(() => keys.count('showOk') + keys.count('showAlert')).toBe(64);
  });

  it('lives through whatever Stream Deck says', async () => {
    const keys = await plugIn();
    keys.appear('pause', 'alerts-pause');
    await said(keys, 'pause').toBe('재생 중 0개 대기');
    for (const text of ['', 'null', '[]', '{', '7', '"keyDown"', '{"event":7}', '\u0000']) {
      keys.sendText(text);
    }
    const events = [
      ...['willAppear', 'willDisappear', 'keyDown', 'dialRotate', 'dialDown', 'touchTap'],
      ...['didReceiveSettings', 'didReceiveGlobalSettings', 'sendToPlugin', 'deviceDidConnect'],
      ...['propertyInspectorDidAppear', 'propertyInspectorDidDisappear', 'nobodyKnows'],
    ];
    const payloads: unknown[] = [
      ...[undefined, null, 7, 'x', [], {}],
      ...[{ settings: null }, { settings: 7, controller: 'Keypad' }, { ticks: 'many' }],
    ];
    for (const event of events) {
      for (const payload of payloads) {
        keys.send({ event, payload });
        keys.send({ event, context: 'pause', device: 'device-1', payload });
        keys.send({
          event,
          context: 'pause',
          device: 'device-1',
          payload,
          action: 'live.stagelight.decks.alerts-pause',
        });
      }
    }
    keys.setGlobalSettings({ ...stage.settings });
    keys.appear('again', 'alerts-pause');
    await said(keys, 'again').toBe('재생 중 0개 대기');
    expect(keys.isRunning).toBe(true);
  });
});
