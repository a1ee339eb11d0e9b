import { describe, expect, it } from 'vitest';
import type { AccountState } from '../../../electron/auth/account.ts';
import type { Grant } from '../../../electron/auth/ports.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { StatusSource } from '../../../electron/features/account/status-source.ts';
import { NoticeBoard } from '../../../electron/host/notice-board.ts';
import type { KeeperPhase, KeeperStatus } from '../../../electron/session/status.ts';
import { EVENT_KINDS, type EventKind } from '../../../shared/events.ts';
import type { AppStatus, ConnectionStatus } from '../../../shared/status.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const rethrow = (failure: unknown): void => {
  throw failure;
};
const GRANT: Grant = {
  accessToken: 'the-access-token',
  refreshToken: 'the-refresh-token',
  scopes: ['READ:USER', 'READ:LIVE_CHAT'],
  issuedAt: 0,
  expiresAt: 1,
};
const signedIn = (channelId: string | null): AccountState => ({
  kind: 'signed-in',
  signIn: 1,
  channelId,
  channelName: channelId && 'Streamer',
});

function setUp() {
  const clock = new VirtualClock(1_000);
  const batches = new Emitter<void>(rethrow);
  const pages = new Emitter<void>(rethrow);
  const accounts = new Emitter<AccountState>(rethrow);
  const keepers = new Emitter<KeeperStatus>(rethrow);
  const grants = new Emitter<Grant | null>(rethrow);
  const account: { state: AccountState; onChange: typeof accounts.on } = {
    state: { kind: 'starting' },
    onChange: accounts.on,
  };
  const keeper: { status: KeeperStatus; onStatus: typeof keepers.on } = {
    status: { phase: 'stopped', reason: null, session: null },
    onStatus: keepers.on,
  };
  const tokens: { grant: Grant | null; onChange: typeof grants.on } = {
    grant: null,
    onChange: grants.on,
  };
  const notices = new NoticeBoard(clock, silentLogger);
  const counts = Object.fromEntries(EVENT_KINDS.map((kind) => [kind, 0])) as Record<
    EventKind,
    number
  >;
  const onBatch = (listener: (batch: never) => void) => batches.on(() => listener(null as never));
  const status = new StatusSource({
    demo: false,
    account,
    tokens,
    keeper,
    notices,
    clock,
    hub: { counts, unknownEvents: 2, refusals: [{ reason: 'not-json', count: 1 }], onBatch },
    alerts: {
      waiting: 3,
      neverAppeared: 1,
      paused: false,
      onState: () => ({ dispose: () => undefined }),
    },
    overlay: () => ({ url: 'http://127.0.0.1:1/overlay/key/', connectedPages: 1 }),
    onOverlayPages: pages.on,
    log: silentLogger,
  });
  const said: ConnectionStatus[] = [];
  const whole: AppStatus[] = [];
  status.onConnection((connection) => said.push(connection));
  status.onChange((value) => whole.push(value));
  return {
    clock,
    status,
    said,
    whole,
    tokens,
    notices,
    counts,
    sources: { batches, pages },
    enter(state: AccountState): void {
      account.state = state;
      accounts.fire(state);
    },
    phase(phase: KeeperPhase, reason: string | null = null): void {
      keeper.status = { phase, reason, session: null };
      keepers.fire(keeper.status);
    },
    grant(grant: Grant | null): void {
      tokens.grant = grant;
      grants.fire(grant);
    },
  };
}

const words = (said: readonly ConnectionStatus[]) =>
  said.map(({ state, reason }) => [state, reason]);

describe('the connection that the status tells', () => {
  it('is one word for account and stream together, at every moment', () => {
    const { status, said, enter, phase } = setUp();
    expect(status.connection).toEqual({ state: 'starting', reason: null, since: 1_000 });
    enter({ kind: 'signing-in', url: 'https://platform.example/' });
    enter({ kind: 'signed-out', reason: 'sign-in-denied' });
    enter(signedIn(null));
    phase('connecting');
    phase('live');
    phase('reconnecting', 'closed-1006');
    phase('live');
    phase('blocked', 'signed-out');
    enter({ kind: 'signed-out', reason: 'signed-out-here' });
    expect(words(said)).toEqual([
      ['signing-in', null],
      ['signed-out', 'sign-in-denied'],
      ['connecting', null],
      ['live', null],
      ['reconnecting', 'closed-1006'],
      ['live', null],
      ['signed-out', 'signed-out'],
      ['signed-out', 'signed-out-here'],
    ]);
  });

  it('is said once, however often its parts speak', () => {
    const { said, enter, phase, sources } = setUp();
    enter(signedIn(null));
    enter(signedIn('channel-1'));
    phase('connecting');
    phase('live');
    phase('live');
    sources.batches.fire();
    sources.pages.fire();
    expect(words(said)).toEqual([
      ['connecting', null],
      ['live', null],
    ]);
  });

  it('keeps the reason of an outage while the next attempt is under way', () => {
    const { said, status, enter, phase } = setUp();
    enter(signedIn(null));
    phase('live');
    said.length = 0;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      phase('reconnecting', 'unreachable');
      phase('reconnecting', null);
    }
    expect(words(said)).toEqual([['reconnecting', 'unreachable']]);
    expect(status.connection.reason).toBe('unreachable');
    phase('reconnecting', 'refused-503');
    expect(words(said)).toEqual([
      ['reconnecting', 'unreachable'],
      ['reconnecting', 'refused-503'],
    ]);
  });

  it('counts from the beginning of its state, not of its reason', async () => {
    const { status, clock, enter, phase } = setUp();
    enter(signedIn(null));
    phase('live');
    await clock.advance(5_000);
    phase('reconnecting', 'closed-1006');
    await clock.advance(5_000);
    phase('reconnecting', 'unreachable');
    expect(status.connection).toEqual({
      state: 'reconnecting',
      reason: 'unreachable',
      since: 6_000,
    });
    await clock.advance(5_000);
    phase('live');
    expect(status.connection).toEqual({ state: 'live', reason: null, since: 16_000 });
  });
});

describe('the status', () => {
  it('is said whole whenever one of its parts changes', () => {
    const { whole, enter, phase, grant, notices, sources } = setUp();
    const changes = [
      () => enter(signedIn('channel-1')),
      () => grant(GRANT),
      () => phase('live'),
      () => sources.batches.fire(),
      () => sources.pages.fire(),
      () => notices.add({ code: 'unexpected' }),
    ];
    for (const [index, change] of changes.entries()) {
      change();
      expect(whole).toHaveLength(index + 1);
    }
    expect(whole.at(-1)).toMatchObject({
      demo: false,
      account: { channelId: 'channel-1', channelName: 'Streamer' },
      unknownEvents: 2,
      refusals: [{ reason: 'not-json', count: 1 }],
      overlay: { connectedPages: 1 },
      alerts: { waiting: 3, neverAppeared: 1, paused: false },
      notices: [{ id: 'unexpected' }],
    });
  });

  it('names the account only while it is known', () => {
    const { status, enter } = setUp();
    enter(signedIn(null));
    expect(status.read().account).toBeNull();
    enter(signedIn('channel-1'));
    expect(status.read().account).toEqual({ channelId: 'channel-1', channelName: 'Streamer' });
    enter({ kind: 'signed-out', reason: null });
    expect(status.read().account).toBeNull();
  });

  it('gives the sign-in address only while somebody must open it', () => {
    const { status, enter } = setUp();
    expect(status.read().signInUrl).toBeNull();
    enter({ kind: 'signing-in', url: 'https://platform.example/sign-in' });
    expect(status.read().signInUrl).toBe('https://platform.example/sign-in');
    enter(signedIn(null));
    expect(status.read().signInUrl).toBeNull();
  });

  it('names the scopes that are missing for events, but none while nobody is signed in', () => {
    const { status, grant } = setUp();
    expect(status.read().scopes).toEqual({ granted: [], missing: [] });
    grant(GRANT);
    expect(status.read().scopes.granted).toEqual(GRANT.scopes);
    expect(status.read().scopes.missing.map(({ scope }) => scope)).toEqual([
      'READ:DONATION',
      'READ:SUBSCRIPTION',
    ]);
  });

  it('holds no token', () => {
    const { status, grant, enter } = setUp();
    enter(signedIn('channel-1'));
    grant(GRANT);
    const text = JSON.stringify(status.read());
    expect(text).toContain('READ:LIVE_CHAT');
    expect(status.read().tokens).toEqual({ issuedAt: 0, expiresAt: 1 });
    expect(text).not.toContain('the-access-token');
    expect(text).not.toContain('the-refresh-token');
  });

  it('says nothing any more after its end', () => {
    const { status, whole, said, enter } = setUp();
    status.dispose();
    enter(signedIn(null));
    expect([whole, said]).toEqual([[], []]);
  });
});
