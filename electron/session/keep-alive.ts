import type { SessionStatus } from '../../shared/status.ts';
import type { Clock } from '../base/clock.ts';
import type { NamedTimers } from '../base/named-timers.ts';
import type { LinkInput } from './link-machine.ts';
import type { SessionTimes } from './times.ts';

interface KeepAliveOptions {
  /** The link's own: they end with its connections. */
  readonly timers: NamedTimers;
  readonly times: Pick<SessionTimes, 'pingIntervalMs' | 'pongDeadlineMs'>;
  readonly clock: Clock;
  readonly send: (connection: number) => void;
  readonly input: (input: LinkInput) => void;
}

/** While events come, a PING is sent in this part of the usual time. */
const BUSY_PART = 1 / 6;

/** The PINGs of a link, when the next one is due, and how the platform answers. */
export class KeepAlive {
  readonly #options: KeepAliveOptions;
  #answered: Pick<SessionStatus, 'lastPongAt' | 'roundTripMs'> = {
    lastPongAt: null,
    roundTripMs: null,
  };

  /** When the last PING of this connection was sent, monotonic. */
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(options: KeepAliveOptions) {
    this.#options = options;
  }

  get answered() {
    return this.#answered;
  }

  /** A connection has opened. */
  begin(): void {
    this.#sentAt = Number.NEGATIVE_INFINITY;
    this.#plan();
  }

  /**
   * An event came. It was sent after the last PING that was answered, and nothing tells how much later:
   * the more often there is one, the less is in doubt when the connection breaks.
   */
  arrived(connection: number): void {
    const { timers, times, clock } = this.#options;
    const agoMs = clock.monotonic() - this.#sentAt;
    const isDue = agoMs >= times.pingIntervalMs * BUSY_PART;
    if (isDue && !timers.has(`pong:${connection}`)) this.ping(connection);
  }

  ping(connection: number): void {
    const { timers, times, clock, send, input } = this.#options;
    send(connection);
    this.#sentAt = clock.monotonic();
    // The deadline runs from the first PING without an answer, however short the interval is.
    if (!timers.has(`pong:${connection}`)) {
      timers.set(`pong:${connection}`, times.pongDeadlineMs, () =>
        input({ type: 'pong-missed', connection }),
      );
    }
    this.#plan();
  }

  pong(connection: number, roundTripMs: number): void {
    this.forget(connection);
    this.#answered = { roundTripMs, lastPongAt: this.#options.clock.now() };
    this.#options.input({ type: 'pong', connection });
  }

  /** No answer is expected any more. */
  forget(connection: number): void {
    this.#options.timers.clear(`pong:${connection}`);
  }

  #plan(): void {
    const { timers, times, input } = this.#options;
    timers.set('ping', times.pingIntervalMs, () => input({ type: 'ping-due' }));
  }
}
