import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { VIEWER_SQL } from '../../../electron/features/live/viewer-repository.ts';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import { AT, chat } from './chat-support.ts';
import {
  donation,
  draw,
  memoryLedger,
  openForTest,
  purchase,
  subscription,
  temporaryFolder,
} from './support.ts';

const me = { senderChannelId: 'viewer-1' };

function full() {
  const ledger = memoryLedger();
  const subscribed = subscription(5);
  ledger.record([
    donation(2, { payAmount: 100 }),
    donation(3, { payAmount: 7, donationType: 'CHEERING' }),
    donation(4, { payAmount: 900, donatorChannelId: 'viewer-2' }),
    {
      ...subscribed,
      data: { ...subscribed.data, subscriberChannelId: 'viewer-1', month: 3, tierNo: 2 },
    },
    purchase(6, { ...me, totalAmount: 12.5, currency: 'USD' }),
    purchase(7, { ...me, totalAmount: 9_000, currency: 'KRW' }),
    purchase(8, { ...me, totalAmount: null }),
    draw(9, { count: 4 }),
    draw(11, { count: 5 }),
  ]);
  ledger.chat.record([chat(1), chat(10), chat(12, { senderChannelId: 'viewer-2' })]);
  return ledger;
}

describe('one viewer in the books', () => {
  it('has sums that never mix beams, cheering and money', () => {
    expect(full().viewers.find('viewer-1')).toEqual({
      donations: 2,
      donationBeams: 100,
      cheeringBeams: 7,
      subscriptions: 1,
      purchases: 3,
      shop: { USD: 1_250, KRW: 9_000 },
      messages: 2,
      firstAt: AT + 1,
      lastAt: AT + 10,
      subscription: { month: 3, tierNo: 2, at: AT + 5 },
    });
  });

  it('of whom nothing is kept is nobody', () => {
    expect(full().viewers.find('stranger')).toMatchObject({
      donations: 0,
      messages: 0,
      firstAt: null,
      lastAt: null,
      subscription: null,
    });
  });

  it('has a history of everything, newest first, page by page without a hole', () => {
    const { viewers } = full();
    const seqs = (events: readonly { readonly seq: number }[]) => events.map(({ seq }) => seq);
    const all = viewers.history('viewer-1', 50);
    expect(seqs(all)).toEqual([10, 8, 7, 6, 5, 3, 2, 1]);
    expect(all.map(({ kind }) => kind)).toContain('CHAT');
    const paged: number[] = [];
    for (let page = viewers.history('viewer-1', 3); page.length > 0; ) {
      paged.push(...seqs(page));
      page = viewers.history('viewer-1', 3, page.at(-1) ?? null);
    }
    expect(paged).toEqual(seqs(all));
  });
});

describe('single events and counts', () => {
  it('finds an event by its number, chat or not', () => {
    const { viewers } = full();
    expect(viewers.event(10)).toMatchObject({ seq: 10, kind: 'CHAT' });
    expect(viewers.event(4)).toMatchObject({ seq: 4, kind: 'DONATION' });
    expect(viewers.event(99)).toBeNull();
  });

  it.each([
    [AT, { subscriptions: 1, draws: 2, winners: 9 }],
    [AT + 9, { subscriptions: 0, draws: 2, winners: 9 }],
    [AT + 10, { subscriptions: 0, draws: 1, winners: 5 }],
    [AT + 99, { subscriptions: 0, draws: 0, winners: 0 }],
  ])('counts what arrived from %i on', (from, counts) => {
    expect(full().viewers.countsSince(from)).toEqual(counts);
  });

  it('fail as the ledger does', () => {
    const ledger = full();
    ledger.close();
    expect(() => ledger.viewers.find('viewer-1')).toThrow(LedgerCallError);
  });

  it.each(Object.keys(VIEWER_SQL) as (keyof typeof VIEWER_SQL)[])(
    '%s is answered by an index, never by reading everything',
    (name) => {
      const file = join(temporaryFolder(), 'ledger.sqlite');
      openForTest(file).ledger.close();
      const db = new DatabaseSync(file, { readOnly: true });
      const plan = db
        .prepare(`EXPLAIN QUERY PLAN ${VIEWER_SQL[name]}`)
        .all()
        .map((row) => String(row['detail']));
      db.close();
      expect(plan.filter((step) => /^SCAN (events|chat)/.test(step))).toEqual([]);
      expect(plan.some((step) => /^SEARCH (events|chat)/.test(step))).toBe(true);
    },
  );
});
