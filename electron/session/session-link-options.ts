import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { SessionStatus } from '../../shared/status.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { EventFrame } from '../platform/frames.ts';
import type { SessionsApi } from '../platform/resources/sessions.ts';
import type { CallPace } from './call-pace.ts';
import type { ReceiveFrame } from './connections.ts';
import type { Confirmed, Shown } from './covered-session.ts';
import type { FailureMeaning } from './failure-meaning.ts';
import type { LinkState } from './link-machine.ts';
import type { Moment } from './moment.ts';
import type { SessionMemory } from './session-memory.ts';
import type { ListSessions } from './session-supply.ts';
import type { SharedSlots } from './shared-slots.ts';
import type { OpenSocket } from './socket.ts';
import type { SubscriptionHooks } from './subscriptions.ts';
import type { SessionTimes } from './times.ts';

export interface SessionLinkOptions {
  readonly sessions: Pick<SessionsApi, 'subscribe'>;
  readonly list: ListSessions;
  readonly pace: CallPace;
  readonly openSocket: OpenSocket;
  readonly receive: ReceiveFrame;
  readonly classify: (failure: unknown) => FailureMeaning;
  /** null: nobody is signed in at the moment; a session goes on with what it has. */
  readonly scopes: () => readonly string[] | null;
  /**
   * Asks the platform whether the grant still holds: a revoked one shows as silence only. True: it
   * does; false: it may not be asked. Throws when it has ended, or where nobody answers.
   */
  readonly verifyGrant: () => Promise<boolean>;
  readonly times: SessionTimes;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly hooks: SessionLinkHooks;
  readonly onChange: (state: LinkState, before: LinkState) => void;
  readonly onRenewed: () => void;
  /** All that had been sent before `at` has come. */
  readonly onAnswered: (at: Moment) => void;
}

export interface KeeperOptions
  extends Omit<
    SessionLinkOptions,
    'sessions' | 'list' | 'pace' | 'receive' | 'hooks' | 'onChange' | 'onRenewed' | 'onAnswered'
  > {
  readonly receive: ReceiveFrame<EventFrame>;
  readonly sessions: Pick<SessionsApi, 'createUser' | 'listUser' | 'subscribe' | 'unsubscribe'>;
  readonly memory: Pick<SessionMemory, 'load' | 'save' | 'forget'>;
  readonly slots?: SharedSlots;
  /** The stream's channel; null until known. */
  readonly channelId: () => string | null;
}

export interface SessionLinkHooks extends SubscriptionHooks {
  readonly onConfirmed: (found: Confirmed) => void;
  /** A replaced connection broke before it was read to its end: it was until `at`. */
  readonly onUnread: (at: Moment) => void;
  /** A connection was renewed, and nobody knows whether it had all events until then. */
  readonly onUnseen: (
    wanted: readonly SubscriptionKind[],
    subscribed: readonly SubscriptionKind[],
  ) => void;
  /** A list shows the session. */
  readonly onShown: (shown: Shown) => void;
  /** It was asked at `at`. */
  readonly onGrantHolds: (at: Moment) => void;
  /** Whether a session that nothing is heard of may be replaced without knowing the slots. */
  readonly mayLeaveUnseen: () => boolean;
}

/** What a timeline shows of a link. Epoch milliseconds. */
export type SessionLinkDetails = Pick<
  SessionStatus,
  'connectedAt' | 'nextRenewalAt' | 'lastPongAt' | 'roundTripMs'
>;
