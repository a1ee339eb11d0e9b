import { describe, expect, it } from 'vitest';
import { AccessTokenRefusedError, SignInRequiredError } from '../../../electron/auth/errors.ts';
import type { SecretName, Vault } from '../../../electron/auth/ports.ts';
import { RefreshingTokenProvider } from '../../../electron/auth/token-provider.ts';
import { Redactor, silentLogger } from '../../../electron/base/log.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import {
  type ClientStage,
  DAY,
  failureOf,
  HOUR,
  MINUTE,
  START,
  stageOpener,
} from './support/client-stage.ts';

const openStage = stageOpener();

const TOKEN = 'POST /api/openapi/auth/v1/token';

function memoryVault(): Vault {
  const kept = new Map<SecretName, string>();
  return {
    read: async (name) => kept.get(name) ?? null,
    write: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  };
}

/** The app's own token provider over the simulator; its clock does not know that time is moved. */
async function keeper(stage: ClientStage) {
  const clock = new VirtualClock(START);
  const problems: string[] = [];
  const provider = new RefreshingTokenProvider({
    auth: stage.auth(),
    vault: memoryVault(),
    clock,
    random: () => 0.5,
    redactor: new Redactor(),
    log: silentLogger,
    timeScale: 1,
    onProblem: ({ code }) => problems.push(code),
  });
  const first = await provider.adopt(await stage.pair());
  return { clock, provider, first, problems, client: stage.client(provider) };
}

const tokenCalls = (stage: ClientStage) => stage.simulator.requestLog.count(TOKEN);
const callsOf = (stage: ClientStage, operation: string) =>
  stage.sent.filter((sent) => sent.operation === operation).map(({ outcome }) => outcome);

describe('an access token that ends in the middle of calls', () => {
  it.each<
    readonly [string, string, (kept: Awaited<ReturnType<typeof keeper>>) => Promise<unknown>]
  >([
    ['a read', 'users.me', ({ client }) => client.users.me()],
    ['a chat message', 'chat.send', ({ client }) => client.chat.send({ message: 'once' })],
    ['a ban', 'blocks.block', ({ client }) => client.blocks.block('Vw1aT9xQpL')],
    ['a new session', 'sessions.createUser', ({ client }) => client.sessions.createUser()],
  ])('is renewed, and %s goes through once', async (_, operation, call) => {
    const stage = await openStage();
    const kept = await keeper(stage);
    stage.simulator.moveTime(DAY);
    await call(kept);
    expect(callsOf(stage, operation)).toEqual([401, 200]);
    expect(tokenCalls(stage)).toBe(2);
    expect(kept.provider.grant?.accessToken).not.toBe(kept.first.accessToken);
    expect(kept.provider.grant?.refreshToken).not.toBe(kept.first.refreshToken);
  });

  it('is renewed once for all calls that are under way', async () => {
    const stage = await openStage();
    const { client } = await keeper(stage);
    stage.simulator.moveTime(DAY);
    const answers = await Promise.all([
      client.users.me(),
      client.channels.followers(),
      client.chat.settings(),
      client.lives.settings(),
      client.chat.send({ message: 'once' }),
      client.sessions.createUser(),
    ]);
    expect(answers).toHaveLength(6);
    expect(tokenCalls(stage)).toBe(2);
    expect(stage.simulator.events.kept).toHaveLength(1);
    expect(stage.simulator.sessions.all).toHaveLength(1);
  });

  it('is renewed day after day, each time with the newest refresh token', async () => {
    const stage = await openStage();
    const { client, clock } = await keeper(stage);
    for (let day = 0; day < 5; day += 1) {
      stage.simulator.moveTime(DAY);
      await clock.advance(MINUTE);
      await client.users.me();
    }
    expect(tokenCalls(stage)).toBe(6);
    expect(callsOf(stage, 'auth.refresh')).toEqual([200, 200, 200, 200, 200]);
  });

  it('is renewed before its end where the clock is right, so that no call meets a 401', async () => {
    const stage = await openStage();
    const { clock, client } = await keeper(stage);
    stage.simulator.moveTime(23 * HOUR);
    clock.jump(23 * HOUR);
    await client.users.me();
    expect(callsOf(stage, 'users.me')).toEqual([200]);
    expect(callsOf(stage, 'auth.refresh')).toEqual([200]);
  });

  it('does not lead to a loop when the new one is refused as well', async () => {
    const stage = await openStage();
    const { client, clock, problems } = await keeper(stage);
    await clock.advance(MINUTE);
    const operation = 'GET /api/openapi/open/v1/users/me';
    stage.simulator.faults.inject({
      kind: 'answer',
      operation,
      status: 401,
      times: 'until-cleared',
    });
    for (let call = 0; call < 5; call += 1) {
      expect(await failureOf(client.users.me())).toBeInstanceOf(AccessTokenRefusedError);
    }
    expect(callsOf(stage, 'users.me')).toEqual([401, 401, 401, 401, 401, 401]);
    expect(callsOf(stage, 'auth.refresh')).toEqual([200]);
    expect(problems).toEqual(['access-token-refused']);
  });
});

describe('a grant that has ended', () => {
  it('asks for sign-in, while operations without a user go on', async () => {
    const stage = await openStage();
    const { client, provider } = await keeper(stage);
    const grant = stage.simulator.world.authorizations.grants().at(-1)!;
    stage.simulator.world.authorizations.revokeGrant(grant);
    expect(await failureOf(client.users.me())).toBeInstanceOf(SignInRequiredError);
    expect(provider.grant).toBeNull();
    expect(await failureOf(client.users.me())).toBeInstanceOf(SignInRequiredError);
    expect(callsOf(stage, 'users.me')).toEqual([401]);
    expect(await client.drops.campaigns()).not.toEqual([]);
  });
});
