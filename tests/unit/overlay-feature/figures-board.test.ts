import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RETRY_MS } from '../../../electron/features/overlay/figures-board.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { NO_FIGURES } from '../../../shared/overlay/figures.ts';
import { PERIODS } from '../../../shared/overlay/names.ts';
import { chat } from '../../support/stage-events.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';
import { FiguresWorld, layoutOf, NOON } from './overlay-world.ts';

const gift = (beams: number | null, who: string | null = 'anna', donationType = 'CHAT') =>
  donation(0, { payAmount: beams, donatorChannelId: who, donatorNickname: who, donationType });

const DAY_MS = 86_400_000;
const ALL = { period: 'all' } as const;

const everyWidget = () =>
  layoutOf(
    ...PERIODS.flatMap((period) => [
      { id: `supporters-${period}`, kind: 'supporters', settings: { period, most: 10 } },
      { id: `totals-${period}`, kind: 'totals', settings: { period } },
    ]),
    { id: 'goal-all', kind: 'goal', settings: { start: 5 } },
    { id: 'goal-broadcast', kind: 'goal', settings: { period: 'broadcast' } },
  );

describe('figures', () => {
  it('are none while no widget shows any, and then the books are not asked', () => {
    const world = new FiguresWorld(layoutOf({ id: 'chat', kind: 'chat' }));
    const board = world.start();
    world.arrive(gift(100));
    expect(board.read()).toEqual(NO_FIGURES);
    expect([world.asked, world.changes]).toEqual([0, 0]);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('keep three totals that never meet', () => {
    const world = new FiguresWorld(layoutOf({ id: 't', kind: 'totals', settings: ALL }));
    const board = world.start();
    world.arrive(gift(100), gift(20, 'ben', 'VIDEO'), gift(3, 'ben', 'CHEERING'), gift(null));
    world.arrive(purchase(0, { totalAmount: 12.5, currency: 'USD' }), purchase(0), draw(0));
    world.arrive(subscription(0), purchase(0, { totalAmount: null }), chat(0));
    expect(board.read().totals['t']).toEqual({
      donationBeams: 120,
      cheeringBeams: 3,
      shop: { KRW: 10_000, USD: 1_250 },
    });
  });

  it('of a goal are its start and all donations but cheering', () => {
    const settings = { start: 1_000, target: 5_000 };
    const world = new FiguresWorld(layoutOf({ id: 'g', kind: 'goal', settings }));
    world.arrive(gift(50));
    const board = world.start();
    expect(board.read().goals).toEqual({ g: { beams: 1_050 } });
    world.arrive(gift(100), gift(7, 'ben', 'CHEERING'), gift(30, null, 'VIDEO'));
    expect(board.read().goals).toEqual({ g: { beams: 1_180 } });
  });

  it('of a goal that begins at a moment leave out what came before', async () => {
    const world = new FiguresWorld(layoutOf());
    world.arrive(gift(5_000));
    await world.clock.advance(1_000);
    const board = world.start();
    const since = world.clock.now();
    world.setLayout(layoutOf({ id: 'g', kind: 'goal', settings: { since } }));
    expect(board.read().goals).toEqual({ g: { beams: 0 } });
    world.arrive(gift(40));
    expect(board.read().goals).toEqual({ g: { beams: 40 } });
  });

  it('never count test events', () => {
    const world = new FiguresWorld(everyWidget());
    const board = world.start();
    const before = board.read();
    world.arrive({ ...gift(9_999), origin: 'test' }, { ...purchase(0), origin: 'test' });
    expect(board.read()).toBe(before);
    expect(world.changes).toBe(0);
  });

  it('are read from the books again when those took events from elsewhere', () => {
    const world = new FiguresWorld(layoutOf({ id: 'g', kind: 'goal' }));
    const board = world.start();
    world.arrive(gift(10));
    world.ledger.record([donation(77, { payAmount: 5 })]);
    expect(board.read().goals).toEqual({ g: { beams: 10 } });
    board.reread();
    expect(board.read().goals).toEqual({ g: { beams: 15 } });
    expect(world.changes).toBe(2);
  });

  it('are the same object until one of them changes', () => {
    const world = new FiguresWorld(layoutOf({ id: 'g', kind: 'goal' }));
    const board = world.start();
    const first = board.read();
    world.arrive(gift(0), gift(10, 'ben', 'CHEERING'), purchase(0));
    expect(board.read()).toBe(first);
    world.arrive(gift(1));
    expect(board.read()).not.toBe(first);
  });

  it('ask the books once for each beginning, however many events come', () => {
    const world = new FiguresWorld(everyWidget());
    const board = world.start();
    board.read();
    const asked = world.asked;
    for (let event = 0; event < 100; event += 1) world.arrive(gift(1));
    board.read();
    // Once more for whether the donor had given before, in each of the four periods.
    expect(world.asked - asked).toBe(4);
    expect(asked).toBe(8);
  });

  it('of a widget that goes are let go; of one that comes they are there at once', () => {
    const goal = { id: 'g', kind: 'goal' };
    const world = new FiguresWorld(layoutOf(goal));
    const board = world.start();
    world.arrive(gift(10));
    world.setLayout(layoutOf({ id: 'top', kind: 'supporters', settings: ALL }));
    expect(board.read()).toEqual({
      goals: {},
      totals: {},
      supporters: { top: [{ name: 'anna', beams: 10 }] },
    });
    world.setLayout(layoutOf(goal, { ...goal, id: 'g2', settings: { start: 1 } }));
    expect(board.read().goals).toEqual({ g: { beams: 10 }, g2: { beams: 11 } });
    expect(world.changes).toBe(3);
  });
});

describe('supporters', () => {
  it('are ordered by beams; of two equal ones, who had as many first', () => {
    const settings = { period: 'all', most: 3 };
    const world = new FiguresWorld(layoutOf({ id: 's', kind: 'supporters', settings }));
    world.arrive(gift(100, 'anna'), gift(50, 'ben'));
    const board = world.start();
    world.arrive(gift(50, 'ben'), gift(500, null), gift(90, 'cleo', 'CHEERING'), gift(1, 'dora'));
    world.arrive(gift(2, 'emil'));
    expect(board.read().supporters['s']).toEqual([
      { name: 'anna', beams: 100 },
      { name: 'ben', beams: 100 },
      { name: 'emil', beams: 2 },
    ]);
  });

  it('go by channel and carry the latest nickname', () => {
    const world = new FiguresWorld(layoutOf({ id: 's', kind: 'supporters', settings: ALL }));
    world.arrive(donation(0, { donatorChannelId: 'a', donatorNickname: 'Old', payAmount: 5 }));
    const board = world.start();
    world.arrive(donation(0, { donatorChannelId: 'a', donatorNickname: 'New', payAmount: 5 }));
    world.arrive(donation(0, { donatorChannelId: 'a', donatorNickname: null, payAmount: 5 }));
    world.arrive(donation(0, { donatorChannelId: 'b', donatorNickname: 'New', payAmount: 1 }));
    expect(board.read().supporters['s']).toEqual([
      { name: 'New', beams: 15 },
      { name: 'New', beams: 1 },
    ]);
  });

  it('have names that fit a line', () => {
    const world = new FiguresWorld(layoutOf({ id: 's', kind: 'supporters', settings: ALL }));
    const board = world.start();
    world.arrive(donation(0, { donatorChannelId: 'a', donatorNickname: '💎'.repeat(9_999) }));
    const name = board.read().supporters['s']?.[0]?.name ?? '';
    expect(name.length).toBe(100);
    expect(name.isWellFormed()).toBe(true);
  });

  it('who gave before the app was started are found when they give again', () => {
    const settings = { period: 'all', most: 2 };
    const world = new FiguresWorld(layoutOf({ id: 's', kind: 'supporters', settings }));
    for (let person = 0; person < 60; person += 1) world.arrive(gift(1_000 + person, `p${person}`));
    const board = world.start();
    world.arrive(gift(500, 'p0'));
    expect(board.read().supporters['s']).toEqual([
      { name: 'p0', beams: 1_500 },
      { name: 'p59', beams: 1_059 },
    ]);
  });

  it('are right also when more people give than are kept in memory', () => {
    const settings = { period: 'all', most: 3 };
    const world = new FiguresWorld(layoutOf({ id: 's', kind: 'supporters', settings }));
    const board = world.start();
    const people = Array.from({ length: 2_500 }, (_, person) => gift(person + 1, `p${person}`));
    world.arrive(...people.toReversed());
    world.arrive(gift(10_000, 'p0'), gift(1, 'p2499'));
    expect(board.read().supporters['s']).toEqual([
      { name: 'p0', beams: 10_001 },
      { name: 'p2499', beams: 2_501 },
      { name: 'p2498', beams: 2_499 },
    ]);
  });
});

describe('periods', () => {
  it('of a day and a month begin anew at midnight, by one timer and without an event', async () => {
    const world = new FiguresWorld(
      layoutOf(
        { id: 'day', kind: 'totals', settings: { period: 'day' } },
        { id: 'month', kind: 'totals', settings: { period: 'month' } },
      ),
    );
    const board = world.start();
    world.arrive(gift(100));
    expect(world.clock.pendingTimers).toBe(1);
    const midnight = new Date(2026, 4, 16).getTime();
    await world.clock.advance(midnight - world.clock.now() - 1);
    expect(board.read().totals['day']?.donationBeams).toBe(100);
    const told = world.changes;
    await world.clock.advance(1);
    expect(world.changes).toBe(told + 1);
    expect(board.read().totals['day']?.donationBeams).toBe(0);
    expect(board.read().totals['month']?.donationBeams).toBe(100);
    world.arrive(gift(7));
    expect(board.read().totals['day']?.donationBeams).toBe(7);
    await world.clock.advance(new Date(2026, 5, 1).getTime() - world.clock.now());
    expect(board.read().totals['month']?.donationBeams).toBe(0);
    expect(world.clock.pendingTimers).toBe(1);
  });

  it('wake the app no more than four times an hour', async () => {
    const world = new FiguresWorld(
      layoutOf({ id: 'd', kind: 'totals', settings: { period: 'day' } }),
    );
    world.start();
    let timers = 0;
    const { setTimeout } = world.clock;
    world.clock.setTimeout = (run, delayMs) => {
      timers += 1;
      return setTimeout.call(world.clock, run, delayMs);
    };
    await world.clock.advance(DAY_MS);
    expect(timers).toBeLessThanOrEqual(24 * 4 + 1);
  });

  it('notice a day that went by while the computer slept', () => {
    const world = new FiguresWorld(
      layoutOf({ id: 'd', kind: 'totals', settings: { period: 'day' } }),
    );
    const board = world.start();
    world.arrive(gift(100));
    world.clock.jump(DAY_MS);
    expect(board.read().totals['d']?.donationBeams).toBe(0);
    world.clock.jump(-DAY_MS);
    expect(board.read().totals['d']?.donationBeams).toBe(100);
    world.clock.jump(DAY_MS);
    world.arrive(gift(5));
    expect(board.read().totals['d']?.donationBeams).toBe(5);
  });

  it('of a broadcast begin anew when the streamer says so', async () => {
    const world = new FiguresWorld(everyWidget());
    const board = world.start();
    world.arrive(gift(100));
    await world.clock.advance(1_000);
    world.beginBroadcast();
    world.arrive(gift(1, 'ben'));
    const figures = board.read();
    expect(figures.goals).toEqual({ 'goal-all': { beams: 106 }, 'goal-broadcast': { beams: 1 } });
    expect(figures.supporters['supporters-broadcast']).toEqual([{ name: 'ben', beams: 1 }]);
    expect(figures.supporters['supporters-all']).toHaveLength(2);
  });

  it('are none of the board’s business once it has ended', async () => {
    const world = new FiguresWorld(everyWidget());
    const board = world.start();
    board.dispose();
    expect(world.clock.pendingTimers).toBe(0);
    world.arrive(gift(1));
    world.beginBroadcast();
    await world.clock.advance(DAY_MS);
    expect([world.changes, world.clock.pendingTimers]).toEqual([0, 0]);
  });
});

describe('books that cannot be read', () => {
  it('leave their figures out until they can, and are not asked more often than every 5 s', async () => {
    const world = new FiguresWorld(layoutOf({ id: 'g', kind: 'goal' }));
    world.arrive(gift(10));
    world.failing = true;
    const board = world.start();
    expect(board.read()).toEqual(NO_FIGURES);
    for (let event = 0; event < 50; event += 1) world.arrive(gift(1));
    expect([world.asked, world.logged.length]).toEqual([1, 1]);
    world.failing = false;
    await world.clock.advance(RETRY_MS);
    expect(board.read().goals).toEqual({ g: { beams: 60 } });
    world.arrive(gift(1));
    expect(board.read().goals).toEqual({ g: { beams: 61 } });
  });
});

describe('a board that has followed', () => {
  const event: fc.Arbitrary<StageEvent> = fc.oneof(
    fc
      .record({
        beams: fc.option(fc.integer({ min: 0, max: 50 })),
        who: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
        type: fc.constantFrom('CHAT', 'VIDEO', 'CHEERING'),
      })
      .map(({ beams, who, type }) => gift(beams, who, type)),
    fc.integer({ min: 0, max: 9 }).map((totalAmount) => purchase(0, { totalAmount })),
  );
  const step = fc.record({
    events: fc.array(event, { maxLength: 6 }),
    waitMs: fc.constantFrom(0, 1, 60_000, DAY_MS / 2),
    begins: fc.boolean(),
  });

  it('says what one says that adds everything up from the books', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const world = new FiguresWorld(everyWidget());
        const board = world.start();
        for (const { events, waitMs, begins } of steps) {
          await world.clock.advance(waitMs);
          if (begins) world.beginBroadcast();
          world.arrive(...events);
        }
        const followed = board.read();
        expect(followed).toEqual(world.start().read());
      }),
      { numRuns: 40 },
    );
  });
});

it('the tests’ noon is in the middle of a day and a month', () => {
  expect(new Date(NOON).getHours()).toBe(12);
});
