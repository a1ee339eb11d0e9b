import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ledgerIn } from '../../../electron/fleet/books/channel-books.ts';
import { type BookEntry, bodyOf, kindOf } from '../../../electron/fleet/books/messages.ts';
import { viewerHash } from '../../../electron/fleet/books/taker.ts';
import type { SubscriptionKind } from '../../../shared/connection-history.ts';
import { gapOf } from '../../support/gaps.ts';
import { chat } from '../storage/chat-support.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';
import { type BooksHost, BooksWorld, receive } from './books-world.ts';

/** Rows of its ledger; statements in SQL, as its core would write. */
function sql(host: BooksHost, text: string, ...values: readonly (string | number)[]) {
  const db = new DatabaseSync(ledgerIn(host.dataDir));
  try {
    return db
      .prepare(text)
      .all(...values)
      .map((row) => Object.values(row));
  } finally {
    db.close();
  }
}

const BY = { epoch: 5, file: 'another' };
const of = (entry: object) => entry as BookEntry;
const event = (seq: number, changes: object = {}, words = 'some words') =>
  of({
    type: 'event',
    ...BY,
    event: { ...donation(seq, { donationText: words }), origin: 'platform' },
    alert: null,
    anonymous: false,
    ...changes,
  });
const state = (table: string, key: readonly (string | number)[], row: object | null, by = BY) =>
  of({ type: 'state', ...by, table, key, row });
const gap = (id: number, from: number, reason = 'network', ...kinds: SubscriptionKind[]) =>
  of({
    type: 'gap',
    ...BY,
    id,
    gap: gapOf({ from, to: 20, reason, ...(kinds.length > 0 && { kinds }) }),
  });

/** A host that has taken these entries of others. */
async function taken(...entries: readonly BookEntry[]) {
  const world = new BooksWorld();
  for (const entry of entries) world.stream.put(kindOf(entry), bodyOf(entry));
  const host = world.host();
  await host.takeOver();
  onTestFinished(() => host.kill());
  return { world, host };
}

describe('what a host takes of the books of another one', () => {
  it('are rows as the owner has them: new, changed, and gone', async () => {
    const world = new BooksWorld();
    const [first, second] = [world.host(), world.host()];
    await first.takeOver();
    sql(first, `INSERT INTO broadcasts VALUES (1, 10, NULL), (2, 20, NULL)`);
    sql(first, `INSERT INTO stream_seen VALUES ('c', 'title', 5, '"a"'), ('c', 'tags', 5, '[]')`);
    sql(first, `INSERT INTO activity_journal VALUES (1, 1, 5, 5, '{}')`);
    await first.settle();
    await first.giveBack();
    await second.takeOver();
    expect(sql(second, 'SELECT id, began_at, ended_at FROM broadcasts')).toEqual([
      [1, 10, null],
      [2, 20, null],
    ]);
    sql(second, 'UPDATE broadcasts SET ended_at = 15 WHERE id = 1');
    sql(second, `DELETE FROM stream_seen WHERE part = 'title'`);
    sql(second, 'DELETE FROM activity_journal');
    await second.settle();
    await second.giveBack();
    await first.takeOver();
    expect(sql(first, 'SELECT id, ended_at FROM broadcasts')).toEqual([
      [1, 15],
      [2, null],
    ]);
    expect(sql(first, 'SELECT part FROM stream_seen')).toEqual([['tags']]);
    // What was folded is ignored.
    expect(sql(first, 'SELECT id FROM activity_journal')).toEqual([[1]]);
    first.kill();
  });

  it('are the rows of its last owner, whatever one before it still brings', async () => {
    const old = { epoch: 4, file: 'old' };
    const { host } = await taken(
      state('broadcasts', [1], { id: 1, began_at: 10, ended_at: 15 }),
      state('broadcasts', [1], { id: 1, began_at: 99, ended_at: null }, old),
      state('broadcasts', [1], null, old),
    );
    expect(sql(host, 'SELECT id, began_at, ended_at FROM broadcasts')).toEqual([[1, 10, 15]]);
  });

  it('are no rows that fit no table of its', async () => {
    const good = { id: 1, began_at: 10, ended_at: null };
    const { host } = await taken(
      state('broadcasts', [1, 2], good),
      state('broadcasts', [], good),
      state('events', [1], { seq: 1 }),
      state('broadcasts', [1], { ...good, began_at: -1 }),
      state('broadcasts', [1], { ...good, ended_at: 5 }),
      state('broadcasts', [2], { ...good, id: 2 }),
    );
    expect(sql(host, 'SELECT id FROM broadcasts')).toEqual([[2]]);
  });

  it('is each gap once, whichever hosts tell of it', async () => {
    const { host } = await taken(gap(1, 10), gap(2, 10), gap(2, 11), gap(3, 10, 'crash'));
    expect(host.ledger.gaps(10).toSorted((a, b) => a.from - b.from)).toEqual([
      gapOf({ from: 10, to: 20, reason: 'network' }),
      gapOf({ from: 10, to: 20, reason: 'crash' }),
      gapOf({ from: 11, to: 20, reason: 'network' }),
    ]);
  });

  it('is each gap with its kinds, those of all kinds from a host that tells none apart', async () => {
    const old = { ...BY, id: 4, gap: { from: 12, to: 20, reason: 'network' } };
    const { host } = await taken(
      gap(1, 10, 'network', 'donation'),
      gap(2, 10, 'network', 'donation'),
      gap(3, 10, 'network', 'chat', 'subscription'),
      of({ type: 'gap', ...old }),
      gap(5, 12),
    );
    expect(host.ledger.gaps(10)).toEqual([
      gapOf({ from: 10, to: 20, reason: 'network', kinds: ['donation'] }),
      gapOf({ from: 10, to: 20, reason: 'network', kinds: ['chat', 'subscription'] }),
      gapOf({ from: 12, to: 20, reason: 'network' }),
    ]);
  });

  it('is each event once, in the sums too, with its alert as it was when it was sent', async () => {
    const over = { seq: 2, state: 'over', queued_at: 1, received_at: 1, note: 'dismissed' };
    const whole = { painted_at: 2, ended_at: 3, flaw: null };
    const { host } = await taken(
      event(1),
      event(1),
      event(2, { alert: { ...over, ...whole } }),
      event(3, { alert: { state: 'what' } }),
    );
    expect(host.sums()).toEqual({ count: 3, sum: 3_000 });
    expect(sql(host, 'SELECT seq, state, note, ended_at FROM alerts ORDER BY seq')).toEqual([
      [1, 'queued', null, null],
      [2, 'over', 'dismissed', 3],
      [3, 'queued', null, null],
    ]);
  });

  it('are alerts that never appeared of events that come behind a later owner’s, but for those that did', async () => {
    const alert = { received_at: 1, queued_at: 1, painted_at: 2, note: null, flaw: null };
    const later = { type: 'owner', epoch: 6, file: 'later', host: null };
    const { host } = await taken(
      of(later),
      event(1),
      event(2, { alert: { seq: 2, state: 'over', ended_at: 3, ...alert } }),
      event(3, { alert: { seq: 3, state: 'painted', ended_at: null, ...alert } }),
      event(4, { epoch: 6 }),
    );
    const { receivedAt } = donation(1);
    expect(sql(host, 'SELECT seq, state, ended_at FROM alerts ORDER BY seq')).toEqual([
      [1, 'never-appeared', receivedAt],
      [2, 'over', 3],
      [3, 'never-appeared', receivedAt + 2],
      [4, 'queued', null],
    ]);
  });

  it('is no name of a viewer who was removed, in the search neither, and no message of theirs', async () => {
    const { world, host } = await taken(event(1, {}, 'secret words'), event(2, {}, 'other words'));
    host.ledger.chat.record([chat(90), chat(91, { senderChannelId: 'viewer-2' })]);
    while (host.ledger.search.takeNew(100) > 0);
    const anonymous = {
      ...donation(1, { donatorChannelId: null, donatorNickname: null, donationText: '' }),
      origin: 'platform',
    };
    await host.giveBack();
    const entries = [
      event(1, { event: anonymous, anonymous: true }),
      of({ type: 'viewer', ...BY, viewer: viewerHash('viewer-1') }),
      of({ type: 'viewer', ...BY, viewer: viewerHash('nobody') }),
    ];
    for (const entry of entries) world.stream.put(kindOf(entry), bodyOf(entry));
    await host.takeOver();
    expect(sql(host, 'SELECT seq, who FROM events ORDER BY seq')).toEqual([
      [1, null],
      [2, 'viewer-1'],
    ]);
    expect(JSON.stringify(sql(host, 'SELECT payload FROM events'))).not.toContain('secret words');
    expect(sql(host, 'SELECT rowid FROM search_events')).toEqual([[2]]);
    expect(sql(host, 'SELECT who FROM chat')).toEqual([['viewer-2']]);
  });

  it('is nothing again that it wrote itself', async () => {
    const world = new BooksWorld();
    const host = world.host();
    await host.takeOver();
    receive(host, 2);
    host.ledger.recordGap(gapOf({ from: 10, to: 20, reason: 'network' }));
    sql(host, `INSERT INTO broadcasts VALUES (1, 10, NULL)`);
    await host.settle();
    host.kill();
    sql(host, 'UPDATE broadcasts SET ended_at = 15');
    await host.takeOver();
    await host.settle();
    expect(host.ledger.gaps(10)).toHaveLength(1);
    expect(sql(host, 'SELECT ended_at FROM broadcasts')).toEqual([[15]]);
    expect(host.sums()).toEqual({ count: 2, sum: 2_000 });
    expect(world.stream.stored.filter(({ kind }) => kind === 'gap')).toHaveLength(1);
    host.kill();
  });

  it('is a ledger whose sums are right again where what both had is taken away', async () => {
    const kinds = [
      donation(1, { donationText: 'both', donationType: 'CHAT' }),
      draw(2),
      purchase(3),
      subscription(4),
    ];
    const world = new BooksWorld();
    const stopped = world.host();
    await stopped.takeOver();
    await stopped.settle();
    stopped.isProven = false;
    const owner = world.host();
    await owner.takeOver();
    const write = (host: BooksHost): void => {
      const first = host.ledger.reserveNumbers(kinds.length);
      host.ledger.record(
        kinds.map((each, at) => ({ ...each, seq: first + at, receivedAt: host.now })),
      );
    };
    write(owner);
    await owner.settle();
    write(stopped);
    await stopped.giveBack();
    await stopped.sendLate();
    const all = 'SELECT sort, count, amount, unknown FROM sums WHERE count > 0 ORDER BY sort';
    expect(sql(stopped, 'SELECT count(*) FROM events')).toEqual([[4]]);
    expect(sql(stopped, all)).toEqual(sql(owner, all));
    expect(sql(stopped, 'SELECT count(*) FROM alerts')).toEqual(
      sql(owner, 'SELECT count(*) FROM alerts'),
    );
    owner.kill();
  });
});
