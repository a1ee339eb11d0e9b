import type { CoverageMark, Gap } from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import { NamedTimers } from '../base/named-timers.ts';
import { goesBack, lesserMark } from '../storage/coverage-mark.ts';
import type { Ledger } from '../storage/ledger.ts';
import type { SessionKeeper } from './keeper.ts';

export interface GapRecorderOptions {
  readonly keeper: SessionKeeper;
  readonly ledger: Pick<Ledger, 'recordGap' | 'gaps' | 'setMark' | 'mark' | 'markClock'>;
  /** As in `CoreOptions`. */
  readonly receivedUntil?: CoverageMark | null;
  /** Whether the ledger has every event that was received. */
  readonly isWritten: () => boolean;
  /** How far this clock is ahead of the platform's, in milliseconds; null: not known yet. */
  readonly clockAhead: () => number | null;
  readonly clock: Clock;
  readonly log: Logger;
}

const REMEMBERED = 100;
/** The mark of life is moved on no more often than this: it costs a write. */
const MARK_EVERY_MS = 20_000;
/** What the disk did not take is tried again after this. */
const AGAIN_MS = 5_000;
/** Two looks at the platform's clock may each be wrong by half of this. A gap begins rather too early. */
const COMPARED_MS = 6_000;

/**
 * Writes gaps to the ledger, and a mark of life, so that a crash leaves a gap as well: the next
 * start finds the mark of a run that did not stop.
 */
export class GapRecorder implements Disposable {
  readonly #options: GapRecorderOptions;
  readonly #owned = new DisposableStore();
  /** What the disk has not taken yet. */
  #unwritten: Gap[] = [];
  /** How far the clock was ahead when the run before made its mark; null: not known, or there is none. */
  #aheadBefore: number | null = null;
  #marked: { readonly at: number; readonly mark: CoverageMark } | null = null;
  /** The mark before anything that this run received; null: it was not live yet. */
  #first: CoverageMark | null = null;
  readonly #timers: NamedTimers;

  constructor(options: GapRecorderOptions) {
    const { keeper, ledger, receivedUntil } = options;
    const { recorder } = keeper;
    this.#options = options;
    this.#timers = this.#owned.add(new NamedTimers(options.clock));
    this.#try('read', () => {
      recorder.rememberGaps(ledger.gaps(REMEMBERED));
      const mark = receivedUntil === undefined ? ledger.mark() : receivedUntil;
      this.#aheadBefore = receivedUntil === undefined ? ledger.markClock() : null;
      const clockSet = this.#aheadBefore === null ? undefined : () => this.#clockSet();
      if (mark !== null) recorder.coverage.resumeAfterCrash(mark, clockSet);
    });
    this.#owned.add(
      recorder.onGap((gap) => {
        this.#unwritten = [...this.#unwritten, gap].slice(-REMEMBERED);
        this.#writeGaps();
      }),
    );
    this.#owned.add(
      recorder.onMark((mark) => {
        this.#writeGaps();
        this.#mark(mark);
      }),
    );
    this.#owned.add(keeper.onStatus(({ phase }) => this.#phaseChanged(phase)));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** By how much this clock was set since a mark, as the platform's tells; null: that is not known. */
  #clockSet(): number | null {
    const now = this.#options.clockAhead();
    if (this.#aheadBefore === null || now === null) return null;
    const setMs = now - this.#aheadBefore;
    return setMs === 0 ? 0 : setMs - COMPARED_MS;
  }

  /** The clock may have been set since that mark: in today's time it may say anything by now. */
  get #isClockUnknown(): boolean {
    return this.#aheadBefore !== null && this.#options.clockAhead() === null;
  }

  #phaseChanged(phase: string): void {
    const { keeper, ledger } = this.#options;
    const { coverage } = keeper.recorder;
    if (phase === 'live') this.#mark(coverage.mark);
    if (phase === 'stopped') {
      this.#writeGaps();
      this.#first = null;
    }
    // No events are expected any more; while a gap is open the mark must stay.
    if (phase === 'stopped' && coverage.openGaps.length === 0 && !this.#isClockUnknown) {
      this.#marked = null;
      this.#try('mark', () => ledger.setMark(null));
    }
  }

  #writeGaps(): void {
    while (this.#unwritten.length > 0) {
      const [gap] = this.#unwritten;
      if (!gap || !this.#try('gap', () => this.#options.ledger.recordGap(gap))) {
        this.#planAgain();
        return;
      }
      this.#unwritten.shift();
    }
  }

  #mark(mark: CoverageMark): void {
    const { clock, ledger, clockAhead, isWritten } = this.#options;
    const at = clock.monotonic();
    if (this.#isClockUnknown) return;
    this.#first ??= mark;
    const before = this.#marked?.mark ?? this.#first;
    const isBehind = !isWritten() || this.#unwritten.length > 0;
    const soonMs = this.#marked ? this.#marked.at + MARK_EVERY_MS - at : 0;
    if (this.#marked && (soonMs > 0 || isBehind) && !goesBack(before, mark)) {
      if (soonMs > 0) this.#timers.set('mark', soonMs, () => this.#markAgain());
      return;
    }
    // What was received or told and is not written yet is lost with this run: a mark must not count it.
    const safe = isBehind ? lesserMark(before, mark) : mark;
    if (this.#try('mark', () => ledger.setMark(safe, clockAhead()))) {
      this.#marked = { at, mark: safe };
    } else this.#planAgain();
  }

  #planAgain(): void {
    this.#timers.set('again', AGAIN_MS, () => {
      this.#writeGaps();
      this.#markAgain();
    });
  }

  #markAgain(): void {
    if (this.#first) this.#mark(this.#options.keeper.recorder.coverage.mark);
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
