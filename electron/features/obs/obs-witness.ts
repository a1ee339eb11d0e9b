import type { AlertFlaw } from '../../../shared/alerts.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import { type Clock, delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { CardMoment } from '../alerts/index.ts';
import type { SoundProbe } from './obs-heard.ts';
import { flawOf, type Sight, wasOnBroadcast } from './sight.ts';

/** One look at OBS; `begunAt` on the monotonic clock. */
export interface Looked {
  readonly sight: Sight;
  readonly begunAt: number;
}

export interface WitnessParts {
  readonly onCard: Subscribe<CardMoment>;
  readonly setFlaw: (alertIds: readonly number[], flaw: AlertFlaw | null) => void;
  readonly watch: {
    /** The last look; null: none yet. */
    readonly looked: Looked | null;
    readonly onLook: Subscribe<Looked>;
    /** Looks as soon as it may. */
    request(): void;
  };
  readonly heard: { listen(): SoundProbe | null };
  /** Whether a page can play an alert's sound. */
  readonly canSound: () => boolean;
  /** Whether OBS streams or records. */
  readonly isOnAir: () => boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Shown {
  readonly card: CardMoment['card'];
  sound: SoundProbe | null;
  /** Whether a page could sound when it began. One that comes later may leave the sound out. */
  readonly wasAble: boolean;
  /** When its first frame was painted, on the monotonic clock; null: not yet. */
  paintedAt: number | null;
  /** null: OBS sends nothing, so that nobody could miss it. */
  sights: { readonly before: Sight | null; readonly during: Sight[] } | null;
}

/** A look that began while the alert was on screen may end so much later. */
const LATE_LOOK_MS = 4_000;
const POLL_MS = 250;

/** Sees and hears in OBS what became of each alert, and notes what viewers missed. */
export class ObsWitness implements Disposable {
  readonly #parts: WitnessParts;
  readonly #owned = new DisposableStore();
  #shown: Shown | null = null;
  /** Those that ended while a look was under way. */
  readonly #waiting = new Map<Shown, { readonly endedAt: number }>();

  constructor(parts: WitnessParts) {
    this.#parts = parts;
    this.#owned.add(parts.onCard((moment) => this.#follow(moment)));
    this.#owned.add(parts.watch.onLook((looked) => this.#looked(looked)));
  }

  dispose(): void {
    this.#shown?.sound?.dispose();
    this.#shown = null;
    this.#waiting.clear();
    this.#owned.dispose();
  }

  #follow({ moment, card, look }: CardMoment): void {
    switch (moment) {
      case 'begun':
        this.#begin(card, look);
        return;
      case 'painted':
        this.#painted();
        return;
      case 'ended':
        this.#ended();
    }
  }

  #begin(card: CardMoment['card'], look: AlertLook): void {
    this.#shown?.sound?.dispose();
    const { heard, canSound } = this.#parts;
    const sound = sounds(look) ? heard.listen() : null;
    this.#shown = { card, sound, wasAble: canSound(), paintedAt: null, sights: null };
  }

  #painted(): void {
    const shown = this.#shown;
    if (!shown) return;
    const { clock, watch, isOnAir, canSound } = this.#parts;
    shown.paintedAt = clock.monotonic();
    // A page says that it can sound before it paints.
    if (!canSound()) {
      shown.sound?.dispose();
      shown.sound = null;
    }
    if (!isOnAir()) return;
    shown.sights = { before: watch.looked?.sight ?? null, during: [] };
    // What OBS does not tell of, such as a page that froze, is seen only by looking.
    watch.request();
  }

  #looked({ sight, begunAt }: Looked): void {
    const isDuring = ({ paintedAt }: Shown, endedAt = Number.POSITIVE_INFINITY): boolean =>
      paintedAt !== null && begunAt >= paintedAt && begunAt <= endedAt;
    if (this.#shown && isDuring(this.#shown)) this.#shown.sights?.during.push(sight);
    for (const [shown, { endedAt }] of this.#waiting) {
      if (isDuring(shown, endedAt)) shown.sights?.during.push(sight);
    }
  }

  #ended(): void {
    const shown = this.#shown;
    this.#shown = null;
    if (!shown) return;
    if (shown.paintedAt === null) {
      shown.sound?.dispose();
      return;
    }
    this.#settle(shown, shown.paintedAt).catch((failure: unknown) => {
      this.#parts.log.error('what became of an alert in OBS is not known', { failure });
    });
  }

  async #settle(shown: Shown, paintedAt: number): Promise<void> {
    const { clock } = this.#parts;
    const endedAt = clock.monotonic();
    this.#waiting.set(shown, { endedAt });
    const soundedMs = shown.wasAble ? endedAt - paintedAt : 0;
    const sound = (await shown.sound?.end(soundedMs)) ?? null;
    if (shown.sights) await this.#firstLook(shown.sights.during, endedAt);
    this.#waiting.delete(shown);
    if (!shown.sights || this.#owned.isDisposed) return;
    const { before, during } = shown.sights;
    const flaw = flawOf(wasOnBroadcast(before, during), sound);
    if (flaw !== undefined) this.#note(shown.card, flaw);
  }

  /** It may have begun just before the end. */
  async #firstLook(during: readonly Sight[], endedAt: number): Promise<void> {
    const { clock } = this.#parts;
    while (during.length === 0 && clock.monotonic() - endedAt < LATE_LOOK_MS) {
      if (this.#owned.isDisposed) return;
      await delay(clock, POLL_MS);
    }
  }

  /** A replay takes a flaw away, and adds none: what was shown once was shown. */
  #note(card: CardMoment['card'], flaw: AlertFlaw | null): void {
    const own = card.filter(({ isReplay }) => isReplay === (flaw === null));
    const alertIds = own.map(({ event }) => event.seq);
    if (alertIds.length > 0) this.#parts.setFlaw(alertIds, flaw);
  }
}

/** Whether something of the alert is heard. */
export function sounds({ sound, voice, videoVolume }: AlertLook): boolean {
  return sound !== null || voice !== undefined || (videoVolume ?? 0) > 0;
}
