import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { ShowCue, ShowSound, SoundingActivity } from '../../../shared/overlay/show-sounds.ts';
import type { ShowViews } from '../../../shared/overlay/show-views.ts';
import { endsAt, isOut, leftAt } from '../../../shared/overlay/subathon-clock.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';

interface ShowSoundsParts {
  readonly clock: Clock;
  readonly log: Logger;
  readonly views: () => ShowViews;
  readonly onViews: (listener: () => void) => Disposable;
  readonly settings: () => Pick<OverlaySettings, 'showSounds' | 'alertDefaults'>;
  readonly isQuiet: () => boolean;
  readonly onQuiet: Subscribe<void>;
}

interface Moment {
  readonly of: SoundingActivity;
  readonly sound: ShowSound;
  readonly ms?: number;
}

const MINUTE_MS = 60_000;
/** So late, after a sleep or a busy stretch, a moment of the clock is over. */
const LATE_MS = 5_000;
/** Timers stop while the computer sleeps: the clock is looked at again. */
const LONGEST_WAIT_MS = 60_000;

/**
 * The moments of activities that viewers hear. What they show now is compared with what they showed
 * before, and a start takes what it finds as shown: so a moment sounds once, and never again after
 * a restart or in a page that is loaded anew.
 */
export class ShowSounds implements Disposable {
  /** null: what sounds ends. */
  readonly onCue: Subscribe<ShowCue | null>;
  readonly #parts: ShowSoundsParts;
  readonly #owned = new DisposableStore();
  readonly #cues: Emitter<ShowCue | null>;
  readonly #timers: NamedTimers;
  #before: ShowViews;
  /** The clock that runs and showed more than its last minute, and whether it was over. */
  #clock: { readonly id: number; readonly hadMore: boolean; readonly over: boolean } | null = null;

  constructor(parts: ShowSoundsParts) {
    this.#parts = parts;
    const onFailure = (failure: unknown): void =>
      parts.log.error('a listener of the show’s sounds failed', { failure });
    this.#cues = this.#owned.add(new Emitter<ShowCue | null>(onFailure));
    this.onCue = this.#cues.on;
    this.#timers = this.#owned.add(new NamedTimers(parts.clock));
    this.#before = parts.views();
    this.#clockMoments(true);
    this.#owned.add(parts.onViews(() => this.#look()));
    this.#owned.add(
      parts.onQuiet(() => {
        if (parts.isQuiet()) this.#cues.fire(null);
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #look(): void {
    const before = this.#before;
    const now = this.#parts.views();
    this.#before = now;
    for (const moment of momentsBetween(before, now)) this.#sound(moment);
    if (before.subathon !== now.subathon) this.#clockMoments(false);
  }

  #sound({ of, sound, ms = 0 }: Moment): void {
    const { showSounds, alertDefaults } = this.#parts.settings();
    const { on, volume } = showSounds[of];
    if (!on || this.#parts.isQuiet()) return;
    this.#cues.fire({ sound, volume: volume * alertDefaults.volume, ms });
  }

  /** What the clock reaches by itself, without any change of it. `isFirst`: as it was found. */
  #clockMoments(isFirst: boolean): void {
    this.#timers.clear('clock');
    const view = this.#before.subathon;
    if (!view) {
      this.#clock = null;
      return;
    }
    const { id, time } = view;
    const now = this.#parts.clock.now();
    const left = leftAt(time, now);
    const over = view.endedAt !== null || isOut(time, now);
    const known = this.#clock?.id === id ? this.#clock : null;
    const end = endsAt(time);
    const isLate = end !== null && now > end + LATE_MS;
    if (!isFirst && known && !known.over && over && !isLate) {
      this.#sound({ of: 'subathon', sound: 'subathon-over' });
    }
    const isLastMinute = !over && left <= MINUTE_MS && left > MINUTE_MS - LATE_MS;
    if (known?.hadMore && isLastMinute) this.#sound({ of: 'subathon', sound: 'subathon-minute' });
    this.#clock = { id, over, hadMore: left > MINUTE_MS };
    if (over || end === null) return;
    const next = left > MINUTE_MS ? ((left - MINUTE_MS) * 100) / time.speed : end - now;
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(1, Math.ceil(next)));
    this.#timers.set('clock', waitMs, () => this.#clockMoments(false));
  }
}

/** What happened between two looks that viewers hear, in a fixed order. */
export function momentsBetween(before: ShowViews, now: ShowViews): readonly Moment[] {
  return [
    ...voteMoments(before.vote, now.vote),
    ...drawMoments(before.draw, now.draw),
    ...wheelMoments(before.wheel, now.wheel),
    ...missionMoments(before.missions, now.missions),
  ];
}

function voteMoments(before: ShowViews['vote'], now: ShowViews['vote']): readonly Moment[] {
  if (!now || now === before) return [];
  const isNew = before?.id !== now.id;
  if (now.endedAt === null) return isNew ? [{ of: 'vote', sound: 'vote-open' }] : [];
  return isNew || before.endedAt !== null ? [] : [{ of: 'vote', sound: 'vote-close' }];
}

function drawMoments(before: ShowViews['draw'], now: ShowViews['draw']): readonly Moment[] {
  if (!now || before?.id !== now.id) return [];
  const revealed = now.drawn.length > before.drawn.length;
  return revealed ? [{ of: 'draw', sound: 'draw-reveal' }] : [];
}

function wheelMoments(before: ShowViews['wheel'], now: ShowViews['wheel']): readonly Moment[] {
  const turn = now?.turn;
  if (!now || !turn || now === before) return [];
  const known = before?.id === now.id ? (before.turn ?? null) : null;
  if (turn.result === null) {
    return known?.n === turn.n ? [] : [{ of: 'wheel', sound: 'wheel-turn', ms: turn.ms }];
  }
  const stopped = known?.n === turn.n && known.result === null;
  return stopped ? [{ of: 'wheel', sound: 'wheel-stop' }] : [];
}

function missionMoments(
  before: ShowViews['missions'],
  now: ShowViews['missions'],
): readonly Moment[] {
  // The count starts at nothing with each board.
  const reached = before && now && now.counts.success > before.counts.success;
  return reached ? [{ of: 'missions', sound: 'mission-reached' }] : [];
}
