import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AccountState, SIGNED_OUT_HERE } from '../../../electron/auth/account.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import type { BooksLag } from '../../../electron/fleet/books/books.ts';
import type { DropsCalls } from '../../../electron/fleet/drops/drops-tenure.ts';
import { FleetError } from '../../../electron/fleet/fleet-errors.ts';
import { Metrics } from '../../../electron/fleet/metrics.ts';
import { serveMetrics } from '../../../electron/fleet/metrics-server.ts';
import type { Gap, SubscriptionKind } from '../../../shared/connection-history.ts';
import type { AppStatus, ConnectionState } from '../../../shared/status.ts';
import { gapOf } from '../../support/gaps.ts';

const KEY = 'a-key-of-some-length';

/** One channel as the metrics see it. */
function channel(
  channelId: string,
  state: ConnectionState = 'live',
  session: AppStatus['session'] | object = { slotsUsed: 2, roundTripMs: 40 },
) {
  const gaps = new Emitter<Gap>((failure) => {
    throw failure;
  });
  const account = new Emitter<AccountState>((failure) => {
    throw failure;
  });
  const signedIn = { kind: 'signed-in', signIn: 1, channelId, channelName: null } as const;
  const status = {
    connection: { state, reason: null, since: 0 },
    counts: { CHAT: 7, DONATION: 2, SUBSCRIPTION: 0, DROPS: 0, GOODS_PURCHASE: 0 },
    session,
    alerts: { waiting: 3 },
    overlay: { connectedPages: 1 },
  } as unknown as AppStatus;
  return {
    lease: { channelId, epoch: 12 },
    core: {
      account: { state: signedIn, onChange: account.on },
      status: { read: () => status },
      keeper: { recorder: { onGap: gaps.on } },
    },
    signIn: () => account.fire(signedIn),
    signOut: (reason: string) => account.fire({ kind: 'signed-out', reason }),
    gap: (from: number, to: number, ...kinds: readonly SubscriptionKind[]) => {
      const all = kinds.length > 0 ? { kinds } : {};
      gaps.fire(gapOf({ from, to, reason: 'closed-1006', ...all }));
    },
  };
}

function setUp(...channels: ReturnType<typeof channel>[]) {
  const running = [...channels];
  let away: string | null = null;
  const lags: BooksLag[] = [];
  let calls: DropsCalls | null = null;
  const metrics = new Metrics({
    channels: () => running,
    notReady: () => away,
    lags: () => lags,
    dropsCalls: () => calls,
    clock: { now: () => 100_000 },
  });
  for (const { lease } of running) metrics.note('started', lease);
  return {
    metrics,
    running,
    lags,
    pay: (used: DropsCalls | null) => {
      calls = used;
    },
    lose: (why: string | null) => {
      away = why;
    },
    lines: async () => (await metrics.registry.metrics()).split('\n'),
  };
}

async function serve(key: string | null, metrics = setUp(channel('a')).metrics) {
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, key });
  onTestFinished(() => server.close());
  return {
    port: server.port,
    ask: (path: string, init?: RequestInit) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, init),
  };
}

describe('figures of a host', () => {
  it('count channels by the state of their connection', async () => {
    const { lines } = setUp(channel('a'), channel('b'), channel('c', 'reconnecting'));
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'stagelight_channels{state="live"} 2',
        'stagelight_channels{state="reconnecting"} 1',
        'stagelight_channels{state="signed-out"} 0',
        'stagelight_channel_live{channel="c"} 0',
      ]),
    );
  });

  it('tell of each channel its events, alerts, sessions, and epoch', async () => {
    const { lines } = setUp(channel('a'));
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'stagelight_events_total{channel="a",kind="CHAT"} 7',
        'stagelight_events_total{channel="a",kind="DONATION"} 2',
        'stagelight_alerts_waiting{channel="a"} 3',
        'stagelight_sessions_used{channel="a"} 2',
        'stagelight_round_trip_seconds{channel="a"} 0.04',
        'stagelight_channel_epoch{channel="a"} 12',
      ]),
    );
  });

  it('add up gaps, also of a channel that has left', async () => {
    const one = channel('a');
    const { metrics, running, lines } = setUp(one);
    one.gap(1_000, 3_500);
    one.gap(9_000, 9_500);
    running.length = 0;
    metrics.note('stopped', one.lease);
    one.gap(10_000, 20_000);
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'stagelight_gaps_total{channel="a",reason="closed-1006"} 2',
        'stagelight_gap_seconds_total{channel="a",reason="closed-1006"} 3',
        'stagelight_channel_moves_total{what="started"} 1',
        'stagelight_channel_moves_total{what="stopped"} 1',
      ]),
    );
    expect((await lines()).join('\n')).not.toContain('stagelight_alerts_waiting{');
  });

  it('count gaps of different kinds that overlap once, whichever is told first', async () => {
    const one = channel('a');
    const { lines } = setUp(one);
    one.gap(5_000, 9_000, 'chat');
    one.gap(2_000, 9_000, 'donation');
    one.gap(6_000, 8_000, 'subscription');
    one.gap(8_500, 10_000, 'chat');
    one.gap(20_000, 21_000);
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'stagelight_gaps_total{channel="a",reason="closed-1006"} 3',
        'stagelight_gap_seconds_total{channel="a",reason="closed-1006"} 9',
      ]),
    );
  });

  it('say nothing of a session where there is none, nor of a way that was not measured', async () => {
    const { lines } = setUp(
      channel('a', 'connecting', null),
      channel('b', 'live', { slotsUsed: 1, roundTripMs: null }),
    );
    const found = await lines();
    const of = (name: string) => found.filter((line) => line.startsWith(`${name}{`));
    expect(of('stagelight_sessions_used')).toEqual(['stagelight_sessions_used{channel="b"} 1']);
    expect(of('stagelight_round_trip_seconds')).toEqual([]);
    expect(of('stagelight_channel_live')).toEqual([
      'stagelight_channel_live{channel="a"} 0',
      'stagelight_channel_live{channel="b"} 1',
    ]);
  });

  it('are of this moment, however often somebody asks', async () => {
    const { running, lines } = setUp(channel('a'), channel('b'));
    await lines();
    running.pop();
    const found = await lines();
    expect(found).toEqual(
      expect.arrayContaining([
        'stagelight_ready 1',
        'stagelight_events_total{channel="a",kind="CHAT"} 7',
        'stagelight_overlay_pages{channel="a"} 1',
        'stagelight_channels{state="live"} 1',
      ]),
    );
    const states = found.filter((line) => line.startsWith('stagelight_channels{'));
    expect(states.map((line) => /"(.*)"/.exec(line)?.[1])).toEqual([
      ...['starting', 'signed-out', 'signing-in', 'connecting', 'live', 'reconnecting', 'stopped'],
    ]);
    expect(found.join('\n')).not.toContain('channel="b"');
    // And of the process itself.
    expect(found.join('\n')).toMatch(/^process_resident_memory_bytes \d+/m);
  });

  it('count a gap once, also where a channel came back, and none of one that was lost', async () => {
    const one = channel('a');
    const { metrics, lines } = setUp(one);
    metrics.note('lost', one.lease);
    one.gap(1_000, 2_000);
    one.signOut('sign-in-required');
    metrics.note('started', one.lease);
    metrics.note('started', one.lease);
    one.gap(3_000, 5_000);
    // The clock was set back in between.
    one.gap(9_000, 8_000);
    metrics.note('started', { channelId: 'gone by now', epoch: 1 });
    const found = await lines();
    expect(found).toEqual(
      expect.arrayContaining([
        'stagelight_gaps_total{channel="a",reason="closed-1006"} 2',
        'stagelight_gap_seconds_total{channel="a",reason="closed-1006"} 2',
        'stagelight_channel_moves_total{what="lost"} 1',
        'stagelight_channel_moves_total{what="started"} 4',
      ]),
    );
    expect(found.join('\n')).not.toContain('sign_in_renewals_total{channel="a"');
  });

  it('tell how far the stream is behind a channel’s books', async () => {
    const { lags, lines } = setUp(channel('a'));
    lags.push({ channelId: 'a', waiting: 7, since: 97_500 });
    // States alone, and an event that another clock dated.
    lags.push({ channelId: 'b', waiting: 1, since: null });
    lags.push({ channelId: 'c', waiting: 1, since: 100_300 });
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'stagelight_books_waiting{channel="a"} 7',
        'stagelight_books_oldest_seconds{channel="a"} 2.5',
        'stagelight_books_oldest_seconds{channel="b"} 0',
        'stagelight_books_oldest_seconds{channel="c"} 0',
      ]),
    );
  });

  it('count renewals of leases and sign-ins, and those that were refused', async () => {
    const [one, other] = [channel('a'), channel('b')];
    const { metrics, lines } = setUp(one, other);
    for (const result of ['renewed', 'renewed', 'unknown', 'refused'] as const) {
      metrics.noteRenewal(result);
    }
    metrics.noteSignIn('a');
    one.signOut('sign-in-required');
    one.signOut('it is still out');
    one.signIn();
    one.signOut('sign-in-required');
    // Because somebody wanted it.
    other.signOut(SIGNED_OUT_HERE);
    metrics.note('stopped', one.lease);
    one.signOut('sign-in-required');
    const found = await lines();
    expect(found).toEqual(
      expect.arrayContaining([
        'stagelight_lease_renewals_total{result="renewed"} 2',
        'stagelight_lease_renewals_total{result="unknown"} 1',
        'stagelight_lease_renewals_total{result="refused"} 1',
        'stagelight_sign_in_renewals_total{channel="a",result="renewed"} 1',
        'stagelight_sign_in_renewals_total{channel="a",result="refused"} 2',
      ]),
    );
    expect(found.join('\n')).not.toContain('renewals_total{channel="b"');
  });

  it('tell of the calls for drops only where this host pays', async () => {
    const { pay, lines } = setUp();
    expect((await lines()).join('\n')).not.toContain('stagelight_drops_calls{');
    pay({ read: { used: 41, refused: false }, write: { used: 3, refused: true } });
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'stagelight_drops_calls{category="read"} 41',
        'stagelight_drops_calls{category="write"} 3',
        'stagelight_drops_calls_used_up{category="read"} 0',
        'stagelight_drops_calls_used_up{category="write"} 1',
      ]),
    );
  });

  it('quote a channel whose id could be taken for more lines', async () => {
    const { lines } = setUp(channel('x"} 1\nup{y="'));
    expect(await lines()).toContain(
      String.raw`stagelight_channel_live{channel="x\"} 1\nup{y=\""} 1`,
    );
  });
});

describe('the port for figures', () => {
  it('says whether the host lives, and whether it takes its share', async () => {
    const { metrics, lose } = setUp();
    const { ask } = await serve(null, metrics);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
    lose('NATS is away');
    expect((await ask('/healthz')).status).toBe(200);
    const answer = await ask('/readyz');
    expect([answer.status, await answer.text()]).toEqual([503, 'NATS is away\n']);
    expect(await (await ask('/metrics')).text()).toContain('stagelight_ready 0');
  });

  it('asks for the key where there is one, but not for health', async () => {
    const { ask } = await serve(KEY);
    const withKey = (key: string) =>
      ask('/metrics', { headers: { Authorization: `Bearer ${key}` } });
    expect((await ask('/metrics')).status).toBe(401);
    expect((await withKey(`${KEY}x`)).status).toBe(401);
    expect((await withKey(KEY)).status).toBe(200);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it.each([
    ['a page in a browser', '/metrics', { headers: { Origin: 'http://evil.example' } }, 403],
    ['its own request for a picture', '/metrics', { headers: { 'Sec-Fetch-Site': 'none' } }, 403],
    ['a form', '/metrics', { method: 'POST' }, 405],
    [
      'a page of this very address',
      '/healthz',
      { headers: { 'Sec-Fetch-Site': 'same-origin' } },
      403,
    ],
    ['another path', '/', {}, 404],
  ])('refuses %s', async (_, path, init, status) => {
    const { ask } = await serve(null);
    expect((await ask(path, init)).status).toBe(status);
  });

  it('answers in the text that is read there, without it where only the head is asked for', async () => {
    const { ask } = await serve(null);
    const whole = await ask('/metrics?from=prometheus');
    expect(whole.headers.get('content-type')).toContain('text/plain; version=');
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await whole.text()).toContain('stagelight_');
    const head = await ask('/healthz', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await (await ask('/healthz')).text()).toBe('ok\n');
    expect(await (await ask('/readyz')).text()).toBe('ready\n');
  });

  it('answers nothing where the figures cannot be had, and lives on', async () => {
    const { metrics } = setUp(channel('a'));
    const broken = Object.assign(Object.create(metrics.registry), {
      metrics: () => Promise.reject(new Error('no figures')),
    });
    const server = await serveMetrics(
      { registry: broken, notReady: null },
      { host: '127.0.0.1', port: 0, key: null },
    );
    onTestFinished(() => server.close());
    await expect(fetch(`http://127.0.0.1:${server.port}/metrics`)).rejects.toThrow();
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200);
  });

  it('is free again when it is closed, also with a caller in the middle of a question', async () => {
    const server = await serveMetrics(setUp().metrics, { host: '127.0.0.1', port: 0, key: null });
    const { port } = server;
    const caller = connect(port, '127.0.0.1');
    caller.on('error', () => undefined);
    caller.write('GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n');
    await once(caller, 'data');
    await new Promise<void>((resolve) => caller.write('GET /hea', () => resolve()));
    const isCut = new Promise((resolve) => caller.on('close', resolve));
    await Promise.all([isCut, server.close()]);
    const again = await serveMetrics(setUp().metrics, { host: '127.0.0.1', port, key: null });
    expect(again.port).toBe(port);
    await again.close();
  });

  it('that somebody else has is said', async () => {
    const { port } = await serve(null);
    const again = serveMetrics(setUp().metrics, { host: '127.0.0.1', port, key: null });
    await expect(again).rejects.toThrow(FleetError);
  });
});
