import { silentLogger } from '../../../electron/base/log.ts';
import type { FailureMeaning } from '../../../electron/session/failure-meaning.ts';
import { SessionKeeper } from '../../../electron/session/keeper.ts';
import type { SessionRef } from '../../../electron/session/machine.ts';
import type { ListedSession } from '../../../electron/session/ports.ts';
import { subscriptionBringing } from '../../../electron/session/subscriptions.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import type { Gap } from '../../../shared/lifeline.ts';
import { fakeSockets } from '../../support/fake-sockets.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

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
  connected: boolean;
}

interface Setting {
  scopes?: readonly string[];
  /** Whose stream it is; null: not known. */
  channelId?: string | null;
  readonly kept?: SessionRef;
  readonly timeScale?: number;
  /** No call for the list is ever answered. */
  hangingList?: boolean;
  /** What a call waits for before it is answered; null: nothing. */
  beforeAnswer?: (name: string) => Promise<void> | null;
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
    sessions.set(key, { events: new Set(events), channelId: CHANNEL, connected: true });
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
          ([sessionKey, { events, channelId, connected }]): ListedSession => ({
            sessionKey,
            connectedDate: connected ? '2026-01-01T00:00:00.000Z' : null,
            disconnectedDate: null,
            subscribedEvents: [...events].map((eventType) => ({ eventType, channelId })),
          }),
        );
      },
      async subscribe(event, sessionKey) {
        call(`subscribe ${event}`);
        await setting.beforeAnswer?.(`subscribe ${event}`);
        sessions.get(sessionKey)?.events.add(event.toUpperCase());
      },
      async unsubscribe(event, sessionKey) {
        call(`unsubscribe ${event}`);
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
    openSocket: net.open,
    receive: (text) => {
      const isPong = text.includes('PONG');
      if (!isPong) frames.push(text);
      const event = /"event":"(\w+)"/.exec(text)?.[1];
      return { isPong, deliveredBy: event ? subscriptionBringing(event) : null };
    },
    classify: (failure) => ({
      verdict: 'unavailable',
      reason: 'unavailable',
      retryAfterMs: 0,
      onlyThisKind: false,
      ...(failure instanceof Refused ? failure.meaning : {}),
    }),
    verifyGrant: async () => {
      call('verify grant');
      return true;
    },
    channelId: () => (setting.channelId === undefined ? CHANNEL : setting.channelId),
    scopes: () => setting.scopes ?? ALL_SCOPES,
    times: sessionTimes(setting.timeScale ?? 1),
    clock,
    random: () => 0.5,
    log: silentLogger,
  });
  keeper.onGap((gap) => gaps.push(gap));
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
