import { describe, expect, it } from 'vitest';
import type { ReportRepository } from '../../../electron/features/reports/report-repository.ts';
import type { RowFilter } from '../../../electron/features/reports/row-pages.ts';
import type { SubscriptionKind } from '../../../shared/connection-history.ts';
import type { ReportCursor } from '../../../shared/contract/reports.ts';
import { REPORT_SORTS } from '../../../shared/contract/reports.ts';
import type { StageEvent, ValuedEvent } from '../../../shared/events.ts';
import { gapOf } from '../../support/gaps.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { chat } from './chat-support.ts';
import { donation, draw, memoryLedger, purchase, subscription } from './support.ts';

const AT = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

const ALL: RowFilter = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  sorts: REPORT_SORTS,
  text: null,
  who: null,
  min: null,
  max: null,
};

function at<E extends StageEvent>(event: E, receivedAt: number): E {
  return { ...event, receivedAt };
}

function seqsOf(reading: ReportRepository, filter: Partial<RowFilter>, limit = 100): number[] {
  return reading.page({ ...ALL, ...filter }, null, limit).rows.map(({ event }) => event.seq);
}

/** All pages one after another. */
function walk(reading: ReportRepository, filter: Partial<RowFilter>, limit: number): number[] {
  const seqs: number[] = [];
  let before: ReportCursor | null = null;
  do {
    const page = reading.page({ ...ALL, ...filter }, before, limit);
    seqs.push(...page.rows.map(({ event }) => event.seq));
    before = page.next;
  } while (before !== null);
  return seqs;
}

describe('totals', () => {
  it('keep donation beams, cheering beams and the money of each currency apart', () => {
    const { reading, ...ledger } = withLedger([
      donation(1, { payAmount: 700 }),
      donation(2, { payAmount: 50, donationType: 'VIDEO' }),
      donation(3, { payAmount: 30, donationType: 'CHEERING' }),
      donation(4, { payAmount: null }),
      purchase(5, { totalAmount: 12_000 }),
      purchase(6, { totalAmount: 12.5, currency: 'USD' }),
      purchase(7, { totalAmount: null }),
      subscription(8),
      draw(9, { count: 30 }),
      draw(10, { count: 5 }),
    ]);
    expect(reading.totals(ALL)).toEqual({
      donation: { count: 3, unknown: 1, amount: 750 },
      cheering: { count: 1, unknown: 0, amount: 30 },
      subscription: { count: 1, unknown: 0, amount: 0 },
      draw: { count: 2, unknown: 0, amount: 35 },
      purchase: {
        KRW: { count: 2, unknown: 1, amount: 12_000 },
        USD: { count: 1, unknown: 0, amount: 1_250 },
      },
    });
    expect(ledger.totals()).toEqual({
      donationBeams: 750,
      cheeringBeams: 30,
      shopMoney: { KRW: 12_000, USD: 1_250 },
    });
  });

  it('are exact for any period, also where it begins or ends within a quarter of an hour', () => {
    const random = steadyRandom(3);
    const events = Array.from({ length: 400 }, (_, index) =>
      at(
        donation(index + 1, {
          payAmount: Math.floor(random() * 1_000),
          donationType: random() < 0.5 ? 'CHEERING' : 'CHAT',
        }),
        AT + Math.floor(random() * 6 * QUARTER),
      ),
    );
    const { reading } = withLedger(events);
    const sum = (from: number, to: number, type: string) =>
      events
        .filter(({ receivedAt }) => receivedAt >= from && receivedAt < to)
        .filter(({ data }) => data.donationType === type)
        .reduce((beams, { data }) => beams + (data.payAmount ?? 0), 0);
    for (let round = 0; round < 200; round += 1) {
      const from = AT + Math.floor(random() * 6 * QUARTER);
      const to = from + 1 + Math.floor(random() * 3 * QUARTER * (round % 3));
      const { donation: donated, cheering } = reading.totals({ from, to });
      expect([donated.amount, cheering.amount]).toEqual([
        sum(from, to, 'CHAT'),
        sum(from, to, 'CHEERING'),
      ]);
    }
  });

  it('are exact however large they are, and keep no event out of the books', () => {
    const huge = { payAmount: Number.MAX_SAFE_INTEGER };
    const { reading } = withLedger([donation(1, huge), donation(2, huge), donation(3)]);
    expect(reading.totals(ALL).donation).toEqual({
      count: 3,
      unknown: 0,
      amount: '18014398509482982',
    });
  });

  it('count an event once that is written twice', () => {
    const { reading, record } = withLedger([donation(1)]);
    record([donation(1), donation(2)]);
    expect(reading.totals(ALL).donation.count).toBe(2);
  });
});

describe('a list', () => {
  const EVENTS = [
    donation(1, { payAmount: 100, donatorChannelId: 'viewer-1' }),
    donation(2, { payAmount: 5_000, donationType: 'CHEERING', donatorChannelId: 'viewer-2' }),
    { ...subscription(3), data: { ...subscription(3).data, subscriberChannelId: 'viewer-1' } },
    draw(4),
    purchase(5, { senderChannelId: 'viewer-1', totalAmount: 12_000 }),
    purchase(7, { totalAmount: 12.5, currency: 'USD' }),
    purchase(8, { totalAmount: null }),
    donation(9, { payAmount: null, donatorChannelId: null }),
  ];

  it.each<[string, Partial<RowFilter>, readonly number[]]>([
    ['everything, the latest first', {}, [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ['donations only', { sorts: ['donation'] }, [9, 1]],
    ['cheering only', { sorts: ['cheering'] }, [2]],
    ['both of them', { sorts: ['donation', 'cheering'] }, [9, 2, 1]],
    ['subscriptions', { sorts: ['subscription'] }, [3]],
    ['draws', { sorts: ['draw'] }, [4]],
    ['purchases', { sorts: ['purchase'] }, [8, 7, 5]],
    ['chat', { sorts: ['chat'] }, [6]],
    ['nothing where nothing is asked for', { sorts: [] }, []],
    ['what one viewer did', { who: 'viewer-1' }, [6, 5, 3, 1]],
    ['what one viewer gave', { who: 'viewer-1', sorts: ['donation', 'purchase'] }, [5, 1]],
    ['a viewer nobody knows', { who: 'viewer-9' }, []],
    ['amounts from a limit on, each in its own unit', { min: 5_000 }, [5, 2]],
    ['amounts up to a limit', { max: 100 }, [7, 1]],
    ['amounts between limits', { min: 12.5, max: 100 }, [7, 1]],
    ['one viewer’s amounts', { who: 'viewer-1', min: 200 }, [5]],
    ['a period: its first moment and not its end', { from: AT + 3, to: AT + 5 }, [4, 3]],
  ])('shows %s', (_, filter, expected) => {
    const { reading, chatBooks } = withLedger(EVENTS);
    chatBooks.record([chat(6)]);
    expect(seqsOf(reading, filter)).toEqual(expected);
  });

  it('goes on where a page ended, also among rows of one and the same moment', () => {
    const events = Array.from({ length: 25 }, (_, index) =>
      at(donation(index + 1), AT + Math.floor(index / 10)),
    );
    const { reading } = withLedger(events);
    const expected = Array.from({ length: 25 }, (_, index) => 25 - index);
    expect(walk(reading, {}, 4)).toEqual(expected);
    expect(walk(reading, { sorts: ['donation'] }, 7)).toEqual(expected);
    expect(walk(reading, { who: 'viewer-1' }, 1)).toEqual(expected);
  });

  it('is in the order of time, also after the clock was set back', () => {
    const { reading } = withLedger([at(donation(1), AT + 9), at(donation(2), AT + 5)]);
    expect(seqsOf(reading, {})).toEqual([1, 2]);
  });

  it('says with each row what became of its alert', () => {
    const { reading, setAlertStates, chatBooks } = withLedger([donation(1), donation(2)]);
    chatBooks.record([chat(3)]);
    setAlertStates([1], 'painted', AT + 10);
    setAlertStates([1], 'over', AT + 20);
    setAlertStates([2], 'over', AT + 30, 'rejected');
    expect(reading.page(ALL, null, 10).rows.map(({ receipt }) => receipt)).toEqual([
      null,
      {
        state: 'over',
        note: 'rejected',
        queuedAt: AT,
        paintedAt: null,
        endedAt: AT + 30,
        flaw: null,
      },
      { state: 'over', note: null, queuedAt: AT, paintedAt: AT + 10, endedAt: AT + 20, flaw: null },
    ]);
  });

  it('ends a page early where its rows are large, and loses none of them', () => {
    const large = Array.from({ length: 10 }, (_, index) =>
      donation(index + 1, { donationText: 'x'.repeat(100_000) }),
    );
    const { reading } = withLedger(large);
    expect(reading.page(ALL, null, 10).rows.length).toBeLessThan(10);
    expect(walk(reading, {}, 10)).toHaveLength(10);
  });

  it('looks at so many rows for one page and no more, and goes on after them', () => {
    const events = Array.from({ length: 7_000 }, (_, index) =>
      purchase(index + 1, { totalAmount: index === 0 ? 99_000 : 1_000 }),
    );
    const { reading } = withLedger(events);
    const first = reading.page({ ...ALL, min: 50_000 }, null, 10);
    expect([first.rows.length, first.next?.seq]).toEqual([0, 4_001]);
    expect(walk(reading, { min: 50_000 }, 10)).toEqual([1]);
  });
});

describe('what a period was', () => {
  it('is told by amount, by giver and by what became of its alerts', () => {
    const { reading, setAlertStates } = withLedger([
      donation(1, { payAmount: 100, donatorChannelId: 'a' }),
      donation(2, { payAmount: 100, donatorChannelId: 'b' }),
      donation(3, { payAmount: 40, donatorChannelId: 'a', donationType: 'CHEERING' }),
      donation(4, { payAmount: 7, donatorChannelId: null }),
      purchase(5),
    ]);
    setAlertStates([1, 2], 'over', AT);
    expect(reading.amounts(ALL)).toEqual(
      expect.arrayContaining([
        { sort: 'donation', currency: '', amount: 100, count: 2 },
        { sort: 'donation', currency: '', amount: 7, count: 1 },
        { sort: 'cheering', currency: '', amount: 40, count: 1 },
        { sort: 'purchase', currency: 'KRW', amount: 10_000, count: 1 },
      ]),
    );
    expect(reading.given(ALL)).toEqual([
      { channelId: 'a', donationBeams: 100, cheeringBeams: 40, count: 2 },
      { channelId: 'b', donationBeams: 100, cheeringBeams: 0, count: 1 },
    ]);
    expect(reading.receipts(ALL)).toEqual([
      { state: 'over', note: null, flaw: null, count: 2 },
      { state: 'queued', note: null, flaw: null, count: 3 },
    ]);
    expect(reading.amounts({ from: AT + 4, to: AT + 5 })).toHaveLength(1);
    expect(reading.given({ from: AT + 2, to: AT + 3 })).toHaveLength(1);
    expect(reading.receipts({ from: AT + 1, to: AT + 2 })).toHaveLength(1);
  });

  it('is cut into parts that hold all of it, each once', () => {
    const events = Array.from({ length: 40 }, (_, index) =>
      at(donation(index + 1), AT + index * 5 * MINUTE),
    );
    const { reading } = withLedger(events);
    const period = { from: AT + MINUTE, to: AT + 199 * MINUTE };
    const parts = reading.parts(period, 7);
    expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([period.from, period.to]);
    for (const [index, part] of parts.slice(1).entries()) expect(part.from).toBe(parts[index]?.to);
    const counts = parts.map((part) => reading.totals(part).donation.count);
    expect(Math.max(...counts)).toBeLessThanOrEqual(7);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(39);
    expect(reading.parts({ from: 0, to: AT }, 7)).toEqual([]);
  });

  it('has the gaps that reach into it, and only their share of time', () => {
    const { reading, recordGap } = withLedger([]);
    const within = gapOf({ from: 150, to: 160, reason: 'within', kinds: ['chat'] });
    recordGap(gapOf({ from: 10, to: 20, reason: 'before' }));
    recordGap(gapOf({ from: 90, to: 130, reason: 'across' }));
    recordGap(within);
    recordGap(gapOf({ from: 200, to: 210, reason: 'after' }));
    const period = { from: 100, to: 200 };
    expect(reading.gaps(period, 10).map(({ reason }) => reason)).toEqual(['within', 'across']);
    expect(reading.countGaps(period)).toEqual({ count: 2, ms: 40, rows: 2 });
    expect(reading.gaps(period, 1)).toEqual([within]);
  });

  it('counts gaps that overlap as one time in which something was missed', () => {
    const { reading, recordGap } = withLedger([]);
    const of = (from: number, to: number, ...kinds: SubscriptionKind[]) =>
      recordGap(gapOf({ from, to, reason: 'reset', kinds }));
    const period = { from: 100, to: 200 };
    expect(reading.countGaps(period)).toEqual({ count: 0, ms: 0, rows: 0 });
    // One that holds two others, and one that goes on where it ends.
    of(110, 140, 'chat');
    of(112, 115, 'donation');
    of(120, 130, 'donation');
    of(140, 145, 'subscription');
    expect(reading.countGaps(period)).toEqual({ count: 1, ms: 35, rows: 4 });
    // Two that reach out of the period, each with its share.
    of(50, 105, 'chat');
    of(80, 103, 'donation');
    of(190, 300, 'chat', 'donation');
    of(195, 250, 'subscription');
    expect(reading.countGaps(period)).toEqual({ count: 3, ms: 50, rows: 8 });
    // The same, of another kind, and one of no length within.
    of(110, 140, 'donation');
    of(120, 120, 'subscription');
    expect(reading.countGaps(period)).toEqual({ count: 3, ms: 50, rows: 10 });
    of(150, 150, 'chat');
    expect(reading.countGaps(period)).toEqual({ count: 4, ms: 50, rows: 11 });
    expect(reading.gaps(period, 20)).toHaveLength(11);
  });

  it('knows the latest name of a giver, and when the books begin and end', () => {
    const { reading } = withLedger([
      donation(1, { donatorNickname: '옛이름' }),
      donation(2, { donatorNickname: '새이름', donationType: 'CHEERING' }),
      donation(3, { donatorNickname: null }),
    ]);
    expect(reading.nameOf('viewer-1')).toBe('새이름');
    expect(reading.nameOf('nobody')).toBeNull();
    expect(reading.span()).toEqual({ from: AT + 1, to: AT + 4 });
    expect(withLedger([]).reading.span()).toBeNull();
  });
});

function withLedger(events: readonly ValuedEvent[]) {
  const ledger = memoryLedger();
  ledger.record(events);
  return {
    reading: ledger.reading,
    chatBooks: ledger.chat,
    record: ledger.record.bind(ledger),
    totals: ledger.totals.bind(ledger),
    recordGap: ledger.recordGap.bind(ledger),
    setAlertStates: ledger.setAlertStates.bind(ledger),
  };
}
