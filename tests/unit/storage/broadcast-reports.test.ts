import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { BroadcastRecord } from '../../../electron/features/overlay/broadcast-repository.ts';
import {
  BROADCAST_SQL,
  PAGE_CHARACTERS,
} from '../../../electron/features/overlay/broadcast-repository.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import { MIGRATIONS, migrate } from '../../../electron/storage/migrations.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
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

const at = <E extends ValuedEvent>(event: E, receivedAt: number): E => ({ ...event, receivedAt });
const seqs = (events: readonly { readonly seq: number }[]) => events.map(({ seq }) => seq);
const whole = (beganAt: number, endedAt: number | null = null): BroadcastRecord => ({
  id: 1,
  beganAt,
  endedAt,
});
const all = { after: 0, limit: 500 };

function twoShows(): Ledger {
  const ledger = memoryLedger();
  ledger.figures.setBroadcast(AT);
  ledger.chat.record([1, 3, 5].map((seq) => chat(seq)));
  ledger.record([donation(2), subscription(4)]);
  ledger.figures.setBroadcast(AT + 100, AT + 6);
  return ledger;
}

describe('the list of broadcasts', () => {
  it('is empty before the first', () => {
    expect(memoryLedger().broadcasts.list(10)).toEqual([]);
  });

  it('has the latest first, page by page; the one that goes on has no end', () => {
    const ledger = twoShows();
    ledger.figures.setBroadcast(AT + 200);
    const { broadcasts } = ledger;
    const first = broadcasts.list(2);
    expect(first).toEqual([
      { id: 3, beganAt: AT + 200, endedAt: null },
      { id: 2, beganAt: AT + 100, endedAt: AT + 200 },
    ]);
    expect(broadcasts.list(2, first[1]?.id)).toEqual([{ id: 1, beganAt: AT, endedAt: AT + 6 }]);
    expect(broadcasts.find(2)).toEqual(first[1]);
    expect(broadcasts.find(9)).toBeNull();
  });

  it('stays as it is where the same one goes on', () => {
    const ledger = twoShows();
    const before = ledger.broadcasts.list(10);
    ledger.figures.setBroadcast(AT + 100, AT + 150);
    expect(ledger.broadcasts.list(10)).toEqual(before);
  });

  it('has none that ends before it began, wherever the clock was set', () => {
    const ledger = twoShows();
    ledger.figures.setBroadcast(AT - 5_000);
    expect(ledger.broadcasts.list(2)).toEqual([
      { id: 3, beganAt: AT - 5_000, endedAt: null },
      { id: 2, beganAt: AT + 100, endedAt: AT + 100 },
    ]);
  });

  it.each([
    ['that knew of one', AT + 42, [{ id: 1, beganAt: AT + 42, endedAt: null }]],
    ['that knew of none', null, []],
  ])('of books of the format before it, %s', (_what, mark, expected) => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const db = new DatabaseSync(file);
    migrate(db, MIGRATIONS.slice(0, 4));
    db.prepare('UPDATE ledger SET broadcast_began_at = ?').run(mark);
    db.close();
    const { ledger, setAside } = openForTest(file);
    expect([setAside, ledger.broadcasts.list(10)]).toEqual([null, expected]);
    expect(ledger.figures.broadcast().beganAt).toBe(mark);
  });
});

describe('what came in a broadcast', () => {
  it('is valued events and chat in the order of their numbers', () => {
    const { broadcasts } = twoShows();
    const page = broadcasts.events(whole(AT, AT + 6), all);
    expect([seqs(page.events), page.next]).toEqual([[1, 2, 3, 4, 5], null]);
    expect(page.events.map(({ kind }) => kind)).toEqual([
      ...['CHAT', 'DONATION', 'CHAT', 'SUBSCRIPTION', 'CHAT'],
    ]);
    expect(page.events[0]).toEqual(chat(1));
    expect(page.events[1]).toEqual(donation(2));
  });

  it.each([
    [0, 2, [1, 2], 2],
    [2, 2, [3, 4], 4],
    [4, 2, [5], null],
    [5, 2, [], null],
    [0, 5, [1, 2, 3, 4, 5], null],
  ])('comes in pages: after %i, at most %i', (after, limit, expected, next) => {
    const page = twoShows().broadcasts.events(whole(AT, AT + 6), { after, limit });
    expect([seqs(page.events), page.next]).toEqual([expected, next]);
  });

  it.each([
    ['the first that arrived then', AT + 3, 0, [3, 4, 5]],
    ['with those before it', AT + 3, 1, [2, 3, 4, 5]],
    ['with no more before it than there are', AT + 3, 99, [1, 2, 3, 4, 5]],
    ['from before its beginning', AT - 9_000, 3, [1, 2, 3, 4, 5]],
    ['from behind its end', AT + 50, 0, []],
    ['from behind its end with those before', AT + 50, 2, [4, 5]],
  ])('can begin at a moment: %s', (_what, moment, lead, expected) => {
    const ledger = twoShows();
    // The one after it is nobody's business here.
    ledger.chat.record([chat(9, {}, AT + 120)]);
    const from = { at: moment, lead };
    const page = ledger.broadcasts.events(whole(AT, AT + 6), { ...all, from });
    expect(seqs(page.events)).toEqual(expected);
  });

  it('goes on from a page that began at a moment without a repetition', () => {
    const { broadcasts } = twoShows();
    const show = whole(AT, AT + 6);
    const first = broadcasts.events(show, { after: 0, limit: 2, from: { at: AT + 3, lead: 1 } });
    expect([seqs(first.events), first.next]).toEqual([[2, 3], 3]);
    const second = broadcasts.events(show, { after: first.next ?? 0, limit: 2 });
    expect([seqs(second.events), second.next]).toEqual([[4, 5], null]);
  });

  it('leaves out what arrived before it began and from its end on', () => {
    const { broadcasts } = twoShows();
    expect(seqs(broadcasts.events(whole(AT + 2, AT + 5), all).events)).toEqual([2, 3, 4]);
    expect(broadcasts.events(whole(AT + 6, null), all)).toEqual({ events: [], next: null });
  });

  it('comes in shorter pages where it is large, one at least', () => {
    const ledger = memoryLedger();
    const content = 'x'.repeat(PAGE_CHARACTERS * 0.6);
    ledger.chat.record([1, 2, 3].map((seq) => chat(seq, { content })));
    const page = ledger.broadcasts.events(whole(AT), all);
    expect([seqs(page.events), page.next]).toEqual([[1], 1]);
    const last = ledger.broadcasts.events(whole(AT), { ...all, after: 2 });
    expect([seqs(last.events), last.next]).toEqual([[3], null]);
  });

  it('spans from its first to its last event', () => {
    const { broadcasts } = twoShows();
    expect(broadcasts.span(whole(AT, AT + 6))).toEqual({
      firstSeq: 1,
      lastSeq: 5,
      firstAt: AT + 1,
      lastAt: AT + 5,
    });
    expect(broadcasts.span(whole(AT + 100))).toBeNull();
  });

  it('reads only what it shows', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    openForTest(file).ledger.close();
    const db = new DatabaseSync(file);
    const planOf = (sql: string) =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail))
        .join('\n');
    const plans = [planOf(BROADCAST_SQL.events), planOf(BROADCAST_SQL.lead)];
    db.close();
    for (const plan of plans) {
      expect(plan).toMatch(/MERGE/);
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN/);
    }
  });
});

describe('the last broadcast with events', () => {
  it('is the one that goes on as soon as something came in it, else the one before', () => {
    const ledger = twoShows();
    expect(ledger.broadcasts.lastWithEvents()).toEqual({ id: 1, beganAt: AT, endedAt: AT + 6 });
    ledger.chat.record([chat(9, {}, AT + 120)]);
    expect(ledger.broadcasts.lastWithEvents()?.id).toBe(2);
  });

  it('passes over any number of empty ones', () => {
    const ledger = twoShows();
    for (let count = 2; count < 30; count += 1) ledger.figures.setBroadcast(AT + count * 100);
    expect(ledger.broadcasts.lastWithEvents()?.id).toBe(1);
  });

  it('is none where nothing ever came', () => {
    const ledger = memoryLedger();
    expect(ledger.broadcasts.lastWithEvents()).toBeNull();
    ledger.figures.setBroadcast(AT);
    expect(ledger.broadcasts.lastWithEvents()).toBeNull();
  });
});

describe('the marks of a broadcast', () => {
  it('count what has a value by kind and part of its time', () => {
    const ledger = memoryLedger();
    ledger.chat.record([chat(1, {}, AT), chat(9, {}, AT + 99)]);
    ledger.record([
      at(donation(2), AT + 10),
      at(draw(3), AT + 12),
      at(donation(4), AT + 20),
      at(purchase(5), AT + 80),
    ]);
    expect(ledger.broadcasts.marks(whole(AT), 4)).toEqual([
      { at: AT + 10, kind: 'DONATION', count: 2 },
      { at: AT + 12, kind: 'DROPS', count: 1 },
      { at: AT + 80, kind: 'GOODS_PURCHASE', count: 1 },
    ]);
    expect(ledger.broadcasts.marks(whole(AT), 100)).toHaveLength(4);
  });

  it('are none of an empty one', () => {
    expect(memoryLedger().broadcasts.marks(whole(AT), 4)).toEqual([]);
  });
});
