import { describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../../electron/platform/client.ts';
import {
  ForbiddenError,
  InsufficientScopeError,
  InvalidRequestError,
  MalformedAnswerError,
  NotAuthorizedError,
  type PlatformError,
  RateLimitedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import type { FaultInput } from '../../../electron/simulator/faults/fault.ts';
import { settle } from '../../support/virtual-clock.ts';
import { type ClientStage, failureOf, stageOpener } from './support/client-stage.ts';

const openStage = stageOpener();

const OPEN = '/api/openapi/open/v1';
const READ = `GET ${OPEN}/users/me`;
const WRITE = `POST ${OPEN}/chats/send`;
const TOKEN = 'POST /api/openapi/auth/v1/token';

const read = (client: PlatformClient) => client.users.me();
const write = (client: PlatformClient) => client.chat.send({ message: 'once' });

/** Calls that must never be sent a second time by themselves, with what they do to the world. */
const WRITES: readonly (readonly [string, string, (client: PlatformClient) => Promise<unknown>])[] =
  [
    ['chat message', WRITE, write],
    ['chat notice', `POST ${OPEN}/chats/notice`, (c) => c.chat.notice({ message: 'n' })],
    [
      'chat settings',
      `PUT ${OPEN}/chats/settings`,
      (c) => c.chat.updateSettings({ chatSlowModeSec: 3 }),
    ],
    ['live settings', `PATCH ${OPEN}/lives/setting`, (c) => c.lives.updateSettings({ tags: [] })],
    ['ban', `POST ${OPEN}/restrict-channels`, (c) => c.blocks.block('Vw1aT9xQpL')],
    ['unban', `DELETE ${OPEN}/restrict-channels`, (c) => c.blocks.unblock('Vw1aT9xQpL')],
    [
      'payout',
      `PUT ${OPEN}/drops/reward-claims`,
      (c) => c.drops.setFulfillment(['100000000000000001'], 'FULFILLED'),
    ],
    ['user session', `GET ${OPEN}/sessions/auth`, (c) => c.sessions.createUser()],
    ['client session', `GET ${OPEN}/sessions/auth/client`, (c) => c.sessions.createClient()],
  ];

function inject(stage: ClientStage, fault: FaultInput): void {
  stage.simulator.faults.inject(fault);
}

const outcomes = (stage: ClientStage, operation: string) =>
  stage.sent.filter((sent) => sent.operation === operation).map(({ outcome }) => outcome);

type Cause = abstract new (...args: never[]) => PlatformError;

/** Each answer a fault can make, and what the client makes of it: at a read, and at a write. */
const ANSWERS: readonly (readonly [
  status: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 503,
  cause: Cause,
  isRepeated: boolean,
])[] = [
  [400, InvalidRequestError, false],
  [401, NotAuthorizedError, false],
  [403, ForbiddenError, false],
  [404, InvalidRequestError, false],
  [409, InvalidRequestError, false],
  [429, RateLimitedError, true],
  [500, UnavailableError, true],
  [503, UnavailableError, true],
];

describe('an answer that is no success', () => {
  it.each(ANSWERS)(
    '%i without end: a read ends with its cause',
    async (status, cause, isRepeated) => {
      const stage = await openStage();
      const { client, tokens } = await stage.signIn();
      tokens.renews = false;
      inject(stage, {
        kind: 'answer',
        operation: READ,
        status,
        message: 'why',
        times: 'until-cleared',
      });
      const failure = await failureOf(read(client));
      expect(failure).toBeInstanceOf(cause);
      expect(failure).toMatchObject({ status, platformMessage: 'why', operation: 'users.me' });
      expect(outcomes(stage, 'users.me')).toEqual(
        Array.from({ length: isRepeated ? 3 : 1 }, () => status),
      );
    },
  );

  it.each(ANSWERS)('%i: a write ends with its cause and is not repeated', async (status, cause) => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn();
    tokens.renews = false;
    inject(stage, { kind: 'answer', operation: WRITE, status, times: 'until-cleared' });
    expect(await failureOf(write(client))).toBeInstanceOf(cause);
    expect(outcomes(stage, 'chat.send')).toEqual([status]);
    expect(stage.simulator.events.kept).toEqual([]);
  });

  it.each([429, 500, 503] as const)(
    '%i once: a read goes through at the second attempt',
    async (status) => {
      const stage = await openStage();
      const { client } = await stage.signIn();
      inject(stage, { kind: 'answer', operation: READ, status });
      expect((await read(client)).channelId).toBe(stage.streamer.channelId);
      expect(outcomes(stage, 'users.me')).toEqual([status, 200]);
      expect(stage.clock.pauses).toHaveLength(1);
      expect(stage.clock.pauses[0]).toBeGreaterThanOrEqual(250);
    },
  );

  it('401 once: a new token, and the call goes through', async () => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn();
    inject(stage, { kind: 'answer', operation: WRITE, status: 401 });
    await write(client);
    expect(tokens.renewals).toBe(1);
    expect(outcomes(stage, 'chat.send')).toEqual([401, 200]);
    expect(stage.clock.pauses).toEqual([]);
  });

  it.each([
    ['401', 401, NotAuthorizedError],
    ['500', 500, UnavailableError],
  ] as const)(
    '%s at an operation of the application asks for no user’s token',
    async (_, status, cause) => {
      const stage = await openStage();
      const { client, tokens } = await stage.signIn();
      const operation = `GET ${OPEN}/drops/campaigns`;
      inject(stage, { kind: 'answer', operation, status, times: 'until-cleared' });
      expect(await failureOf(client.drops.campaigns())).toBeInstanceOf(cause);
      expect(tokens.renewals).toBe(0);
    },
  );
});

describe('an answer that repeats secrets', () => {
  it('does not bring them into the error', async () => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn();
    const { accessToken } = tokens.pair;
    const { clientSecret } = stage.simulator;
    const operation = `GET ${OPEN}/lives`;
    const message = (secret: string) => `you sent ${secret}, did you not`;
    inject(stage, { kind: 'answer', operation: READ, status: 400, message: message(accessToken) });
    inject(stage, { kind: 'answer', operation, status: 400, message: message(clientSecret) });
    for (const failure of [await failureOf(read(client)), await failureOf(client.lives.list())]) {
      expect(failure).toMatchObject({ platformMessage: message('[hidden]') });
      expect(JSON.stringify(failure) + String(failure)).not.toMatch(
        new RegExp(`${accessToken}|${clientSecret}`),
      );
    }
  });
});

describe('a 401 about a scope', () => {
  it.each([
    ['Insufficient scope: READ:SOMETHING_NEW required', 'READ:SOMETHING_NEW'],
    ['insufficient scope', 'READ:USER'],
  ])('“%s” is about %s', async (message, scope) => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn();
    inject(stage, { kind: 'answer', operation: READ, status: 401, message });
    const failure = await failureOf(read(client));
    expect(failure).toBeInstanceOf(InsufficientScopeError);
    expect(failure).toMatchObject({ scope });
    expect(tokens.renewals).toBe(0);
  });
});

describe('Retry-After', () => {
  it.each([429, 503] as const)(
    'after %i a read waits as long as it is asked to',
    async (status) => {
      const stage = await openStage();
      const { client } = await stage.signIn();
      inject(stage, { kind: 'answer', operation: READ, status, retryAfterSec: 7 });
      await read(client);
      expect(stage.clock.pauses).toEqual([7000]);
    },
  );

  it('a wait of more than 30 seconds is left to the caller', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'answer', operation: READ, status: 429, retryAfterSec: 31 });
    const failure = await failureOf(read(client));
    expect(failure).toBeInstanceOf(RateLimitedError);
    expect(failure).toMatchObject({ retryAfterMs: 31_000 });
    expect(stage.clock.pauses).toEqual([]);
    expect((await read(client)).channelId).toBe(stage.streamer.channelId);
  });

  it('a write tells the wait and does not wait', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'answer', operation: WRITE, status: 429, retryAfterSec: 2 });
    expect(await failureOf(write(client))).toMatchObject({ retryAfterMs: 2000 });
    expect(stage.clock.pauses).toEqual([]);
  });

  it('a 403 that names a wait is a rate limit', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'answer', operation: READ, status: 403, retryAfterSec: 1 });
    expect((await read(client)).channelId).toBe(stage.streamer.channelId);
    expect(stage.clock.pauses).toEqual([1000]);
  });
});

describe('an answer that is lost', () => {
  it('a read is sent again', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'lost-answer', operation: READ, times: 2 });
    expect((await read(client)).channelId).toBe(stage.streamer.channelId);
    expect(stage.clock.pauses).toHaveLength(2);
  });

  it.each(WRITES)(
    '%s: done once, never sent again, and not known to be done',
    async (_, operation, call) => {
      const stage = await openStage();
      const { client } = await stage.signIn();
      inject(stage, { kind: 'lost-answer', operation, times: 'until-cleared' });
      const failure = await failureOf(call(client));
      expect(failure).toBeInstanceOf(UnavailableError);
      expect(failure).toMatchObject({ reason: 'network', status: null });
      expect(stage.simulator.requestLog.count(`${operation} (fault)`)).toBe(1);
      expect(stage.simulator.requestLog.count(operation)).toBe(1);
    },
  );

  it('of a refresh: the old refresh token is spent all the same', async () => {
    const stage = await openStage();
    const { refreshToken } = await stage.pair();
    inject(stage, { kind: 'lost-answer', operation: TOKEN });
    expect(await failureOf(stage.auth().refresh(refreshToken))).toBeInstanceOf(UnavailableError);
    expect(await failureOf(stage.auth().refresh(refreshToken))).toMatchObject({
      reason: 'refresh-token-used',
    });
  });
});

describe('an answer that is garbage', () => {
  it.each([
    ['users.me', READ, read],
    ...WRITES.filter(([name]) => /payout|session/.test(name)),
  ] as const)('%s: malformed, and not asked again', async (_, operation, call) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'garbage-answer', operation, times: 'until-cleared' });
    const before = stage.arrived;
    const failure = await failureOf(call(client));
    expect(failure).toBeInstanceOf(MalformedAnswerError);
    expect(failure).toMatchObject({ status: 200 });
    expect(stage.arrived - before).toBe(1);
  });

  it('of a chat message: it counts as sent, under an id nobody knows', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'garbage-answer', operation: WRITE });
    expect(await write(client)).toEqual({ messageId: null });
  });

  it('of a sign-in: malformed', async () => {
    const stage = await openStage();
    const code = await stage.code();
    inject(stage, { kind: 'garbage-answer', operation: TOKEN });
    expect(await failureOf(stage.auth().exchangeCode(code))).toBeInstanceOf(MalformedAnswerError);
  });
});

/** Lets the network do its part until `done`; each turn is one of the event loop. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await settle();
}

describe('an answer that is slow', () => {
  const faultTaken = (stage: ClientStage) => () => stage.simulator.faults.active.length === 0;

  it('is waited for', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'slow', operation: READ, delayMs: 5000 });
    const answer = read(client);
    await until(faultTaken(stage));
    expect(stage.clock.waiting).toEqual([15_000]);
    await stage.realClock.advance(5000);
    expect((await answer).channelId).toBe(stage.streamer.channelId);
    expect(stage.clock.pauses).toEqual([]);
    expect(stage.clock.waiting).toEqual([]);
  });

  it('is given up at the end of patience; a read is sent again', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'slow', operation: READ, delayMs: 600_000 });
    const answer = read(client);
    await until(faultTaken(stage));
    stage.clock.losePatience();
    expect((await answer).channelId).toBe(stage.streamer.channelId);
    expect(outcomes(stage, 'users.me')).toEqual(['timeout', 200]);
  });

  it('a write is not', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    inject(stage, { kind: 'slow', operation: WRITE, delayMs: 600_000 });
    const answer = failureOf(write(client));
    await until(faultTaken(stage));
    stage.clock.losePatience();
    expect(await answer).toMatchObject({ reason: 'timeout', operation: 'chat.send' });
    expect(outcomes(stage, 'chat.send')).toEqual(['timeout']);
  });

  it('a refresh is waited for, however long it takes', async () => {
    const stage = await openStage();
    const { refreshToken } = await stage.pair();
    inject(stage, { kind: 'slow', operation: TOKEN, delayMs: 600_000 });
    const pair = stage.auth().refresh(refreshToken);
    await until(faultTaken(stage));
    expect(stage.clock.waiting).toEqual([]);
    await stage.realClock.advance(600_000);
    expect((await pair).scopes).toHaveLength(14);
  });

  it('an app that stops waits for nothing but a refresh', async () => {
    const stage = await openStage();
    const { tokens } = await stage.signIn();
    const stop = new AbortController();
    const client = stage.client(tokens, { stop: stop.signal });
    inject(stage, { kind: 'slow', operation: READ, delayMs: 600_000 });
    const answer = failureOf(read(client));
    await until(faultTaken(stage));
    stop.abort();
    expect(await answer).toMatchObject({ reason: 'stopped' });
    expect(outcomes(stage, 'users.me')).toEqual(['stopped']);
  });
});

describe('a platform that is not there', () => {
  it('is a network failure with the system’s word for it, tried three times', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    await stage.simulator.dispose();
    const failure = await failureOf(read(client));
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(failure).toMatchObject({ reason: 'network', detail: 'ECONNREFUSED' });
    expect(stage.clock.pauses).toHaveLength(2);
  });
});
