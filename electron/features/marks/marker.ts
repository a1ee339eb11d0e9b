import type { MarksState } from '../../../shared/contract/marks.ts';
import { type StageEvent, type ValuedEvent, valueSortOf } from '../../../shared/events.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Services } from '../feature.ts';
import { ChatPeaks } from './chat-peaks.ts';
import { NotRecordingError } from './marks-errors.ts';
import type { MarksRepository, NewMark } from './marks-repository.ts';
import type { Recordings } from './recordings.ts';

type MarkerMark = Omit<NewMark, 'recording' | 'position' | 'setAt'>;

interface MarkerParts extends Pick<Services, 'clock' | 'log' | 'hub' | 'settings'> {
  readonly alerts: {
    readonly queue: Pick<AlertsFeature['queue'], 'current' | 'onChange'>;
    readonly pages: Pick<AlertsFeature['pages'], 'onReceipt'>;
  };
  readonly recordings: Pick<Recordings, 'now'>;
  readonly repository: Pick<MarksRepository, 'add'>;
}

/** An alert that a page painted, at the moment it said so. */
export interface PaintedAlert {
  readonly event: ValuedEvent;
  /** Donations that share its card. */
  readonly together: number;
}

/** A mark that was written. */
export interface MarkSet {
  readonly mark: MarkerMark;
  readonly event: ValuedEvent | null;
}

/** Sets marks while OBS records. Each is written before anybody hears of it. */
export class Marker implements Disposable {
  readonly #parts: MarkerParts;
  readonly #owned = new DisposableStore();
  readonly #peaks = new ChatPeaks();
  readonly #marks: Emitter<MarkSet>;
  readonly #painted: Emitter<PaintedAlert>;
  readonly onMark;
  /** Each showing of an alert, once, also while nothing records. */
  readonly onPainted;
  #isPainted = false;

  constructor(parts: MarkerParts) {
    this.#parts = parts;
    const { alerts, hub, log } = parts;
    const failed = (failure: unknown): void => log.error('a listener of marks failed', { failure });
    this.#marks = this.#owned.add(new Emitter(failed));
    this.#painted = this.#owned.add(new Emitter(failed));
    this.onMark = this.#marks.on;
    this.onPainted = this.#painted.on;
    this.#owned.add(
      alerts.queue.onChange(() => {
        this.#isPainted = false;
      }),
    );
    this.#owned.add(
      alerts.pages.onReceipt(({ alertId, state }) => {
        if (state === 'painted') this.#onReceipt(alertId);
      }),
    );
    this.#owned.add(hub.onBatch(({ events }) => this.#onEvents(events)));
  }

  /** A mark of the streamer's own, now. Throws if nothing records. */
  byHand(): void {
    if (!this.set({ kind: 'hand' })) throw new NotRecordingError();
  }

  /** Whether it is on a recording. `at`: on the monotonic clock; left out: now. */
  set(mark: MarkerMark, at?: number, event: ValuedEvent | null = null): boolean {
    const { recordings, repository, clock } = this.#parts;
    const { now } = recordings;
    if (!now || this.#owned.isDisposed) return false;
    const position = now.clock.positionAt(at ?? clock.monotonic());
    repository.add({ ...mark, recording: now.id, position, setAt: clock.now() });
    this.#marks.fire({ mark, event });
    return true;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** The first page that paints it counts; another alert on the same card is none of its own. */
  #onReceipt(alertId: number): void {
    const { current } = this.#parts.alerts.queue;
    if (this.#isPainted || current?.alertId !== alertId) return;
    this.#isPainted = true;
    const { event, look } = current;
    const together = look.together?.length ?? 1;
    this.safely(
      {
        kind: event.kind === 'DROPS' ? 'draw' : 'alert',
        sort: valueSortOf(event),
        seq: event.origin === 'test' ? null : event.seq,
        amount: together > 1 ? together : null,
      },
      event,
    );
    this.#painted.fire({ event, together });
  }

  #onEvents(events: readonly StageEvent[]): void {
    const messages = events.filter(({ kind, origin }) => kind === 'CHAT' && origin === 'platform');
    const { clock, settings } = this.#parts;
    const peak = this.#peaks.add(messages.length, clock.monotonic());
    if (!peak || !settings.get().marks.chatPeaks) return;
    this.safely({ kind: 'chat-peak', amount: peak.perMinute }, null, peak.at);
  }

  /** A ledger that refuses must not keep an alert or a message from going on. */
  safely(mark: MarkerMark, event: ValuedEvent | null = null, at?: number): void {
    try {
      this.set(mark, at, event);
    } catch (failure) {
      this.#parts.log.error('a mark could not be written', { kind: mark.kind, failure });
    }
  }
}

/** The recording as pages see it. */
export function recordingState(
  { now }: Pick<Recordings, 'now'>,
  count: (recording: number) => number,
): MarksState['recording'] {
  if (!now) return null;
  const { id, exact, clock, path } = now;
  return { id, exact, marks: count(id), paused: clock.isPaused, file: path && fileNameOf(path) };
}

/** The name without its folders, of any system. */
export function fileNameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
