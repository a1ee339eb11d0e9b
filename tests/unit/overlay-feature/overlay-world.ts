import { onTestFinished } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { type Logger, silentLogger } from '../../../electron/base/log.ts';
import type { FigureRepository } from '../../../electron/features/overlay/figure-repository.ts';
import { FiguresBoard } from '../../../electron/features/overlay/figures-board.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import { type Layout, layoutSchema } from '../../../shared/overlay/widgets.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger } from '../storage/support.ts';

const failOnListener = (failure: unknown): never => {
  throw failure;
};

const BOX = { x: 0, y: 0, width: 0.5, height: 0.5 };

/** A layout of widgets of which only what matters is said. */
export function layoutOf(
  ...widgets: readonly { id: string; kind: string; settings?: object }[]
): Layout {
  return layoutSchema.parse(widgets.map((widget) => ({ box: BOX, ...widget })));
}

/** A noon in the middle of a month, in the time zone of the computer. */
export const NOON = new Date(2026, 4, 15, 12).getTime();

/** A board on a real ledger in memory; layout, events and broadcast are the test's. */
export class FiguresWorld {
  readonly clock = new VirtualClock(NOON);
  readonly ledger: Ledger = memoryLedger(this.clock);
  readonly logged: string[] = [];
  /** How often the ledger was added up. */
  asked = 0;
  /** While true every question to the ledger fails. */
  failing = false;
  changes = 0;
  #layout: Layout;
  #beganAt = NOON - 3_600_000;
  #seq = 0;
  readonly #layouts = new Emitter<void>(failOnListener);
  readonly #events = new Emitter<readonly StageEvent[]>(failOnListener);
  readonly #broadcasts = new Emitter<void>(failOnListener);
  readonly #boards: FiguresBoard[] = [];

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** A board as the app makes one at its start; the former ones end. */
  start(): FiguresBoard {
    for (const board of this.#boards) board.dispose();
    const world = this;
    const log: Logger = { ...silentLogger, error: (message) => world.logged.push(message) };
    const board = new FiguresBoard({
      repository: this.#repository(),
      layout: { get: () => this.#layout, onChange: this.#layouts.on },
      lastSeq: () => this.#seq,
      onEvents: this.#events.on,
      broadcast: {
        get beganAt() {
          return world.#beganAt;
        },
        onChange: this.#broadcasts.on,
      },
      clock: this.clock,
      log,
    });
    this.#boards.push(board);
    board.onChange(() => {
      this.changes += 1;
    });
    onTestFinished(() => board.dispose());
    return board;
  }

  setLayout(layout: Layout): void {
    this.#layout = layout;
    this.#layouts.fire();
  }

  beginBroadcast(): void {
    this.#beganAt = this.clock.now();
    this.#broadcasts.fire();
  }

  /** Written and handed on as the hub does it, numbered and stamped now. */
  arrive(...events: readonly StageEvent[]): void {
    const stamped = events.map((event) => {
      this.#seq += 1;
      return { ...event, seq: this.#seq, receivedAt: this.clock.now() };
    });
    const valued = stamped.filter(isValued).filter(({ origin }) => origin === 'platform');
    this.ledger.record(valued);
    this.#events.fire(stamped);
  }

  #repository(): Pick<FigureRepository, 'totalsSince' | 'supportersSince' | 'supporterBeams'> {
    const { figures } = this.ledger;
    const ask = <T>(question: () => T): T => {
      this.asked += 1;
      if (this.failing) throw new Error('the disk is gone');
      return question();
    };
    return {
      totalsSince: (from) => ask(() => figures.totalsSince(from)),
      supportersSince: (from, limit) => ask(() => figures.supportersSince(from, limit)),
      supporterBeams: (who, from, seq) => ask(() => figures.supporterBeams(who, from, seq)),
    };
  }
}
