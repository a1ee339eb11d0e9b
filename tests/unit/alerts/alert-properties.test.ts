import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Disposable } from '../../../electron/base/disposables.ts';
import type { AlertQueue } from '../../../electron/features/alerts/alert-queue.ts';
import type { AlertState } from '../../../electron/storage/rows.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, draw, memoryLedger, purchase, subscription } from '../storage/support.ts';
import { ruleOf, SettingsDesk, startQueue } from './support.ts';

const ALERTS_LISTED = 50;

type Move =
  | {
      readonly type: 'arrive';
      readonly kinds: readonly number[];
      readonly origin: 'test' | 'platform';
    }
  | { readonly type: 'receipt'; readonly of: number | null; readonly state: 'painted' | 'over' }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'see'; readonly visible: boolean }
  | { readonly type: 'set'; readonly hold: number }
  | {
      readonly type: 'number';
      readonly does: 'replay' | 'dismiss' | 'approve' | 'reject';
      readonly of: number;
    }
  | {
      readonly type: 'plain';
      readonly does: 'pause' | 'resume' | 'skip' | 'panic' | 'clear' | 'dismiss-all' | 'restart';
    };

const seq = fc.integer({ min: 1, max: 20 });
const moves: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('arrive' as const),
      kinds: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 3 }),
      origin: fc.constantFrom('platform' as const, 'platform' as const, 'test' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('receipt' as const),
      of: fc.oneof(fc.constant(null), seq),
      state: fc.constantFrom('painted' as const, 'over' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 15_000 }),
    }),
  },
  fc.record({ type: fc.constant('see' as const), visible: fc.boolean() }),
  fc.record({ type: fc.constant('set' as const), hold: fc.integer({ min: 0, max: 3 }) }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('number' as const),
      does: fc.constantFrom(
        'replay' as const,
        'dismiss' as const,
        'approve' as const,
        'reject' as const,
      ),
      of: seq,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('plain' as const),
      does: fc.constantFrom(
        'pause' as const,
        'resume' as const,
        'skip' as const,
        'panic' as const,
        'clear' as const,
        'dismiss-all' as const,
        'restart' as const,
      ),
    }),
  },
);

/** Eight sorts of alerts: small, large, unknown, below the minimum, and every other kind. */
function eventOf(sort: number, number: number, now: number): ValuedEvent {
  const sorts = [
    donation(number, { payAmount: 500 }),
    donation(number, { payAmount: 700 }),
    donation(number, { payAmount: 500, donationType: 'CHEERING' }),
    donation(number, { payAmount: 9_000 }),
    donation(number, { payAmount: null }),
    donation(number, { payAmount: 1 }),
    draw(number),
    number % 2 === 0 ? subscription(number) : purchase(number),
  ];
  return { ...(sorts[sort] ?? subscription(number)), receivedAt: now };
}

const HOLDS = [{}, { holdS: 5 }, { approve: true }, { holdS: 0, approve: false }];
const STATES: readonly AlertState[] = ['queued', 'painted', 'over', 'never-appeared'];

/** A queue that is driven as a streamer, pages and crashes may, and what is true of it. */
class Show {
  readonly clock = new VirtualClock();
  readonly ledger = memoryLedger(this.clock);
  readonly settings = new SettingsDesk({
    queue: { minimumBeams: 100, behindMaxS: 12, smallBeams: 1_000 },
    rules: [ruleOf({ when: [{ type: 'first-time' }], variants: [{ durationS: 3 }] })],
  });
  readonly arrived: number[] = [];
  queue: AlertQueue = this.#start();
  #overlay: Disposable | null = null;
  #next = 1;

  async make(move: Move): Promise<void> {
    switch (move.type) {
      case 'arrive':
        return this.#arrive(move.kinds, move.origin);
      case 'receipt':
        return this.queue.receipt(move.of ?? this.queue.current?.alertId ?? 0, move.state);
      case 'wait':
        return this.clock.advance(move.ms);
      case 'see':
        this.#overlay?.dispose();
        this.#overlay = move.visible ? this.queue.attachOverlay() : null;
        return;
      case 'set':
        return this.settings.set({ queue: HOLDS[move.hold] ?? {} });
      case 'number':
        return this.#aboutOne(move.does, move.of);
      case 'plain':
        return this.#plain(move.does);
    }
  }

  /** In exactly one state each, and in the lines exactly those that the ledger says are there. */
  check(): void {
    const inBooks = STATES.map((state) =>
      this.ledger.alertsInState(state, 1_000).map((e) => e.seq),
    );
    expect(inBooks.flat().toSorted((a, b) => a - b)).toEqual(this.arrived);
    const { desk } = this.queue;
    const playing = this.queue.current;
    const lines = [...desk.waiting, ...desk.held].map(({ event }) => event.seq);
    const isWhole = desk.waitingCount <= ALERTS_LISTED && desk.heldCount <= ALERTS_LISTED;
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).not.toContain(playing?.alertId);
    const [queued = [], painted = [], , never = []] = inBooks;
    // What is queued waits, is held or plays; replays and tests are in the lines beside them.
    const together = desk.playing?.together ?? 0;
    const waiting = queued.filter((number) => lines.includes(number)).length;
    const onScreen = queued.length - waiting + painted.length;
    expect(!isWhole || onScreen === 0 || onScreen === together).toBe(true);
    expect(desk.neverAppearedCount).toBe(never.length);
    const listed = desk.neverAppeared.map(({ event }) => event.seq);
    expect(never).toEqual(expect.arrayContaining(listed));
    expect(listed).toHaveLength(Math.min(never.length, ALERTS_LISTED));
    if (isWhole) expect(desk.waitingCount + desk.heldCount).toBe(lines.length);
    expect(desk.behindMs).toBeGreaterThanOrEqual(0);
    expect(desk.behindMs === 0).toBe(desk.waitingCount === 0);
  }

  /** Everybody is let in and plays to the end. */
  async drain(): Promise<void> {
    this.queue.setPaused(false);
    for (const { event } of this.queue.desk.held) this.queue.approve(event.seq);
    for (let turn = 0; this.queue.current && turn < 1_000; turn += 1) this.queue.skip();
    await this.clock.advance(0);
  }

  #start(): AlertQueue {
    const { clock, ledger, settings } = this;
    const random = () => 0.5;
    return startQueue({ clock, ledger, settings, random, log: silent }).queue;
  }

  #arrive(kinds: readonly number[], origin: 'test' | 'platform'): void {
    const events = kinds.map((sort): ValuedEvent => {
      const number = this.#next;
      this.#next += 1;
      return { ...eventOf(sort, number, this.clock.now()), origin };
    });
    if (origin === 'platform') {
      this.ledger.record(events);
      this.arrived.push(...events.map((event) => event.seq));
    }
    this.queue.add(events, new Map());
  }

  #aboutOne(does: 'replay' | 'dismiss' | 'approve' | 'reject', of: number): void {
    try {
      this.queue[does](of);
    } catch (failure) {
      expect(failure).toMatchObject({ problem: { code: 'alert-not-found' } });
      expect(this.arrived).not.toContain(of);
    }
  }

  #plain(does: Extract<Move, { type: 'plain' }>['does']): void {
    const deeds: Record<typeof does, () => void> = {
      pause: () => this.queue.setPaused(true),
      resume: () => this.queue.setPaused(false),
      skip: () => this.queue.skip(),
      panic: () => this.queue.panic(),
      clear: () => this.queue.clear(),
      'dismiss-all': () => this.queue.dismiss(null),
      restart: () => this.#restart(),
    };
    deeds[does]();
  }

  #restart(): void {
    this.queue.dispose();
    this.#overlay = null;
    this.queue = this.#start();
    this.queue.restore();
  }
}

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe('whatever happens', () => {
  const property = fc.asyncProperty(
    fc.array(moves, { maxLength: 40, size: 'max' }),
    async (made) => {
      const show = new Show();
      for (const move of made) {
        await show.make(move);
        show.check();
      }
      await show.drain();
      show.check();
      expect(show.ledger.countAlerts('queued') + show.ledger.countAlerts('painted')).toBe(0);
      show.queue.dispose();
      expect(show.clock.pendingTimers).toBe(0);
      show.ledger.close();
    },
  );

  it('every alert is in exactly one state, none is lost, and in the end none is left', () =>
    fc.assert(property, { numRuns: 50, seed: 20_261_120 }));
});
