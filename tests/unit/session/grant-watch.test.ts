import { describe, expect, it } from 'vitest';
import { ALL_SCOPES, MINUTE } from './keeper-setup.ts';
import { endGrant, REVOKED, setUp, USED_UP } from './platform-setup.ts';

describe('a grant that ends while the stream is live', () => {
  it('stops it at once where the platform has ended it', async () => {
    const stage = setUp();
    await stage.begin();
    await endGrant(stage, REVOKED);
    expect(stage.keeper.status).toMatchObject({ phase: 'blocked', reason: 'signed-out' });
    stage.owned.dispose();
  });

  it('leaves a link that delivers where it could only not be renewed', async () => {
    const stage = setUp();
    await stage.begin();
    await endGrant(stage, USED_UP);
    await stage.clock.advance(10 * MINUTE);
    expect(stage.codes()).toContain('sign-in-required');
    expect(stage.keeper.status.phase).toBe('live');
    stage.owned.dispose();
  });

  it('leaves a gap from the last proof until somebody signs in again', async () => {
    const stage = setUp();
    await stage.begin();
    const begunAt = stage.clock.now();
    await endGrant(stage, USED_UP);
    await stage.clock.advance(8 * MINUTE);
    const issued = { accessToken: 'next', refreshToken: 'next', expiresInSeconds: 86_400 };
    await stage.tokens.adopt({ ...issued, tokenType: 'Bearer', scopes: ALL_SCOPES });
    expect(stage.gaps).toMatchObject([{ to: begunAt + 8 * MINUTE, reason: 'signed-out' }]);
    stage.owned.dispose();
  });

  it.each([
    ['counts what still comes where it only could not be renewed', USED_UP, true],
    ['counts nothing more where it was revoked: somebody may have agreed anew', REVOKED, false],
  ])('%s', async (_, message, counts) => {
    const stage = setUp();
    await stage.begin();
    const until = () => stage.keeper.recorder.coverage.mark.chat?.received ?? 0;
    const before = until();
    // The look that would end the link has no answer yet.
    stage.refusals.set('/sessions', 'silence');
    await endGrant(stage, message);
    // The first one after ten seconds sends a PING, and the next one is later than that.
    for (const ms of [11_000, 3_000]) {
      await stage.clock.advance(ms);
      stage.net.sockets[0]?.text({ event: 'CHAT', data: { content: 'hi' } });
    }
    expect(until() > before).toBe(counts);
    stage.owned.dispose();
  });

  it.each([
    ['the last look, which asked who had signed in', ['READ:USER'], 290_000],
    ['the beginning where nobody may ask who has signed in', [], 0],
  ])('leaves a gap since %s', async (_, more, since) => {
    const stage = setUp({ scopes: [...more, ...ALL_SCOPES] });
    const begunAt = stage.clock.now();
    await stage.begin();
    await stage.clock.advance(6 * MINUTE);
    expect(stage.calls.filter((path) => path === 'users/me')).toHaveLength(more.length * 2);
    await endGrant(stage, REVOKED);
    const { openGaps } = stage.keeper.recorder.connectionHistory;
    expect(openGaps).toMatchObject([{ from: begunAt + since }]);
    stage.owned.dispose();
  });
});

describe('a sign-in that somebody agrees to anew', () => {
  /** Of the platform's word, before the six minutes are over. */
  const LAST_LOOK = 290_000 - 6 * MINUTE - 1_000;
  const from = async (
    agree: (stage: ReturnType<typeof setUp>) => Promise<void>,
    more = ['READ:USER'],
  ) => {
    const stage = setUp({ scopes: [...more, ...ALL_SCOPES] });
    await stage.begin();
    await stage.clock.advance(6 * MINUTE);
    const begunAt = stage.clock.now();
    await agree(stage);
    const { openGaps } = stage.keeper.recorder.connectionHistory;
    stage.owned.dispose();
    const open = openGaps.map((gap) => [gap.from - begunAt, null, gap.reason]);
    return [
      ...stage.gaps.map((gap) => [gap.from - begunAt, gap.to - begunAt, gap.reason]),
      ...open,
    ];
  };

  it('leaves no gap where the grant of before still holds: only its permissions change', async () => {
    expect(await from(({ grant }) => grant.proveLast())).toEqual([]);
  });

  it('leaves one since the last proof where that was revoked, and nobody had noticed', async () => {
    const gaps = await from(({ refusals, grant }) => {
      refusals.set('/users/me', { status: 401, message: 'Access token has been revoked' });
      refusals.set('/token', { status: 401, message: REVOKED });
      return grant.proveLast();
    });
    expect(gaps.at(-1)).toEqual([LAST_LOOK, null, 'signed-out']);
  });

  it('leaves one where the platform says nothing for four seconds, and none where nobody may ask', async () => {
    const silent = await from(async ({ refusals, grant, clock }) => {
      refusals.set('/users/me', 'silence');
      const proved = grant.proveLast();
      await clock.advance(4_000);
      await proved;
    });
    expect(silent).toEqual([[LAST_LOOK, 4_000, 'signed-out']]);
    expect(await from(({ grant }) => grant.proveLast(), [])).toEqual([]);
  });

  it('lets events prove a grant again from then on, also where its tokens do not arrive', async () => {
    const gaps = await from(async (stage) => {
      await endGrant(stage, USED_UP);
      await stage.grant.proveLast();
      await stage.clock.advance(MINUTE);
      stage.net.sockets[0]?.text({ event: 'CHAT', data: { content: 'hi' } });
    });
    expect(gaps).toMatchObject([[expect.any(Number), 0, 'signed-out']]);
  });
});
