import { describe, expect, it } from 'vitest';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import {
  SUBSCRIBABLE_EVENTS,
  type SubscribableEvent,
} from '../../../electron/platform/operations.ts';
import {
  SIM_EVENT_KINDS,
  type SimEvent,
  type SimEventKind,
} from '../../../electron/simulator/events/payloads.ts';
import type { FaultInput } from '../../../electron/simulator/faults/fault.ts';
import type { Decoded } from '../../../shared/events.ts';
import { decodeText } from '../../support/receive-text.ts';
import { type ClientStage, stageOpener } from './support/client-stage.ts';
import { EVENT_SAMPLES } from './support/event-samples.ts';
import { Line } from './support/line.ts';

const openStage = stageOpener();

const images = createImagePolicy({ allowLoopbackHttp: true });

/** A line that gets the events of these subscriptions. */
async function listen(stage: ClientStage, events: readonly SubscribableEvent[]) {
  const { client } = await stage.signIn();
  const { url, sessionKey } = await client.sessions.createUser();
  const line = await Line.open(url);
  for (const event of events) await client.sessions.subscribe(event, sessionKey);
  return { client, line, sessionKey, url };
}

/** What the app understands of everything heard so far. */
async function understood(line: Line) {
  await line.ping();
  return line.heard.map((text) => decodeText(text, images));
}

/** What must come out: the published fields, text amounts as numbers, nothing missing. */
function expected(event: SimEvent): Decoded {
  if (event.kind === 'CHAT') {
    const { channelId, senderChannelId } = event.data;
    const senderRole = senderChannelId === channelId ? 'streamer' : 'viewer';
    return { kind: 'CHAT', data: { ...event.data, senderRole } };
  }
  if (event.kind !== 'DONATION') return event;
  const { payAmount, cheeringItems = [], ...rest } = event.data;
  return { kind: 'DONATION', data: { ...rest, payAmount: Number(payAmount), cheeringItems } };
}

describe('an event over a real socket', () => {
  it.each(EVENT_SAMPLES)(
    '$name comes out as it was published, field by field',
    async ({ make }) => {
      const stage = await openStage();
      const { line } = await listen(stage, SUBSCRIBABLE_EVENTS);
      const event = make(stage);
      const publication = stage.simulator.publish(event);
      expect(publication).toMatchObject({ withheld: null, missedBy: [] });
      const [result, ...others] = await understood(line);
      expect(others).toEqual([]);
      const wanted = expected(event);
      expect(result).toMatchObject({ type: 'event', repairs: [], decoded: { kind: event.kind } });
      if (result?.type !== 'event') return;
      const data: Record<string, unknown> = { ...result.decoded.data };
      expect(Object.keys(data).sort()).toEqual(Object.keys(wanted.data).sort());
      for (const [field, value] of Object.entries(wanted.data)) {
        expect([field, data[field]]).toEqual([field, value]);
      }
    },
  );

  it('all kinds are among the samples', () => {
    expect(new Set(EVENT_SAMPLES.map(({ kind }) => kind))).toEqual(new Set(SIM_EVENT_KINDS));
  });

  it('every one of many comes once and in order', async () => {
    const stage = await openStage();
    const { line } = await listen(stage, SUBSCRIBABLE_EVENTS);
    const made = Array.from({ length: 40 }, () =>
      EVENT_SAMPLES.map(({ make }) => make(stage)),
    ).flat();
    for (const event of made) stage.simulator.publish(event);
    const results = await understood(line);
    expect(results.map((result) => result.type === 'event' && result.decoded)).toEqual(
      made.map(expected),
    );
  });

  it('a chat message sent through the client comes back as an event', async () => {
    const stage = await openStage();
    const { client, line } = await listen(stage, ['chat']);
    const token = `:${stage.streamer.channelId}-heart:`;
    await client.chat.send({ message: `안녕 ${token}` });
    expect(await understood(line)).toMatchObject([
      {
        type: 'event',
        decoded: {
          kind: 'CHAT',
          data: {
            content: `안녕 ${token}`,
            emojis: { [token]: `${stage.simulator.baseUrl}/sim/emoji/heart.svg` },
            messageTime: new Date(stage.simulator.clock.now()).toISOString(),
          },
        },
      },
    ]);
  });
});

/** "Subscription kinds", and what else the chat subscription delivers. */
const DELIVERED: readonly (readonly [SubscribableEvent, readonly SimEventKind[]])[] = [
  ['chat', ['CHAT', 'DROPS', 'GOODS_PURCHASE']],
  ['donation', ['DONATION']],
  ['subscription', ['SUBSCRIPTION']],
];

describe('what a subscription delivers', () => {
  it.each(DELIVERED)('%s: %j and nothing else', async (event, kinds) => {
    const stage = await openStage();
    const { client, line, sessionKey } = await listen(stage, [event]);
    const publishAll = () => {
      for (const { make } of EVENT_SAMPLES) stage.simulator.publish(make(stage));
    };
    publishAll();
    const heard = await understood(line);
    const heardKinds = heard.map((result) =>
      result.type === 'event' ? result.decoded.kind : null,
    );
    const wanted = EVENT_SAMPLES.map(({ kind }) => kind).filter((kind) => kinds.includes(kind));
    expect(heardKinds).toEqual(wanted);
    await client.sessions.unsubscribe(event, sessionKey);
    publishAll();
    expect(await understood(line)).toHaveLength(wanted.length);
  });

  it('events of other channels are none of ours', async () => {
    const stage = await openStage();
    const { line } = await listen(stage, SUBSCRIBABLE_EVENTS);
    const other = await stage.signIn(stage.viewers[0]);
    await other.client.chat.send({ message: 'elsewhere' });
    expect(await understood(line)).toEqual([]);
  });

  it('a draw comes only while the broadcast is live, and only with winners', async () => {
    const stage = await openStage();
    const { line } = await listen(stage, ['chat']);
    const draw = EVENT_SAMPLES.find(({ kind }) => kind === 'DROPS')!.make(stage);
    if (draw.kind !== 'DROPS') throw new Error('the sample is no draw');
    const { channels } = stage.simulator.world;
    const nobody = stage.simulator.publish({ kind: 'DROPS', data: { ...draw.data, count: 0 } });
    expect(nobody.withheld).toBe('no-winners');
    channels.endLive(channels.of(stage.streamer));
    expect(stage.simulator.publish(draw).withheld).toBe('not-live');
    expect(await understood(line)).toEqual([]);
    channels.goLive(channels.of(stage.streamer), null, 1);
    stage.simulator.publish(draw);
    stage.simulator.publish(draw);
    expect(await understood(line)).toHaveLength(2);
  });

  it('a revoked authorization shows as silence', async () => {
    const stage = await openStage();
    const { client, line } = await listen(stage, SUBSCRIBABLE_EVENTS);
    await client.chat.send({ message: 'heard' });
    const pair = await stage.pair();
    await stage.auth().revoke(pair.refreshToken, 'refresh_token');
    for (const { make } of EVENT_SAMPLES) stage.simulator.publish(make(stage));
    expect(await understood(line)).toHaveLength(1);
  });
});

/** Frames that are no event, or a broken one, and what the app makes of them. */
const FRAMES: readonly (readonly [string, FaultInput, object | null])[] = [
  [
    'half a JSON',
    { kind: 'garbage-frame', form: 'not-json' },
    { type: 'refused', reason: 'not-json' },
  ],
  [
    'an empty frame',
    { kind: 'garbage-frame', form: 'empty' },
    { type: 'refused', reason: 'not-json' },
  ],
  [
    'a list',
    { kind: 'garbage-frame', form: 'array' },
    { type: 'refused', reason: 'not-an-object' },
  ],
  [
    'neither event nor action',
    { kind: 'garbage-frame', form: 'no-event' },
    { type: 'refused', reason: 'no-event' },
  ],
  ['a binary frame', { kind: 'garbage-frame', form: 'binary' }, null],
  [
    'an unknown event',
    { kind: 'unknown-event', name: 'RAID' },
    { type: 'unknown-event', name: 'RAID' },
  ],
  [
    'a long text',
    { kind: 'long-text', bytes: 60_000 },
    { type: 'event', repairs: [], decoded: { data: { content: 'w'.repeat(60_000) } } },
  ],
  ...SIM_EVENT_KINDS.flatMap((event): readonly (readonly [string, FaultInput, object])[] => [
    [
      `${event} without data`,
      { kind: 'malformed-event', event, form: 'no-data' },
      { type: 'refused', reason: 'data-not-an-object' },
    ],
    [
      `${event} with null for data`,
      { kind: 'malformed-event', event, form: 'null-data' },
      { type: 'refused', reason: 'data-not-an-object' },
    ],
    [
      `${event} with nothing but its channel`,
      { kind: 'malformed-event', event, form: 'missing-fields' },
      { type: 'refused', reason: 'data-empty' },
    ],
    [
      `${event} with every type wrong`,
      { kind: 'malformed-event', event, form: 'wrong-types' },
      { type: 'event', decoded: { kind: event, data: { channelId: '7' } } },
    ],
  ]),
];

describe('a frame that is not as it should be', () => {
  it.each(FRAMES)('%s, between two good ones', async (_, fault, result) => {
    const stage = await openStage();
    const { client, line } = await listen(stage, ['chat', 'donation', 'subscription']);
    await client.chat.send({ message: 'before' });
    expect(stage.simulator.faults.inject(fault).struck).toBe(1);
    await client.chat.send({ message: 'after' });
    const good = (content: string) => ({ type: 'event', decoded: { data: { content } } });
    const between = result === null ? [] : [result];
    const all = await understood(line);
    expect(all).toMatchObject([good('before'), ...between, good('after')]);
    expect(all).toHaveLength(2 + between.length);
  });
});

describe('a line that breaks', () => {
  it.each<readonly [string, FaultInput, object]>([
    [
      'cut',
      { kind: 'cut', code: 1012, reason: 'restart' },
      { type: 'closed', code: 1012, reason: 'restart' },
    ],
    ['reset', { kind: 'reset' }, { type: 'closed', code: 1006 }],
  ])(
    '%s: the same address opens again and the subscription is still there',
    async (_, fault, end) => {
      const stage = await openStage();
      const { client, line, url } = await listen(stage, ['chat']);
      stage.simulator.faults.inject(fault);
      expect(await line.ended).toMatchObject(end);
      await client.chat.send({ message: 'nobody hears this' });
      const next = await Line.open(url);
      await client.chat.send({ message: 'heard' });
      expect(await understood(next)).toMatchObject([{ decoded: { data: { content: 'heard' } } }]);
      expect(stage.simulator.events.kept.map(({ missedBy }) => missedBy.length)).toEqual([1, 0]);
    },
  );

  it('half open: nothing is answered, and a new line replaces it', async () => {
    const stage = await openStage();
    const { client, line, url } = await listen(stage, ['chat']);
    stage.simulator.faults.inject({ kind: 'half-open' });
    await client.chat.send({ message: 'nobody hears this' });
    const next = await Line.open(url);
    await client.chat.send({ message: 'heard' });
    expect(await understood(next)).toHaveLength(1);
    expect(line.heard).toEqual([]);
    expect(line.pongs).toBe(0);
  });

  it.each([401, 429, 503] as const)(
    'refused with %i: a later attempt goes through',
    async (status) => {
      const stage = await openStage();
      const { client } = await stage.signIn();
      const { url } = await client.sessions.createUser();
      stage.simulator.faults.inject({ kind: 'refuse-upgrade', status });
      expect(await new Line(url).ended).toEqual({ type: 'refused', status });
      await (await Line.open(url)).ping();
    },
  );
});
