import { toIsoTime } from '../../../electron/base/clock.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ListedSession } from '../../../electron/platform/resources/sessions.ts';
import type { FailureMeaning } from '../../../electron/session/failure-meaning.ts';
import { SessionKeeper } from '../../../electron/session/keeper.ts';
import type { SessionRef } from '../../../electron/session/machine.ts';
import type { SharedSlots } from '../../../electron/session/shared-slots.ts';
import type { SocketEnd } from '../../../electron/session/socket.ts';
import { subscriptionBringing } from '../../../electron/session/subscriptions.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import type { Gap } from '../../../shared/connection-history.ts';
import { fakeSockets } from '../../support/fake-sockets.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const ALL_SCOPES = ['READ:LIVE_CHAT', 'READ:DONATION', 'READ:SUBSCRIPTION'];
export const CHANNEL = 'my-channel';

/** A failure that says what it means to the keeper. */
export class Refused extends Error {
  readonly meaning: Partial<FailureMeaning>;
  constructor(meaning: Partial<FailureMeaning>) {
    super('refused');
    this.meaning = meaning;
  }
}

export interface KeptSession {
  readonly events: Set<string>;
  channelId: string | null;
  /** When, as the list tells it; null: it is not. */
  connectedDate: string | null;
  /** When its last connection ended; null: none has. */
  disconnectedDate: string | null;
}

interface Setting {
  scopes?: readonly string[] | null;
  /** Whose stream it is; null: not known. */
  channelId?: string | null;
  readonly kept?: SessionRef;
  readonly timeScale?: number;
  /** No call for the list is ever answered. */
  hangingList?: boolean;
  /** What a call waits for before it is answered; null: nothing. */
  beforeAnswer?: (name: string) => Promise<void> | null;
  /** A kind whose subscriptions are answered, and do not take effect. */
  lateKind?: string;
  readonly slots?: SharedSlots;
  /** Hears of every call before it is answered. */
  onCall?: () => void;
}

/** A keeper over sockets and a platform that the test holds in its hands. */
export function setUp(setting: Setting = {}) {
  const clock = new VirtualClock();
  const net = fakeSockets({ answerPings: true, openAtOnce: true });
  const calls: string[] = [];
  const frames: string[] = [];
  const gaps: Gap[] = [];
  const failures = new Map<string, unknown>();
  const sessions = new Map<string, KeptSession>();
  const open = (key: string, events: readonly string[] = []): void => {
    sessions.set(key, {
      events: new Set(events),
      channelId: CHANNEL,
      connectedDate: toIsoTime(clock.now()),
      disconnectedDate: null,
    });
  };
  let kept: SessionRef | null = setting.kept ?? null;
  if (kept) open(kept.sessionKey, ['CHAT', 'DONATION', 'SUBSCRIPTION']);
  const call = (name: string): void => {
    calls.push(name);
    setting.onCall?.();
    const failure = failures.get(name);
    if (failure) throw failure;
  };
  let created = 0;
  const keeper = new SessionKeeper({
    ...(setting.slots && { slots: setting.slots }),
    sessions: {
      async createUser() {
        call('create');
        created += 1;
        const sessionKey = `key-${created}`;
        open(sessionKey);
        return { url: `wss://host/?type=OPENAPI_SESSION&sessionKey=${sessionKey}`, sessionKey };
      },
      async listUser() {
        call('list');
        await setting.beforeAnswer?.('list');
        if (setting.hangingList) await new Promise(() => undefined);
        return [...sessions].map(
          ([sessionKey, { events, channelId, ...dates }]): ListedSession => ({
            sessionKey,
            ...dates,
            subscribedEvents: [...events].map((eventType) => ({ eventType, channelId })),
          }),
        );
      },
      async subscribe(event, sessionKey) {
        call(`subscribe ${event}`);
        await setting.beforeAnswer?.(`subscribe ${event}`);
        if (setting.lateKind !== event) sessions.get(sessionKey)?.events.add(event.toUpperCase());
      },
      async unsubscribe(event, sessionKey) {
        call(`unsubscribe ${event}`);
        await setting.beforeAnswer?.(`unsubscribe ${event}`);
        sessions.get(sessionKey)?.events.delete(event.toUpperCase());
      },
    },
    memory: {
      load: async () => kept,
      save: async (session) => {
        kept = session;
      },
      forget: async () => {
        kept = null;
      },
    },
    openSocket: (url, handlers) =>
      net.open(url, {
        ...handlers,
        onOpen() {
          // A connection that opens is the session's from then on.
          const session = sessions.get(new URL(url).searchParams.get('sessionKey') ?? '');
          if (session) session.connectedDate = toIsoTime(clock.now());
          handlers.onOpen();
        },
      }),
    receive: (frame) => {
      frames.push(frame.type === 'event' ? JSON.stringify(frame.envelope) : frame.detail);
      return frame.type === 'event' ? subscriptionBringing(frame.name) : null;
    },
    classify: (failure) => ({
      verdict: 'unavailable',
      reason: 'unavailable',
      retryAfterMs: 0,
      ...(failure instanceof Refused ? failure.meaning : {}),
    }),
    verifyGrant: async () => {
      call('verify grant');
      return true;
    },
    channelId: () => (setting.channelId === undefined ? CHANNEL : setting.channelId),
    scopes: () => (setting.scopes === undefined ? ALL_SCOPES : setting.scopes),
    times: sessionTimes(setting.timeScale ?? 1),
    clock,
    random: () => 0.5,
    log: silentLogger,
  });
  keeper.recorder.onGap((gap) => gaps.push(gap));
  return {
    clock,
    net,
    calls,
    frames,
    gaps,
    failures,
    sessions,
    open,
    keeper,
    setting,
    kept: () => kept,
  };
}

export type Stage = ReturnType<typeof setUp>;
/** What becomes of a connection that has just been asked for. */
export type Fate = SocketEnd | 'closed-at-once' | null;

/** A keeper that is live; what it called for that is forgotten. */
export async function live(setting: Setting = {}): Promise<Stage> {
  const stage = setUp(setting);
  await stage.keeper.start();
  await settle();
  stage.calls.length = 0;
  return stage;
}

/** Live, and a moment before the roll-over at 11 h 30 min. */
export async function nearRollOver(setting: Setting = {}) {
  const stage = setUp(setting);
  await stage.keeper.start();
  await stage.clock.advance(11.5 * HOUR - 1_000);
  stage.calls.length = 0;
  stage.frames.length = 0;
  return stage;
}

/** Every connection to the session `key` meets this from now on, every other one opens. */
export function meet({ net, clock }: Stage, key: string, fate: Fate) {
  const met = { connections: [] as number[] };
  const { sockets } = net;
  net.options.openAtOnce = false;
  const push = sockets.push.bind(sockets);
  sockets.push = (...added) => {
    for (const socket of added) {
      met.connections.push(clock.monotonic());
      queueMicrotask(() => {
        if (socket.state !== 'opening') return;
        if (!socket.url.endsWith(key) || fate === null) socket.open();
        else if (fate !== 'closed-at-once') socket.end(fate);
        else {
          socket.open();
          clock.setTimeout(() => {
            if (socket.state === 'open') socket.end({ type: 'closed', code: 4001, reason: '' });
          }, 10);
        }
      });
    }
    return push(...added);
  };
  return met;
}

/** The latest connection breaks. */
export const cut = ({ net }: Stage): void =>
  net.sockets.at(-1)?.end({ type: 'closed', code: 1006, reason: '' });
