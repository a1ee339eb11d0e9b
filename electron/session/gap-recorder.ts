import type { Gap } from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import type { Ledger } from '../storage/ledger.ts';
import type { SessionKeeper } from './keeper.ts';

export interface GapRecorderOptions {
  readonly keeper: SessionKeeper;
  readonly ledger: Pick<Ledger, 'recordGap' | 'gaps' | 'setHeartbeat' | 'heartbeatAt'>;
  /** As in `CoreOptions`. */
  readonly receivedUntil?: number | null;
  readonly clock: Clock;
  readonly log: Logger;
}

const REMEMBERED = 100;
/** The mark of life is moved on no more often than this: it costs a write. */
const MARK_EVERY_MS = 20_000;

/**
 * Writes gaps to the ledger, and a mark of life, so that a crash leaves a gap as well: the next
 * start finds the mark of a run that did not stop.
 */
export class GapRecorder implements Disposable {
  readonly #options: GapRecorderOptions;
  readonly #owned = new DisposableStore();
  /** What the disk has not taken yet. */
  #unwritten: Gap[] = [];
  #markedAt = Number.NEGATIVE_INFINITY;

  constructor(options: GapRecorderOptions) {
    const { keeper, ledger, receivedUntil } = options;
    const { recorder } = keeper;
    this.#options = options;
    this.#try('read', () => {
      recorder.rememberGaps(ledger.gaps(REMEMBERED));
      const heartbeatAt = receivedUntil === undefined ? ledger.heartbeatAt() : receivedUntil;
      if (heartbeatAt !== null) recorder.coverage.resumeAfterCrash(heartbeatAt);
    });
    this.#owned.add(
      recorder.onGap((gap) => {
        this.#unwritten = [...this.#unwritten, gap].slice(-REMEMBERED);
        this.#writeGaps();
      }),
    );
    this.#owned.add(
      recorder.onHeard((at) => {
        this.#writeGaps();
        this.#mark(at);
      }),
    );
    this.#owned.add(keeper.onStatus(({ phase }) => this.#phaseChanged(phase)));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #phaseChanged(phase: string): void {
    const { keeper, clock, ledger } = this.#options;
    if (phase === 'live') this.#mark(clock.now());
    // No events are expected any more; while a gap is open the heartbeat must stay.
    if (phase === 'stopped' && keeper.recorder.connectionHistory.openGap === null) {
      this.#markedAt = Number.NEGATIVE_INFINITY;
      this.#try('mark', () => ledger.setHeartbeat(null));
    }
  }

  #writeGaps(): void {
    while (this.#unwritten.length > 0) {
      const [gap] = this.#unwritten;
      if (!gap || !this.#try('gap', () => this.#options.ledger.recordGap(gap))) return;
      this.#unwritten.shift();
    }
  }

  #mark(at: number): void {
    const { clock, ledger } = this.#options;
    if (clock.monotonic() - this.#markedAt < MARK_EVERY_MS) return;
    this.#markedAt = clock.monotonic();
    this.#try('mark', () => ledger.setHeartbeat(at));
  }

  /** Whether it worked: a disk that is full must not end the stream. */
  #try(what: string, run: () => void): boolean {
    try {
      run();
      return true;
    } catch (failure) {
      this.#options.log.error('the ledger could not take it', { what, failure });
      return false;
    }
  }
}
