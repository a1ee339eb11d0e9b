import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildStreamDeck } from '../../scripts/lib/integrations.ts';
import type { ApiScope } from '../../shared/contract/doors.ts';
import { makeApiKey } from '../support/api-key.ts';
import { ElgatoHost } from '../support/elgato-host.ts';
import { freePort } from '../support/free-port.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { type OpenDashboard, openDashboard } from '../support/open-dashboard.ts';
import { type Stage, setStage } from '../support/stage.ts';

const SCOPES: readonly ApiScope[] = [
  'events:read',
  'chat:send',
  'alerts:control',
  'overlay:control',
  'activities:control',
];

let built = '';
let folder = '';
let stage: Stage;
let host: HeadlessProcess;
let desk: OpenDashboard;
let port = 0;
let key = '';
let deck: ElgatoHost | null = null;

const address = () => `http://127.0.0.1:${port}/api/v1`;

async function startApp(): Promise<void> {
  host = await stage.startLive(['--port', String(port)]);
  const ready = await host.waitFor(({ type }) => type === 'ready');
  desk = await openDashboard(String(ready['dashboardUrl']));
}

async function plugIn(settings: Record<string, unknown> = { address: address(), key }) {
  deck = await ElgatoHost.start({ folder, language: 'ko', settings });
  return deck;
}

/** What a key says, as one line. */
const said = (from: ElgatoHost, context: string) =>
  expect.poll(() => from.titles.get(context)?.replaceAll('\n', ' '), { timeout: 20_000 });

const donate = (name: string, amount: number) =>
  desk.ask('test-event.play', {
    kind: 'DONATION',
    data: { donatorNickname: name, payAmount: amount },
  });

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'stagelight-deck-'));
  folder = await buildStreamDeck(built);
  stage = await setStage();
  port = await freePort();
  await startApp();
  key = await makeApiKey(host, desk, SCOPES);
});

afterEach(async () => {
  await deck?.stop();
  deck = null;
});

afterAll(async () => {
  desk?.close();
  await stage?.dispose();
  await rm(built, { recursive: true, force: true });
});

describe('the Stream Deck plug-in', () => {
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
});
