import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { openForTest } from '../storage/support.ts';
import { type CoreWorld, startCoreWorld } from './core-world.ts';

const tempFolder = makeTempFolders();
let simulator: Simulator;
let folder: string;
let world: CoreWorld;

beforeEach(async () => {
  simulator = await startSimulator({ redirectUris: [] });
  folder = tempFolder();
  const redirectUri = 'http://127.0.0.1:9/callback';
  world = await startCoreWorld({ simulator, redirectUri, folder });
});

afterEach(async () => {
  await world.core.stop();
  await simulator.dispose();
});

describe('the chat, through the whole core', () => {
  it('can be read of the running broadcast a moment after it was said', async () => {
    const { hub, pageServer } = world.core;
    receiveText(hub, wireFrame('CHAT', { content: '다시 볼 말' }));
    receiveText(hub, wireFrame('DONATION'));
    hub.playTest({ kind: 'CHAT', data: chatOf() });
    hub.flush();
    const asked = { broadcast: 'last', after: 0, limit: 500 };
    const page = await pageServer.runCommand('broadcast.events', asked);
    expect(page).toMatchObject({
      events: [
        { seq: 1, kind: 'CHAT', origin: 'platform', data: { content: '다시 볼 말' } },
        { seq: 2, kind: 'DONATION' },
      ],
      next: null,
      endedAt: null,
    });
    expect((page as { events: unknown[] }).events).toHaveLength(2);
  });

  it('is in the books to its last word when the app ends', async () => {
    const { hub } = world.core;
    receiveText(hub, wireFrame('CHAT', { content: '하나', senderChannelId: 'viewer-9' }));
    hub.flush();
    receiveText(hub, wireFrame('CHAT', { content: '마지막', senderChannelId: 'viewer-9' }));
    await world.core.stop();
    const { ledger } = openForTest(join(folder, 'ledger.sqlite'), new VirtualClock());
    const said = ledger.chat.bySender('viewer-9', 10).map(({ data }) => data.content);
    expect(said).toEqual(['마지막', '하나']);
  });
});

function chatOf() {
  return {
    channelId: 'c',
    senderChannelId: 's',
    senderRole: 'viewer' as const,
    profile: { nickname: '시험', badges: [] },
    content: '',
    messageTime: null,
    emojis: {},
  };
}
