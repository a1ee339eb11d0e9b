import { onTestFinished } from 'vitest';
import {
  type Courier,
  DELIVERED,
  type Delivery,
  type Letter,
} from '../../../electron/features/sinks/courier.ts';
import { Outbox } from '../../../electron/features/sinks/outbox.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';
import { donation, memoryLedger } from '../storage/support.ts';
import { ALL } from './sinks-world.ts';

export const DAY_MS = 24 * 60 * 60_000;
export const SLOW = { code: 'sinks-slow' } as const;
export const GONE: Delivery = { kind: 'gone', problem: { code: 'sinks-gone' } };
export const paused = (pauseMs: number): Delivery => ({ kind: 'delivered', pauseMs });

export const gifts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => donation(from + at));

/** An outbox whose courier does what the test says. */
export class Desk {
  readonly clock = new VirtualClock();
  readonly ledger = memoryLedger(this.clock);
  readonly lines: ReturnType<typeof rememberingLogger>['lines'];
  /** Numbers of the letters of each delivery. */
  readonly sent: number[][] = [];
  /** What becomes of the next deliveries; afterwards all arrives. */
  readonly fates: (Delivery | Error | Promise<Delivery>)[] = [];
  durable: Promise<void> | null = null;
  /** What the ledger throws when it is read. */
  failure: Error | null = null;
  changes = 0;
  courier: Partial<Courier> = {};
  /** 1: every wait is the longest. */
  random = 0;
  readonly #log: ReturnType<typeof rememberingLogger>['log'];
  #outbox: Outbox | null = null;

  constructor(filter = ALL) {
    const { log, lines } = rememberingLogger();
    this.#log = log;
    this.lines = lines;
    this.ledger.sinks.add(
      'sink',
      'webhook',
      { name: 'a', filter, nearby: false, nats: null },
      0,
      0,
    );
    onTestFinished(() => this.#outbox?.dispose());
  }

  get outbox(): Outbox {
    if (!this.#outbox) throw new TypeError('There is no outbox.');
    return this.#outbox;
  }

  get position(): number {
    return this.stored.position;
  }

  get stored() {
    const sink = this.ledger.sinks.find('sink');
    if (!sink) throw new TypeError('The sink is gone.');
    return sink;
  }

  async start(): Promise<this> {
    const { ledger } = this;
    this.#outbox = new Outbox(
      {
        repository: ledger.sinks,
        ledger: {
          epoch: 'epoch',
          read: (after, limit) => {
            if (this.failure) throw this.failure;
            return ledger.show.eventsAfter(after, limit);
          },
          whenDurable: () => this.durable,
        },
        clock: this.clock,
        random: () => this.random,
        log: this.#log,
        onChange: () => {
          this.changes += 1;
        },
      },
      this.stored,
      { most: 1, givesUp: true, ...this.courier, deliver: (letters) => this.#deliver(letters) },
    );
    this.#outbox.start();
    await settle();
    return this;
  }

  async happen(...events: readonly ValuedEvent[]): Promise<void> {
    this.ledger.record(events);
    this.outbox.poke();
    await settle();
  }

  async #deliver(letters: readonly Letter[]): Promise<Delivery> {
    this.sent.push(letters.map(({ event }) => event.seq));
    const fate = await (this.fates.shift() ?? DELIVERED);
    if (fate instanceof Error) throw fate;
    return fate;
  }
}
