import type { StreamerbotClient } from '@streamerbot/client';
import { describe, expect, it, vi } from 'vitest';
import { StagelightError } from '../../../electron/base/errors.ts';
import { contractOf } from '../../../shared/contract/index.ts';
import { ownerActionOf } from '../../../shared/contract/owner.ts';
import { StreamerbotWorld } from './streamerbot-world.ts';

interface Heard {
  readonly event: { readonly source: string; readonly type: string };
  readonly data: Record<string, unknown>;
}

/** What the client hands to a listener, until so many have come. */
function hear(client: StreamerbotClient, count: number): Promise<readonly Heard[]> {
  const heard: Heard[] = [];
  return new Promise((resolve) => {
    void client.on('*', (payload) => {
      heard.push(payload as unknown as Heard);
      if (heard.length === count) resolve(heard);
    });
  });
}

/** The client has subscribed: its next request is answered after that one. */
const settled = (client: StreamerbotClient) => client.getInfo();

describe('the published client', () => {
  it('connects with the password, and learns who we are', async () => {
    const world = await StreamerbotWorld.start();
    const client = await world.client();
    expect(client.authenticated).toBe(true);
    const { info } = await client.getInfo();
    expect(info).toMatchObject({ name: 'Stagelight', version: '1.0.0', source: 'websocketServer' });
    expect(world.state.programs).toMatchObject([{ id: 1, origin: null, proved: true }]);
  });

  it('hears each of our events under a name that it knows', async () => {
    const world = await StreamerbotWorld.start();
    const client = await world.client();
    const heard = hear(client, 7);
    await settled(client);
    await world.happen('CHAT');
    await world.happen('DONATION');
    await world.happen('DONATION', { donationType: 'CHEERING', donationText: '' });
    await world.happen('SUBSCRIPTION');
    await world.happen('SUBSCRIPTION', { month: 1 });
    await world.happen('DROPS');
    await world.happen('GOODS_PURCHASE');
    const events = await heard;
    expect(events.map(({ event }) => `${event.source}.${event.type}`)).toEqual([
      'Twitch.ChatMessage',
      'StreamElements.Tip',
      'Twitch.Cheer',
      'Twitch.ReSub',
      'Twitch.Sub',
      'General.Custom',
      'General.Custom',
    ]);
    expect(events.map(({ data }) => data['stagelight'])).toEqual(
      [
        'CHAT',
        'DONATION',
        'DONATION',
        'SUBSCRIPTION',
        'SUBSCRIPTION',
        'DROPS',
        'GOODS_PURCHASE',
      ].map((kind, at) => ({ seq: at + 1, kind, origin: 'platform' })),
    );
    const [chat, tip, cheer, resub, sub, drops, purchase] = events.map(({ data }) => data);
    expect(chat).toMatchObject({
      text: '안녕하세요 :AaBbCc-heart:',
      user: { id: 'viewer-1', name: '시청자 하나' },
      message: {
        displayName: '시청자 하나',
        userId: 'viewer-1',
        message: '안녕하세요 :AaBbCc-heart:',
        role: 1,
        hasBits: false,
        emotes: [
          {
            name: ':AaBbCc-heart:',
            startIndex: 6,
            endIndex: 19,
            imageUrl: 'https://cdn.example/heart.png',
          },
        ],
        badges: [{ name: '구독자', imageUrl: 'https://cdn.example/badge-1.png' }],
      },
    });
    expect(tip).toMatchObject({ username: '시청자 둘', amount: 10_000, currency: 'XBM' });
    expect(cheer).toMatchObject({ bits: 10_000, message: { bits: 10_000, hasBits: true } });
    expect(resub).toMatchObject({ cumulativeMonths: 7, subTier: 2, displayName: '시청자 셋' });
    expect(sub).toMatchObject({ subTier: 2, userId: 'viewer-3' });
    expect(drops).toMatchObject({ event: 'DROPS', rewardTitle: '금빛 망토', count: 12 });
    expect(purchase).toMatchObject({ event: 'GOODS_PURCHASE', totalAmount: 39_000 });
  });

  it('hears only what it asked for, and no more once it unsubscribed', async () => {
    const world = await StreamerbotWorld.start();
    const data: Heard[] = [];
    const client = await world.client({
      subscribe: { StreamElements: ['Tip'] },
      onData: (message: Heard) => {
        if (message.event && 'data' in message) data.push(message);
      },
    });
    await settled(client);
    await world.happen('CHAT');
    await world.happen('DONATION');
    await settled(client);
    expect(data.map(({ event }) => event.type)).toEqual(['Tip']);
    await client.unsubscribe({ StreamElements: ['Tip'] });
    await world.happen('DONATION');
    await settled(client);
    expect(data).toHaveLength(1);
  });

  it('gets the actions, and has one done by its id and one by its name', async () => {
    const world = await StreamerbotWorld.start();
    const client = await world.client();
    const { actions, count } = await client.getActions();
    expect(count).toBe(actions.length);
    const pause = actions.find(({ name }) => name === 'Pause alerts');
    expect(pause).toMatchObject({
      group: 'Alerts',
      enabled: true,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
    });
    await client.doAction(pause?.id ?? '');
    await client.doAction({ name: 'Scene: 수다' });
    await client.doAction({ name: 'counter: 데스 +1' });
    expect(world.ran).toEqual([
      ['alerts.pause', { paused: true }],
      ['obs.scene', { scene: '수다' }],
      ['counters.add', { counter: 4, by: 1 }],
    ]);
    await expect(client.doAction('no-such-action')).rejects.toThrow('Request failed');
  });

  it('has every action done with arguments that its command takes', async () => {
    const world = await StreamerbotWorld.start();
    const client = await world.client();
    const { actions } = await client.getActions();
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
    expect(new Set(actions.map(({ name }) => name)).size).toBe(actions.length);
    for (const { id } of actions) await client.doAction(id);
    expect(world.ran).toHaveLength(actions.length);
    for (const [name, args] of world.ran) {
      const command = name as Parameters<typeof contractOf>[0];
      expect(contractOf(command).args.safeParse(args).success).toBe(true);
      expect(ownerActionOf(command, args)).toBe(null);
    }
  });

  it('sends to the chat as the streamer or as the app, and nowhere else', async () => {
    const world = await StreamerbotWorld.start();
    const client = await world.client();
    expect(await client.sendMessage('twitch', '안녕하세요')).toMatchObject({ status: 'ok' });
    await client.sendMessage('twitch', 'hello', { bot: true });
    expect(world.ran).toEqual([
      ['live.send', { message: '안녕하세요', senderType: 'USER' }],
      ['live.send', { message: 'hello', senderType: 'APP' }],
    ]);
    await expect(client.sendMessage('youtube', 'hello')).rejects.toThrow('Request failed');
    expect(world.ran).toHaveLength(2);
  });

  it('learns whose channel it is', async () => {
    const world = await StreamerbotWorld.start();
    const client = await world.client();
    expect(await client.getBroadcaster()).toMatchObject({ platforms: {}, connected: [] });
    const account = { channelId: 'channel-1', channelName: '방송인' };
    world.core.tell('status', { ...world.core.told('status'), account });
    expect(await client.getBroadcaster()).toMatchObject({
      platforms: { twitch: { broadcastUserName: '방송인', broadcastUserId: 'channel-1' } },
      connected: ['twitch'],
      disconnected: [],
    });
  });

  it.each([['a wrong password'], ['']])('with %j is turned away', async (password) => {
    const world = await StreamerbotWorld.start();
    await expect(world.client({ password })).rejects.toThrow();
    await expect.poll(() => world.state.programs).toEqual([]);
    expect(world.ran).toEqual([]);
  });

  it('comes back by itself after it was cut off, and goes on hearing', async () => {
    const world = await StreamerbotWorld.start();
    let connections = 0;
    let lost = 0;
    const client = await world.client({
      autoReconnect: true,
      onDisconnect: () => {
        lost += 1;
      },
      onData: (message: { request?: string }) => {
        if (message.request === 'Hello') connections += 1;
      },
    });
    const heard = hear(client, 1);
    await settled(client);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await world.set({ needsPassword: true });
      await vi.waitUntil(() => lost === 1);
      await vi.advanceTimersByTimeAsync(1_000);
      vi.useRealTimers();
      await expect.poll(() => connections).toBe(2);
      await expect.poll(() => client.ready).toBe(true);
    } finally {
      vi.useRealTimers();
    }
    await settled(client);
    await world.happen('DONATION');
    expect(await heard).toMatchObject([{ event: { type: 'Tip' } }]);
  });

  it('is told in words why an action failed', async () => {
    const fail = async () => {
      throw new StagelightError({ code: 'not-on-this-host' });
    };
    const world = await StreamerbotWorld.start({ commands: { 'alerts.skip': fail } });
    const answers: { status?: string; error?: string }[] = [];
    const client = await world.client();
    const socket = (client as unknown as { socket: WebSocket }).socket;
    socket.addEventListener('message', ({ data }) => answers.push(JSON.parse(String(data))));
    await expect(client.doAction({ name: 'Skip alert' })).rejects.toThrow('Request failed');
    expect(answers).toMatchObject([{ status: 'error', code: 'not-on-this-host' }]);
    expect(answers[0]?.error).toMatch(/^[A-Z].+\. .+/);
  });
});
