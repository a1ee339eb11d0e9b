import { describe, expect, it } from 'vitest';
import { InsufficientScopeError, NotAuthorizedError } from '../../../electron/platform/errors.ts';
import { OPERATION_TABLE } from './operation-table.ts';
import { clientOf, FakePlatform, FakeTokens, failureOf, refusal, TOKEN } from './support.ts';

const expired = refusal(401, 'Access token has expired');
const bearer = OPERATION_TABLE.filter((row) => row.auth === 'bearer');
const byClient = OPERATION_TABLE.filter((row) => row.auth === 'client');

describe('a 401 of an operation with the user’s token', () => {
  it.each(bearer)('$name is sent once more with a newer token', async (row) => {
    const tokens = new FakeTokens();
    const platform = new FakePlatform(expired, row.reply);
    await row.call(clientOf(platform, { tokens }));
    expect(tokens.rejected).toEqual([TOKEN]);
    expect(platform.requests.map((sent) => sent.headers['authorization'])).toEqual([
      `Bearer ${TOKEN}`,
      'Bearer access-token-2',
    ]);
    expect(platform.last.body).toEqual(row.body);
  });

  it.each(bearer)('$name gives up when two newer tokens are refused too', async (row) => {
    const tokens = new FakeTokens();
    const platform = new FakePlatform(expired);
    const failure = await failureOf(row.call(clientOf(platform, { tokens })));
    expect(failure).toBeInstanceOf(NotAuthorizedError);
    expect(failure).toMatchObject({ proof: 'token', status: 401 });
    expect([platform.count, tokens.rejected.length]).toEqual([3, 2]);
  });

  it('says in which words the token was refused', async () => {
    const heard: unknown[] = [];
    const tokens = {
      accessToken: async () => TOKEN,
      accessTokenAfter: async (_: string, refusal: NotAuthorizedError) => {
        heard.push(refusal.platformMessage);
        return 'access-token-2';
      },
    };
    const platform = new FakePlatform(refusal(401, 'Session context mismatch'));
    await failureOf(clientOf(platform, { tokens }).users.me());
    expect(heard).toEqual(['Session context mismatch', 'Session context mismatch']);
  });

  it('is not sent again with the very token that was refused', async () => {
    const tokens = { accessToken: async () => TOKEN, accessTokenAfter: async () => TOKEN };
    const platform = new FakePlatform(expired);
    const failure = await failureOf(clientOf(platform, { tokens }).users.me());
    expect(failure).toBeInstanceOf(NotAuthorizedError);
    expect(platform.count).toBe(1);
  });

  it('passes on what the token source throws', async () => {
    const signIn = new Error('sign in first');
    const tokens = {
      accessToken: async () => TOKEN,
      accessTokenAfter: () => Promise.reject(signIn),
    };
    expect(await failureOf(clientOf(new FakePlatform(expired), { tokens }).users.me())).toBe(
      signIn,
    );
    const signedOut = { ...tokens, accessToken: () => Promise.reject(signIn) };
    const platform = new FakePlatform();
    expect(await failureOf(clientOf(platform, { tokens: signedOut }).users.me())).toBe(signIn);
    expect(platform.count).toBe(0);
  });

  it('names the missing scope and refreshes nothing', async () => {
    const tokens = new FakeTokens();
    const platform = new FakePlatform(refusal(401, 'Insufficient scope: WRITE:LIVE_CHAT required'));
    const failure = await failureOf(clientOf(platform, { tokens }).chat.send({ message: 'a' }));
    expect(failure).toBeInstanceOf(InsufficientScopeError);
    expect(failure).toMatchObject({ scope: 'WRITE:LIVE_CHAT' });
    expect([platform.count, tokens.rejected.length]).toEqual([1, 0]);
  });

  it.each([
    ['in an array', 401, ['Insufficient scope: READ:USER required'], 'READ:USER'],
    ['without a name: the operation’s own', 401, 'Insufficient scope', 'READ:USER'],
    ['with status 403', 403, 'insufficient scope: NEW:THING required.', 'NEW:THING'],
  ])('understands a missing scope %s', async (_, status, message, scope) => {
    const platform = new FakePlatform(refusal(status, message));
    const failure = await failureOf(clientOf(platform).users.me());
    expect(failure).toBeInstanceOf(InsufficientScopeError);
    expect(failure).toMatchObject({ scope });
  });

  it('leaves the token alone when the application is what is wrong', async () => {
    const tokens = new FakeTokens();
    const platform = new FakePlatform(refusal(401, 'Invalid client credentials'));
    const failure = await failureOf(clientOf(platform, { tokens }).users.me());
    expect(failure).toBeInstanceOf(NotAuthorizedError);
    expect(failure).toMatchObject({ proof: 'client' });
    expect([platform.count, tokens.rejected.length]).toEqual([1, 0]);
  });
});

describe('a 401 of an operation with client credentials', () => {
  it.each(byClient)('$name is neither refreshed nor repeated', async (row) => {
    const tokens = new FakeTokens();
    const platform = new FakePlatform(expired);
    const failure = await failureOf(row.call(clientOf(platform, { tokens })));
    expect(failure).toBeInstanceOf(NotAuthorizedError);
    expect(failure).toMatchObject({ proof: 'client' });
    expect([platform.count, tokens.rejected.length]).toEqual([1, 0]);
  });
});

it.each(['비밀', 'secret\nX-Other: 1', 'tab\u0000'])(
  'a client secret that fits no header (%j) is refused before it is sent',
  async (clientSecret) => {
    const platform = new FakePlatform();
    const failure = await failureOf(
      clientOf(platform, { options: { clientSecret } }).channels.get(['a']),
    );
    expect(failure).toBeInstanceOf(NotAuthorizedError);
    expect(String(failure)).not.toContain(clientSecret);
    expect(platform.count).toBe(0);
  },
);
