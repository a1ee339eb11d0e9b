import type {
  ConnectionHistory,
  CoverageMark,
  Gap,
  LifeEvent,
  LifeEventName,
  SubscriptionKind,
} from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import { Coverage } from './coverage.ts';
import type { Confirmed } from './covered-session.ts';
import type { Moment } from './moment.ts';
import type { SessionTimes } from './times.ts';

const GAPS_MOST = 100;
const EVENTS_MOST = 200;

/** Records the connection history: the latest events and gaps, and what was received. */
export class ConnectionRecorder implements Disposable {
  readonly coverage: Coverage;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #owned = new DisposableStore();
  readonly #historyChanges: Emitter<ConnectionHistory>;
  readonly onConnectionHistory: Subscribe<ConnectionHistory>;
  readonly #gapChanges: Emitter<Gap>;
  /** A gap has ended. */
  readonly onGap: Subscribe<Gap>;
  readonly #marks: Emitter<CoverageMark>;
  /** After every PONG and every look, and whenever a gap opens or gets longer: what a crash would leave. */
  readonly onMark: Subscribe<CoverageMark>;
  #events: readonly LifeEvent[] = [];
  #gaps: readonly Gap[] = [];

  constructor(clock: Clock, log: Logger, { lateMs }: Pick<SessionTimes, 'lateMs'>) {
    this.#clock = clock;
    this.#log = log;
    const onFailure = (failure: unknown) => log.error('a keeper listener failed', { failure });
    this.#historyChanges = this.#owned.add(new Emitter<ConnectionHistory>(onFailure));
    this.onConnectionHistory = this.#historyChanges.on;
    this.#gapChanges = this.#owned.add(new Emitter<Gap>(onFailure));
    this.onGap = this.#gapChanges.on;
    this.#marks = this.#owned.add(new Emitter<CoverageMark>(onFailure));
    this.onMark = this.#marks.on;
    this.coverage = new Coverage(clock, lateMs, (closed) => this.#coverageChanged(closed));
  }

  get connectionHistory(): ConnectionHistory {
    return { events: this.#events, gaps: this.#gaps, openGaps: this.coverage.openGaps };
  }

  /** Gaps of earlier runs, oldest first. */
  rememberGaps(gaps: readonly Gap[]): void {
    this.#gaps = [...gaps, ...this.#gaps].slice(-GAPS_MOST);
  }

  note(name: LifeEventName, reason: string | null = null): void {
    const event = { at: this.#clock.now(), name, reason };
    this.#events = [...this.#events, event].slice(-EVENTS_MOST);
    this.#historyChanges.fire(this.connectionHistory);
  }

  /** What a link hears of its session goes into the coverage. */
  hooksOf(sessionKey: string) {
    const { coverage } = this;
    return {
      onUnread: (at: Moment) => coverage.unread(sessionKey, at),
      onUnseen: (wanted: readonly SubscriptionKind[], subscribed: readonly SubscriptionKind[]) => {
        coverage.lost(sessionKey, 'not-proved');
        coverage.confirmed(sessionKey, { wanted, subscribed, made: subscribed, shown: null });
      },
      onMissing: (kind: SubscriptionKind) => coverage.missing(sessionKey, kind),
      onGrantHolds: (at: Moment) => {
        coverage.grantHolds(at);
        this.tellMark();
      },
      onDelivered: (kind: SubscriptionKind, since: Moment) =>
        coverage.delivered(sessionKey, kind, since),
      onConfirmed: (found: Confirmed) => coverage.confirmed(sessionKey, found),
    };
  }

  tellMark(): void {
    this.#marks.fire(this.coverage.mark);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #coverageChanged(closed: Gap | null): void {
    if (closed) {
      this.#gaps = [...this.#gaps, closed].slice(-GAPS_MOST);
      this.#log.warn('gap', { ...closed });
      this.#gapChanges.fire(closed);
    }
    this.#marks.fire(this.coverage.mark);
    this.#historyChanges.fire(this.connectionHistory);
  }
}
