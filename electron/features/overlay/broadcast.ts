import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { FigureRepository } from './figure-repository.ts';

export interface BroadcastOptions {
  readonly repository: Pick<FigureRepository, 'broadcast' | 'setBroadcast' | 'setLeft'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Somebody who is back within this time goes on with the same broadcast. */
export const GOES_ON_MS = 30 * 60_000;

/**
 * Since when "this broadcast" is added up: since the streamer said that one begins, else since the
 * app was started. A restart, also after a crash, goes on with the former one when the app was gone
 * for at most half an hour.
 */
export class Broadcast implements Disposable {
  readonly #options: BroadcastOptions;
  readonly #changes: Emitter<number>;
  #beganAt: number;

  constructor(options: BroadcastOptions) {
    const { clock, log } = options;
    this.#options = options;
    this.#changes = new Emitter((failure) =>
      log.error('a listener of the broadcast failed', { failure }),
    );
    const former = this.#former();
    this.#beganAt = former.beganAt ?? clock.now();
    this.#try('begin', () =>
      options.repository.setBroadcast(this.#beganAt, former.endedAt ?? this.#beganAt),
    );
  }

  /** Epoch milliseconds. */
  get beganAt(): number {
    return this.#beganAt;
  }

  /** Says when the new one began. */
  get onChange(): Subscribe<number> {
    return this.#changes.on;
  }

  /** Begins one now and answers the moment, epoch milliseconds. Throws a `LedgerError`. */
  begin(): number {
    const now = this.#options.clock.now();
    this.#options.repository.setBroadcast(now);
    this.#beganAt = now;
    this.#changes.fire(now);
    return now;
  }

  /** Notes that the app was here until now. The ledger is closed after it. */
  dispose(): void {
    this.#changes.dispose();
    this.#try('leave', () => this.#options.repository.setLeft(this.#options.clock.now()));
  }

  /** When the one began that goes on, or when the one ended that does not; null: there is none. */
  #former(): { readonly beganAt: number | null; readonly endedAt: number | null } {
    let former: { beganAt: number | null; endedAt: number | null } = {
      beganAt: null,
      endedAt: null,
    };
    this.#try('read', () => {
      const now = this.#options.clock.now();
      const { beganAt, lastSignAt } = this.#options.repository.broadcast();
      if (beganAt === null) return;
      const lastSign = Math.max(beganAt, lastSignAt ?? beganAt);
      // A sign from the future: the clock was set back in between, by a little or by a lot.
      const goesOn = beganAt <= now && Math.abs(now - lastSign) <= GOES_ON_MS;
      former = goesOn ? { beganAt, endedAt: null } : { beganAt: null, endedAt: lastSign + 1 };
    });
    return former;
  }

  /** A disk that is full must not end the app: then it is known until the next start only. */
  #try(what: string, run: () => void): void {
    try {
      run();
    } catch (failure) {
      this.#options.log.error('the broadcast could not be noted', { what, failure });
    }
  }
}
