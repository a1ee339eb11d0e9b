import { onTestFinished } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import type { AlertSettings } from '../../../electron/features/alerts/alert-presenter.ts';
import { AlertQueue } from '../../../electron/features/alerts/alert-queue.ts';
import type { AlertQueueOptions } from '../../../electron/features/alerts/alert-queue-options.ts';
import type { AlertRecord } from '../../../electron/features/alerts/alert-repository.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import type { AlertState } from '../../../electron/storage/rows.ts';
import type { PlayingAlert } from '../../../shared/alerts.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import {
  type AlertDefaults,
  type QueueSettings,
  type Rule,
  ruleSchema,
  type SpeechSettings,
} from '../../../shared/overlay/alert-rules.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';
import { memoryLedger } from '../storage/support.ts';

export interface SettingsChange {
  readonly queue?: Partial<QueueSettings>;
  readonly speech?: Partial<SpeechSettings>;
  readonly alertDefaults?: Partial<AlertDefaults>;
  readonly rules?: readonly Rule[];
  readonly muted?: boolean;
}

/** A rule with all that is left out as in a new one. */
export function ruleOf(rule: object): Rule {
  return ruleSchema.parse({ id: 'a-rule', ...rule });
}

/** Settings that the test changes at will. */
export class SettingsDesk {
  #current: AlertSettings = DEFAULT_OVERLAY;
  readonly #changes = new Emitter<AlertSettings>((failure) => {
    throw failure;
  });
  readonly onChange = this.#changes.on;

  constructor(change: SettingsChange = {}) {
    this.set(change);
  }

  get = (): AlertSettings => this.#current;

  set({ queue, speech, alertDefaults, rules, muted }: SettingsChange): void {
    const before = this.#current;
    this.#current = {
      queue: { ...before.queue, ...queue },
      speech: { ...before.speech, ...speech },
      alertDefaults: { ...before.alertDefaults, ...alertDefaults },
      rules: rules ? [...rules] : before.rules,
      muted: muted ?? before.muted,
    };
    this.#changes.fire(this.#current);
  }
}

export interface QueueChanges extends Partial<AlertQueueOptions> {
  readonly clock?: VirtualClock;
  readonly set?: SettingsChange;
}

/** A queue on books in memory, with a clock and settings that are moved by hand. */
export function startQueue({ set, ...changes }: QueueChanges = {}) {
  const clock = changes.clock ?? new VirtualClock();
  const ledger: Ledger = changes.ledger ?? memoryLedger(clock);
  const { log, lines } = rememberingLogger();
  const failures: unknown[] = [];
  const settings = new SettingsDesk(set);
  const queue = new AlertQueue({
    log,
    settings,
    language: () => 'ko',
    random: () => 0,
    onFailure: (failure) => failures.push(failure),
    findTally: () => null,
    pageWaitMs: 0,
    ...changes,
    clock,
    ledger,
  });
  onTestFinished(() => queue.dispose());
  const heard: (PlayingAlert | null)[] = [];
  queue.onChange((alert) => heard.push(alert));
  /** As the hub does: into the ledger, then to the queue. */
  const arrive = (...events: readonly ValuedEvent[]) => {
    ledger.record(events);
    queue.add(events, new Map());
  };
  /** A page that paints whatever it is given. */
  const attachPainter = () => {
    const paint = (alert: PlayingAlert | null) =>
      alert && queueMicrotask(() => queue.receipt(alert.alertId, 'painted'));
    const listening = queue.onChange(paint);
    const page = queue.attachOverlay();
    paint(queue.current);
    return {
      dispose() {
        listening.dispose();
        page.dispose();
      },
    };
  };
  const ids = () => heard.map((alert) => alert?.alertId ?? null);
  const inState = (state: AlertState) => ledger.alertsInState(state, 100).map(({ seq }) => seq);
  const record = (seq: number): Omit<AlertRecord, 'event'> | null => {
    const found = ledger.alerts.find(seq);
    if (!found) return null;
    const { event: _event, ...times } = found;
    return times;
  };
  return {
    queue,
    clock,
    ledger,
    lines,
    heard,
    attachPainter,
    ids,
    arrive,
    failures,
    settings,
    inState,
    record,
  };
}
