import { describe, expect, it } from 'vitest';
import { runWatched } from '../../../electron/base/watched.ts';
import { RateLimitedError, UnavailableError } from '../../../electron/platform/errors.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import {
  broken,
  clientOf,
  content,
  FakePlatform,
  FakeTokens,
  failureOf,
  type Reply,
  raw,
  refusal,
  silence,
} from './support.ts';

const user = content({ channelId: 'c' });

function start(...replies: Reply[]) {
  const clock = new VirtualClock();
  const platform = new FakePlatform(...replies);
  const stop = new AbortController();
  const tokens = new FakeTokens();
  const client = clientOf(platform, { clock, tokens, options: { stop: stop.signal } });
  return { clock, platform, client, stop, tokens };
}

/** Headers arrive, the body never ends. */
const halfAnswer: Reply = () =>
  new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array([123])) }));

describe('repeating', () => {
  it.each([
    ['a broken line', broken()],
    ['a 500', refusal(500, 'oops')],
    ['a 503 without a body', raw(null, 503)],
    ['a 429', refusal(429, 'slow')],
    ['a 429 with a wait', refusal(429, 'slow', { 'retry-after': '2' })],
  ])('gets over %s, twice', async (_, failing) => {
    const { clock, platform, client } = start(failing, failing, user);
    const me = client.users.me();
    await clock.advance(10_000);
    expect((await me).channelId).toBe('c');
    expect(platform.count).toBe(3);
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends after three attempts with the last failure', async () => {
    const { clock, platform, client } = start(refusal(500, 'a'), broken('ETIMEDOUT'));
    const me = failureOf(client.users.me());
    await clock.advance(60_000);
    expect(await me).toBeInstanceOf(UnavailableError);
    expect(await me).toMatchObject({ reason: 'network', detail: 'ETIMEDOUT', status: null });
    expect(platform.count).toBe(3);
  });

  it('waits with jitter that grows', async () => {
    const { clock, platform, client } = start(broken());
    const me = failureOf(client.users.me());
    // Ceilings 500 and 1000 ms above a floor of 250; the drawn number is always one half.
    await clock.advance(374);
    expect(platform.count).toBe(1);
    await clock.advance(1);
    expect(platform.count).toBe(2);
    await clock.advance(624);
    expect(platform.count).toBe(2);
    await clock.advance(1);
    expect(platform.count).toBe(3);
    await me;
  });

  it('waits as long as the platform asks', async () => {
    const { clock, platform, client } = start(refusal(503, 'x', { 'retry-after': '30' }), user);
    const me = client.users.me();
    await clock.advance(29_999);
    expect(platform.count).toBe(1);
    await clock.advance(1);
    expect((await me).channelId).toBe('c');
  });

  it('hands a longer wait to the caller', async () => {
    const { clock, platform, client } = start(refusal(429, 'x', { 'retry-after': '31' }), user);
    const failure = await failureOf(client.users.me());
    expect(failure).toBeInstanceOf(RateLimitedError);
    expect(failure).toMatchObject({ retryAfterMs: 31_000 });
    expect([platform.count, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('takes the token that is current by then', async () => {
    const { clock, platform, client, tokens } = start(broken(), user);
    const me = client.users.me();
    await settle();
    tokens.current = 'access-token-9';
    await clock.advance(10_000);
    await me;
    expect(platform.last.headers['authorization']).toBe('Bearer access-token-9');
  });

  it.each([400, 403, 404, 422])('does not happen after a %i', async (status) => {
    const { platform, client } = start(refusal(status, 'no'));
    await failureOf(client.users.me());
    expect(platform.count).toBe(1);
  });
});

describe('a call that somebody waits for', () => {
  function watched(...replies: Reply[]) {
    const started = start(...replies);
    const waits: number[] = [];
    const me = runWatched(
      (forMs) => waits.push(forMs),
      () => started.client.users.me(),
    );
    return { ...started, waits, me };
  }

  it('tells how long the platform asks to wait, and goes on by itself', async () => {
    const { clock, platform, waits, me } = watched(refusal(429, 'x', { 'retry-after': '7' }), user);
    await clock.advance(6_999);
    expect([platform.count, waits]).toEqual([1, [7_000]]);
    await clock.advance(1);
    expect((await me).channelId).toBe('c');
  });

  it('waits for a minute, and hands on what is longer with the time from which it can be tried', async () => {
    const minute = watched(refusal(429, 'x', { 'retry-after': '60' }), user);
    await minute.clock.advance(60_000);
    expect((await minute.me).channelId).toBe('c');
    const longer = watched(refusal(429, 'x', { 'retry-after': '61' }), user);
    const failure = await failureOf(longer.me);
    expect(longer.waits).toEqual([]);
    expect(failure).toMatchObject({ problem: { retryAt: longer.clock.now() + 61_000 } });
  });

  it('is told from when a platform in trouble wants to be asked again', async () => {
    const { clock, waits, me } = watched(refusal(503, 'x', { 'retry-after': '600' }));
    const failure = await failureOf(me);
    expect(waits).toEqual([]);
    expect(failure).toMatchObject({
      problem: { code: 'platform-unavailable-server', retryAt: clock.now() + 600_000 },
    });
  });

  it('rests some seconds where the platform says too many and names no time', async () => {
    const { clock, platform, waits, me } = watched(refusal(429, 'slow'));
    const failure = failureOf(me);
    await clock.advance(4_499);
    expect([platform.count, waits]).toEqual([1, [4_500]]);
    await clock.advance(1);
    expect([platform.count, waits]).toEqual([2, [4_500, 6_500]]);
    await clock.advance(6_500);
    expect(await failure).toMatchObject({
      retryAfterMs: null,
      problem: { code: 'platform-rate-limited' },
    });
    expect(platform.count).toBe(3);
  });

  it('says nothing of pauses too short to be seen', async () => {
    const { clock, waits, me } = watched(broken(), user);
    await clock.advance(10_000);
    await me;
    expect(waits).toEqual([]);
  });

  it('never waits before a change: a refused one says when it can be tried again', async () => {
    const { clock, client, platform } = start(refusal(429, 'x', { 'retry-after': '7' }));
    const waits: number[] = [];
    const failure = await failureOf(
      runWatched(
        (forMs) => waits.push(forMs),
        () => client.chat.send({ message: 'a' }),
      ),
    );
    expect(failure).toMatchObject({ problem: { retryAt: clock.now() + 7_000 } });
    expect([platform.count, waits]).toEqual([1, []]);
  });
});

describe('a late answer', () => {
  it.each([
    ['a line that stays silent', silence()],
    ['a fetch that does not listen to its signal', silence(false)],
    ['a body that never ends', halfAnswer],
  ])('is given up after 15 seconds: %s', async (_, reply) => {
    const { clock, platform, client } = start(reply);
    const sent = failureOf(client.chat.send({ message: 'a' }));
    await clock.advance(14_999);
    expect(platform.last.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(await sent).toBeInstanceOf(UnavailableError);
    expect(await sent).toMatchObject({ reason: 'timeout', status: null });
    expect(platform.last.signal.aborted).toBe(true);
    expect([platform.count, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('is asked for again where that is safe', async () => {
    const { clock, platform, client } = start(silence(), user);
    const me = client.users.me();
    await clock.advance(20_000);
    expect((await me).channelId).toBe('c');
    expect(platform.count).toBe(2);
  });

  it('has the patience that was set', async () => {
    const clock = new VirtualClock();
    const platform = new FakePlatform(silence());
    const client = clientOf(platform, { clock, options: { timeoutMs: 50 } });
    const sent = failureOf(client.blocks.block('a'));
    await clock.advance(50);
    expect(await sent).toMatchObject({ reason: 'timeout' });
  });
});

describe('stopping the app', () => {
  it('ends a call that waits for its answer', async () => {
    const { clock, platform, client, stop } = start(silence());
    const me = failureOf(client.users.me());
    await settle();
    stop.abort();
    expect(await me).toMatchObject({ reason: 'stopped' });
    expect([platform.count, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('ends a call that waits for its next attempt, without sending it', async () => {
    const { clock, platform, client, stop } = start(broken());
    const me = failureOf(client.users.me());
    await settle();
    stop.abort();
    expect(await me).toMatchObject({ reason: 'stopped' });
    expect([platform.count, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('refuses new calls', async () => {
    const { platform, client, stop } = start(user);
    stop.abort();
    expect(await failureOf(client.users.me())).toMatchObject({ reason: 'stopped' });
    expect(platform.count).toBe(0);
  });
});
