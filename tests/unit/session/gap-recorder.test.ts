import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { GapRecorder } from '../../../electron/session/gap-recorder.ts';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import type { CoverageMark } from '../../../shared/connection-history.ts';
import { type Gap, SUBSCRIPTION_KINDS } from '../../../shared/connection-history.ts';
import { settle } from '../../support/virtual-clock.ts';
import { HOUR, MINUTE, setUp } from './keeper-setup.ts';

const START = Date.UTC(2026, 0, 1);

/** A gap book over a keeper and a ledger that fits in an object. */
/** What two looks at the platform's clock may be wrong by. */
const COMPARED = 6_000;

function makeBook({
  markedAt = null as number | null,
  kept = [] as readonly Gap[],
  full = false,
  receivedUntil = undefined as number | null | undefined,
  isWritten = (): boolean => true,
  clockAhead = { before: null, now: null } as { before: number | null; now: number | null },
} = {}) {
  const stage = setUp();
  const disk = { full };
  const ledger = {
    recorded: [] as Gap[],
    marked: markedAt === null ? null : markOfAll(markedAt),
    writes: 0,
    recordGap(gap: Gap) {
      if (disk.full) throw new Error('the disk is full');
      ledger.recorded.push(gap);
    },
    gaps: () => kept,
    setMark(mark: CoverageMark | null, ahead: number | null = null) {
      if (disk.full) throw new Error('the disk is full');
      ledger.writes += 1;
      ledger.marked = mark;
      clockAhead.before = ahead;
    },
    mark: () => ledger.marked,
    markClock: () => clockAhead.before,
    /** Until when donations are received, by the mark. */
    get heard() {
      return ledger.marked?.donation?.received ?? null;
    },
  };
  const { keeper, clock } = stage;
  const given = {
    keeper,
    ledger,
    isWritten,
    clock,
    clockAhead: () => clockAhead.now,
    log: silentLogger,
  };
  const told = receivedUntil == null ? receivedUntil : markOfAll(receivedUntil);
  const book = new GapRecorder(told === undefined ? given : { ...given, receivedUntil: told });
  return { ...stage, ledger, disk, book };
}

/** Without events the list is looked at so often. */
const QUIET = 290_000;

describe('the gap book', () => {
  it('does not count as received what the ledger has not taken yet', async () => {
    let isWritten = true;
    const { keeper, net, clock, ledger } = makeBook({ isWritten: () => isWritten });
    await keeper.start();
    await settle();
    await clock.advance(2 * MINUTE);
    const before = ledger.heard;
    isWritten = false;
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    await clock.advance(3 * MINUTE);
    expect(ledger.heard).toBe(before);
    net.sockets.at(-1)?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(3 * MINUTE);
    expect(ledger.heard).toBe(before);
    isWritten = true;
    await clock.advance(2 * MINUTE);
    expect(ledger.heard).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
    keeper.dispose();
  });

  it('writes a gap as soon as the disk takes it, and counts nothing after it as received before', async () => {
    const { keeper, net, clock, ledger, disk } = makeBook();
    await keeper.start();
    await clock.advance(10 * MINUTE);
    const before = ledger.heard;
    disk.full = true;
    net.sockets.at(-1)?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(10_000);
    disk.full = false;
    expect([ledger.recorded, ledger.heard]).toEqual([[], before]);
    await clock.advance(5_000);
    expect(ledger.recorded).toMatchObject([{ reason: 'closed-1006' }]);
    await clock.advance(5 * MINUTE);
    expect(ledger.heard).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
    keeper.dispose();
  });

  it('makes its first mark as soon as the disk takes it, and counts nothing in it that is not written', async () => {
    let isWritten = false;
    const { keeper, net, clock, ledger, disk } = makeBook({ isWritten: () => isWritten });
    disk.full = true;
    await keeper.start();
    await settle();
    const liveAt = clock.now();
    await clock.advance(10_000);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    disk.full = false;
    await clock.advance(5_000);
    expect(ledger.heard).toBe(liveAt);
    net.sockets.at(-1)?.text({ event: 'DONATION' });
    await clock.advance(6 * MINUTE);
    expect(ledger.heard).toBe(liveAt);
    isWritten = true;
    await clock.advance(MINUTE);
    expect(ledger.heard).toBeGreaterThan(liveAt);
    keeper.dispose();
  });

  it('tries once more at the end what the disk did not take', async () => {
    const { keeper, net, clock, ledger, disk } = makeBook();
    await keeper.start();
    await clock.advance(MINUTE);
    disk.full = true;
    net.sockets.at(-1)?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(1_000);
    disk.full = false;
    keeper.stop(true);
    expect(ledger.recorded).toMatchObject([{ reason: 'closed-1006' }]);
    expect(ledger.heard).toBeNull();
    keeper.dispose();
    await clock.advance(MINUTE);
    expect([ledger.recorded.length, ledger.heard]).toEqual([1, null]);
  });

  it('moves the mark on a moment after a proof, also where nothing more comes', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    // The list is read after 290 seconds, ten seconds after a mark that proves less.
    await clock.advance(280_000);
    keeper.probe();
    await clock.advance(25_000);
    expect(ledger.heard).toBe(START + QUIET - 5_000);
    keeper.dispose();
  });

  it('writes every gap down when it is over', async () => {
    const { keeper, net, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(1_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(5_000);
    expect(ledger.recorded).toMatchObject([{ from: START, reason: 'closed-1006' }]);
    await clock.advance(5 * MINUTE);
    expect(ledger.recorded).toHaveLength(1);
    keeper.dispose();
  });

  it('moves the mark of life on with the lists that prove it, but does not write it with each of many PONGs', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await settle();
    expect(ledger.heard).toBe(START);
    await clock.advance(10 * MINUTE);
    // What an answered PING proves: an event may be sent five seconds late.
    expect(ledger.heard).toBe(START + 2 * QUIET - 5_000);
    const { writes } = ledger;
    for (let time = 0; time < 50; time += 1) {
      keeper.probe();
      await settle();
    }
    expect(ledger.writes - writes).toBeLessThanOrEqual(1);
    keeper.dispose();
  });

  it('marks nothing before the stream is live, nor while it is not', async () => {
    const { keeper, net, clock, ledger } = makeBook();
    net.options.openAtOnce = false;
    await keeper.start();
    await clock.advance(5_000);
    expect(ledger.writes).toBe(0);
    net.sockets[0]?.open();
    await settle();
    expect(ledger.heard).toBe(START + 5_000);
    await clock.advance(1_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(5 * MINUTE);
    expect(ledger.heard).toBe(START + 5_000);
    keeper.dispose();
  });

  it('marks the last proof before a sleep, also where the connection outlived that', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(QUIET + MINUTE);
    clock.sleep(HOUR);
    await clock.advance(MINUTE);
    expect(ledger.heard).toBe(START + QUIET);
    keeper.dispose();
  });

  it('marks at once where the stream begins again soon after a stop', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(5_000);
    keeper.stop(true);
    expect(ledger.heard).toBeNull();
    await keeper.start();
    await settle();
    expect(ledger.heard).toBe(START + 5_000);
    keeper.dispose();
  });

  it('writes nothing any more after its end', async () => {
    const { keeper, net, clock, ledger, book } = makeBook();
    await keeper.start();
    await clock.advance(1_000);
    book.dispose();
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(HOUR);
    keeper.stop(true);
    expect(ledger.recorded).toEqual([]);
    expect(ledger.heard).toBe(START);
    keeper.dispose();
  });

  it('takes the mark away at a clean stop', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(HOUR);
    keeper.stop(true);
    expect(ledger.heard).toBeNull();
    keeper.dispose();
  });

  it('leaves the mark while a gap is open, for a crash in the middle of it', async () => {
    const { keeper, clock, ledger } = makeBook();
    await keeper.start();
    await clock.advance(HOUR);
    keeper.stop(false);
    const [open] = keeper.recorder.connectionHistory.openGaps;
    expect(open?.from).toBeGreaterThan(START + HOUR - QUIET);
    expect(open?.from).toBeLessThanOrEqual(START + HOUR);
    expect(ledger.heard).toBe(open?.from);
    keeper.dispose();
  });

  it('makes a gap of the time since a crash', async () => {
    const { keeper, ledger } = makeBook({ markedAt: START - HOUR });
    await keeper.start();
    await settle();
    expect(ledger.recorded).toMatchObject([{ from: START - HOUR, to: START, reason: 'crash' }]);
    keeper.dispose();
  });

  it.each([
    ['set back an hour since', 0, -HOUR, START - MINUTE - HOUR - COMPARED],
    ['put right since, after it had been an hour ahead', HOUR, 0, START - MINUTE - HOUR - COMPARED],
    ['an hour wrong all the time', HOUR, HOUR, START - MINUTE],
    ['not compared with the platform’s then', null, HOUR, START - MINUTE],
    ['not compared with the platform’s yet', HOUR, null, START - MINUTE],
  ])(
    'begins the gap of a crash in the time of a clock that was %s',
    async (_, before, now, from) => {
      const { keeper } = makeBook({ markedAt: START - MINUTE, clockAhead: { before, now } });
      expect(keeper.recorder.connectionHistory.openGaps).toMatchObject([{ from, reason: 'crash' }]);
      keeper.dispose();
    },
  );

  it('knows later by how much the clock was set, when the platform has told', () => {
    const clockAhead = { before: 0, now: null as number | null };
    const { keeper } = makeBook({ markedAt: START + HOUR, clockAhead });
    const open = () => keeper.recorder.connectionHistory.openGaps;
    expect(open()).toMatchObject([{ from: START }]);
    clockAhead.now = -2 * HOUR;
    expect(open()).toMatchObject([{ from: START - HOUR - COMPARED }]);
    keeper.dispose();
  });

  it('leaves the mark of a crash alone until the platform has told the time', async () => {
    const clockAhead = { before: 0, now: null as number | null };
    const { keeper, clock, ledger } = makeBook({ markedAt: START + HOUR, clockAhead });
    await keeper.start();
    await clock.advance(10 * MINUTE);
    expect(ledger.writes).toBe(0);
    clockAhead.now = -2 * HOUR;
    await clock.advance(MINUTE);
    expect(ledger.writes).toBe(1);
    keeper.dispose();
  });

  it('leaves the gap of a crash open, and to the next run, until the platform has told the time', async () => {
    const clockAhead = { before: 0, now: null as number | null };
    const { keeper, clock, ledger } = makeBook({ markedAt: START + HOUR, clockAhead });
    await keeper.start();
    await clock.advance(MINUTE);
    const gap = { reason: 'crash', kinds: SUBSCRIPTION_KINDS };
    expect(keeper.recorder.connectionHistory.openGaps).toMatchObject([gap]);
    keeper.stop(true);
    expect(ledger.recorded).toEqual([]);
    expect(ledger.heard).toBe(START + HOUR);
    keeper.dispose();
  });

  it('closes the gap of a crash as soon as the time is known', async () => {
    const clockAhead = { before: 0, now: null as number | null };
    const { keeper, clock, ledger } = makeBook({ markedAt: START + HOUR, clockAhead });
    await keeper.start();
    await clock.advance(MINUTE);
    clockAhead.now = -2 * HOUR;
    await clock.advance(5 * MINUTE);
    expect(ledger.recorded).toMatchObject([{ from: START - HOUR - COMPARED, reason: 'crash' }]);
    expect(keeper.recorder.connectionHistory.openGaps).toEqual([]);
    keeper.dispose();
  });

  it('writes with the mark how far the clock is ahead', async () => {
    const clockAhead = { before: null as number | null, now: 7_000 };
    const { keeper } = makeBook({ clockAhead });
    await keeper.start();
    await settle();
    expect(clockAhead.before).toBe(7_000);
    keeper.dispose();
  });

  it('shows the gaps of earlier runs', () => {
    const kept = [{ from: 1, to: 2, reason: 'no-pong', kinds: SUBSCRIPTION_KINDS }];
    const { keeper } = makeBook({ kept });
    expect(keeper.recorder.connectionHistory.gaps).toEqual(kept);
    keeper.dispose();
  });

  it('writes a gap down later when the disk was full', async () => {
    const { keeper, net, clock, ledger, disk } = makeBook({ full: true });
    await keeper.start();
    await clock.advance(1_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(5_000);
    expect(ledger.recorded).toEqual([]);
    disk.full = false;
    await clock.advance(MINUTE);
    expect(ledger.recorded).toHaveLength(1);
    keeper.dispose();
  });

  it('does not end the stream when the disk is full', async () => {
    const { keeper, net, clock } = makeBook({ full: true });
    await keeper.start();
    await clock.advance(1_000);
    net.sockets[0]?.end({ type: 'closed', code: 1006, reason: '' });
    await clock.advance(5_000);
    expect(keeper.status.phase).toBe('live');
    keeper.dispose();
  });

  it.each([
    ['a gap since another host received the last', START - 9_000, [{ from: START - 9_000 }]],
    ['no gap where another host received until now', null, []],
  ])('has %s, whatever its own mark says', async (_, receivedUntil, gaps) => {
    const { keeper, clock, ledger } = makeBook({ markedAt: START - HOUR, receivedUntil });
    await keeper.start();
    await clock.advance(1_000);
    expect(ledger.recorded).toMatchObject(gaps);
    keeper.dispose();
  });
});
