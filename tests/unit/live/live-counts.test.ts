import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { LiveCounts } from '../../../electron/features/live/live-counts.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { chat } from '../storage/chat-support.ts';
import { donation, draw, memoryLedger, purchase, subscription } from '../storage/support.ts';

const AT = Date.UTC(2026, 0, 1);

function setUp(inBooks: readonly ValuedEvent[]) {
  const ledger = memoryLedger();
  ledger.record(inBooks);
  let lastSeq = inBooks.at(-1)?.seq ?? 0;
  const counts = new LiveCounts({
    figures: ledger.figures,
    viewers: ledger.viewers,
    lastSeq: () => lastSeq,
    log: silentLogger,
  });
  return { ledger, counts, setLastSeq: (seq: number) => (lastSeq = seq) };
}

describe('the totals of a broadcast', () => {
  it('begin with what is in the books since it began, and leave out what came before', () => {
    const { counts } = setUp([
      donation(1, { payAmount: 5 }),
      donation(10, { payAmount: 100 }),
      donation(11, { payAmount: 30, donationType: 'CHEERING' }),
      subscription(12),
      draw(13, { count: 7 }),
      draw(14, { count: 3 }),
      purchase(15, { totalAmount: 9_900, currency: 'KRW' }),
      purchase(16, { totalAmount: 12.5, currency: 'USD' }),
    ]);
    counts.begin(AT + 10);
    expect(counts.totals).toEqual({
      donationBeams: 100,
      cheeringBeams: 30,
      shop: { KRW: 9_900, USD: 1_250 },
      subscriptions: 1,
      draws: 2,
      winners: 10,
    });
  });

  it('go on with every event, each in its own sum', () => {
    const { counts } = setUp([]);
    counts.begin(AT);
    expect(
      counts.add([
        donation(1, { payAmount: 100 }),
        donation(2, { payAmount: 40, donationType: 'CHEERING' }),
        donation(3, { payAmount: null }),
        subscription(4),
        draw(5, { count: 7 }),
        purchase(6, { totalAmount: 1_000, currency: 'JPY' }),
        purchase(7, { totalAmount: null }),
      ]),
    ).toBe(true);
    expect(counts.totals).toEqual({
      donationBeams: 100,
      cheeringBeams: 40,
      shop: { JPY: 1_000 },
      subscriptions: 1,
      draws: 1,
      winners: 7,
    });
  });

  it('count nothing twice that the books have told of already', () => {
    const { counts } = setUp([donation(1, { payAmount: 100 })]);
    counts.begin(AT);
    expect(counts.add([donation(1, { payAmount: 100 })])).toBe(false);
    expect(counts.totals?.donationBeams).toBe(100);
  });

  it('leave out chat and tests', () => {
    const { counts } = setUp([]);
    counts.begin(AT);
    const test = { ...donation(2), origin: 'test' } as const;
    expect(counts.add([chat(1), test])).toBe(false);
    expect(counts.totals?.donationBeams).toBe(0);
  });

  it('begin at nothing with the next broadcast', () => {
    const { counts, setLastSeq } = setUp([donation(1)]);
    counts.begin(AT);
    setLastSeq(1);
    counts.begin(AT + 1_000);
    expect(counts.totals).toMatchObject({ donationBeams: 0, subscriptions: 0 });
  });

  it('are not there while the books cannot be read, and nothing breaks', () => {
    const { ledger, counts } = setUp([]);
    ledger.close();
    counts.begin(AT);
    expect(counts.add([donation(1)])).toBe(false);
    expect(counts.totals).toBeNull();
  });
});
