import { describe, expect, it } from 'vitest';
import { InsufficientScopeError } from '../../../electron/platform/errors.ts';
import {
  SPEC_OPERATIONS,
  SUBSCRIBABLE_EVENTS,
  subscriptionOperation,
} from '../../../electron/platform/operations.ts';
import { NOTE_OPERATIONS } from '../../../electron/platform/platform-notes.ts';
import { SCOPES, type Scope } from '../../../electron/simulator/world/model.ts';
import { failureOf, stageOpener } from './support/client-stage.ts';
import { USER_CALLS } from './support/user-calls.ts';

const openStage = stageOpener();

/** The specification's table "Scopes", row by row: which calls each scope permits. */
const TABLE: readonly (readonly [Scope, readonly string[]])[] = [
  ['READ:USER', ['current user']],
  ['READ:CHANNEL', ['followers', 'managers']],
  [
    'READ:SUBSCRIPTION',
    ['subscribers', 'subscribe to subscriptions', 'unsubscribe from subscriptions'],
  ],
  ['READ:LIVE_STREAM_KEY', ['stream key']],
  ['READ:LIVE_STREAM_SETTINGS', ['live settings']],
  ['WRITE:LIVE_STREAM_SETTINGS', ['change of live settings']],
  ['READ:LIVE_CHAT', ['subscribe to chat', 'unsubscribe from chat']],
  ['WRITE:LIVE_CHAT', ['chat send']],
  ['WRITE:LIVE_CHAT_NOTICE', ['chat notice']],
  ['READ:LIVE_CHAT_SETTINGS', ['chat settings']],
  ['WRITE:LIVE_CHAT_SETTINGS', ['change of chat settings']],
  ['WRITE:USER_BLOCK', ['ban', 'unban']],
  ['READ:USER_BLOCK', ['banned users']],
  ['READ:DONATION', ['subscribe to donations', 'unsubscribe from donations']],
];

describe('a missing scope', () => {
  it.each(TABLE)(
    '%s refuses what it permits, by its name, and nothing else',
    async (scope, permitted) => {
      const stage = await openStage();
      const scopes = SCOPES.filter((other) => other !== scope);
      const player = await stage.signIn(stage.streamer, scopes);
      expect(player.tokens.pair.scopes).toEqual(scopes);
      const { sessionKey } = await player.client.sessions.createUser();
      const refused: string[] = [];
      for (const { name, call } of USER_CALLS) {
        const outcome = await call(player, stage, sessionKey).catch((failure: unknown) => failure);
        if (!(outcome instanceof Error)) continue;
        expect(outcome).toBeInstanceOf(InsufficientScopeError);
        expect(outcome).toMatchObject({
          status: 401,
          scope,
          platformMessage: `Insufficient scope: ${scope} required`,
        });
        refused.push(name);
      }
      expect(refused).toEqual(permitted);
      expect(player.tokens.renewals).toBe(0);
    },
  );

  it('is not sent again and asks for no new token', async () => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn(stage.streamer, []);
    const before = stage.arrived;
    await failureOf(client.chat.send({ message: 'hi' }));
    await failureOf(client.users.me());
    expect(stage.arrived - before).toBe(2);
    expect(tokens.renewals).toBe(0);
  });

  it('changes nothing on the platform', async () => {
    const stage = await openStage();
    const player = await stage.signIn(stage.streamer, []);
    const { sessionKey } = await player.client.sessions.createUser();
    const channel = stage.simulator.world.channels.of(stage.streamer);
    const before = structuredClone({ live: channel.liveSettings, chat: channel.chatSettings });
    for (const { scope, call } of USER_CALLS) {
      if (scope !== null) await failureOf(call(player, stage, sessionKey));
    }
    expect({ live: channel.liveSettings, chat: channel.chatSettings }).toEqual(before);
    expect(channel.notice).toBeNull();
    expect(stage.simulator.world.channels.blocks(channel)).toEqual([]);
    expect(stage.simulator.sessions.find(sessionKey)?.subscriptions).toEqual([]);
    expect(stage.simulator.events.kept).toEqual([]);
  });
});

describe('all scopes', () => {
  it('permit every call of the table', async () => {
    const stage = await openStage();
    const player = await stage.signIn();
    const { sessionKey } = await player.client.sessions.createUser();
    for (const { call } of USER_CALLS) await call(player, stage, sessionKey);
    expect(stage.sent.every(({ outcome }) => outcome === 200)).toBe(true);
  });

  it('are those of the table, in both halves, and every operation stands in it', () => {
    expect(SCOPES).toEqual(TABLE.map(([scope]) => scope));
    expect(USER_CALLS.flatMap(({ scope, name }) => (scope ? [[scope, name]] : []))).toEqual(
      expect.arrayContaining(TABLE.flatMap(([scope, names]) => names.map((name) => [scope, name]))),
    );
    const ofOperations = [
      ...Object.values(SPEC_OPERATIONS),
      ...Object.values(NOTE_OPERATIONS),
      ...SUBSCRIBABLE_EVENTS.flatMap((event) => [
        subscriptionOperation('subscribe', event),
        subscriptionOperation('unsubscribe', event),
      ]),
    ].flatMap(({ auth }) => (auth.kind === 'bearer' ? [auth.scope] : []));
    expect(USER_CALLS.map(({ scope }) => scope).sort()).toEqual(ofOperations.sort());
  });
});

describe('operations without a scope', () => {
  it('work for somebody who granted none', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn(stage.streamer, []);
    await client.sessions.createUser();
    await client.sessions.createClient();
    await client.sessions.listUser();
    await client.drops.campaigns();
    await client.lives.status(stage.streamer.channelId);
    expect(stage.sent.every(({ outcome }) => outcome === 200)).toBe(true);
  });
});
