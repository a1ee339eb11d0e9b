import { describe, expect, it } from 'vitest';
import { LimitError } from '../../../electron/platform/errors.ts';
import { SPEC_LIMITS } from '../../../electron/platform/limits.ts';
import { SESSION_LIMITS } from '../../../electron/simulator/sessions/registry.ts';
import { AUTHORIZATION_CODE_MS } from '../../../electron/simulator/world/authorizations.ts';
import { mannersSchema } from '../../../electron/simulator/world/manners.ts';
import { failureOf, HOUR, MINUTE, stageOpener } from './support/client-stage.ts';
import { LIMITS_OF_BODIES } from './support/limits-of-bodies.ts';
import { LIMITS_OF_QUERIES } from './support/limits-of-queries.ts';

const openStage = stageOpener();
const OPEN = '/api/openapi/open/v1';

describe('the limits, at the edge and over it', () => {
  it.each([...LIMITS_OF_QUERIES, ...LIMITS_OF_BODIES])(
    '$limit',
    async ({ edge, over, names, raw }) => {
      const stage = await openStage();
      const { client, tokens } = await stage.signIn();
      await edge(client, stage);
      expect(stage.sent.at(-1)?.outcome).toBe(200);

      const before = stage.arrived;
      const failure = await failureOf(over(client));
      expect(failure).toBeInstanceOf(LimitError);
      expect(failure).toMatchObject(names);
      expect(stage.arrived).toBe(before);
      expect(stage.simulator.requestLog.broken()).toEqual([]);

      const { status, body } = await stage.raw(raw, tokens.pair.accessToken);
      expect(status).toBe(400);
      expect(body).toEqual({
        statusCode: 400,
        message: expect.any(String),
        error: 'Bad Request',
      });
      const broken = stage.takeBroken();
      expect(broken).toHaveLength(1);
      expect(broken[0]).toMatchObject({ method: raw.method, status: 400 });
    },
  );
});

/** The table "Limits", where both halves have a number of their own. */
const NUMBERS: readonly (readonly [string, number, client: number, simulator: number])[] = [
  [
    'authorization code validity',
    10 * MINUTE,
    SPEC_LIMITS.authorizationCodeMs,
    AUTHORIZATION_CODE_MS,
  ],
  [
    'access token validity',
    86_400_000,
    SPEC_LIMITS.accessTokenMs,
    mannersSchema.parse({}).accessTokenSeconds * 1000,
  ],
  ['user sessions', 3, SPEC_LIMITS.userSessionsMax, SESSION_LIMITS.userSessionsPerUser],
  [
    'client sessions',
    10,
    SPEC_LIMITS.clientSessionsMax,
    SESSION_LIMITS.clientSessionsPerApplication,
  ],
  ['subscriptions', 30, SPEC_LIMITS.subscriptionsMax, SESSION_LIMITS.subscriptionsPerSession],
  ['session validity', 12 * HOUR, SPEC_LIMITS.sessionValidityMs, SESSION_LIMITS.validityMs],
  [
    'connection lifetime',
    2 * HOUR,
    SPEC_LIMITS.connectionLifetimeMs,
    SESSION_LIMITS.connectionLifetimeMs,
  ],
  ['idle timeout', 10 * MINUTE, SPEC_LIMITS.idleTimeoutMs, SESSION_LIMITS.idleTimeoutMs],
];

describe('the numbers of the limits', () => {
  it.each(NUMBERS)('%s: %i in both halves', (_, number, client, simulator) => {
    expect([client, simulator]).toEqual([number, number]);
  });
});

describe('limits with a side of their own', () => {
  it('a payout change of 101 ids is refused whole, so the client does not send it', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const claims = stage.simulator.world.drops.claims(stage.application);
    const ids = claims.slice(0, 101).map(({ claimId }) => claimId);
    const states = () => claims.map(({ fulfillmentState }) => fulfillmentState);
    const before = states();
    const path = `${OPEN}/drops/reward-claims`;
    const body = { claimIds: ids, fulfillmentState: 'FULFILLED' };
    expect((await stage.raw({ method: 'PUT', path, auth: 'client', body })).status).toBe(400);
    expect(states()).toEqual(before);
    expect(stage.takeBroken()).toHaveLength(1);
    const failure = await failureOf(client.drops.setFulfillment(ids, 'FULFILLED'));
    expect(failure).toBeInstanceOf(LimitError);
    await client.drops.setFulfillment(ids.slice(1), 'FULFILLED');
    expect(stage.simulator.requestLog.count(`PUT ${path}`)).toBe(1);
  });

  it('of a list of followers only the default size is known, so the client stays careful', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    await client.channels.followers({ size: 50 });
    expect(await failureOf(client.channels.followers({ size: 51 }))).toBeInstanceOf(LimitError);
  });

  it.each([
    ['a parameter that is not documented', `${OPEN}/users/me?verbose=1`, 'bearer', 200],
    ['a parameter sent twice', `${OPEN}/lives?size=1&size=2`, 'client', 400],
    ['a path that no operation has', `${OPEN}/users/you`, 'bearer', 404],
  ] as const)('%s is written down', async (_, path, auth, status) => {
    const stage = await openStage();
    const { tokens } = await stage.signIn();
    const answer = await stage.raw({ method: 'GET', path, auth }, tokens.pair.accessToken);
    expect(answer.status).toBe(status);
    expect(stage.takeBroken()).toHaveLength(1);
  });

  it.each([
    ['neither a text nor a message', {}],
    ['both a text and a message', { message: 'hi', messageId: 'm' }],
  ])('a chat notice with %s is refused', async (_, body) => {
    const stage = await openStage();
    const { tokens } = await stage.signIn();
    const request = { method: 'POST', path: `${OPEN}/chats/notice`, auth: 'bearer', body } as const;
    expect((await stage.raw(request, tokens.pair.accessToken)).status).toBe(400);
    expect(stage.takeBroken()).toHaveLength(1);
  });
});
