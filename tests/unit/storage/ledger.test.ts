import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import {
  donation,
  draw,
  memoryLedger,
  openForTest,
  purchase,
  subscription,
  temporaryFolder,
} from './support.ts';

describe('the books', () => {
  it('give back every event whole, oldest first', () => {
    const ledger = memoryLedger();
    const events = [donation(1), subscription(2), draw(3), purchase(4)];
    ledger.record([...events].reverse());
    expect(ledger.alertsInState('queued', 10)).toStrictEqual(events);
    expect(ledger.alertsInState('queued', 2)).toStrictEqual(events.slice(0, 2));
  });

  it.each(HOSTILE_TEXTS)('keep any text as it is: $name', ({ text }) => {
    const words = text.toWellFormed();
    const ledger = memoryLedger();
    const events: ValuedEvent[] = [
      donation(1, { donatorChannelId: words, donatorNickname: words, donationText: words }),
      draw(2, { campaignId: words, rewardId: words, rewardTitle: words, count: 3 }),
      draw(3, { campaignId: words, rewardId: words, rewardTitle: words, count: 4 }),
      purchase(4, { shopName: words, content: words }),
    ];
    ledger.record(events);
    expect(ledger.alertsInState('queued', 10)).toStrictEqual(events);
    expect(ledger.tallies()).toMatchObject([{ campaignId: words, rewardTitle: words, total: 7 }]);
  });

  it('write all events of a call or none', () => {
    const ledger = memoryLedger();
    const impossible = { ...donation(2), seq: 'two' } as unknown as ValuedEvent;
    expect(() => ledger.record([donation(1), impossible])).toThrow(LedgerCallError);
    expect(ledger.countAlerts('queued')).toBe(0);
    ledger.record([donation(1)]);
    expect(ledger.countAlerts('queued')).toBe(1);
  });

  it('take the same write twice without counting it twice', () => {
    const ledger = memoryLedger();
    ledger.record([donation(1), draw(2)]);
    ledger.setAlertStates([1], 'over', 5);
    ledger.record([donation(1), draw(2), donation(3)]);
    expect(ledger.totals().donationBeams).toBe(2_000);
    expect(ledger.tallies()).toMatchObject([{ total: 5, rounds: 1 }]);
    expect(ledger.countAlerts('over')).toBe(1);
  });

  it('answer with a clear error after they were closed, and may be closed twice', () => {
    const ledger = memoryLedger();
    ledger.close();
    ledger.close();
    expect(() => ledger.record([donation(1)])).toThrow(LedgerCallError);
    expect(() => ledger.totals()).toThrow(/free some disk space/i);
  });
});

describe('totals', () => {
  it('are three: donations, cheering, and shop money by currency', () => {
    const ledger = memoryLedger();
    ledger.record([
      donation(1, { payAmount: 1_000 }),
      donation(2, { payAmount: 500, donationType: 'VIDEO' }),
      donation(3, { payAmount: 7, donationType: 'SOMETHING_NEW' }),
      donation(4, { payAmount: 300, donationType: 'CHEERING' }),
      donation(5, { payAmount: null }),
      purchase(6, { totalAmount: 39_000, currency: 'KRW' }),
      purchase(7, { totalAmount: 1_000, currency: 'KRW' }),
      purchase(8, { totalAmount: 12.34, currency: 'USD' }),
      purchase(9, { totalAmount: 500, currency: 'JPY' }),
      purchase(10, { totalAmount: null, currency: 'JPY' }),
      purchase(11, { totalAmount: 3, currency: '???' }),
      purchase(12, { totalAmount: 1, currency: '__proto__' }),
      draw(13),
      subscription(14),
    ]);
    const totals = ledger.totals();
    expect(totals.donationBeams).toBe(1_507);
    expect(totals.cheeringBeams).toBe(300);
    expect(Object.entries(totals.shopMoney).toSorted()).toEqual(
      [
        ['KRW', 40_000],
        ['USD', 1_234],
        ['JPY', 500],
        ['???', 300],
        ['__proto__', 100],
      ].toSorted(),
    );
  });

  it('begin at nothing', () => {
    expect(memoryLedger().totals()).toEqual({ donationBeams: 0, cheeringBeams: 0, shopMoney: {} });
    expect(memoryLedger().tallies()).toEqual([]);
  });

  it('are exact however large they are', () => {
    const ledger = memoryLedger();
    const payAmount = Number.MAX_SAFE_INTEGER;
    ledger.record(Array.from({ length: 3_000 }, (_, n) => donation(n + 1, { payAmount })));
    ledger.record([draw(5_001, { count: payAmount }), draw(5_002, { count: payAmount })]);
    ledger.record([purchase(6_001, { totalAmount: 1e300, currency: 'KRW' })]);
    expect(ledger.totals()).toEqual({
      // 3,000 times 9,007,199,254,740,991: more than SQLite's sum() can hold.
      donationBeams: '27021597764222973000',
      cheeringBeams: 0,
      shopMoney: {},
    });
    expect(ledger.tallies()).toMatchObject([{ total: payAmount, rounds: 2 }]);
  });
});

describe('draw tallies', () => {
  it('add up by campaign and reward, with the words of the latest round', () => {
    const ledger = memoryLedger();
    ledger.record([
      draw(1, { count: 5 }),
      draw(2, { campaignId: 'campaign-2', count: 100 }),
      draw(3, { rewardId: 'reward-2', count: 30 }),
      draw(4, {
        count: 7,
        rewardTitle: '새 망토',
        rewardImageUrl: 'https://cdn.example/new.png',
        drawnAt: '2026-01-02T00:00:00.000Z',
      }),
    ]);
    expect(ledger.tallies()).toEqual([
      expect.objectContaining({ campaignId: 'campaign-2', rewardId: 'reward-1', total: 100 }),
      expect.objectContaining({ campaignId: 'campaign-1', rewardId: 'reward-2', total: 30 }),
      {
        campaignId: 'campaign-1',
        rewardId: 'reward-1',
        rewardTitle: '새 망토',
        rewardImageUrl: 'https://cdn.example/new.png',
        rounds: 2,
        lastCount: 7,
        total: 12,
        lastDrawnAt: Date.UTC(2026, 0, 2),
      },
    ]);
  });

  it('and totals are kept across restarts', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const first = openForTest(file).ledger;
    first.record([draw(1, { count: 5 }), donation(2), purchase(3)]);
    const { epoch } = first;
    first.close();
    const second = openForTest(file).ledger;
    second.record([draw(4, { count: 6 })]);
    expect(second.tallies()).toMatchObject([{ rounds: 2, total: 11, lastCount: 6 }]);
    expect(second.totals()).toMatchObject({ donationBeams: 1_000, shopMoney: { KRW: 10_000 } });
    expect(second.epoch).toBe(epoch);
  });
});

describe('alert states', () => {
  it('move from queued to painted to over', () => {
    const ledger = memoryLedger();
    ledger.record([donation(1), donation(2)]);
    expect(ledger.setAlertStates([1], 'painted', 10)).toEqual([1]);
    expect(ledger.countAlerts('queued')).toBe(1);
    expect(ledger.alertsInState('painted', 5)).toEqual([donation(1)]);
    ledger.setAlertStates([1, 2], 'over', 20);
    expect(ledger.countAlerts('over')).toBe(2);
    expect(ledger.countAlerts('painted')).toBe(0);
  });

  it('of alerts that are not there change nothing, and that is said', () => {
    const ledger = memoryLedger();
    ledger.record([donation(2)]);
    expect(ledger.setAlertStates([1, 2, 3], 'over', 20)).toEqual([2]);
    expect(ledger.setAlertStates([], 'over', 20)).toEqual([]);
  });

  it('are given up for the painted ones and for those queued too long ago', () => {
    const ledger = memoryLedger();
    const old = donation(1);
    const fresh = { ...donation(2), receivedAt: old.receivedAt + 600_000 };
    const painted = { ...donation(3), receivedAt: old.receivedAt + 600_000 };
    const over = { ...donation(4), receivedAt: old.receivedAt };
    ledger.record([old, fresh, painted, over]);
    ledger.setAlertStates([3], 'painted', 1);
    ledger.setAlertStates([4], 'over', 1);
    expect(ledger.giveUpAlerts(fresh.receivedAt, 2)).toBe(2);
    expect(ledger.alertsInState('never-appeared', 5)).toEqual([old, painted]);
    expect(ledger.alertsInState('queued', 5)).toEqual([fresh]);
    expect(ledger.countAlerts('over')).toBe(1);
  });
});

describe('numbers', () => {
  it('are reserved in blocks that follow one another from 1', () => {
    const ledger = memoryLedger();
    expect(ledger.reserveNumbers(1_000)).toBe(1);
    expect(ledger.reserveNumbers(1_000)).toBe(1_001);
    expect(ledger.reserveNumbers(5)).toBe(2_001);
    expect(ledger.reserveNumbers(1)).toBe(2_006);
  });

  it('that were given back are used again, and no others', () => {
    const ledger = memoryLedger();
    ledger.reserveNumbers(1_000);
    ledger.releaseNumbers(8);
    expect(ledger.reserveNumbers(1_000)).toBe(8);
    ledger.releaseNumbers(5_000);
    expect(ledger.reserveNumbers(1_000)).toBe(1_008);
  });

  it('are never below what is in the books', () => {
    const ledger = memoryLedger();
    ledger.reserveNumbers(10);
    ledger.record([donation(25)]);
    expect(ledger.reserveNumbers(10)).toBe(26);
    ledger.releaseNumbers(3);
    expect(ledger.reserveNumbers(10)).toBe(26);
  });

  it('reserved before a crash are not handed out after it', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    openForTest(file).ledger.reserveNumbers(1_000);
    expect(openForTest(file).ledger.reserveNumbers(1_000)).toBe(1_001);
  });
});
