import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { CHAT_SQL } from '../../../electron/events/chat-repository.ts';
import { LedgerCallError } from '../../../electron/storage/errors.ts';
import { AT, chat } from './chat-support.ts';
import { donation, memoryLedger, openForTest, temporaryFolder } from './support.ts';

const seqs = (events: readonly { readonly seq: number }[]) => events.map(({ seq }) => seq);

describe('the chat in the books', () => {
  it('comes back whole, with every field that it came with', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const { ledger } = openForTest(file);
    const later = { somethingNew: { of: ['a', 'newer', 'version'] } };
    const message = chat(7, { content: '<b>안녕</b> \u202e', ...later });
    ledger.chat.record([message]);
    ledger.close();
    expect(openForTest(file).ledger.chat.bySender('viewer-1', 10)).toEqual([message]);
  });

  it('is one viewer’s history, newest first, page by page', () => {
    const { chat: repository } = memoryLedger();
    repository.record([1, 2, 3, 4, 5].map((seq) => chat(seq)));
    repository.record([chat(6, { senderChannelId: 'viewer-2' }), chat(7, {}, AT + 5)]);
    const first = repository.bySender('viewer-1', 3);
    // Of two that came in one millisecond the one with the higher number is newer.
    expect(seqs(first)).toEqual([7, 5, 4]);
    const last = first.at(-1);
    expect(seqs(repository.bySender('viewer-1', 3, last))).toEqual([3, 2, 1]);
    expect(seqs(repository.bySender('viewer-1', 3, first[0]))).toEqual([5, 4, 3]);
    expect(repository.bySender('nobody', 3)).toEqual([]);
  });

  it('takes the same messages twice as once, so that a write may be tried again', () => {
    const { chat: repository } = memoryLedger();
    repository.record([chat(1)]);
    repository.record([chat(1, { content: 'another' }), chat(2)]);
    expect(repository.bySender('viewer-1', 9).map(({ data }) => data.content)).toEqual([
      '2번째 말',
      '1번째 말',
    ]);
  });

  it('is not in the totals, the alerts or the latest events', () => {
    const ledger = memoryLedger();
    ledger.record([donation(1)]);
    ledger.chat.record([chat(2)]);
    expect(ledger.countAlerts('queued')).toBe(1);
    expect(seqs(ledger.figures.latestBefore(9, 9))).toEqual([1]);
  });

  it('loses the oldest first, as many as are asked for, and nothing that is younger', () => {
    const { chat: repository } = memoryLedger();
    repository.record([1, 2, 3, 4, 5].map((seq) => chat(seq)));
    expect(repository.prune(AT + 4, 2)).toBe(2);
    expect(seqs(repository.bySender('viewer-1', 9))).toEqual([5, 4, 3]);
    expect(repository.prune(AT + 4, 2)).toBe(1);
    expect(repository.prune(AT + 4, 2)).toBe(0);
    expect(seqs(repository.bySender('viewer-1', 9))).toEqual([5, 4]);
  });

  it('takes numbers that are not handed out again, also where they were taken on credit', () => {
    const ledger = memoryLedger();
    ledger.chat.record([chat(5_000)]);
    expect(ledger.reserveNumbers(10)).toBe(5_001);
    ledger.releaseNumbers(1);
    expect(ledger.reserveNumbers(10)).toBe(5_001);
  });

  it('leaves out a row that other hands have spoilt', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const { ledger } = openForTest(file);
    ledger.chat.record([chat(1), chat(2)]);
    ledger.close();
    const db = new DatabaseSync(file);
    db.exec("UPDATE chat SET payload = '{' WHERE seq = 2");
    db.close();
    expect(seqs(openForTest(file).ledger.chat.bySender('viewer-1', 9))).toEqual([1]);
  });

  it('says what the disk refused, and leaves the next write as safe as ever', () => {
    const ledger = memoryLedger();
    const broken = { ...chat(2), receivedAt: 'never' as unknown as number };
    expect(() => ledger.chat.record([chat(1), broken])).toThrow(LedgerCallError);
    expect(ledger.chat.bySender('viewer-1', 9)).toEqual([]);
    ledger.chat.record([chat(1)]);
    expect(seqs(ledger.chat.bySender('viewer-1', 9))).toEqual([1]);
  });

  it.each([
    ['bySender', CHAT_SQL.bySender, 'chat_by_sender'],
    ['prune', CHAT_SQL.prune, 'chat_by_time'],
  ])('reads by an index and sorts nothing: %s', (_name, sql, index) => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    openForTest(file).ledger.close();
    const db = new DatabaseSync(file);
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    db.close();
    const steps = plan.map(({ detail }) => String(detail)).join('\n');
    expect(steps).toContain(index);
    expect(steps).not.toMatch(/TEMP B-TREE|SCAN chat$/m);
  });
});
