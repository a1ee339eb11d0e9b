import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS, migrate } from '../../../electron/storage/migrations.ts';
import type { StageEvent, ValuedEvent } from '../../../shared/events.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { donation, memoryLedger, openForTest, purchase, temporaryFolder } from './support.ts';

const MOST = 9_007_199_254_740_991;
const QUARTER = 15 * 60_000;
const AT = Date.UTC(2026, 0, 1);
const ALL = { from: 0, to: 8_640_000_000_000_000 };

function at<E extends StageEvent>(event: E, receivedAt: number): E {
  return { ...event, receivedAt };
}

/** Amounts of all sizes, the largest often, over some hours. */
function manyEvents(count: number): readonly ValuedEvent[] {
  const random = steadyRandom(7);
  return Array.from({ length: count }, (_, index) => {
    const seq = index + 1;
    const receivedAt = AT + Math.floor(random() * 20 * QUARTER);
    const amount = random() < 0.5 ? MOST - Math.floor(random() * 9) : Math.floor(random() * 1e6);
    const who = `viewer-${Math.floor(random() * 5)}`;
    const more = { donatorChannelId: who, donatorNickname: who };
    if (random() < 0.3) {
      const money = { totalAmount: amount, currency: 'KRW', senderChannelId: who };
      return at(purchase(seq, money), receivedAt);
    }
    const donationType = random() < 0.3 ? 'CHEERING' : 'CHAT';
    return at(donation(seq, { ...more, donationType, payAmount: amount }), receivedAt);
  });
}

function bigSum(events: readonly ValuedEvent[], of: (event: ValuedEvent) => number | null): string {
  return String(events.reduce((sum, event) => sum + BigInt(of(event) ?? 0), 0n));
}

const beamsOf = (type: string, who?: string) => (event: ValuedEvent) => {
  if (event.kind !== 'DONATION' || event.data.donationType !== type) return null;
  return who === undefined || event.data.donatorChannelId === who ? event.data.payAmount : null;
};
const wonOf = (event: ValuedEvent) =>
  event.kind === 'GOODS_PURCHASE' ? event.data.totalAmount : null;

describe('sums beyond 2^53 - 1', () => {
  const events = manyEvents(5_000);
  const ledger = () => {
    const repository = memoryLedger();
    repository.record(events);
    return repository;
  };
  const expected = {
    donation: bigSum(events, beamsOf('CHAT')),
    cheering: bigSum(events, beamsOf('CHEERING')),
    won: bigSum(events, wonOf),
  };

  it('are the same to the last digit in every reading of the books', () => {
    const repository = ledger();
    const { figures, reading, viewers } = repository;
    const { donation: donated, cheering, won } = expected;
    expect(Number(donated)).toBeGreaterThan(2 ** 63);
    const totals = { donationBeams: donated, cheeringBeams: cheering, shopMoney: { KRW: won } };
    expect(repository.totals()).toEqual(totals);
    expect(figures.totalsSince(0)).toEqual(totals);
    const sums = reading.totals(ALL);
    expect([sums.donation.amount, sums.cheering.amount, sums.purchase['KRW']?.amount]).toEqual([
      ...[donated, cheering, won],
    ]);
    for (const given of reading.given(ALL)) {
      expect(String(given.donationBeams)).toBe(bigSum(events, beamsOf('CHAT', given.channelId)));
    }
    const [first] = figures.supportersSince(0, 1);
    expect(viewers.find(first?.channelId ?? '').donationBeams).toBe(first?.beams);
    expect(figures.supporterBeams(first?.channelId ?? '', 0, 1e9)).toBe(first?.beams);
  });

  it('are exact for periods that cut through quarters of an hour', () => {
    const { reading } = ledger();
    for (const [from, to] of [
      [AT + 7, AT + 3 * QUARTER + 11],
      [AT + QUARTER, AT + 2 * QUARTER],
      [AT + 5, AT + 6],
    ] as const) {
      const within = events.filter(({ receivedAt }) => receivedAt >= from && receivedAt < to);
      const { amount } = reading.totals({ from, to }).donation;
      expect(String(amount)).toBe(bigSum(within, beamsOf('CHAT')));
    }
  });

  it('rank by the last digit', () => {
    const repository = memoryLedger();
    const twice = (who: string, first: number, last: number) => [
      donation(first, { donatorChannelId: who, payAmount: MOST }),
      donation(first + 1, { donatorChannelId: who, payAmount: last }),
    ];
    repository.record([...twice('less', 1, 5), ...twice('most', 3, 7), ...twice('more', 5, 6)]);
    expect(repository.figures.supportersSince(0, 3).map(({ channelId }) => channelId)).toEqual([
      ...['most', 'more', 'less'],
    ]);
  });

  it('stay numbers up to 2^53 - 1', () => {
    const repository = memoryLedger();
    repository.record([donation(1, { payAmount: MOST - 1 }), donation(2, { payAmount: 1 })]);
    expect(repository.totals().donationBeams).toBe(MOST);
    repository.record([donation(3, { payAmount: 1 })]);
    expect(repository.totals().donationBeams).toBe('9007199254740992');
    expect(repository.reading.totals(ALL).donation.amount).toBe('9007199254740992');
  });
});

describe('sums that had stopped at 2^53 - 1 in older books', () => {
  it('are added up anew, and go on', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const old = new DatabaseSync(file);
    migrate(old, MIGRATIONS.slice(0, 11));
    const insert = old.prepare(
      `INSERT INTO events (seq, kind, received_at, channel_id, beams, donation_type, amount_minor,
        currency, payload) VALUES (?, ?, ?, 'c', ?, ?, ?, ?, '{}')`,
    );
    old.exec('BEGIN');
    for (let seq = 1; seq <= 1_200; seq += 1) {
      insert.run(seq, 'DONATION', AT + seq, MOST, 'CHAT', null, null);
    }
    insert.run(1_201, 'DONATION', AT + QUARTER, 500, 'CHAT', null, null);
    insert.run(1_202, 'GOODS_PURCHASE', AT, null, null, MOST, 'KRW');
    insert.run(1_203, 'GOODS_PURCHASE', AT, null, null, MOST, 'KRW');
    insert.run(1_204, 'GOODS_PURCHASE', AT, null, null, 250, 'USD');
    old.exec('COMMIT');
    expect(old.prepare('SELECT max(amount) AS most FROM sums').get()).toEqual({ most: MOST });
    old.close();
    const { ledger, setAside } = openForTest(file);
    expect(setAside).toBeNull();
    const amounts = () => {
      const { donation: donated, purchase: bought } = ledger.reading.totals(ALL);
      return [donated.amount, bought['KRW']?.amount, bought['USD']?.amount];
    };
    // 1,200 times 9,007,199,254,740,991 and 500.
    expect(amounts()).toEqual(['10808639105689189700', '18014398509481982', 250]);
    ledger.record([at(donation(2_000, { payAmount: MOST }), AT)]);
    expect(amounts()[0]).toBe('10817646304943930691');
  });
});
