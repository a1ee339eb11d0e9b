import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { FigureRepository } from '../../../electron/features/overlay/figure-repository.ts';
import { FIGURE_SQL } from '../../../electron/features/overlay/figure-repository.ts';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import { LedgerError } from '../../../electron/storage/errors.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import {
  donation,
  draw,
  memoryLedger,
  openForTest,
  purchase,
  subscription,
  temporaryFolder,
} from './support.ts';

const at = <E extends ValuedEvent>(event: E, receivedAt: number): E => ({ ...event, receivedAt });

const gift = (seq: number, who: string | null, payAmount: number | null, name = who) =>
  donation(seq, { donatorChannelId: who, donatorNickname: name, payAmount });

function booksOf(...events: readonly ValuedEvent[]): FigureRepository {
  const ledger = memoryLedger();
  ledger.record(events);
  return ledger.figures;
}

describe('totals since a moment', () => {
  const repository = () =>
    booksOf(
      at(donation(1, { payAmount: 100 }), 1_000),
      at(donation(2, { payAmount: 200, donationType: 'VIDEO' }), 2_000),
      at(donation(3, { payAmount: 40, donationType: 'CHEERING' }), 2_000),
      at(donation(4, { payAmount: null }), 2_000),
      at(donation(5, { payAmount: 7, donationType: 'SOMETHING_NEW' }), 3_000),
      at(purchase(6, { totalAmount: 15_000 }), 2_000),
      at(purchase(7, { totalAmount: 12.5, currency: 'USD' }), 3_000),
      at(purchase(8, { totalAmount: null }), 3_000),
      at(draw(9), 3_000),
      at(subscription(10), 3_000),
    );

  it.each([
    [0, 307, 40, { KRW: 15_000, USD: 1_250 }],
    [2_000, 207, 40, { KRW: 15_000, USD: 1_250 }],
    [2_001, 7, 0, { USD: 1_250 }],
    [3_001, 0, 0, {}],
  ])('from %i on are three that never meet', (from, donationBeams, cheeringBeams, shopMoney) => {
    expect(repository().totalsSince(from)).toEqual({ donationBeams, cheeringBeams, shopMoney });
  });

  it('are the same as those of everything', () => {
    const ledger = memoryLedger();
    ledger.record([donation(1), donation(2, { donationType: 'CHEERING' }), purchase(3)]);
    expect(ledger.figures.totalsSince(0)).toEqual(ledger.totals());
  });

  it('are exact above the largest number that is', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const repository = booksOf(donation(1, { payAmount: most }), donation(2, { payAmount: most }));
    expect(repository.totalsSince(0).donationBeams).toBe('18014398509481982');
  });
});

describe('supporters', () => {
  it('come by their beams, then by who had as many first; nobody anonymous, no cheering', () => {
    const repository = booksOf(
      gift(1, 'anna', 50),
      gift(2, 'ben', 300),
      gift(3, null, 9_000),
      gift(4, 'anna', 250),
      gift(5, 'cleo', 10),
      donation(6, { donatorChannelId: 'cleo', payAmount: 9_000, donationType: 'CHEERING' }),
      gift(7, 'dora', null),
      // Nothing more: this does not put ben behind anna.
      gift(8, 'ben', 0),
      gift(9, 'ben', null),
    );
    expect(repository.supportersSince(0, 10)).toEqual([
      { channelId: 'ben', name: 'ben', beams: 300 },
      { channelId: 'anna', name: 'anna', beams: 300 },
      { channelId: 'cleo', name: 'cleo', beams: 10 },
    ]);
    expect(repository.supportersSince(0, 1).map(({ channelId }) => channelId)).toEqual(['ben']);
  });

  it('have their latest nickname, one from before where the latest donation has none', () => {
    const repository = booksOf(
      at(gift(1, 'anna', 5, 'Old'), 1_000),
      at(gift(2, 'anna', 5, 'New'), 2_000),
      at(donation(3, { donatorChannelId: 'anna', donatorNickname: null }), 3_000),
      at(donation(4, { donatorChannelId: 'ben', donatorNickname: null }), 3_000),
    );
    const names = repository.supportersSince(0, 10).map(({ channelId, name }) => [channelId, name]);
    expect(names).toEqual([
      ['anna', 'New'],
      ['ben', null],
    ]);
  });

  it('of a period are those who gave in it', () => {
    const repository = booksOf(at(gift(1, 'anna', 500), 1_000), at(gift(2, 'ben', 5), 2_000));
    expect(repository.supportersSince(1_001, 10)).toMatchObject([{ channelId: 'ben', beams: 5 }]);
  });

  it.each([
    [0, 99, 350],
    [0, 3, 100],
    [1_500, 99, 250],
    [0, 1, 0],
  ])('one of them, from %i on and below number %i, gave %i', (from, before, beams) => {
    const repository = booksOf(
      at(gift(1, 'anna', 100), 1_000),
      at(gift(2, 'ben', 1), 2_000),
      at(gift(3, 'anna', 250), 2_000),
    );
    expect(repository.supporterBeams('anna', from, before)).toBe(beams);
  });
});

describe('the latest events', () => {
  it('below a number come oldest first, at most as many as asked for', () => {
    const repository = booksOf(donation(1), subscription(2), draw(3), purchase(4));
    expect(repository.latestBefore(4, 2).map(({ seq }) => seq)).toEqual([2, 3]);
    expect(repository.latestBefore(99, 10)).toHaveLength(4);
    expect(repository.latestBefore(1, 10)).toEqual([]);
  });

  it('leave out a row that other hands have spoilt', () => {
    const file = `${temporaryFolder()}/ledger.sqlite`;
    const { ledger } = openForTest(file);
    ledger.record([donation(1), donation(2)]);
    const db = new DatabaseSync(file);
    db.exec(`UPDATE events SET payload = '{' WHERE seq = 1`);
    db.close();
    expect(ledger.figures.latestBefore(9, 9).map(({ seq }) => seq)).toEqual([2]);
    expect(ledger.figures.supportersSince(0, 9)).toMatchObject([{ beams: 2_000, name: '시청자' }]);
  });
});

describe('the mark of the broadcast', () => {
  it('is empty in new books', () => {
    expect(booksOf().broadcast()).toEqual({ beganAt: null, lastSignAt: null });
  });

  it('knows the last sign of life, whichever it is', () => {
    const ledger = memoryLedger();
    const { figures } = ledger;
    figures.setBroadcast(500);
    expect(figures.broadcast()).toEqual({ beganAt: 500, lastSignAt: null });
    ledger.record([at(donation(1), 1_000)]);
    expect(figures.broadcast().lastSignAt).toBe(1_000);
    ledger.setMark(markOfAll(2_000));
    expect(figures.broadcast().lastSignAt).toBe(2_000);
    figures.setLeft(3_000.7);
    expect(figures.broadcast()).toEqual({ beganAt: 500, lastSignAt: 3_000 });
  });

  it('is in the file', () => {
    const file = `${temporaryFolder()}/ledger.sqlite`;
    const { ledger } = openForTest(file);
    ledger.figures.setBroadcast(5);
    ledger.figures.setLeft(6);
    ledger.close();
    expect(openForTest(file).ledger.figures.broadcast()).toEqual({ beganAt: 5, lastSignAt: 6 });
  });

  it('cannot be set in books that are closed: a ledger’s own error', () => {
    const ledger = memoryLedger();
    ledger.close();
    expect(() => ledger.figures.setBroadcast(1)).toThrow(LedgerError);
    expect(() => ledger.figures.totalsSince(0)).toThrow(LedgerError);
  });
});

describe('the questions of widgets', () => {
  /** What SQLite does for it. */
  function planOf(sql: string): string {
    const file = `${temporaryFolder()}/ledger.sqlite`;
    openForTest(file).ledger.record([donation(1), purchase(2)]);
    const db = new DatabaseSync(file);
    const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    db.close();
    return rows.map((row) => String(row['detail'])).join('; ');
  }

  it.each([
    ['beams', /^SEARCH events USING COVERING INDEX events_donated_by_time \(received_at>\?\)$/],
    ['money', /^SEARCH events USING COVERING INDEX events_bought_by_time \(received_at>\?\);/],
    ['supporters', /^SEARCH events USING COVERING INDEX events_by_supporter \(who>\?\);/],
    ['supporter', /^SEARCH events USING COVERING INDEX events_by_supporter \(who=\? AND received/],
    ['latestOf', /^SEARCH events USING INDEX events_by_supporter \(who=\?\)$/],
    ['before', /^SEARCH events USING INTEGER PRIMARY KEY \(rowid<\?\)$/],
  ] as const)('(%s) never read all rows, nor sort them', (name, plan) => {
    expect(planOf(FIGURE_SQL[name])).toMatch(plan);
  });
});
