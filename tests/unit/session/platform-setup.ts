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

export const SECRET = 'the-client-secret';
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
export function setUp(setting: Setting = {}, settings = new MemorySettings()) {
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
export async function endGrant({ refusals, tokens }: ReturnType<typeof setUp>, message: string) {
  refusals.set('/token', { status: 401, message });
  const refusal = tokenRefused('Access token has expired');
  await tokens.accessTokenAfter('access', refusal).catch(() => undefined);
  await settle();
}
export const REVOKED = 'Authorization is not active';
export const USED_UP = 'Refresh token has expired';
