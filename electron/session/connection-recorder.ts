import type {
  ConnectionHistory,
  Gap,
  LifeEvent,
  LifeEventName,
} from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import { GapTracker } from './gap-tracker.ts';
import type { SessionTimes } from './times.ts';

const GAPS_MOST = 100;
const EVENTS_MOST = 200;
/** Timers of a busy machine come late. */
const SLACK_MS = 5_000;

/** Records the connection history: the latest events and gaps, and the last heartbeat. */
export class ConnectionRecorder implements Disposable {
  readonly coverage: GapTracker;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #owned = new DisposableStore();
  readonly #historyChanges: Emitter<ConnectionHistory>;
  readonly #gapChanges: Emitter<Gap>;
  readonly #heardMarks: Emitter<number>;
  #events: readonly LifeEvent[] = [];
  #gaps: readonly Gap[] = [];

  constructor(clock: Clock, log: Logger, times: SessionTimes) {
    this.#clock = clock;
    this.#log = log;
    const onFailure = (failure: unknown) => log.error('a keeper listener failed', { failure });
    this.#historyChanges = this.#owned.add(new Emitter<ConnectionHistory>(onFailure));
    this.#gapChanges = this.#owned.add(new Emitter<Gap>(onFailure));
    this.#heardMarks = this.#owned.add(new Emitter<number>(onFailure));
    const silenceMs = times.pingIntervalMs + times.pongDeadlineMs + SLACK_MS;
    this.coverage = new GapTracker(clock, silenceMs, (closed) => this.#coverageChanged(closed));
  }

  get onConnectionHistory(): Subscribe<ConnectionHistory> {
    return this.#historyChanges.on;
  }

  /** A gap has ended. */
  get onGap(): Subscribe<Gap> {
    return this.#gapChanges.on;
  }

  /** The time of the last message (epoch milliseconds) after every PONG, kept against a crash. */
  get onHeard(): Subscribe<number> {
    return this.#heardMarks.on;
  }

  get connectionHistory(): ConnectionHistory {
    return { events: this.#events, gaps: this.#gaps, openGap: this.coverage.openGap };
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

  heardPong(): void {
    this.#heardMarks.fire(this.coverage.heartbeatAt);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #coverageChanged(closed: Gap | null): void {
    if (closed) {
      this.#gaps = [...this.#gaps, closed].slice(-GAPS_MOST);
      this.#log.warn('gap', { from: closed.from, to: closed.to, reason: closed.reason });
      this.#gapChanges.fire(closed);
    }
    this.#historyChanges.fire(this.connectionHistory);
  }
}
