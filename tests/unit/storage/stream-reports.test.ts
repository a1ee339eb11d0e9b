import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type {
  StreamFieldChange,
  StreamRepository,
} from '../../../electron/features/stream/stream-repository.ts';
import { STREAM_SQL } from '../../../electron/features/stream/stream-repository.ts';
import { MIGRATIONS, migrate } from '../../../electron/storage/migrations.ts';
import { gapOf } from '../../support/gaps.ts';
import { memoryLedger, openForTest, temporaryFolder } from './support.ts';

const AT = Date.UTC(2026, 0, 1);
const title = (after: string, before: string | null = null): StreamFieldChange => ({
  field: 'defaultLiveTitle',
  before: before === null ? null : { value: before },
  after,
});
const slow: StreamFieldChange = { field: 'chatSlowModeSec', before: null, after: 10 };
const none: StreamFieldChange = { field: 'category', before: { value: null }, after: null };

function record(
  repository: StreamRepository,
  changes: readonly StreamFieldChange[],
  more: Partial<Parameters<StreamRepository['record']>[0]> = {},
): number {
  return repository.record({ channel: 'me', at: AT, by: 'us', doing: null, changes, ...more });
}

describe('the log of settings', () => {
  it('has the latest first, with what was not known told from what was empty', () => {
    const { stream } = memoryLedger();
    record(stream, [title('a', 'b'), slow]);
    record(stream, [none], { by: 'elsewhere', at: AT + 1 });
    expect(stream.latest('me', 10)).toEqual([
      { id: 3, at: AT + 1, by: 'elsewhere', ...none },
      { id: 2, at: AT, by: 'us', ...slow },
      { id: 1, at: AT, by: 'us', ...title('a', 'b') },
    ]);
    expect(stream.latest('me', 1)).toHaveLength(1);
  });

  it('keeps channels apart', () => {
    const { stream } = memoryLedger();
    record(stream, [title('a')]);
    expect(stream.latest('other', 10)).toEqual([]);
    expect(stream.lastOwn('other')).toBeNull();
  });

  it('knows the last deed of ours whole, also in two parts and with others in between', () => {
    const { stream } = memoryLedger();
    record(stream, [title('before')]);
    const doing = record(stream, [title('a')]);
    record(stream, [none], { by: 'elsewhere' });
    expect(record(stream, [slow], { doing })).toBe(doing);
    expect(stream.lastOwn('me')).toMatchObject({ id: doing, changes: [title('a'), slow] });
    expect(stream.lastOwn('me')?.changes).toHaveLength(2);
  });

  it('leaves out rows that were changed by other hands', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const first = openForTest(file).ledger;
    record(first.stream, [title('a'), slow]);
    first.close();
    const db = new DatabaseSync(file);
    db.exec("UPDATE stream_changes SET after = '{' WHERE id = 1");
    db.close();
    expect(openForTest(file).ledger.stream.latest('me', 10)).toMatchObject([slow]);
  });

  it('is found by index, however long it is', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db);
    for (const name of ['latest', 'lastDoing', 'ofDoing'] as const) {
      const sql = STREAM_SQL[name].replaceAll('?', '1');
      const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      const details = plan.map((row) => String(row['detail']));
      expect(details.join(), name).toMatch(/USING (COVERING )?INDEX stream_changes_by_/);
      expect(details.join(), name).not.toMatch(/SCAN|TEMP B-TREE/);
    }
    db.close();
  });
});

describe('what was read last', () => {
  it('is kept of each part, the latest of each', () => {
    const { stream } = memoryLedger();
    stream.setSeen('me', 'live', AT, { value: 1 });
    stream.setSeen('me', 'chat', AT, { value: 2 });
    stream.setSeen('me', 'live', AT + 1, { value: 3 });
    const parts = { live: { value: 3 }, chat: { value: 2 } };
    expect(stream.seen('me')).toEqual({ channel: 'me', parts });
  });

  it('of the channel that was read last is there without a name', () => {
    const { stream } = memoryLedger();
    expect(stream.seen(null)).toBeNull();
    stream.setSeen('me', 'live', AT, { value: 1 });
    stream.setSeen('other', 'chat', AT + 1, { value: 2 });
    expect(stream.seen(null)).toEqual({ channel: 'other', parts: { chat: { value: 2 } } });
    expect(stream.seen('nobody')).toEqual({ channel: 'nobody', parts: {} });
  });
});

describe('books from before the log', () => {
  it('get it, empty, with all that they hold', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const db = new DatabaseSync(file);
    migrate(db, MIGRATIONS.slice(0, 6));
    db.exec("INSERT INTO gaps (began_at, ended_at, reason) VALUES (1, 2, 'sleep')");
    db.close();
    const { ledger, setAside } = openForTest(file);
    expect(setAside).toBeNull();
    expect(ledger.gaps(10)).toEqual([gapOf({ from: 1, to: 2, reason: 'sleep' })]);
    expect(ledger.stream.latest('me', 10)).toEqual([]);
    record(ledger.stream, [title('a')]);
    expect(ledger.stream.latest('me', 10)).toHaveLength(1);
  });
});
