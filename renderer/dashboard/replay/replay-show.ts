import type { PlayingAlert } from '../../../shared/alerts.ts';
import { isValued, type StageEvent, type ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { levelOf } from '../../../shared/overlay/alert-look.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { fittingRule } from '../../../shared/overlay/rule-fit.ts';
import { fillTemplate } from '../../../shared/overlay/template.ts';
import type { PageClock, Stop } from '../../bridge/page-host.ts';
import { AlertDirector } from '../../overlay/alert-director.ts';
import type { OverlayStore, StagedAlert } from '../../stores/overlay-store.ts';
import { SILENT_LOOK, TallyCount } from '../overlay/sample-show.ts';
import type { ReplaySpeed, ReplayStage } from './replay-player.ts';

interface ReplayShowParts {
  readonly clock: Pick<PageClock, 'now' | 'after'>;
  /** Current settings: a replay shows old events with today's presentation. */
  readonly settings: () => Pick<OverlaySettings, 'rules' | 'queue' | 'alertDefaults'>;
  readonly language: () => Language;
}

/** A replay on a preview. Its events are stamped with the current time: fading counts from it. */
export class ReplayShow implements ReplayStage {
  readonly #parts: ReplayShowParts;
  readonly #alerts: AlertLine;
  #tallies = new TallyCount();
  #store: OverlayStore | null = null;

  constructor(parts: ReplayShowParts) {
    this.#parts = parts;
    this.#alerts = new AlertLine(parts.clock, (staged) => this.#store?.setStaged(staged));
  }

  /** Attaches the preview to show on, emptied; one at a time. */
  attach(store: OverlayStore): Stop {
    this.#store = store;
    this.reset([]);
    return () => {
      if (this.#store !== store) return;
      this.#alerts.stop();
      store.setStaged(null);
      this.#store = null;
    };
  }

  reset(before: readonly StageEvent[]): void {
    this.#alerts.stop();
    this.#tallies = new TallyCount();
    const events = this.#stamped(before);
    for (const event of events) this.#tallies.add(event);
    this.#store?.resetChat(events.filter((event) => event.kind === 'CHAT'));
    this.#store?.resetLatest(events.filter(isValued));
    this.#store?.setTallies(this.#tallies.all);
    this.#store?.setStaged(null);
  }

  add(arrived: readonly StageEvent[], speed: ReplaySpeed): void {
    const events = this.#stamped(arrived);
    const valued = events.filter(isValued);
    this.#store?.addChat(events.filter((event) => event.kind === 'CHAT'));
    if (valued.length === 0) return;
    const alerts = valued.flatMap((event) => {
      this.#tallies.add(event);
      return this.#isBelowMinimum(event) ? [] : [this.#alertOf(event)];
    });
    this.#store?.addLatest(valued);
    if (valued.some(({ kind }) => kind === 'DROPS')) this.#store?.setTallies(this.#tallies.all);
    this.#alerts.add(alerts, speed);
  }

  #stamped(events: readonly StageEvent[]): StageEvent[] {
    const receivedAt = this.#parts.clock.now();
    return events.map((event) => ({ ...event, receivedAt }));
  }

  /** Whether today's minimum gives the donation no screen time. */
  #isBelowMinimum(event: ValuedEvent): boolean {
    if (event.kind !== 'DONATION' || event.data.payAmount === null) return false;
    return event.data.payAmount < this.#parts.settings().queue.minimumBeams;
  }

  /** By the rule that would match today; first-time history is not looked up. */
  #alertOf(event: ValuedEvent): PlayingAlert {
    const language = this.#parts.language();
    const tally = this.#tallies.of(event);
    const { rules, alertDefaults } = this.#parts.settings();
    const rule = fittingRule(event, rules, { isFirstTime: () => false });
    const variant = rule?.variants[0];
    const durationMs = (variant?.durationS ?? alertDefaults.durationS) * 1_000;
    const level = variant?.level ?? levelOf(event);
    const look = variant
      ? {
          ...SILENT_LOOK,
          level,
          headline: fillTemplate(variant.headline, event, { language, tally }),
          image: variant.image,
          picturePlace: variant.picturePlace,
          entrance: variant.entrance,
          exit: variant.exit,
        }
      : { ...SILENT_LOOK, level };
    return { alertId: event.seq, event, tally, look, durationMs, remainingMs: durationMs };
  }
}

/** How many alerts may wait at a speed; beyond that the current one is cut short. */
export function mostWaiting(speed: ReplaySpeed): number {
  if (speed <= 1) return 20;
  return speed <= 4 ? 3 : 0;
}

/**
 * A replay's alerts, one at a time, in real time. At normal speed they queue as in the broadcast;
 * faster, fewer may wait, and above four times the next alert cuts the current one, so it never
 * falls behind.
 */
class AlertLine {
  readonly #clock: Pick<PageClock, 'after'>;
  readonly #director: AlertDirector;
  #waiting: PlayingAlert[] = [];
  #isFree = true;
  #stopTimer: Stop | null = null;

  constructor(clock: Pick<PageClock, 'after'>, stage: (staged: StagedAlert | null) => void) {
    this.#clock = clock;
    this.#director = new AlertDirector({
      // A replay sends no receipts, so frames are not watched.
      timers: { after: clock.after, nextFrame: () => () => {} },
      receipt: () => {},
      stage: (staged) => {
        stage(staged);
        this.#isFree = staged === null;
        if (this.#isFree) this.#nextSoon();
      },
    });
  }

  add(alerts: readonly PlayingAlert[], speed: ReplaySpeed): void {
    this.#waiting.push(...alerts);
    const most = mostWaiting(speed);
    const cut = !this.#isFree && this.#waiting.length > most;
    // One more than may wait, because one goes on screen now.
    if (this.#waiting.length > most + 1) this.#waiting = this.#waiting.slice(-most - 1);
    if (cut || this.#isFree) this.#playNext();
  }

  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    this.#waiting = [];
    this.#director.stop();
    this.#isFree = true;
  }

  #playNext(): void {
    const next = this.#waiting.shift();
    if (!next) return;
    this.#isFree = false;
    this.#director.play(next);
  }

  /** Deferred, so it does not run inside the director's own change. */
  #nextSoon(): void {
    if (this.#waiting.length === 0 || this.#stopTimer) return;
    this.#stopTimer = this.#clock.after(0, () => {
      this.#stopTimer = null;
      if (this.#isFree) this.#playNext();
    });
  }
}
