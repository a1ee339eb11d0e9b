import type { Disposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Services } from '../feature.ts';
import type { FigureRepository } from './figure-repository.ts';

interface BroadcastOptions extends Pick<Services, 'clock' | 'log'> {
  readonly repository: Pick<FigureRepository, 'broadcast' | 'setBroadcast' | 'setLeft'>;
}

/** An app that restarts within this time continues the same broadcast. */
const GOES_ON_MS = 30 * 60_000;

/** When the streamer began the broadcast, else the app's start; it goes on over a short restart. */
export class Broadcast implements Disposable {
  readonly #options: BroadcastOptions;
  readonly #changes = new Emitter<number>((failure) =>
    this.#options.log.error('a listener of the broadcast failed', { failure }),
  );
  readonly onChange = this.#changes.on;
  #beganAt: number;

  constructor(options: BroadcastOptions) {
    this.#options = options;
    const former = this.#try('read', () => this.#former());
    this.#beganAt = former?.beganAt ?? options.clock.now();
    this.#try('begin', () =>
      options.repository.setBroadcast(this.#beganAt, former?.endedAt ?? this.#beganAt),
    );
  }

  /** Epoch milliseconds. */
  get beganAt(): number {
    return this.#beganAt;
  }

  begin(): number {
    const now = this.#options.clock.now();
    this.#options.repository.setBroadcast(now);
    this.#beganAt = now;
    this.#changes.fire(now);
    return now;
  }

  /** Records that the app was running until now; call it before the ledger closes. */
  dispose(): void {
    this.#changes.dispose();
    this.#try('leave', () => this.#options.repository.setLeft(this.#options.clock.now()));
  }

  /** When the continuing broadcast began, or when the ended one ended; nothing if there is none. */
  #former(): { readonly beganAt?: number; readonly endedAt?: number } {
    const now = this.#options.clock.now();
    const { beganAt, lastSignAt } = this.#options.repository.broadcast();
    if (beganAt === null) return {};
    const lastSign = Math.max(beganAt, lastSignAt ?? beganAt);
    // A time in the future means that the clock was set back in between, by a little or by a lot.
    const goesOn = beganAt <= now && Math.abs(now - lastSign) <= GOES_ON_MS;
    return goesOn ? { beganAt } : { endedAt: lastSign + 1 };
  }

  /** A full disk must not end the app; without the write, the value lasts until the next start. */
  #try<T>(what: string, run: () => T): T | undefined {
    try {
      return run();
    } catch (failure) {
      this.#options.log.error('the broadcast could not be noted', { what, failure });
      return undefined;
    }
  }
}
