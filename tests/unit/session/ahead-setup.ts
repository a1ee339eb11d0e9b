import { silentLogger } from '../../../electron/base/log.ts';
import type { ListedSession } from '../../../electron/platform/resources/sessions.ts';
import type { SessionRef } from '../../../electron/session/machine.ts';
import type { Made } from '../../../electron/session/shared-slots.ts';
import type { Socket } from '../../../electron/session/socket.ts';
import { StreamAhead } from '../../../electron/session/stream-ahead.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import { fakeSockets } from '../../support/fake-sockets.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ALL_SCOPES, CHANNEL } from './keeper-setup.ts';

export const addressOf = (key: string): string => `wss://host/?sessionKey=${key}`;
export const chat = (content: string) => ({ event: 'CHAT', data: { content } });

interface Setting {
  readonly openAtOnce?: boolean;
  /** What the platform does with a subscription before it takes it. */
  readonly onSubscribe?: (kind: string) => void;
  /** Kinds that its list never shows. */
  readonly hidden?: readonly string[];
  readonly listFails?: boolean;
}

/** A session made ready ahead, over sockets and a platform that the test holds in its hands. */
export function setUp({ openAtOnce = true, ...setting }: Setting = {}) {
  const clock = new VirtualClock();
  const net = fakeSockets({ answerPings: true, openAtOnce });
  const sessions = new Map<string, Set<string>>();
  const calls: string[] = [];
  const created: Made[] = [];
  const waiting: string[] = [];
  const settle = async (made: Made): Promise<void> => void created.push(made);
  const noLonger = new AbortController();
  const open = (spare: SessionRef | null = null) =>
    StreamAhead.open(
      {
        sessions: {
          async createUser() {
            calls.push('create');
            sessions.set('new', new Set());
            return { url: addressOf('new'), sessionKey: 'new' };
          },
          async listUser() {
            if (setting.listFails) throw new Error('no list');
            return [...sessions].map(
              ([sessionKey, events]): ListedSession => ({
                sessionKey,
                connectedDate: null,
                disconnectedDate: null,
                subscribedEvents: [...events]
                  .filter((eventType) => !setting.hidden?.includes(eventType))
                  .map((eventType) => ({ eventType, channelId: CHANNEL })),
              }),
            );
          },
          async subscribe(kind, sessionKey) {
            calls.push(kind);
            setting.onSubscribe?.(kind);
            sessions.get(sessionKey)?.add(kind.toUpperCase());
          },
        },
        channelId: CHANNEL,
        scopes: ALL_SCOPES,
        openSocket: net.open,
        slots: { take: async () => ({ session: null, settle }) },
        onWaiting: (text) => waiting.push(text),
        times: sessionTimes(1),
        clock,
        log: silentLogger,
      },
      spare,
      noLonger.signal,
    );
  return { clock, net, sessions, calls, created, waiting, noLonger, open };
}

/** What a core hears of a socket that it opens; `leave` closes it at one of these words. */
export function coreOn(
  ahead: StreamAhead,
  { net }: Pick<ReturnType<typeof setUp>, 'net'>,
  url = ahead.session.url,
  leave: string | null = null,
) {
  const heard: string[] = [];
  const hear = (word: string): void => {
    heard.push(word);
    if (word === leave) socket.close();
  };
  const socket: Socket = ahead.opener(net.open)(url, {
    onOpen: () => hear('open'),
    onText: (text) => hear(JSON.parse(text).data?.content ?? 'pong'),
    onEnd: ({ type }) => hear(type),
  });
  return { heard, socket };
}

export const SPARE: SessionRef = { url: addressOf('spare'), sessionKey: 'spare', createdAt: 0 };
