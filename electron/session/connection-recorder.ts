import type {
  ConnectionHistory,
  Gap,
  LifeEvent,
  LifeEventName,
} from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import { GapTracker } from './gap-tracker.ts';
import type { SessionTimes } from './times.ts';

const GAPS_MOST = 100;
/** Timers of a busy machine come late. */
const SLACK_MS = 5_000;

/** Records the connection history: events, gaps, and the last heartbeat. */
export class ConnectionRecorder implements Disposable {
  readonly coverage: GapTracker;
  readonly #log: Logger;
  readonly #life: LifeLog;
  readonly #historyChanges: Emitter<ConnectionHistory>;
  readonly #gapChanges: Emitter<Gap>;
  readonly #heardMarks: Emitter<number>;
  #gaps: readonly Gap[] = [];

  constructor(clock: Clock, log: Logger, times: SessionTimes) {
    this.#log = log;
    this.#life = new LifeLog(clock);
    const onFailure = (failure: unknown) => log.error('a keeper listener failed', { failure });
    this.#historyChanges = new Emitter(onFailure);
    this.#gapChanges = new Emitter(onFailure);
    this.#heardMarks = new Emitter(onFailure);
    const silenceMs = times.pingIntervalMs + times.pongDeadlineMs + SLACK_MS;
    this.coverage = new GapTracker(clock, silenceMs, (closed) => this.#coverageChanged(closed));
  }

  /** Something to see on the timeline changed. */
  get onConnectionHistory(): Subscribe<ConnectionHistory> {
    return this.#historyChanges.on;
  }

  /** A gap that is over. */
  get onGap(): Subscribe<Gap> {
    return this.#gapChanges.on;
  }

  /** Says after every PONG when something was last heard, epoch milliseconds: for after a crash. */
  get onHeard(): Subscribe<number> {
    return this.#heardMarks.on;
  }

  get connectionHistory(): ConnectionHistory {
    return { events: this.#life.events, gaps: this.#gaps, openGap: this.coverage.openGap };
  }

  /** Gaps of earlier runs, oldest first, for the timeline. */
  rememberGaps(gaps: readonly Gap[]): void {
    this.#gaps = [...gaps, ...this.#gaps].slice(-GAPS_MOST);
  }

  note(...event: Parameters<LifeLog['add']>): void {
    this.#life.add(...event);
    this.#historyChanges.fire(this.connectionHistory);
  }

  /** A PONG came. */
  heardPong(): void {
    this.#heardMarks.fire(this.coverage.heartbeatAt);
  }

  dispose(): void {
    for (const emitter of [this.#historyChanges, this.#gapChanges]) emitter.dispose();
    this.#heardMarks.dispose();
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

const MOST = 200;

/** The latest things that happened to the connection, for the timeline. Bounded. */
class LifeLog {
  readonly #clock: Clock;
  #events: readonly LifeEvent[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get events(): readonly LifeEvent[] {
    return this.#events;
  }

  add(name: LifeEventName, reason: string | null = null): LifeEvent {
    const event: LifeEvent = { at: this.#clock.now(), name, reason };
    this.#events = [...this.#events, event].slice(-MOST);
    return event;
  }
}
