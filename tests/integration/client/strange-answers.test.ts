import { describe, expect, it } from 'vitest';
import { sayProblem } from '../../../electron/base/errors.ts';
import {
  ForbiddenError,
  InvalidRequestError,
  MalformedAnswerError,
  NotAuthorizedError,
  type PlatformError,
  RateLimitedError,
  TokenRefusedError,
  UnavailableError,
} from '../../../electron/platform/errors.ts';
import type { FaultInput } from '../../../electron/simulator/faults/fault.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { type ClientStage, failureOf, type Player, stageOpener } from './support/client-stage.ts';

const openStage = stageOpener();

type Form = Extract<FaultInput, { kind: 'strange-answer' }>['form'];

/** A row: the answer, the error that it is, and how often a call that may be repeated is sent. */
const READS: readonly (readonly [
  Form,
  number | undefined,
  abstract new (...args: never[]) => PlatformError,
  number,
])[] = [
  ['html', undefined, UnavailableError, 3],
  ['html', 401, NotAuthorizedError, 1],
  ['html', 403, ForbiddenError, 1],
  ['html', 404, InvalidRequestError, 1],
  ['html', 200, MalformedAnswerError, 1],
  ['messages', undefined, InvalidRequestError, 1],
  ['list', undefined, UnavailableError, 3],
  ['list', 422, InvalidRequestError, 1],
  ['list', 200, MalformedAnswerError, 1],
  ['empty', undefined, UnavailableError, 3],
  ['empty', 200, MalformedAnswerError, 1],
  ['no-content', undefined, MalformedAnswerError, 1],
  ['redirect', undefined, MalformedAnswerError, 1],
  ['redirect', 307, MalformedAnswerError, 1],
  ['redirect', 308, MalformedAnswerError, 1],
  ['timeout', undefined, UnavailableError, 3],
  ['rate-limit', undefined, RateLimitedError, 3],
];

function strike(stage: ClientStage, form: Form, status: number | undefined): void {
  stage.simulator.faults.inject({
    kind: 'strange-answer',
    form,
    times: 'until-cleared',
    ...(status === undefined ? {} : { status }),
  });
}

/** What a streamer would read has nothing of a page or of a data structure in it. */
function expectPlainWords(failure: unknown): void {
  const { problem } = failure as PlatformError;
  for (const language of LANGUAGES) {
    for (const text of Object.values(sayProblem(problem, language))) {
      expect(text).not.toMatch(/[<>{}[\]]/);
    }
  }
}

describe('an answer that is not the documented one', () => {
  it.each(READS)('to a read: %s (%s)', async (form, status, error, times) => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn();
    tokens.renews = false;
    const before = stage.arrived;
    strike(stage, form, status);
    const failure = await failureOf(client.users.me());
    expect(failure).toBeInstanceOf(error);
    expectPlainWords(failure);
    expect(stage.arrived - before).toBe(times);
  });

  it.each(READS)('to a chat message, which is sent once: %s (%s)', async (form, status, error) => {
    const stage = await openStage();
    const { client, tokens } = await stage.signIn();
    tokens.renews = false;
    const before = stage.arrived;
    strike(stage, form, status);
    const sending = client.chat.send({ message: 'once' });
    // Any 2xx says that it is sent; which number it got is not known then.
    const isSent = (status ?? (form === 'no-content' ? 204 : 500)) < 300;
    if (isSent) expect(await sending).toEqual({ messageId: null });
    else expect(await failureOf(sending)).toBeInstanceOf(error);
    expect(stage.arrived - before).toBe(1);
  });

  it.each(READS)('to a refresh, which is sent once: %s (%s)', async (form, status, error) => {
    const stage = await openStage();
    const { refreshToken } = await stage.pair();
    const before = stage.arrived;
    strike(stage, form, status);
    const failure = await failureOf(stage.auth().refresh(refreshToken));
    expect(failure).toBeInstanceOf(status === 401 ? TokenRefusedError : error);
    expectPlainWords(failure);
    expect(stage.arrived - before).toBe(1);
  });

  it.each<readonly [string, (player: Player, key: string) => Promise<unknown>]>([
    ['subscribing', ({ client }, key) => client.sessions.subscribe('chat', key)],
    ['a notice', ({ client }) => client.chat.notice({ message: 'once' })],
  ])('204 to %s is a success: no content is documented', async (_, call) => {
    const stage = await openStage();
    const player = await stage.signIn();
    const { sessionKey } = await player.client.sessions.createUser();
    strike(stage, 'no-content', undefined);
    await call(player, sessionKey);
  });

  it('several reasons in a list are joined', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    strike(stage, 'messages', undefined);
    expect(await failureOf(client.users.me())).toMatchObject({
      platformMessage: 'first reason; second reason',
    });
  });

  it('a redirect is not followed: the secrets of the call go nowhere else', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    strike(stage, 'redirect', 307);
    await failureOf(client.drops.campaigns());
    const paths = stage.simulator.requestLog.entries().map(({ path }) => path);
    expect(paths).not.toContain('/elsewhere');
  });
});
