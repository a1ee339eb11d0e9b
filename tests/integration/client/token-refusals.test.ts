import { describe, expect, it } from 'vitest';
import {
  NotAuthorizedError,
  TOKEN_REFUSALS,
  TokenRefusedError,
} from '../../../electron/platform/errors.ts';
import { Caller } from '../../../electron/platform/http/caller.ts';
import {
  byClient,
  type Operation,
  SPEC_OPERATIONS,
} from '../../../electron/platform/operations.ts';
import { QuotaCounters } from '../../../electron/platform/quota.ts';
import {
  type ClientStage,
  DAY,
  failureOf,
  MINUTE,
  START,
  stageOpener,
} from './support/client-stage.ts';

const openStage = stageOpener();

/** A call as the client makes it, with a body that its own operations would not send. */
function tell(stage: ClientStage, operation: Operation, body: Record<string, unknown> | null) {
  const caller = new Caller(stage.options(), new QuotaCounters(stage.clock), null);
  return caller.tell(operation, { body });
}

const credentials = ({ application: { clientId, clientSecret } }: ClientStage) => ({
  clientId,
  clientSecret,
});

/** Six calendar months, from the beginning of every stage on. */
const SIX_MONTHS = Date.UTC(2026, 8, 10, 1) - START;

/** One circumstance for each row of "401 on token issue and refresh". */
const CIRCUMSTANCES: Readonly<Record<string, (stage: ClientStage) => Promise<unknown>>> = {
  'Invalid client credentials': async (stage) => {
    const code = await stage.code();
    return stage.auth({ ...stage.application, clientSecret: 'wrong' }).exchangeCode(code);
  },
  'Authorization code is required': (stage) =>
    tell(stage, SPEC_OPERATIONS.exchangeCode, {
      grantType: 'authorization_code',
      ...credentials(stage),
    }),
  'Invalid authorization code': (stage) => stage.auth().exchangeCode('never-issued'),
  'Authorization code does not belong to this application': async (stage) =>
    stage.auth().exchangeCode(await stage.code(stage.otherApplication())),
  'Authorization is not active': async (stage) => {
    const code = await stage.code();
    const pair = await stage.pair();
    await stage.auth().revoke(pair.refreshToken, 'refresh_token');
    return stage.auth().exchangeCode(code);
  },
  'Authorization code has expired': async (stage) => {
    const code = await stage.code();
    stage.simulator.moveTime(10 * MINUTE + 1);
    return stage.auth().exchangeCode(code);
  },
  'Refresh token is required': (stage) =>
    tell(stage, SPEC_OPERATIONS.refresh, { grantType: 'refresh_token', ...credentials(stage) }),
  'Invalid refresh token': (stage) => stage.auth().refresh('never-issued'),
  'Refresh token has been revoked': async (stage) => {
    const pair = await stage.pair();
    await stage.auth().revoke(pair.accessToken, 'access_token');
    return stage.auth().refresh(pair.refreshToken);
  },
  'Refresh token has already been used': async (stage) => {
    const pair = await stage.pair();
    await stage.auth().refresh(pair.refreshToken);
    return stage.auth().refresh(pair.refreshToken);
  },
  'Refresh token does not belong to this application': async (stage) => {
    const pair = await stage.pair(stage.otherApplication());
    return stage.auth().refresh(pair.refreshToken);
  },
  'Refresh token has expired': async (stage) => {
    const pair = await stage.pair();
    stage.simulator.moveTime(SIX_MONTHS + 1);
    return stage.auth().refresh(pair.refreshToken);
  },
};

describe('401 on token issue and refresh', () => {
  it.each(TOKEN_REFUSALS)(
    '“%s” is what the platform says, and known as %s',
    async (message, reason) => {
      const stage = await openStage();
      const happens = CIRCUMSTANCES[message];
      const failure = await failureOf(happens!(stage));
      expect(failure).toBeInstanceOf(TokenRefusedError);
      expect(failure).toMatchObject({ status: 401, platformMessage: message, reason });
      expect(stage.sent.at(-1)).toMatchObject({ outcome: 401 });
    },
  );

  it('has a circumstance for every row and no other', () => {
    expect(Object.keys(CIRCUMSTANCES)).toEqual(TOKEN_REFUSALS.map(([message]) => message));
  });

  it('says so in the error body of the specification', async () => {
    const stage = await openStage();
    const body = { grantType: 'refresh_token', ...credentials(stage), refreshToken: 'x' };
    const path = SPEC_OPERATIONS.refresh.path;
    expect(await stage.raw({ method: 'POST', path, auth: 'none', body })).toEqual({
      status: 401,
      body: { statusCode: 401, message: 'Invalid refresh token', error: 'Unauthorized' },
    });
  });

  it('is not sent again by the client, however often it happens', async () => {
    const stage = await openStage();
    await failureOf(stage.auth().exchangeCode('never-issued'));
    await failureOf(stage.auth().refresh('never-issued'));
    expect(stage.arrived).toBe(2);
    expect(stage.clock.pauses).toEqual([]);
  });
});

describe('lifetimes of codes and refresh tokens', () => {
  it('takes a code to the end of its 10 minutes', async () => {
    const stage = await openStage();
    const code = await stage.code();
    stage.simulator.moveTime(10 * MINUTE);
    expect((await stage.auth().exchangeCode(code)).expiresInSeconds).toBe(86_400);
  });

  it('takes a code once', async () => {
    const stage = await openStage();
    const code = await stage.code();
    await stage.auth().exchangeCode(code);
    expect(await failureOf(stage.auth().exchangeCode(code))).toMatchObject({
      reason: 'invalid-code',
    });
  });

  it('takes a refresh token to the end of its 6 months', async () => {
    const stage = await openStage();
    const { refreshToken } = await stage.pair();
    stage.simulator.moveTime(SIX_MONTHS);
    expect((await stage.auth().refresh(refreshToken)).refreshToken).not.toBe(refreshToken);
  });

  it('starts the 6 months of a refresh token anew at each refresh', async () => {
    const stage = await openStage();
    let { refreshToken } = await stage.pair();
    for (let round = 0; round < 3; round += 1) {
      stage.simulator.moveTime(170 * DAY);
      ({ refreshToken } = await stage.auth().refresh(refreshToken));
    }
    stage.simulator.moveTime(185 * DAY);
    expect(await failureOf(stage.auth().refresh(refreshToken))).toMatchObject({
      reason: 'refresh-token-expired',
    });
  });
});

describe('401 on revoke', () => {
  it.each<readonly [string, (stage: ClientStage) => Promise<string>]>([
    ['a token that does not exist', async () => 'never-issued'],
    [
      'a token that is revoked already',
      async (stage) => {
        const pair = await stage.pair();
        await stage.auth().revoke(pair.refreshToken, 'refresh_token');
        return pair.accessToken;
      },
    ],
    [
      'a token of another application',
      async (stage) => (await stage.pair(stage.otherApplication())).accessToken,
    ],
  ])('%s is refused and known to be worth nothing', async (_, tokenOf) => {
    const stage = await openStage();
    const token = await tokenOf(stage);
    const failure = await failureOf(stage.auth().revoke(token, 'access_token'));
    expect(failure).toBeInstanceOf(TokenRefusedError);
    expect(failure).toMatchObject({ status: 401, reason: 'unknown', operation: 'auth.revoke' });
  });

  it('leaves the other application’s authorization alone', async () => {
    const stage = await openStage();
    const other = stage.otherApplication();
    const pair = await stage.pair(other);
    await failureOf(stage.auth().revoke(pair.accessToken, 'access_token'));
    expect((await stage.auth(other).refresh(pair.refreshToken)).scopes).toHaveLength(14);
  });
});

describe('401 on an operation', () => {
  it.each<readonly [string, (stage: ClientStage, token: string) => Promise<unknown>]>([
    ['revoked', (stage, token) => stage.auth().revoke(token, 'access_token')],
    ['past its day', async (stage) => stage.simulator.moveTime(DAY)],
  ])('an access token that is %s is refused as a token', async (_, happens) => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn();
    tokens.renews = false;
    await client.users.me();
    await happens(stage, tokens.pair.accessToken);
    const failure = await failureOf(client.users.me());
    expect(failure).toBeInstanceOf(NotAuthorizedError);
    expect(failure).toMatchObject({ status: 401, proof: 'token', operation: 'users.me' });
  });

  it('an access token is good to the last second of its day', async () => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn();
    stage.simulator.moveTime(DAY - 1);
    expect((await client.users.me()).channelId).toBe(stage.streamer.channelId);
    expect(tokens.renewals).toBe(0);
  });

  it('an access token nobody issued is refused as a token', async () => {
    const stage = await openStage();
    const token = async () => 'made-up';
    const client = stage.client({ accessToken: token, accessTokenAfter: token });
    expect(await failureOf(client.users.me())).toMatchObject({ status: 401, proof: 'token' });
    expect(stage.arrived).toBe(1);
  });

  it('wrong client credentials are refused as the client’s, at every operation that takes them', async () => {
    const stage = await openStage();
    const token = async () => 'unused';
    const changes = { clientSecret: 'wrong' };
    const client = stage.client({ accessToken: token, accessTokenAfter: token }, changes);
    const calls: readonly Promise<unknown>[] = [
      client.channels.get([stage.streamer.channelId]),
      client.lives.list(),
      client.categories.search(),
      client.drops.campaigns(),
      client.drops.claims(),
      client.drops.setFulfillment(['100000000000000001'], 'FULFILLED'),
      client.sessions.createClient(),
      client.sessions.listUser(),
      client.sessions.listClient(),
    ];
    for (const failure of await Promise.all(calls.map(failureOf))) {
      expect(failure).toBeInstanceOf(NotAuthorizedError);
      expect(failure).toMatchObject({ status: 401, proof: 'client' });
    }
    expect(stage.arrived).toBe(calls.length);
  });

  it('a user session cannot be had with client credentials alone', async () => {
    const stage = await openStage();
    const byApplication = { ...SPEC_OPERATIONS.createUserSession, auth: byClient };
    const failure = await failureOf(tell(stage, byApplication, null));
    expect(failure).toMatchObject({ status: 401, proof: 'client' });
    expect(stage.simulator.sessions.all).toEqual([]);
    expect(stage.takeBroken()).toHaveLength(1);
  });

  it('another user’s session is not theirs to subscribe to', async () => {
    const stage = await openStage();
    const mine = await stage.signIn();
    const theirs = await stage.signIn(stage.viewers[0]);
    const { sessionKey } = await theirs.client.sessions.createUser();
    mine.tokens.renews = false;
    const failure = await failureOf(mine.client.sessions.subscribe('chat', sessionKey));
    expect(failure).toBeInstanceOf(NotAuthorizedError);
    expect(stage.simulator.sessions.find(sessionKey)?.subscriptions).toEqual([]);
  });
});
