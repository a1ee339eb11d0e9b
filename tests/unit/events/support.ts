import { onTestFinished } from 'vitest';
import type { Disposable } from '../../../electron/base/disposables.ts';
import type { Logger } from '../../../electron/base/log.ts';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { EventHub, type EventHubOptions } from '../../../electron/events/hub.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger } from '../storage/support.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A logger that remembers. */
export function rememberingLogger(): { readonly log: Logger; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']): Logger['info'] =>
    (message, fields = {}) =>
      lines.push({ level, message, fields });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  return { log, lines };
}

/** A ledger whose calls fail while the disk is full. Everything else is the real one. */
export function fillableLedger(real: Ledger): { readonly ledger: Ledger; isFull: boolean } {
  const disk = { isFull: false, ledger: real };
  const writing = new Set<PropertyKey>([
    'record',
    'reserveNumbers',
    'releaseNumbers',
    'setAlertStates',
    'giveUpAlerts',
    'recordGap',
    'setMark',
  ]);
  disk.ledger = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (disk.isFull && writing.has(name)) throw new Error('disk full');
        return (value as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  return disk;
}

/** Turns that end when the test says so. */
export class ManualTurns {
  #waiting: (() => void)[] = [];

  readonly schedule = (run: () => void): void => {
    this.#waiting.push(run);
  };

  /** How many callbacks wait for the end of the turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  end(): void {
    const due = this.#waiting;
    this.#waiting = [];
    for (const run of due) run();
  }
}

export interface HubWorld {
  readonly hub: EventHub;
  readonly clock: VirtualClock;
  readonly turns: ManualTurns;
  readonly lines: LogLine[];
  readonly ledger: Ledger;
  readonly failures: unknown[];
  /** Everything that was handed on, batch by batch. */
  readonly batches: (readonly StageEvent[])[];
  readonly heard: Disposable;
}

/** A hub with a clock and turns that are moved by hand, on books in memory. */
export function startHub(changes: Partial<EventHubOptions> = {}): HubWorld {
  const clock = new VirtualClock();
  const turns = new ManualTurns();
  const { log, lines } = rememberingLogger();
  const failures: unknown[] = [];
  const ledger = changes.ledger ?? memoryLedger(clock);
  const hub = new EventHub({
    clock,
    log,
    imagePolicy: createImagePolicy({ allowLoopbackHttp: false }),
    onFailure: (failure) => failures.push(failure),
    schedule: turns.schedule,
    ...changes,
    ledger,
  });
  const batches: (readonly StageEvent[])[] = [];
  const heard = hub.onBatch(({ events }) => batches.push(events));
  onTestFinished(() => hub.dispose());
  return { hub, clock, turns, lines, ledger, failures, batches, heard };
}
