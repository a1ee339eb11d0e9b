import { describe, expect, it } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { createLogger, Redactor } from '../../../electron/base/log.ts';
import { decodeFrame } from '../../../electron/events/decode.ts';
import { NoticeBoard } from '../../../electron/host/notice-board.ts';
import type { ListedSession } from '../../../electron/platform/resources/sessions.ts';
import { connectPlatform } from '../../../electron/session/connect-platform.ts';
import type { Gap } from '../../../shared/connection-history.ts';
import { fakeSockets } from '../../support/fake-sockets.ts';
import { MemorySettings } from '../../support/memory-settings.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryVault, tokenRefused } from '../auth/fakes.ts';
import { ALL_SCOPES, CHANNEL, MINUTE } from './keeper-setup.ts';
import { startPeers } from './socket-server.ts';

const SECRET = 'the-client-secret';
const OPEN = '/api/openapi/open/v1';

interface Setting {
  readonly baseUrl?: string;
  readonly authUrl?: string;
  /** Of the grant that the vault holds; null: it holds none. */
  readonly scopes?: readonly string[] | null;
  /** Where the platform takes sockets; they are then those of this machine. */
  readonly socketUrl?: string;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** The live stream as the core connects it, over a platform that answers at once. */
function setUp(setting: Setting = {}, settings = new MemorySettings()) {
  const { scopes = ['READ:USER', ...ALL_SCOPES] } = setting;
  const clock = new VirtualClock();
  const net = fakeSockets({ answerPings: true, openAtOnce: true });
  const redactor = new Redactor();
  const lines: string[] = [];
  const log = createLogger(clock, redactor, (line) => lines.push(line));
  const notices = new NoticeBoard(clock, log);
  const vault = new MemoryVault();
  const calls: string[] = [];
  const gaps: Gap[] = [];
  /** What the platform answers instead, by the end of a path. */
  const refusals = new Map<string, Refusal | 'silence'>();
  const listed: ListedSession[] = [];
  let created = 0;
  const contentOf = (path: string, query: URLSearchParams): unknown => {
    const own = listed.find(({ sessionKey }) => sessionKey === query.get('sessionKey'));
    const kind = path.split('/').at(-1)?.toUpperCase() ?? '';
    if (path === `${OPEN}/users/me`) return { channelId: CHANNEL, channelName: 'Me' };
    if (path === `${OPEN}/sessions`) return { data: listed };
    if (path.includes('/unsubscribe/')) own?.subscribedEvents.splice(0);
    else if (path.includes('/subscribe/'))
      own?.subscribedEvents.push({ eventType: kind, channelId: null });
    if (path !== `${OPEN}/sessions/auth`) return null;
    created += 1;
    const sessionKey = `key-${created}`;
    const connectedDate = new Date(clock.now()).toISOString();
    listed.push({ sessionKey, connectedDate, disconnectedDate: null, subscribedEvents: [] });
    return { url: setting.socketUrl ?? `wss://host/?sessionKey=${sessionKey}` };
  };
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname, searchParams } = new URL(String(input));
    calls.push(pathname.replace(`${OPEN}/`, ''));
    const refusal = [...refusals].find(([end]) => pathname.endsWith(end))?.[1];
    if (refusal === 'silence') return new Promise(() => undefined);
    if (refusal) {
      return Response.json({ statusCode: refusal.status, ...refusal }, { status: refusal.status });
    }
    const content = contentOf(pathname, searchParams);
    return Response.json({ code: 200, message: null, content });
  };
  if (scopes) {
    const times = { issuedAt: clock.now(), expiresAt: clock.now() + 24 * 60 * MINUTE };
    const grant = { accessToken: 'access', refreshToken: 'refresh', scopes, ...times };
    vault.values.set('grant', JSON.stringify(grant));
  }
  const received: string[] = [];
  const owned = new DisposableStore();
  const platform = connectPlatform(
    {
      clock,
      random: () => 0.5,
      makeKey: () => 'key',
      log,
      redactor,
      fetch,
      ...(setting.socketUrl === undefined && { openSocket: net.open }),
      vault,
      settings,
      notices,
      openBrowser: null,
      systemLanguage: 'en',
      dataDir: '',
      pages: { overlay: '', dashboard: '' },
      workerFile: '',
      baseUrl: setting.baseUrl ?? 'https://platform.example',
      authUrl: setting.authUrl ?? 'https://login.example',
      clientId: 'client',
      clientSecret: SECRET,
      redirectUri: 'http://127.0.0.1:1/',
      signInUrl: 'https://stream.example/sign-in',
      port: 0,
      timeScale: 1,
      demo: false,
      clockAhead: () => null,
      platformNow: () => clock.now(),
    },
    {
      hub: {
        isWritten: true,
        receive: (frame) => {
          const result = decodeFrame(frame, { check: () => null });
          received.push(result.type === 'event' ? result.decoded.kind : result.type);
          return result;
        },
      },
      ledger: {
        recordGap: (gap: Gap) => gaps.push(gap),
        gaps: () => [],
        setMark: () => undefined,
        mark: () => null,
        markClock: () => null,
      },
    },
    owned,
  );
  /** Starts as the core does, and lets what follows at once happen. */
  const begin = async () => {
    await platform.account.start();
    await clock.advance(1_000);
  };
  const codes = () => notices.all.map(({ problem }) => problem.code);
  return {
    ...platform,
    clock,
    net,
    redactor,
    lines,
    notices,
    settings,
    vault,
    calls,
    gaps,
    refusals,
    listed,
    received,
    owned,
    begin,
    codes,
  };
}

/** The platform ends the grant, which is heard as soon as its access token is to be renewed. */
async function endGrant({ refusals, tokens }: ReturnType<typeof setUp>, message: string) {
  refusals.set('/token', { status: 401, message });
  const refusal = tokenRefused('Access token has expired');
  await tokens.accessTokenAfter('access', refusal).catch(() => undefined);
  await settle();
}
const REVOKED = 'Authorization is not active';
const USED_UP = 'Refresh token has expired';

describe('the live stream of the core', () => {
  it('is live with the grant of the vault, and leaves nothing behind', async () => {
    const stage = setUp();
    await stage.begin();
    expect(stage.keeper.status.phase).toBe('live');
    expect(stage.keeper.status.session?.subscribed).toEqual(['chat', 'donation', 'subscription']);
    expect(stage.codes()).toEqual([]);
    expect(stage.redactor.clean(SECRET)).not.toContain(SECRET);
    expect(stage.vault.values.get('session')).toContain('key-1');
    stage.owned.dispose();
    expect(stage.keeper.status.phase).toBe('stopped');
    expect(stage.clock.pendingTimers).toBe(0);
  });

  it('waits for somebody to sign in where the vault has no grant, and subscribes to nothing', async () => {
    const stage = setUp({ scopes: null });
    await stage.begin();
    expect(stage.account.state.kind).toBe('signing-in');
    expect(stage.calls).toEqual([]);
    expect(stage.settings.get().linkedBefore).toBe(false);
    stage.owned.dispose();
  });

  it('opens sockets of this machine where the host names no others', async () => {
    const peers = await startPeers();
    const stage = setUp({ socketUrl: peers.url, baseUrl: 'http://127.0.0.1:1' });
    await stage.begin();
    const { socket } = await peers.peer();
    expect(socket.readyState).toBe(socket.OPEN);
    stage.owned.dispose();
    await peers.stop();
  });

  it.each([
    ['of the platform', { baseUrl: 'http://platform.example' }],
    ['to sign in', { authUrl: 'http://login.example' }],
  ])('says that an address %s is not encrypted', (_, addresses) => {
    expect(setUp(addresses).codes()).toEqual(['platform-unsafe-address']);
  });

  it('hands every event to the hub, and looks at its session when none of a kind has come for five minutes', async () => {
    const stage = setUp();
    await stage.begin();
    const looks = () => stage.calls.filter((path) => path === 'sessions').length;
    const [socket] = stage.net.sockets;
    await stage.clock.advance(4 * MINUTE);
    socket?.text({ event: 'DONATION', data: { donationText: 'thanks', payAmount: '1000' } });
    const before = looks();
    await stage.clock.advance(30_000);
    expect(looks()).toBe(before);
    await stage.clock.advance(30_000);
    expect(looks()).toBe(before + 1);
    // What is no event of the platform proves nothing.
    socket?.text({ event: 'SOMETHING_NEW', data: {} });
    expect(stage.received).toEqual(['DONATION', 'unknown-event']);
    stage.owned.dispose();
  });

  it('counts the slots of the channel that has signed in', async () => {
    const stage = setUp();
    const theirs = { connectedDate: '2026-01-01T00:00:00.000Z', disconnectedDate: null };
    for (const sessionKey of ['x', 'y', 'z']) {
      const subscribedEvents = [{ eventType: 'CHAT', channelId: 'another' }];
      stage.listed.push({ ...theirs, sessionKey, subscribedEvents });
    }
    await stage.begin();
    await stage.clock.advance(5 * MINUTE);
    expect(stage.keeper.status.session?.slotsUsed).toBe(1);
    stage.owned.dispose();
  });

  it('says which events the platform refuses, until it does no more', async () => {
    const stage = setUp();
    stage.refusals.set('/subscribe/donation', { status: 403, message: 'Forbidden' });
    await stage.begin();
    const events = [{ key: 'problem.events-donation' }];
    expect(stage.notices.all.map(({ problem }) => problem)).toEqual([
      { code: 'subscription-refused', values: { events } },
    ]);
    stage.refusals.clear();
    stage.keeper.recheck();
    await stage.clock.advance(1_000);
    expect(stage.codes()).toEqual([]);
    stage.owned.dispose();
  });

  it('writes a gap down', async () => {
    const stage = setUp();
    await stage.begin();
    stage.net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await stage.clock.advance(MINUTE);
    expect(stage.gaps).toMatchObject([{ reason: 'closed-1006' }]);
    stage.owned.dispose();
  });

  it('takes the subscriptions back before it ends the grant when the streamer signs out', async () => {
    const stage = setUp();
    await stage.begin();
    stage.calls.length = 0;
    await stage.account.signOut();
    expect(stage.calls).toEqual([
      'sessions/events/unsubscribe/chat',
      'sessions/events/unsubscribe/donation',
      'sessions/events/unsubscribe/subscription',
      '/api/openapi/auth/v1/token/revoke',
    ]);
    expect(stage.settings.get().linkedBefore).toBe(false);
    stage.owned.dispose();
  });
});

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

describe('that a channel has been linked before', () => {
  it('is kept once, for the next sign-in', async () => {
    const stage = setUp();
    let changes = 0;
    stage.settings.onChange(() => {
      changes += 1;
    });
    await stage.begin();
    expect(stage.settings.get().linkedBefore).toBe(true);
    expect(changes).toBe(1);
    const { account, settings, owned } = setUp({}, stage.settings);
    await account.start();
    expect(settings.get().linkedBefore).toBe(true);
    expect(changes).toBe(1);
    for (const one of [stage.owned, owned]) one.dispose();
  });

  it('is only written to the log where it cannot be kept', async () => {
    const full = new MemorySettings();
    full.update = () => Promise.reject(new Error('the disk is full'));
    const stage = setUp({}, full);
    await stage.begin();
    expect(stage.keeper.status.phase).toBe('live');
    expect(stage.lines.join('\n')).toContain('could not be noted');
    stage.owned.dispose();
  });
});
