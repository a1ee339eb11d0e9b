import type { SessionStatus } from '../../shared/status.ts';
import type { Clock } from '../base/clock.ts';
import type { NamedTimers } from '../base/named-timers.ts';
import { PING } from '../platform/frames.ts';
import type { LinkInput } from './link-machine.ts';
import type { SessionTimes } from './times.ts';

interface KeepAliveOptions {
  /** The link's own: they end with its connections. */
  readonly timers: NamedTimers;
  readonly times: Pick<SessionTimes, 'pingIntervalMs' | 'pongDeadlineMs'>;
  readonly clock: Clock;
  readonly send: (connection: number, text: string) => void;
  readonly input: (input: LinkInput) => void;
}

/** The PINGs of a link, when the next one is due, and how the platform answers. */
export class KeepAlive {
  readonly #options: KeepAliveOptions;
  #answered: Pick<SessionStatus, 'lastPongAt' | 'roundTripMs'> = {
    lastPongAt: null,
    roundTripMs: null,
  };

  constructor(options: KeepAliveOptions) {
    this.#options = options;
  }

  get answered() {
    return this.#answered;
  }

  plan(): void {
    const { timers, times, input } = this.#options;
    timers.set('ping', times.pingIntervalMs, () => input({ type: 'ping-due' }));
  }

  ping(connection: number): void {
    const { timers, times, send, input } = this.#options;
    send(connection, PING);
    // The deadline runs from the first PING without an answer, however short the interval is.
    if (!timers.has(`pong:${connection}`)) {
      timers.set(`pong:${connection}`, times.pongDeadlineMs, () =>
        input({ type: 'pong-missed', connection }),
      );
    }
    this.plan();
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
}
