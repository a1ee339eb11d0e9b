import { describe, expect, it } from 'vitest';
import type { StageEvent } from '../../../shared/events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { fillableLedger } from '../events/support.ts';
import { donation, draw, memoryLedger, purchase, subscription } from '../storage/support.ts';
import { startQueue } from './support.ts';

const STILL_FRESH_MS = 10 * 60_000;
const ALONE_MS = 6_000;
const CROWDED_MS = 4_000;

const NO_DRAWS = new Map();

const chat: StageEvent<'CHAT'> = {
  kind: 'CHAT',
  data: {
    channelId: 'c',
    senderChannelId: 's',
    profile: { nickname: 'n', badges: [] },
    content: 'hi',
    senderRole: 'viewer',
    messageTime: null,
    emojis: {},
  },
  seq: 99,
  receivedAt: 0,
  origin: 'platform',
};

describe('playing', () => {
  it('shows one alert at a time, for six seconds alone and four when others wait', async () => {
    const { queue, clock, heard, ids, arrive } = startQueue();
    arrive(donation(1));
    arrive(subscription(2), draw(3), purchase(4));
    expect(queue.current).toMatchObject({
      alertId: 1,
      durationMs: ALONE_MS,
      remainingMs: ALONE_MS,
    });
    expect(queue.waiting).toBe(3);
    await clock.advance(ALONE_MS);
    await clock.advance(CROWDED_MS);
    await clock.advance(CROWDED_MS - 1);
    expect(ids()).toEqual([1, 2, 3]);
    await clock.advance(1);
    await clock.advance(ALONE_MS);
    expect(ids()).toEqual([1, 2, 3, 4, null]);
    expect(heard.map((alert) => alert?.durationMs)).toEqual([
      ALONE_MS,
      CROWDED_MS,
      CROWDED_MS,
      ALONE_MS,
      undefined,
    ]);
    expect(queue.current).toBeNull();
    expect(queue.waiting).toBe(0);
    expect(clock.pendingTimers).toBe(0);
  });

  it('shows the first of several that arrive together for four seconds', () => {
    const { queue, arrive } = startQueue();
    arrive(donation(1), donation(2));
    expect(queue.current?.durationMs).toBe(CROWDED_MS);
  });

  it('says how much time is left, whatever somebody does to the wall clock', async () => {
    const { queue, clock, arrive } = startQueue();
    arrive(donation(1));
    await clock.advance(1_500);
    clock.jump(3_600_000);
    expect(queue.current?.remainingMs).toBe(ALONE_MS - 1_500);
    clock.jump(-7_200_000);
    expect(queue.current?.remainingMs).toBe(ALONE_MS - 1_500);
  });

  it('takes no chat', () => {
    const { queue, heard } = startQueue();
    queue.add([chat], NO_DRAWS);
    expect(heard).toEqual([]);
  });

  it('shows a draw with the totals that came with it', () => {
    const { queue, ledger } = startQueue();
    ledger.record([draw(1)]);
    const [tally] = ledger.tallies();
    queue.add([draw(1)], new Map([[1, tally!]]));
    expect(queue.current?.tally).toEqual(tally);
  });

  it('goes on when a listener throws', async () => {
    const { queue, clock, arrive, failures, ids } = startQueue();
    queue.onChange(() => {
      throw new Error('a listener');
    });
    arrive(donation(1), donation(2));
    await clock.advance(CROWDED_MS);
    expect(ids()).toEqual([1, 2]);
    expect(failures).toHaveLength(2);
  });
});

describe('how an alert ends', () => {
  it.each([
    { overlay: true, painted: true, ends: 'over' },
    { overlay: true, painted: false, ends: 'never-appeared' },
    { overlay: false, painted: false, ends: 'never-appeared' },
  ] as const)(
    'when its time has passed: overlay visible $overlay, painted $painted: $ends',
    async ({ overlay, painted, ends }) => {
      const { queue, clock, ledger, arrive } = startQueue();
      if (overlay) queue.attachOverlay();
      arrive(donation(1));
      if (painted) queue.receipt(1, 'painted');
      expect(ledger.countAlerts(painted ? 'painted' : 'queued')).toBe(1);
      await clock.advance(ALONE_MS);
      expect(ledger.countAlerts(ends)).toBe(1);
      expect(queue.neverAppeared).toBe(ends === 'never-appeared' ? 1 : 0);
    },
  );

  it('counts overlays: one that left twice is gone once', async () => {
    const { queue, clock, arrive, attachPainter } = startQueue();
    const first = queue.attachOverlay();
    const second = attachPainter();
    first.dispose();
    first.dispose();
    arrive(donation(1));
    await clock.advance(ALONE_MS);
    expect(queue.neverAppeared).toBe(0);
    second.dispose();
    arrive(donation(2));
    await clock.advance(ALONE_MS);
    expect(queue.neverAppeared).toBe(1);
  });

  it('as missed while a page is attached that draws nothing: it hangs, or its cable is out', async () => {
    const { queue, clock, ledger, arrive } = startQueue();
    queue.attachOverlay();
    for (let seq = 1; seq <= 10; seq += 1) {
      arrive(donation(seq));
      await clock.advance(ALONE_MS);
    }
    expect(queue.neverAppeared).toBe(10);
    expect(ledger.countAlerts('over')).toBe(0);
  });

  it('as missed on a page that painted neither of the last two is caught up on only when it paints again', async () => {
    const { queue, clock, ids, arrive, attachPainter } = startQueue();
    queue.attachOverlay();
    arrive(donation(1), donation(2));
    await clock.advance(60_000);
    expect(queue.neverAppeared).toBe(2);
    queue.replayMissed();
    expect(queue.current).toBeNull();
    attachPainter();
    await clock.advance(60_000);
    expect(ids()).toEqual([1, 2, null, 1, 2, null]);
    expect(queue.neverAppeared).toBe(0);
  });

  it('early when a page says that it is over, and the next one plays at once', async () => {
    const { queue, clock, ledger, ids, arrive } = startQueue();
    arrive(donation(1), donation(2));
    await clock.advance(1_000);
    queue.receipt(1, 'painted');
    queue.receipt(1, 'over');
    expect(ids()).toEqual([1, 2]);
    expect(ledger.countAlerts('over')).toBe(1);
    expect(queue.neverAppeared).toBe(0);
    // The timer of the first must not end the second.
    await clock.advance(CROWDED_MS - 1_000);
    expect(queue.current?.alertId).toBe(2);
    queue.receipt(2, 'over');
    expect(ids()).toEqual([1, 2, null]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('never by a receipt about another alert', async () => {
    const { queue, ledger, ids, arrive } = startQueue();
    arrive(donation(1), donation(2));
    queue.receipt(2, 'over');
    queue.receipt(7, 'painted');
    queue.receipt(1, 'over');
    queue.receipt(1, 'over');
    queue.receipt(1, 'painted');
    expect(ids()).toEqual([1, 2]);
    expect(ledger.countAlerts('over')).toBe(1);
    expect(ledger.countAlerts('painted')).toBe(0);
  });
});

describe('test events', () => {
  it('play next, in their order, before what waits', () => {
    const { queue, arrive, ids } = startQueue();
    arrive(donation(1), donation(2), donation(3));
    queue.add([{ ...donation(4), origin: 'test' }], NO_DRAWS);
    queue.add([{ ...donation(5), origin: 'test' }], NO_DRAWS);
    for (let turn = 0; turn < 4; turn += 1) queue.skip();
    expect(ids()).toEqual([1, 4, 5, 2, 3]);
  });

  it('play like the others and leave nothing in the books', async () => {
    const { queue, clock, ledger, ids, arrive } = startQueue();
    arrive(donation(1));
    queue.add([{ ...donation(2), origin: 'test' }], NO_DRAWS);
    await clock.advance(ALONE_MS);
    queue.receipt(2, 'painted');
    await clock.advance(ALONE_MS);
    expect(ids()).toEqual([1, 2, null]);
    expect(queue.neverAppeared).toBe(1);
    expect(ledger.countAlerts('never-appeared')).toBe(1);
    expect(ledger.countAlerts('painted')).toBe(0);
  });
});

describe('crowds', () => {
  const large = (seq: number) => donation(seq, { payAmount: 5_000 });

  it('of a thousand play in order, each its time, and end with no timer left', async () => {
    const { queue, clock, ledger, heard, ids, arrive, attachPainter } = startQueue();
    attachPainter();
    const events = Array.from({ length: 1_000 }, (_, n) => large(n + 1));
    arrive(...events);
    expect(queue.waiting).toBe(999);
    for (const { seq } of events.slice(0, 400)) queue.receipt(seq, 'over');
    expect(queue.waiting).toBe(599);
    await clock.advance(599 * CROWDED_MS);
    expect(queue.current).toMatchObject({ alertId: 1_000, durationMs: ALONE_MS });
    await clock.advance(ALONE_MS);
    expect(ids()).toEqual([...events.map(({ seq }) => seq), null]);
    expect(heard.filter((alert) => alert?.durationMs === CROWDED_MS)).toHaveLength(999);
    expect(ledger.countAlerts('over')).toBe(1_000);
    expect(clock.pendingTimers).toBe(0);
  });

  it('beyond what the screen can ever show are kept as never appeared', () => {
    const { queue, ledger, arrive } = startQueue();
    arrive(...Array.from({ length: 5_200 }, (_, n) => large(n + 1)));
    expect(queue.waiting).toBe(4_999);
    expect(queue.neverAppeared).toBe(200);
    expect(ledger.alertsInState('never-appeared', 1)).toEqual([large(5_001)]);
  });
});

describe('a page that is not there yet', () => {
  it('is waited for at a start, for twenty seconds', async () => {
    const clock = new VirtualClock();
    const ledger = memoryLedger(clock);
    ledger.record([1, 2, 3].map((seq) => ({ ...donation(seq), receivedAt: clock.now() })));
    const { queue, attachPainter } = startQueue({ clock, ledger, pageWaitMs: 20_000 });
    queue.restore();
    await clock.advance(19_000);
    expect(queue.current).toBeNull();
    attachPainter();
    await clock.advance(30_000);
    expect(queue.neverAppeared).toBe(0);
    expect(ledger.countAlerts('over')).toBe(3);
  });

  it('is waited for where one was there just before, and not for ever', async () => {
    const { queue, clock, arrive, attachPainter } = startQueue({ pageWaitMs: 20_000 });
    attachPainter().dispose();
    await clock.advance(10_000);
    arrive(donation(1));
    await clock.advance(9_999);
    expect(queue.current).toBeNull();
    await clock.advance(1);
    expect(queue.current?.alertId).toBe(1);
    await clock.advance(ALONE_MS);
    expect(queue.neverAppeared).toBe(1);
    arrive(donation(2));
    expect(queue.current?.alertId).toBe(2);
  });

  it('leaves no timer behind where the queue ends first', () => {
    const { queue, clock, arrive } = startQueue({ pageWaitMs: 20_000 });
    arrive(donation(1), donation(2));
    expect(clock.pendingTimers).toBe(1);
    queue.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('several alerts that are to be played again', () => {
  it('are all left where they are when one of them is not there', async () => {
    const { queue, arrive, inState, clock } = startQueue();
    arrive(donation(1));
    await clock.advance(ALONE_MS);
    arrive(donation(2), donation(3));
    expect(queue.neverAppeared).toBe(1);
    expect(() => queue.replay(3, 1, 99)).toThrow();
    expect(queue.waiting).toBe(1);
    expect(queue.neverAppeared).toBe(1);
    expect(inState('never-appeared')).toEqual([1]);
    queue.replay(3, 1);
    expect(queue.waiting).toBe(2);
  });
});

describe('after a crash', () => {
  it('plays what was queued within ten minutes again and keeps the rest as never appeared', () => {
    const clock = new VirtualClock();
    const ledger = memoryLedger(clock);
    const ago = (seq: number, ms: number) => ({ ...donation(seq), receivedAt: clock.now() - ms });
    const events = [
      ago(1, STILL_FRESH_MS + 1),
      ago(2, STILL_FRESH_MS),
      ago(3, 1_000),
      ago(4, 500),
      ago(5, 100),
    ];
    ledger.record(events);
    ledger.setAlertStates([3], 'painted', clock.now());
    ledger.setAlertStates([5], 'over', clock.now());
    const { queue, ids } = startQueue({ ledger, clock });
    queue.restore();
    expect(ids()).toEqual([2]);
    expect(queue.waiting).toBe(1);
    expect(queue.neverAppeared).toBe(2);
    queue.receipt(2, 'over');
    expect(queue.current?.event).toEqual(events[3]);
  });

  it('shows a draw that was left behind with what has been drawn so far', () => {
    const clock = new VirtualClock();
    const ledger = memoryLedger(clock);
    ledger.record([{ ...draw(1), receivedAt: clock.now() }]);
    const [tally] = ledger.tallies();
    const { queue } = startQueue({ clock, ledger, findTally: () => tally ?? null });
    queue.restore();
    expect(queue.current?.tally).toEqual(tally);
  });

  it('counts what never appeared in earlier runs', async () => {
    const clock = new VirtualClock();
    const ledger = memoryLedger(clock);
    const first = startQueue({ ledger, clock });
    first.arrive(donation(1));
    await clock.advance(ALONE_MS);
    first.queue.dispose();
    const second = startQueue({ ledger, clock });
    second.queue.restore();
    expect(second.queue.neverAppeared).toBe(1);
    expect(second.queue.current).toBeNull();
  });
});

describe('a full disk', () => {
  it('does not stop the alerts; their states are written when there is room again', async () => {
    const clock = new VirtualClock();
    const disk = fillableLedger(memoryLedger(clock));
    const { queue, ids, lines } = startQueue({ ledger: disk.ledger, clock });
    const events = [donation(1), donation(2), donation(3)];
    disk.isFull = true;
    queue.add(events, NO_DRAWS);
    await clock.advance(CROWDED_MS * 2);
    expect(ids()).toEqual([1, 2, 3]);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    disk.isFull = false;
    // The hub writes the events late, as new ones; then the queue must say what became of them.
    disk.ledger.record(events);
    await clock.advance(ALONE_MS);
    expect(disk.ledger.countAlerts('never-appeared')).toBe(3);
    expect(disk.ledger.countAlerts('queued')).toBe(0);
  });

  it('leaves in the ledger when an alert was painted, also where it was over by then', async () => {
    const clock = new VirtualClock();
    const disk = fillableLedger(memoryLedger(clock));
    const { queue } = startQueue({ ledger: disk.ledger, clock });
    const [first, next] = [donation(1), donation(2)];
    disk.ledger.record([first, next]);
    disk.isFull = true;
    queue.add([first], NO_DRAWS);
    queue.attachOverlay();
    const paintedAt = clock.now();
    queue.receipt(1, 'painted');
    await clock.advance(ALONE_MS);
    disk.isFull = false;
    queue.add([next], NO_DRAWS);
    queue.receipt(2, 'painted');
    expect(disk.ledger.alerts.find(1)).toMatchObject({ state: 'over', paintedAt });
  });
});

describe('stopping', () => {
  it('leaves no timer, and what was waiting stays queued for the next start', () => {
    const { queue, clock, ledger, arrive } = startQueue();
    arrive(donation(1), donation(2));
    queue.dispose();
    queue.dispose();
    expect(clock.pendingTimers).toBe(0);
    expect(queue.current).toBeNull();
    expect(queue.waiting).toBe(0);
    queue.add([donation(3)], NO_DRAWS);
    queue.receipt(1, 'over');
    expect(clock.pendingTimers).toBe(0);
    expect(ledger.countAlerts('queued')).toBe(2);
  });
});
